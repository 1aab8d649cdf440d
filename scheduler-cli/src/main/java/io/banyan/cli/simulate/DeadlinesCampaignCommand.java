package io.banyan.cli.simulate;

import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Output;
import io.banyan.cli.output.ProgressLine;
import io.banyan.cli.output.Terminal;
import io.banyan.cli.output.Texts;
import io.banyan.sim.deadline.CampaignFile;
import io.banyan.sim.deadline.CampaignRun;
import io.banyan.sim.deadline.DeadlineCampaign;
import io.banyan.sim.deadline.DeadlineWorkload;
import io.banyan.sim.deadline.LoadLevel;
import io.banyan.sim.deadline.MappingRule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code banyan simulate deadlines campaign}: all combinations of loads, programs, communication and mappings. */
@Command(
        name = "campaign",
        description = {
            "Run all combinations of 3 loads, 5 mixes of programs, 2 ways of communication and the mappings for each "
                    + "seed.",
            "An interrupted campaign continues if the command is repeated."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class DeadlinesCampaignCommand implements Callable<Integer> {
    private static final int MOST_SEEDS = 10_000;
    private static final int LOADS = LoadLevel.values().length;

    private final Terminal terminal;

    @Parameters(paramLabel = "FILE", description = "File of the results, one line for each run.")
    private Path file = Path.of("");

    @Option(
            names = "--seeds",
            paramLabel = "FIRST-LAST",
            converter = Seeds.Reader.class,
            description = "Seeds, one workload for each load (default ${DEFAULT-VALUE}).",
            defaultValue = "1-320")
    private Seeds seeds = new Seeds(1, 320);

    @Option(
            names = "--median",
            paramLabel = "READING",
            description = "Reading of the Manhattan median: strict, in which an occupied neighbour ends the growth, or "
                    + "all (default ${DEFAULT-VALUE}).",
            defaultValue = "strict")
    private String median = "";

    @Option(
            names = "--mapping",
            paramLabel = "MAPPING[,MAPPING...]",
            description = "The mappings to run (default: hilbert, the median, leak, leak-scattered). The statements "
                    + "of the paper require these four.")
    private List<String> mappings = List.of();

    @Option(
            names = "--estimate",
            description = "Run the first seeds twice, at least one and as many as keep the threads busy, and print the "
                    + "time that the campaign takes. Nothing is written.")
    private boolean isEstimate;

    @Mixin
    private final DeadlineOptions options = new DeadlineOptions();

    @Mixin
    private final ProgramOptions programs = new ProgramOptions();

    @Mixin
    private final Output output;

    DeadlinesCampaignCommand(Terminal terminal) {
        this.terminal = terminal;
        this.output = new Output(terminal);
    }

    /** The result of an estimate, for programs. */
    record ShownEstimate(int measuredRuns, double runsPerSec, long runs, long seconds) {}

    /**
     * The result of a campaign, for programs. The file can have more runs than those that are asked for.
     *
     * @param runs those that are asked for
     * @param earlierRuns those of them that the file had before
     */
    record ShownCampaign(String file, long runs, long earlierRuns) {}

    @Override
    public Integer call() {
        if (seeds.count() > MOST_SEEDS) {
            throw CommandFailure.wrongUse(
                    "A campaign can have at most " + MOST_SEEDS + " seeds, found " + seeds.count() + ".");
        }
        if (!median.equals("strict") && !median.equals("all")) {
            throw CommandFailure.wrongUse("--median must be strict or all, found '" + median + "'.");
        }
        List<MappingRule> rules = rules();
        options.threads();
        var campaign = new DeadlineCampaign(
                options.network(programs.settings()),
                DeadlineWorkload.USUAL,
                programs.settings(),
                options.jobs(),
                rules,
                seeds.first(),
                (int) seeds.count());
        if (isEstimate) {
            estimate(campaign);
        } else {
            run(campaign);
        }
        return ExitStatus.DONE;
    }

    private List<MappingRule> rules() {
        if (mappings.isEmpty()) {
            return DeadlineCampaign.mappings(median.equals("strict"));
        }
        List<MappingRule> rules = MappingList.of("--mapping", mappings);
        if (rules.contains(MappingRule.COUNT)) {
            throw CommandFailure.wrongUse("--mapping must name mappings that choose nodes, found 'count'");
        }
        return rules;
    }

    private void estimate(DeadlineCampaign campaign) {
        // The first runs are slower than the others, since the virtual machine compiles the code while they run.
        int units = Math.min(campaign.units(), LOADS * Math.ceilDiv(options.threads(), LOADS));
        runs(campaign, 0, units);
        long begin = System.nanoTime();
        int runs = runs(campaign, 0, units).stream().mapToInt(List::size).sum();
        double perSec = runs / ((System.nanoTime() - begin) / (double) TimeUnit.SECONDS.toNanos(1));
        long all = (long) campaign.units() * campaign.runsPerUnit();
        output.print(
                new ShownEstimate(runs, perSec, all, Math.round(all / perSec)),
                it -> String.format(
                        Locale.ROOT,
                        "%d runs: %.1f runs/s; %d runs take about %s",
                        it.measuredRuns,
                        it.runsPerSec,
                        it.runs,
                        time(it.seconds)));
    }

    private static String time(long seconds) {
        return seconds < 120 ? seconds + " s" : Math.round(seconds / 60.0) + " min";
    }

    private void run(DeadlineCampaign campaign) {
        try (var out = CheckedValues.value(() -> opened(campaign));
                var progress = ProgressLine.of(terminal)) {
            int begun = out.units();
            while (out.units() < campaign.units()) {
                int done = out.units();
                progress.show(() -> ProgressLine.bar(done, campaign.units()) + "  "
                        + (long) done * campaign.runsPerUnit() + " of "
                        + (long) campaign.units() * campaign.runsPerUnit() + " runs");
                int next = Math.min(campaign.units(), done + 2 * options.threads());
                for (List<CampaignRun> unit : runs(campaign, done, next)) {
                    out.add(unit);
                }
            }
            long earlier = Math.min(begun, campaign.units());
            output.print(
                    new ShownCampaign(
                            file.toString(),
                            (long) campaign.units() * campaign.runsPerUnit(),
                            earlier * campaign.runsPerUnit()),
                    it -> it.file + ": " + it.runs + " runs, " + it.earlierRuns + " of them from an earlier call");
        } catch (IOException e) {
            throw CommandFailure.no(file + ": " + Texts.reason(e));
        }
    }

    private CampaignFile opened(DeadlineCampaign campaign) {
        try {
            return CampaignFile.open(file, campaign);
        } catch (IOException e) {
            throw CommandFailure.no(file + ": " + Texts.reason(e));
        }
    }

    private List<List<CampaignRun>> runs(DeadlineCampaign campaign, int from, int to) {
        return options.parallel(() ->
                IntStream.range(from, to).parallel().mapToObj(campaign::unit).toList());
    }
}
