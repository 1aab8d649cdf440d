package io.banyan.cli.simulate;

import io.banyan.cli.output.CommandFailure;
import io.banyan.sim.deadline.DeadlineRun;
import io.banyan.sim.deadline.DeadlineWorkload;
import io.banyan.sim.deadline.InstanceBookings;
import io.banyan.sim.deadline.InstanceLeaks;
import io.banyan.sim.deadline.MappingRule;
import io.banyan.sim.program.Communication;
import io.banyan.sim.program.ProgramMix;
import io.banyan.sim.program.ProgramSettings;
import io.banyan.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * The decisions of an instance with a deadline queue beside those of the mappings: the bookings beside those of the
 * search over a calendar of nodes, and the nodes of leaks beside those of the run.
 */
final class InstanceComparison {
    private final DeadlineOptions options;
    private final ProgramSettings settings;
    private final Topology topology;
    private final SecondsList gaps;
    private final Seeds seeds;
    private final ProgramMix mix;
    private final Communication communication;

    InstanceComparison(
            DeadlineOptions options,
            ProgramSettings settings,
            Topology topology,
            SecondsList gaps,
            Seeds seeds,
            ProgramMix mix,
            Communication communication) {
        this.options = options;
        this.settings = settings;
        this.topology = topology;
        this.gaps = gaps;
        this.seeds = seeds;
        this.mix = mix;
        this.communication = communication;
    }

    /** Requires a mapping of an instance. */
    static void requireKnown(List<MappingRule> rules) {
        if (rules.stream().noneMatch(MappingRule::isOfInstance)) {
            throw CommandFailure.wrongUse(
                    "--through-instance requires a mapping of nodes that is also a match policy, such as hilbert");
        }
    }

    /** Compares all runs of the mappings of an instance; fails with the first difference. */
    String text(List<MappingRule> rules) {
        requireKnown(rules);
        List<MappingRule> known =
                rules.stream().filter(MappingRule::isOfInstance).toList();
        List<String> ratios = new ArrayList<>();
        for (MappingRule rule : known) {
            if (rule.isLeak()) {
                gaps.seconds().forEach(gap -> checkLeaks(gap, rule));
            } else {
                ratios.add(String.format(Locale.ROOT, "%s %.1f", rule.word(), ratio(rule)));
            }
        }
        long runs = seeds.count() * gaps.seconds().size() * known.size();
        String same = "\nAn instance takes the same decisions in "
                + (runs == 1 ? "the run of " : "all " + runs + " runs of ")
                + known.stream().map(MappingRule::word).collect(Collectors.joining(", ")) + ".\n";
        String times = ratios.isEmpty()
                ? ""
                : "Time of the instance divided by that of the search: " + String.join(", ", ratios) + ".\n";
        return same + times + others(rules);
    }

    /** A sentence on the mappings that an instance does not have. */
    private static String others(List<MappingRule> rules) {
        List<String> others = rules.stream()
                .filter(rule -> !rule.isOfInstance())
                .map(MappingRule::word)
                .toList();
        if (others.isEmpty()) {
            return "";
        }
        String last = others.getLast();
        return others.size() == 1
                ? last + " is not compared with an instance.\n"
                : String.join(", ", others.subList(0, others.size() - 1)) + " and " + last
                        + " are not compared with an instance.\n";
    }

    /** Compares the nodes of jobs that take them while they run. */
    private void checkLeaks(long gap, MappingRule rule) {
        options
                .parallel(() -> LongStream.rangeClosed(seeds.first(), seeds.last())
                        .parallel()
                        .mapToObj(seed -> InstanceLeaks.difference(
                                        DeadlineWorkload.USUAL.jobs(options.jobs(), topology.nodes(), gap, seed),
                                        topology,
                                        rule,
                                        settings,
                                        new DeadlineRun.Programs(mix.types(), communication, seed),
                                        false)
                                .map(it -> at(gap, seed, rule) + it))
                        .flatMap(Optional::stream)
                        .toList())
                .stream()
                .findFirst()
                .ifPresent(it -> {
                    throw CommandFailure.no(it);
                });
    }

    private static String at(long gap, long seed, MappingRule rule) {
        return "gap " + gap + " s, seed " + seed + ", " + rule.word() + ": ";
    }

    private double ratio(MappingRule rule) {
        double searchNanos = 0;
        double instanceNanos = 0;
        for (long gap : gaps.seconds()) {
            for (InstanceBookings.Compared run : compared(gap, rule)) {
                searchNanos += run.searchNanos();
                instanceNanos += run.instanceNanos();
            }
        }
        return instanceNanos / Math.max(1, searchNanos);
    }

    private List<InstanceBookings.Compared> compared(long gap, MappingRule rule) {
        return options.parallel(() -> LongStream.rangeClosed(seeds.first(), seeds.last())
                .parallel()
                .mapToObj(seed -> compared(gap, rule, seed))
                .toList());
    }

    private InstanceBookings.Compared compared(long gap, MappingRule rule, long seed) {
        InstanceBookings.Compared run = InstanceBookings.compared(
                DeadlineWorkload.USUAL.jobs(options.jobs(), topology.nodes(), gap, seed),
                topology,
                rule,
                false,
                System::nanoTime);
        run.difference().ifPresent(it -> {
            throw CommandFailure.no(at(gap, seed, rule) + it);
        });
        return run;
    }
}
