package io.banyan.provider.slurm;

import io.banyan.provider.Estimate;
import io.banyan.provider.ProviderContext;
import io.banyan.provider.process.ProgramRun;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Slurm's commands. Each call runs one, and blocks until it has ended or took too long; any thread. */
final class Slurm {
    private static final Logger LOG = LoggerFactory.getLogger(Slurm.class);
    private static final String SCRIPT = "pilot.sh";
    private static final int MOST_WORDS = 500;
    private static final int LOOK_ATTEMPTS = 3;
    private static final long RETRY_MILLIS = 100;

    /** With these sbatch says that nothing was submitted; the second it finds out by itself. */
    private static final Pattern REFUSED = Pattern.compile("Batch job submission failed|Invalid generic resource");

    /** After these errors a job may have been submitted or not; any other error is a refusal by Slurm. */
    private static final Pattern UNHEARD = Pattern.compile(
            "timed out|contact|connect|communicat|zero bytes|resolve|not responding|temporarily|try again|slurm.conf|"
                    + "configuration source|munge|authenti",
            Pattern.CASE_INSENSITIVE);

    private final ProviderContext context;
    private final SlurmSettings settings;
    private final byte[] script;

    Slurm(ProviderContext context, SlurmSettings settings) {
        this.context = context;
        this.settings = settings;
        try (InputStream file = Slurm.class.getResourceAsStream(SCRIPT)) {
            this.script = Objects.requireNonNull(file, SCRIPT).readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException(SCRIPT + " is beside this class", e);
        }
    }

    /**
     * Submits pilots, one for each node.
     *
     * @throws Unmet where Slurm refuses, and nothing was submitted
     * @throws IOException if it is unknown whether a pilot was submitted
     */
    void submit(SlurmNodeRequest nodeRequest, long nodes, Label label, Optional<String> reservation)
            throws Unmet, IOException {
        List<String> words = new ArrayList<>(List.of("sbatch", "--parsable"));
        words.addAll(request(nodeRequest));
        words.add("--array=0-" + (nodes - 1));
        words.add("--comment=" + label.text());
        reservation.or(settings::reservation).ifPresent(it -> words.add("--reservation=" + it));
        ProgramRun run = run(words, script);
        if (run.status() != 0) {
            String error = errors(run);
            if (!run.timedOut()
                    && REFUSED.matcher(run.errors()).find()
                    && !UNHEARD.matcher(error).find()) {
                throw new Unmet("Slurm refuses: " + error);
            }
            throw failed("sbatch", run);
        }
    }

    /** Whether Slurm could ever run such pilots, as it says. Submits nothing. */
    Estimate test(SlurmNodeRequest nodeRequest) throws IOException {
        List<String> words = new ArrayList<>(List.of("sbatch", "--test-only"));
        words.addAll(request(nodeRequest));
        settings.reservation().ifPresent(it -> words.add("--reservation=" + it));
        ProgramRun run = run(words, script);
        String error = errors(run);
        if (run.status() != 0
                && (run.timedOut() || error.isBlank() || UNHEARD.matcher(error).find())) {
            throw failed("sbatch --test-only", run);
        }
        Optional<Partition> partition = partition();
        if (run.status() == 0) {
            return possible(nodeRequest, partition);
        }
        // Of a node that is drained it says the same as of one that it has not.
        return partition
                .flatMap(Partition::passing)
                .<Estimate>map(why -> new Estimate.NotNow("Slurm refuses: " + error + "; " + why))
                .orElseGet(() -> new Estimate.Impossible("Slurm refuses: " + error));
    }

    /**
     * Estimates how many pilots there can be. Slurm has tested one pilot; the nodes of the partition bound the number.
     */
    private Estimate possible(SlurmNodeRequest nodeRequest, Optional<Partition> partition) {
        String name = settings.partition().map(it -> "partition " + it).orElse("Slurm");
        long nodes = partition.map(Partition::nodes).orElse(Long.MAX_VALUE);
        long usable = nodeRequest.usable(nodes);
        return usable == 0
                ? new Estimate.Impossible(
                        name + " has " + nodes + " nodes, but " + nodeRequest.least() + " are requested")
                : new Estimate.Possible(List.of(new Estimate.Item(usable, "a node of " + name, Optional.empty())));
    }

    private Optional<Partition> partition() throws IOException {
        List<String> words = new ArrayList<>(List.of("sinfo", "--noheader", "--format=" + Partition.FORMAT));
        settings.partition().ifPresent(it -> words.add("--partition=" + it));
        return Partition.parse(succeeded(words).output(), settings.partition());
    }

