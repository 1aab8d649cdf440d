package io.banyan.cli.simulate;

import io.banyan.sim.metric.OutcomeSummary;
import io.banyan.sim.metric.OutcomeSummary.JobClass;
import java.util.List;
import java.util.Locale;

/** The key by which jobs are grouped. */
enum Grouping {
    ALL,
    SIZE,
    QUEUE,
    USER;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    List<JobClass> of(OutcomeSummary summary) {
        return switch (this) {
            case ALL -> List.of(summary.all());
            case SIZE -> summary.bySize();
            case QUEUE -> summary.byQueue();
            case USER -> summary.byUser();
        };
    }
}
