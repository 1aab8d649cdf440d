package io.banyan.cli.simulate;

import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.ProgressLine;
import io.banyan.cli.output.SheetOutput;
import io.banyan.cli.output.Terminal;
import io.banyan.sim.deadline.BookingRun;
import io.banyan.sim.deadline.DeadlineJob;
import io.banyan.sim.deadline.DeadlineRun;
import io.banyan.sim.deadline.DeadlineWorkload;
import io.banyan.sim.deadline.MappingRule;
import io.banyan.sim.program.Communication;
import io.banyan.sim.program.ProgramMix;
import io.banyan.sim.program.ProgramSettings;
import io.banyan.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.LongStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banyan simulate deadlines run}: the same jobs under several mappings. */
@Command(
        name = "run",
        description = "Run jobs with deadlines under several mappings. All mappings get the same jobs.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class DeadlinesRunCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private final SheetOutput output;

    @Option(
            names = "--mapping",
            paramLabel = "MAPPING[,MAPPING...]",
            description = "count, hilbert, manhattan-median, manhattan-median-strict, median-centred, leak, "
                    + "leak-scattered, foresight, foresight-blind, random (default ${DEFAULT-VALUE}).",
            defaultValue = "count,hilbert,manhattan-median,leak,leak-scattered")
    private List<String> mappings = List.of();

    @Option(
            names = "--compare",
            paramLabel = "MAPPING[,MAPPING...]",
            description = "Also print how the other mappings of --mapping differ from these, paired by seed.")
    private List<String> compared = List.of();

    @Option(
            names = "--by",
            paramLabel = "PROPERTY",
            converter = JobGroupTable.PropertyReader.class,
            description = "Also print the jobs by size or by type of their programs: size, type.")
    private Optional<JobGroupTable.Property> by = Optional.empty();

    @Option(
            names = "--gaps",
            paramLabel = "SECONDS",
            converter = SecondsList.Reader.class,
            description = "Mean time between submissions: a value such as 150, or a list (default ${DEFAULT-VALUE}).",
            defaultValue = "1500,150,1")
    private SecondsList gaps = new SecondsList(List.of());

    @Option(
            names = "--programs",
            paramLabel = "TYPE",
            description = "Programs of the jobs: monte-carlo, bsp, fem, adaptive-fem, or uniform for all of them "
                    + "(default ${DEFAULT-VALUE}).",
            defaultValue = "uniform")
    private String programs = "";

    @Option(names = "--synchronous", description = "Senders of messages wait until they are received.")
    private boolean isSynchronous;

    @Option(
            names = "--through-instance",
            description = "Also submit the jobs to an instance with a deadline queue, as in a daemon, and compare its "
                    + "decisions. This applies to mappings of nodes that are also match policies. For leaks, "
                    + "each process has a node of its own.")
    private boolean isThroughInstance;

    @Option(
            names = "--seeds",
            paramLabel = "FIRST-LAST",
            converter = Seeds.Reader.class,
            description = "Seeds, one workload each (default ${DEFAULT-VALUE}).",
            defaultValue = "1-20")
    private Seeds seeds = new Seeds(1, 20);

    @Mixin
    private final DeadlineOptions options = new DeadlineOptions();

    @Mixin
    private final ProgramOptions parameters = new ProgramOptions();

    DeadlinesRunCommand(Terminal terminal) {
        this.terminal = terminal;
        this.output = new SheetOutput(terminal);
    }

    @Override
    public Integer call() {
        ProgramSettings settings = parameters.settings();
        Topology topology = options.network(settings);
        List<MappingRule> rules = MappingList.of("--mapping", mappings);
        List<MappingRule> others = compared(rules);
        checkTables(rules);
        ProgramMix mix = CheckedValues.value(() -> ProgramMix.parse(programs));
        options.jobs();
        options.threads();
        if (gaps.seconds().contains(0L)) {
            throw CommandFailure.wrongUse("--gaps must be 1 or more, found 0");
        }
        CheckedValues.requireDistinct("--gaps", gaps.seconds());
        seeds.requireFew();
        var deadlines = new DeadlineRun(topology, settings);
        Communication communication = isSynchronous ? Communication.SYNCHRONOUS : Communication.ASYNCHRONOUS;
        var result = new DeadlinesResult(
                topology.toString(),
                options.jobs(),
                mix.word(),
                communication.word(),
                seeds.count(),
                settings.values(),
                others,
                cells(topology, rules, deadlines, mix, communication));
        String groups = by.map(property -> JobGroupTable.text(property, result.sections(property::groups)))
                .orElse("");
        String remark = isThroughInstance
                ? new InstanceComparison(options, settings, topology, gaps, seeds, mix, communication).text(rules)
                : "";
        output.print(result.shown(), it -> result.text() + groups + remark, it -> result.rows());
        return ExitStatus.DONE;
    }

    /** The mappings with which the others are compared. */
    private List<MappingRule> compared(List<MappingRule> rules) {
        List<MappingRule> others = MappingList.of("--compare", compared);
        for (MappingRule other : others) {
            if (other == MappingRule.COUNT || !rules.contains(other)) {
                throw CommandFailure.wrongUse(
                        "--compare must name mappings of --mapping other than count, found '" + other.word() + "'");
            }
        }
        if (!others.isEmpty() && runningPrograms(rules) < 2) {
            throw CommandFailure.wrongUse("--compare requires two mappings other than count in --mapping");
        }
        return others;
    }

    /** Refuses options whose tables would be empty, or are not printed. */
    private void checkTables(List<MappingRule> rules) {
        if (by.isPresent() && runningPrograms(rules) == 0) {
            throw CommandFailure.wrongUse("--by requires a mapping other than count, which runs no programs");
        }
        if (output.isCsv() && (by.isPresent() || !compared.isEmpty())) {
            throw CommandFailure.wrongUse(
                    "--by and --compare cannot be used with -o csv, which has one table; use -o json");
        }
        if (isThroughInstance) {
            InstanceComparison.requireKnown(rules);
        }
    }

    private static long runningPrograms(List<MappingRule> rules) {
        return rules.stream().filter(rule -> rule != MappingRule.COUNT).count();
    }

    private List<DeadlinesResult.Cell> cells(
            Topology topology,
            List<MappingRule> rules,
            DeadlineRun deadlines,
            ProgramMix mix,
            Communication communication) {
        List<DeadlinesResult.Cell> cells = new ArrayList<>();
        int all = gaps.seconds().size() * rules.size();
        try (var progress = ProgressLine.of(terminal)) {
            for (long gap : gaps.seconds()) {
                for (MappingRule rule : rules) {
                    int done = cells.size();
                    progress.show(() -> ProgressLine.bar(done, all) + "  " + done + " of " + all + " rows");
                    cells.add(new DeadlinesResult.Cell(
                            gap,
                            rule,
                            options.parallel(() -> LongStream.rangeClosed(seeds.first(), seeds.last())
                                    .parallel()
                                    .mapToObj(seed -> {
                                        List<DeadlineJob> jobs = DeadlineWorkload.USUAL.jobs(
                                                options.jobs(), topology.nodes(), gap, seed);
                                        return rule == MappingRule.COUNT
                                                ? DeadlineFigures.of(BookingRun.of(jobs, topology, rule))
                                                : DeadlineFigures.of(deadlines.grouped(
                                                        jobs,
                                                        rule,
                                                        new DeadlineRun.Programs(mix.types(), communication, seed)));
                                    })
                                    .toList())));
                }
            }
        }
        return cells;
    }
}
