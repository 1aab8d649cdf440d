package io.banyan.workflow.batch.slurm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A reservation that exists.
 *
 * @param name its name
 * @param startSec its start, in seconds since 1970; of one that repeats, the next start
 * @param endSec its end
 * @param everySec the time after which it repeats; 0 if it does not
 * @param nodes its nodes
 * @param coreCount the cores on all of them together
 * @param cores the numbers of its cores by node; empty if it has whole nodes, or Slurm does not say
 */
record SlurmReservation(
        String name,
        long startSec,
        long endSec,
        long everySec,
        List<String> nodes,
        long coreCount,
        Map<String, List<Integer>> cores) {
    private static final Pattern CORES = Pattern.compile(" NodeName=(\\S+) CoreIDs=([0-9,-]+)");
    private static final Map<String, Long> PERIODS =
            Map.of("HOURLY", 3_600L, "DAILY", 86_400L, "WEEKDAY", 86_400L, "WEEKEND", 86_400L, "WEEKLY", 7 * 86_400L);

    SlurmReservation {
        nodes = List.copyOf(nodes);
        cores = Map.copyOf(cores);
    }

    /** Reads the output of {@code scontrol -o show reservation}. */
    static List<SlurmReservation> parse(String output) {
        List<SlurmReservation> all = new ArrayList<>();
        output.lines().filter(line -> line.startsWith("ReservationName=")).forEach(line -> all.add(reservation(line)));
        return all;
    }

    private static SlurmReservation reservation(String line) {
        Map<String, String> fields = SlurmText.fields(line);
        Map<String, List<Integer>> cores = new HashMap<>();
        Matcher one = CORES.matcher(line);
        while (one.find()) {
            SlurmText.names(one.group(1)).forEach(node -> cores.put(node, SlurmText.numbers(one.group(2))));
        }
        long every = 0;
        for (String flag : fields.getOrDefault("Flags", "").split(",", -1)) {
            every = Math.max(every, PERIODS.getOrDefault(flag, 0L));
        }
        return new SlurmReservation(
                fields.getOrDefault("ReservationName", ""),
                SlurmText.number(fields, "StartTime"),
                SlurmText.number(fields, "EndTime"),
                every,
                SlurmText.names(fields.getOrDefault("Nodes", "")),
                SlurmText.number(fields, "CoreCnt"),
                cores);
    }
}
