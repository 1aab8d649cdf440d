package io.banyan.provider.slurm;

import io.banyan.provider.ProviderContext;
import io.banyan.provider.process.ProgramRun;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reservations of nodes that are idle now, one for each request, so that all its pilots begin at once or none is
 * submitted. Slurm permits them to operators only. Slurm itself removes a forgotten one, some minutes after its last
 * pilot.
 */
final class NodeReservations {
    private static final String FLAGS = "Flags=PURGE_COMP=00:05:00";
    /** Beyond the pilots' time: they begin a little later. */
    private static final long SLACK_MINUTES = 5;

    private static final Pattern NODES = Pattern.compile("\\bNodeCnt=([0-9]{1,9})\\b");

    private final ProviderContext context;
    private final SlurmSettings settings;
    private final Slurm slurm;

    NodeReservations(ProviderContext context, SlurmSettings settings, Slurm slurm) {
        this.context = context;
        this.settings = settings;
        this.slurm = slurm;
    }

    /**
     * A reservation that was made.
     *
     * @param nodes as many as can be used
     */
    record Reserved(String name, long nodes) {}

    /**
     * Makes one for all that is wanted, or for as many as are idle now; where any is to be made.
     *
     * @throws Unmet where Slurm refuses, or too few are idle
     */
    Optional<Reserved> make(SlurmNodeRequest nodeRequest, String requestId) throws Unmet, IOException {
        if (!settings.reserves()) {
            return Optional.empty();
        }
        String name = name(requestId);
        ProgramRun run = slurm.run(words(nodeRequest, name), new byte[0]);
        String error = Slurm.errors(run);
        if (run.timedOut()) {
            throw new IOException("scontrol create took too long");
        }
        // An earlier call of the same request may have made it.
        if (run.status() != 0 && !error.contains("Duplicate")) {
            throw new Unmet("Slurm cannot reserve the nodes: " + error);
        }
        // Slurm may create it with fewer nodes than requested.
        long usable = nodeRequest.usable(nodes(name));
        if (usable == 0) {
            throw new Unmet("Slurm does not have " + nodeRequest.least() + " suitable idle nodes to reserve");
        }
        return Optional.of(new Reserved(name, usable));
    }

    private long nodes(String name) throws IOException {
        ProgramRun run = slurm.succeeded(List.of("scontrol", "-o", "show", "reservation", name));
        Matcher count = NODES.matcher(run.output());
        if (!count.find()) {
            throw new IOException("scontrol printed something that is not a reservation: " + run.output());
        }
        return Long.parseLong(count.group(1));
    }

    private List<String> words(SlurmNodeRequest nodeRequest, String name) {
        List<String> words = new ArrayList<>(List.of(
                "scontrol",
                "create",
                "reservation",
                "ReservationName=" + name,
                "StartTime=now",
                "Duration=" + (settings.minutes(nodeRequest.durationSec()) + SLACK_MINUTES),
                "Users=" + System.getProperty("user.name"),
                "NodeCnt=" + nodeRequest.wanted(),
                FLAGS));
        settings.partition().ifPresent(it -> words.add("PartitionName=" + it));
        List<String> features = Stream.concat(settings.features().stream(), nodeRequest.features().stream())
                .distinct()
                .toList();
        if (!features.isEmpty()) {
            words.add("Features=" + String.join("&", features));
        }
        return words;
    }

    /**
     * Nothing of the request is left that uses it. One that is not there is no error, and one that is in use goes by
     * itself.
     */
    void drop(String requestId) throws IOException {
        if (settings.reserves()) {
            var unused = slurm.run(List.of("scontrol", "delete", "ReservationName=" + name(requestId)), new byte[0]);
        }
    }

    private String name(String requestId) {
        return "banyan_" + Label.digest(context.owner() + "/" + context.name() + "/" + requestId);
    }
}
