package io.banyan.cli.usage;

import io.banyan.cli.look.JobField;
import io.banyan.cli.look.Measure;
import io.banyan.cli.output.Table;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The table of resources that jobs used. */
final class UsageTable {
    private UsageTable() {}

    /** A line for each job, in aligned columns; nothing without a job. O(jobs). */
    static String text(List<UsageView> jobs) {
        Table table = new Table()
                .right("job")
                .left("state")
                .right("time")
                .right("cores")
                .right("cpu time")
                .right("user")
                .right("system")
                .right("cpu %")
                .right("largest process")
                .right("all processes")
                .right("requested")
                .left("remark");
        for (UsageView job : jobs) {
            table.row(
                    job.job(),
                    job.state(),
                    JobField.span(known(job.elapsedSec())),
                    job.cores() == null ? "-" : job.cores(),
                    Measure.time(known(job.cpuMicros())),
                    Measure.time(known(job.userMicros())),
                    Measure.time(known(job.systemMicros())),
                    percent(job.cpuEfficiency()),
                    Measure.size(known(job.largestProcess())),
                    Measure.size(known(job.allProcesses())),
                    Measure.size(known(job.requestedMemory())),
                    job.remark());
        }
        return table.isEmpty() ? "" : table.toString();
    }

    private static String percent(@Nullable Double share) {
        return share == null ? "-" : String.format(Locale.ROOT, "%.1f", 100 * share);
    }

    private static OptionalLong known(@Nullable Long value) {
        return value == null ? OptionalLong.empty() : OptionalLong.of(value);
    }
}
