package io.banyan.cli.simulate;

import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.ProgressLine;
import io.banyan.cli.output.SheetOutput;
import io.banyan.cli.output.Terminal;
import io.banyan.cli.output.Texts;
import io.banyan.sim.elastic.Application;
import io.banyan.sim.elastic.ApplicationFile;
import io.banyan.sim.elastic.Applications;
import io.banyan.sim.elastic.ElasticExperiment;
import io.banyan.sim.elastic.ElasticExperiment.Cell;
import io.banyan.sim.elastic.ElasticExperiment.Policy;
import io.banyan.sim.elastic.ElasticPlots;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banyan simulate elastic}: malleable jobs under several policies. */
@Command(
        name = "elastic",
        description = "Compare policies for malleable jobs in virtual time, with random jobs on a real graph: "
                + "wait and completion times by priority, and utilization, for different submission gaps "
                + "and rescale gaps.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class SimulateElasticCommand implements Callable<Integer> {
    private static final int MOST_JOBS = 10_000;
    private static final int MOST_SLOTS = 1_000_000;

    private final Terminal terminal;

    @Mixin
    private final SheetOutput output;

    @Option(
            names = "--gaps",
            paramLabel = "SECONDS",
            converter = SecondsList.Reader.class,
            description = "Time between submissions: a value such as 90, a list such as 0,90,300, or a range such "
                    + "as 0-300/30 (default ${DEFAULT-VALUE}).",
            defaultValue = "90")
    private SecondsList gaps = new SecondsList(List.of());

    @Option(
            names = "--rescale-gaps",
            paramLabel = "SECONDS",
            converter = SecondsList.Reader.class,
            description = "Minimum time between a start or rescale of a job and its next rescale, in the same "
                    + "notation (default ${DEFAULT-VALUE}).",
            defaultValue = "60")
    private SecondsList rescaleGaps = new SecondsList(List.of());

    @Option(
            names = "--policy",
            paramLabel = "POLICY",
            split = ",",
            description = "${COMPLETION-CANDIDATES} (default: all policies that differ; without checkpoints, no "
                    + "jobs are stopped).")
    private @Nullable List<Policy> policies;

    @Option(
            names = "--seeds",
            paramLabel = "FIRST-LAST",
            converter = Seeds.Reader.class,
            description = "Seeds, one workload each (default ${DEFAULT-VALUE}).",
            defaultValue = "1-100")
    private Seeds seeds = new Seeds(1, 100);

    @Option(names = "--jobs", paramLabel = "N", description = "Number of jobs (default ${DEFAULT-VALUE}).")
    private int jobs = 16;

    @Option(names = "--nodes", paramLabel = "N", description = "Number of nodes (default ${DEFAULT-VALUE}).")
    private int nodes = 4;

    @Option(names = "--cores", paramLabel = "N", description = "Number of cores per node (default ${DEFAULT-VALUE}).")
    private int cores = 16;

    @Option(
            names = "--applications",
            paramLabel = "FILE",
            description = "Kinds of jobs, one per line: name | min max unit | run times | rescale times, and for "
                    + "jobs with checkpoints | checkpoint times | restart times, with seconds at sizes such as "
                    + "2:22 8:9 (default: four sizes of a Jacobi solver without checkpoints).")
    private @Nullable Path applications;

    @Option(
            names = "--plots",
            paramLabel = "DIR",
            description = "Write plots to this directory, created if missing: by submission gap if several are "
                    + "given, otherwise by rescale gap.")
    private @Nullable Path plots;

    SimulateElasticCommand(Terminal terminal) {
        this.terminal = terminal;
        this.output = new SheetOutput(terminal);
    }

    @Override
    public Integer call() {
        if (jobs < 1 || jobs > MOST_JOBS || nodes < 1 || cores < 1 || (long) nodes * cores > MOST_SLOTS) {
            throw CommandFailure.wrongUse(
                    "--jobs must be 1 to " + MOST_JOBS + ", and --nodes times --cores must be 1 to " + MOST_SLOTS
                            + ", found " + jobs + ", " + nodes + " and " + cores + ".");
        }
        seeds.requireFew();
        List<Application> kinds = applications == null ? Applications.jacobi() : read(applications);
        requireRoom(kinds);
        var experiment = new ElasticExperiment(kinds, jobs, nodes, cores, seeds.first(), (int) seeds.count());
        List<Policy> compared = policies == null ? experiment.policies() : policies;
        CheckedValues.requireDistinct("--policy", compared);
        long all = experiment.runs(gaps.seconds().size(), rescaleGaps.seconds().size(), compared);
        List<Cell> cells;
        try (var progress = ProgressLine.of(terminal)) {
            cells = experiment.run(
                    gaps.seconds(),
                    rescaleGaps.seconds(),
                    compared,
                    done -> progress.show(() -> ProgressLine.bar(done, all) + "  " + done + " of " + all + " runs"));
        }
        if (plots != null) {
            boolean isBySubmission = gaps.seconds().size() > 1;
            write(plots, isBySubmission ? ElasticPlots.bySubmissionGap(cells) : ElasticPlots.byRescaleGap(cells));
        }
        var result = new ElasticResult(jobs, (long) nodes * cores, seeds.count(), cells);
        output.print(result.shown(), it -> result.text(), it -> result.rows());
        return ExitStatus.DONE;
    }

    private void requireRoom(List<Application> kinds) {
        for (Application kind : kinds) {
            if (kind.bounds().max() > (long) nodes * cores) {
                throw CommandFailure.wrongUse("A job of " + kind.name() + " can run with "
                        + kind.bounds().max() + " cores, but there are " + (long) nodes * cores + ".");
            }
        }
    }

    private static List<Application> read(Path file) {
        try (BufferedReader in = Files.newBufferedReader(file)) {
            return ApplicationFile.read(in, file.toString());
        } catch (IllegalArgumentException e) {
            throw CommandFailure.no(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw CommandFailure.no(file + ": " + Texts.reason(e));
        }
    }

    private static void write(Path directory, Map<String, String> pictures) {
        try {
            Files.createDirectories(directory);
            for (Map.Entry<String, String> picture : pictures.entrySet()) {
                Files.writeString(directory.resolve(picture.getKey()), picture.getValue());
            }
        } catch (IOException e) {
            throw CommandFailure.no(directory + ": " + Texts.reason(e));
        }
    }
}