    /** The options of a pilot: a node of its own, and no environment of this daemon. */
    private List<String> request(SlurmNodeRequest nodeRequest) {
        List<String> words = new ArrayList<>(List.of(
                "--export=NIL",
                "--job-name=" + Label.jobName(context),
                "--nodes=1",
                "--ntasks=1",
                "--exclusive",
                "--no-requeue",
                "--time=" + settings.minutes(nodeRequest.durationSec()),
                "--chdir=/",
                "--error=/dev/null",
                "--output="
                        + settings.report()
                                .map(it -> it.resolve("%A_%a.xml").toString())
                                .orElse("/dev/null")));
        if (nodeRequest.cores() > 0) {
            words.add("--cpus-per-task=" + nodeRequest.cores());
            words.add("--threads-per-core=1");
        }
        // 0 is all that the node has.
        words.add("--mem=" + (nodeRequest.memoryGb() == 0 ? "0" : nodeRequest.memoryGb() + "G"));
        if (nodeRequest.gpus() > 0) {
            words.add("--gres=gpu:" + nodeRequest.gpus());
        }
        List<String> features = new ArrayList<>(settings.features());
        features.addAll(nodeRequest.features());
        if (!features.isEmpty()) {
            words.add("--constraint=" + features.stream().distinct().collect(Collectors.joining("&")));
        }
        settings.partition().ifPresent(it -> words.add("--partition=" + it));
        settings.account().ifPresent(it -> words.add("--account=" + it));
        settings.qos().ifPresent(it -> words.add("--qos=" + it));
        return words;
    }

    /**
     * All pilots of this provider that have not gone. Asked again where Slurm does not answer: a controller is away for
     * a moment now and then.
     */
    List<Pilot> pilots() throws IOException {
        for (int attempt = 1; attempt < LOOK_ATTEMPTS; attempt++) {
            try {
                return listed();
            } catch (IOException e) {
                if (Thread.currentThread().isInterrupted()) {
                    throw e;
                }
                LOG.warn("{}; retrying", e.getMessage());
                try {
                    TimeUnit.MILLISECONDS.sleep(RETRY_MILLIS << attempt);
                } catch (InterruptedException interrupt) {
                    Thread.currentThread().interrupt();
                    throw e;
                }
            }
        }
        return listed();
    }

    private List<Pilot> listed() throws IOException {
        ProgramRun run = succeeded(List.of(
                "squeue",
                "--noheader",
                "--array",
                "--me",
                "--name=" + Label.jobName(context),
                "--format=" + Pilot.FORMAT));
        List<Pilot> pilots = new ArrayList<>();
        for (String line : run.output().lines().filter(it -> !it.isBlank()).toList()) {
            Pilot pilot = Pilot.parse(line);
            if (pilot.label().filter(it -> it.isOf(context)).isPresent()) {
                pilots.add(pilot);
            }
        }
        return pilots;
    }

    /** The pilots of one request. */
    List<Pilot> pilots(String requestId) throws IOException {
        return pilots().stream()
                .filter(pilot -> pilot.label()
                        .filter(it -> it.request().equals(requestId))
                        .isPresent())
                .toList();
    }

    /** Ends pilots; one that has ended is no error. */
    void cancel(Collection<String> ids) throws IOException {
        List<String> all = List.copyOf(ids);
        for (int from = 0; from < all.size(); from += MOST_WORDS) {
            List<String> words = new ArrayList<>(List.of("scancel", "--quiet"));
            words.addAll(all.subList(from, Math.min(all.size(), from + MOST_WORDS)));
            succeeded(words);
        }
    }

    /** The nodes of the given names as Slurm reports them, by name. */
    Map<String, NodeFacts> nodes(Collection<String> names) throws IOException {
        ProgramRun run = succeeded(List.of("scontrol", "-o", "show", "node", String.join(",", names)));
        Map<String, NodeFacts> facts = new HashMap<>();
        for (String line : run.output().lines().filter(it -> !it.isBlank()).toList()) {
            NodeFacts node = NodeFacts.parse(line);
            facts.put(node.name(), node);
        }
        if (!facts.keySet().containsAll(names)) {
            throw new IOException("scontrol did not report all of " + String.join(", ", names));
        }
        return facts;
    }

    /** Runs a command of Slurm's that must end well. */
    ProgramRun succeeded(List<String> words) throws IOException {
        ProgramRun run = run(words, new byte[0]);
        if (run.status() != 0) {
            throw failed(words.getFirst(), run);
        }
        return run;
    }

    ProgramRun run(List<String> words, byte[] input) throws IOException {
        List<String> command = new ArrayList<>();
        settings.config().ifPresent(file -> command.addAll(List.of("env", "SLURM_CONF=" + file)));
        String program = words.getFirst();
        command.add(settings.commands()
                .map(directory -> directory.resolve(program))
                .map(Path::toString)
                .orElse(program));
        command.addAll(words.subList(1, words.size()));
        try {
            return ProgramRun.run(command, input, settings.timeout());
        } catch (IOException e) {
            throw new IOException(program + " " + e.getMessage(), e);
        }
    }

    private IOException failed(String what, ProgramRun run) {
        String how = run.timedOut()
                ? "took longer than " + settings.timeout().toSeconds() + " s"
                : "failed with status " + run.status();
        String error = errors(run);
        return new IOException(what + " " + how + (error.isEmpty() ? "" : ": " + error));
    }

    /** The standard error of a command in one line, without the command's name before each sentence. */
    static String errors(ProgramRun run) {
        return run.errors()
                .lines()
                .map(line -> line.replaceFirst("^[a-z]+: ((fatal|error): )?", "")
                        .replaceFirst("^(allocation failure|Batch job submission failed): ", "")
                        .strip())
                .filter(line -> !line.isEmpty())
                .distinct()
                .collect(Collectors.joining("; "));
    }
}
