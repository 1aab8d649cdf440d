package io.banyan.cli.simulate;

import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.ProgressLine;
import io.banyan.cli.output.SheetOutput;
import io.banyan.cli.output.Terminal;
import io.banyan.sim.deadline.Annotator;
import io.banyan.sim.deadline.BookingRun;
import io.banyan.sim.deadline.DeadlineJob;
import io.banyan.sim.deadline.MappingRule;
import io.banyan.sim.generate.Generator;
import io.banyan.topology.Grid;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banyan simulate deadlines run}: the same jobs under several mappings. */
@Command(
        name = "run",
        description = "Book jobs with deadlines when they are submitted, or refuse them, under several mappings. All "
                + "mappings get the same jobs.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class DeadlinesRunCommand implements Callable<Integer> {
    private static final int MOST_JOBS = 100_000;
    private static final int MOST_NODES = 16_384;

    private final Terminal terminal;

    @Mixin
    private final SheetOutput output;

    @Option(
            names = "--mapping",
            paramLabel = "MAPPING",
            split = ",",
            description = "count, hilbert, manhattan-median, manhattan-median-strict, median-centred (default "
                    + "${DEFAULT-VALUE}).",
            defaultValue = "count,hilbert,manhattan-median")
    private List<String> mappings = List.of();

    @Option(
            names = "--gaps",
            paramLabel = "SECONDS",
            converter = SecondsList.Reader.class,
            description = "Mean time between submissions: a value such as 150, or a list (default ${DEFAULT-VALUE}).",
            defaultValue = "1500,150,1")
    private SecondsList gaps = new SecondsList(List.of());

    @Option(
            names = "--network",
            paramLabel = "SHAPE",
            description = "Network, such as 'grid 16x8' or 'torus 8x4x4' (default '${DEFAULT-VALUE}').",
            defaultValue = "grid 16x8")
    private String network = "";

    @Option(
            names = "--seeds",
            paramLabel = "FIRST-LAST",
            converter = Seeds.Reader.class,
            description = "Seeds, one workload each (default ${DEFAULT-VALUE}).",
            defaultValue = "1-20")
    private Seeds seeds = new Seeds(1, 20);

    @Option(names = "--jobs", paramLabel = "N", description = "Number of jobs (default ${DEFAULT-VALUE}).")
    private int jobs = 1000;

    DeadlinesRunCommand(Terminal terminal) {
        this.terminal = terminal;
        this.output = new SheetOutput(terminal);
    }

    @Override
    public Integer call() {
        Grid grid = CheckedValues.value(() -> Grid.parse(network));
        List<MappingRule> rules = CheckedValues.value(
                () -> mappings.stream().map(MappingRule::parse).toList());
        CheckedValues.requireDistinct("--mapping", rules);
        if (jobs < 1 || jobs > MOST_JOBS || grid.nodes() > MOST_NODES) {
            throw CommandFailure.wrongUse("--jobs must be 1 to " + MOST_JOBS + ", and --network must have at most "
                    + MOST_NODES + " nodes, found " + jobs + " and " + grid.nodes());
        }
        if (gaps.seconds().contains(0L)) {
            throw CommandFailure.wrongUse("--gaps must be 1 or more, found 0");
        }
        seeds.requireFew();
        var result = new DeadlinesResult(grid.toString(), jobs, seeds.count(), cells(grid, rules));
        output.print(result.shown(), it -> result.text(), it -> result.rows());
        return ExitStatus.DONE;
    }

    private List<DeadlinesResult.Cell> cells(Grid grid, List<MappingRule> rules) {
        List<DeadlinesResult.Cell> cells = new ArrayList<>();
        long all = gaps.seconds().size() * seeds.count() * rules.size();
        try (var progress = ProgressLine.of(terminal)) {
            long done = 0;
            for (long gap : gaps.seconds()) {
                List<List<BookingRun.Outcome>> outcomes = new ArrayList<>();
                rules.forEach(rule -> outcomes.add(new ArrayList<>()));
                for (long seed = seeds.first(); seed <= seeds.last(); seed++) {
                    List<DeadlineJob> annotated = jobs(grid, gap, seed);
                    for (int i = 0; i < rules.size(); i++) {
                        outcomes.get(i).add(BookingRun.of(annotated, grid, rules.get(i)));
                        long shown = ++done;
                        progress.show(() -> ProgressLine.bar(shown, all) + "  " + shown + " of " + all + " runs");
                    }
                }
                for (int i = 0; i < rules.size(); i++) {
                    cells.add(new DeadlinesResult.Cell(gap, rules.get(i), outcomes.get(i)));
                }
            }
        }
        return cells;
    }

    private List<DeadlineJob> jobs(Grid grid, long gap, long seed) {
        var model = Generator.parse("feitelson96:jobs=" + jobs + ",nodes=" + grid.nodes() + ",gap=" + gap);
        return Annotator.USUAL.annotated(model.trace(seed).workload().jobs(), grid.nodes(), seed);
    }
}
