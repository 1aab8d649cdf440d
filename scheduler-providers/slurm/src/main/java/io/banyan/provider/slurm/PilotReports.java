package io.banyan.provider.slurm;

import io.banyan.graph.GraphException;
import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphVertex;
import io.banyan.provider.hwloc.LocalTopology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The reports of pilots on their nodes: a topology of lstopo in a file named after the job. A pilot that cannot report
 * leaves an empty file, and none has to report.
 */
final class PilotReports {
    private static final Logger LOG = LoggerFactory.getLogger(PilotReports.class);
    private static final String END = "<!-- that is all -->";
    private static final String TOPOLOGY = "</topology>";
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final long LOOK_MILLIS = 100;
    private static final long MOST_BYTES = 64 << 20;

    private final Optional<Path> directory;

    PilotReports(Optional<Path> directory) {
        this.directory = directory;
    }

    /**
     * How many cores each socket of a pilot's node has. Waits for a moment, because a pilot reports when it begins. A
     * report with another number of cores than Slurm states is ignored: its process sees more cores than it was given.
     */
    Optional<List<Integer>> coresOfSockets(Pilot pilot, NodeFacts facts) throws InterruptedException {
        if (directory.isEmpty()) {
            return Optional.empty();
        }
        Path file = file(pilot.id());
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        try {
            String text = read(file);
            while (!text.strip().endsWith(END) && System.nanoTime() < deadline) {
                TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
                text = read(file);
            }
            if (!text.strip().endsWith(END) || !text.contains(TOPOLOGY)) {
                return Optional.empty();
            }
            List<Integer> sockets = sockets(LocalTopology.ofTopology(text, 0));
            int cores = sockets.stream().mapToInt(Integer::intValue).sum();
            if (cores != facts.cores()) {
                LOG.info(
                        "pilot {} detects {} cores, but Slurm has {} on {}",
                        pilot.id(),
                        cores,
                        facts.cores(),
                        facts.name());
                return Optional.empty();
            }
            return Optional.of(sockets);
        } catch (IOException | GraphException e) {
            LOG.warn("The report of pilot {} on {} cannot be used: {}", pilot.id(), facts.name(), e.getMessage());
            return Optional.empty();
        }
    }

    private static String read(Path file) throws IOException {
        return Files.exists(file) && Files.size(file) <= MOST_BYTES ? Files.readString(file) : "";
    }

    private static List<Integer> sockets(Subgraph machine) {
        Map<String, Integer> cores = new TreeMap<>();
        for (SubgraphVertex vertex : machine.vertices()) {
            if (vertex.type().name().equals("core")) {
                String above = vertex.path().substring(0, vertex.path().lastIndexOf('/'));
                cores.merge(above, 1, Integer::sum);
            }
        }
        return List.copyOf(cores.values());
    }

    /** Deletes the reports of pilots that have ended. */
    void forget(Collection<String> ids) {
        for (String id : directory.isPresent() ? List.copyOf(ids) : List.<String>of()) {
            try {
                Files.deleteIfExists(file(id));
            } catch (IOException e) {
                LOG.debug("The report of pilot {} cannot be deleted: {}", id, e.getMessage());
            }
        }
    }

    private Path file(String id) {
        return directory.orElseThrow().resolve(id + ".xml");
    }
}
