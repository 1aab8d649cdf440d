package io.banyan.cli.simulate;

import io.banyan.cli.output.CommandFailure;
import io.banyan.sim.deadline.DeadlineWorkload;
import io.banyan.sim.deadline.InstanceBookings;
import io.banyan.sim.deadline.MappingRule;
import io.banyan.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** The decisions of an instance with a deadline queue beside those of the search over a calendar of nodes. */
final class InstanceComparison {
    private final DeadlineOptions options;
    private final Topology topology;
    private final SecondsList gaps;
    private final Seeds seeds;

    InstanceComparison(DeadlineOptions options, Topology topology, SecondsList gaps, Seeds seeds) {
        this.options = options;
        this.topology = topology;
        this.gaps = gaps;
        this.seeds = seeds;
    }

    /** Compares all runs of the mappings of an instance; fails with the first difference. */
    String text(List<MappingRule> rules) {
        List<MappingRule> booking =
                rules.stream().filter(MappingRule::isOfInstance).toList();
        if (booking.isEmpty()) {
            throw CommandFailure.wrongUse("--through-instance requires a mapping that books nodes, such as hilbert");
        }
        List<String> ratios = new ArrayList<>();
        for (MappingRule rule : booking) {
            ratios.add(String.format(Locale.ROOT, "%s %.1f", rule.word(), ratio(rule)));
        }
        return "\nAn instance takes the same decisions in all "
                + seeds.count() * gaps.seconds().size() * booking.size()
                + " runs of " + booking.stream().map(MappingRule::word).collect(Collectors.joining(", "))
                + ".\nTime of the instance divided by that of the search: " + String.join(", ", ratios) + ".\n";
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
            throw CommandFailure.no("gap " + gap + " s, seed " + seed + ", " + rule.word() + ": " + it);
        });
        return run;
    }
}
