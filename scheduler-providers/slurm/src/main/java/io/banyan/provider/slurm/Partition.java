package io.banyan.provider.slurm;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * The nodes of a partition as Slurm reports them.
 *
 * @param nodes that it has
 * @param away those of them that are down, drained or kept for something else
 * @param isUp whether it takes jobs and runs them
 */
record Partition(long nodes, long away, boolean isUp) {
    /** For sinfo: a line for each state of nodes. */
    static final String FORMAT = "%P|%a|%T|%D";

    private static final int FIELDS = 4;
    private static final String DEFAULT = "*";
    private static final List<String> AWAY = List.of("down", "drain", "fail", "inval", "maint", "reserved", "unknown");

    /**
     * Reads the output of sinfo.
     *
     * @param name of the partition; empty for Slurm's default one
     * @return empty where there is no such partition
     * @throws IOException if it does not have the requested form
     */
    static Optional<Partition> parse(String output, Optional<String> name) throws IOException {
        Partition sum = null;
        for (String line : output.lines().filter(it -> !it.isBlank()).toList()) {
            String[] fields = line.strip().split("\\|", -1);
            if (fields.length != FIELDS || !fields[3].matches("[0-9]{1,9}")) {
                throw new IOException("sinfo printed something that is not a partition: " + line);
            }
            boolean isDefault = fields[0].endsWith(DEFAULT);
            String partition = isDefault ? fields[0].substring(0, fields[0].length() - 1) : fields[0];
            if (name.map(partition::equals).orElse(isDefault)) {
                long count = Long.parseLong(fields[3]);
                boolean isAway = AWAY.stream().anyMatch(fields[2]::startsWith);
                Partition before = sum == null ? new Partition(0, 0, true) : sum;
                sum = new Partition(
                        before.nodes + count,
                        before.away + (isAway ? count : 0),
                        before.isUp && fields[1].equals("up"));
            }
        }
        return Optional.ofNullable(sum);
    }

    /** Returns why a refused request may be satisfied later; empty where nothing says so. */
    Optional<String> passing() {
        if (!isUp) {
            return Optional.of("the partition is not up");
        }
        return away > 0
                ? Optional.of(away + " of its " + nodes + " nodes are down, drained or reserved")
                : Optional.empty();
    }
}
