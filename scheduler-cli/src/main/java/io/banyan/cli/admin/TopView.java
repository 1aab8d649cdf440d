package io.banyan.cli.admin;

import io.banyan.cli.call.JobView;
import io.banyan.cli.output.Table;
import io.banyan.instance.message.value.Amount;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The activity in an instance at one moment.
 *
 * @param nodesUp how many of its nodes jobs get; nothing where it counts none
 * @param notUp how many are draining, drained, down or lost
 * @param coresUsed the number of its cores that jobs have or cannot get; nothing where it counts none
 * @param endedPerSec how many jobs ended a second, of late
 */
record TopView(
        String instance,
        String name,
        long atSec,
        @Nullable Long nodes,
        @Nullable Long nodesUp,
        long notUp,
        @Nullable Long cores,
        @Nullable Long coresUsed,
        long jobsRunning,
        long jobsWaiting,
        double endedPerSec,
        List<Running> running,
        List<Waits> waiting) {
    private static final int MINUTE = 60;
    private static final int HOUR = 3600;
    private static final int DAY = 86_400;

    /** A job that holds something. */
    record Running(
            long job,
            String name,
            String user,
            String state,
            @Nullable Long nodes,
            @Nullable Long cores,
            @Nullable Long sinceSec,
            @Nullable Long endsSec) {}

    /** A job that waits, and why. */
    record Waits(
            long job,
            String name,
            String user,
            String state,
            @Nullable Long submittedSec,
            String why) {}

    static @Nullable Long used(@Nullable Amount amount) {
        return amount == null ? null : (Long) (amount.total() - amount.free());
    }

    /** For people, in lines no longer than that. */
    String text(int width) {
        StringBuilder text = new StringBuilder(summary()).append("\n\n");
        Table table = new Table()
                .right("job")
                .left("name")
                .left("user")
                .left("state")
                .right("nodes")
                .right("cores")
                .right("since")
                .right("left");
        for (Running job : running) {
            table.row(
                    job.job(),
                    job.name(),
                    job.user(),
                    job.state(),
                    job.nodes() == null ? "-" : job.nodes(),
                    job.cores() == null ? "-" : job.cores(),
                    job.sinceSec() == null ? "-" : span(atSec - job.sinceSec()),
                    job.endsSec() == null ? "-" : span(job.endsSec() - atSec));
        }
        if (jobsRunning == 0) {
            text.append("No running jobs.\n");
        } else if (table.isEmpty()) {
            text.append(hidden(jobsRunning, "run"));
        } else {
            text.append(cut(table.toString(), width)).append(more(jobsRunning - running.size(), "run"));
        }
        if (!waiting.isEmpty()) {
            Table rest = new Table()
                    .right("job")
                    .left("name")
                    .left("user")
                    .right("waits")
                    .left("why");
            for (Waits job : waiting) {
                String since = job.submittedSec() == null ? "-" : span(atSec - job.submittedSec());
                rest.row(job.job(), job.name(), job.user(), since, job.why());
            }
            text.append('\n').append(cut(rest.toString(), width));
        }
        return text.append(waiting.isEmpty() ? hidden(jobsWaiting, "wait") : more(jobsWaiting - waiting.size(), "wait"))
                .toString();
    }

    /** Says how many jobs do something, where none of them is shown: users see their own. */
    private static String hidden(long jobs, String what) {
        return jobs == 0
                ? ""
                : jobs + (jobs == 1 ? " job of others " + what + "s\n" : " jobs of others " + what + "\n");
    }

    private String summary() {
        StringBuilder text = new StringBuilder(name)
                .append(' ')
                .append(instance)
                .append("  ")
                .append(JobView.time(atSec));
        if (nodes != null && nodesUp != null) {
            text.append("  nodes ").append(nodesUp).append('/').append(nodes).append(" up");
        }
        if (cores != null && coresUsed != null) {
            text.append("  cores ").append(coresUsed).append('/').append(cores).append(" used");
        }
        return text.append("  jobs ")
                .append(jobsRunning)
                .append(" running, ")
                .append(jobsWaiting)
                .append(" waiting")
                .append(String.format(Locale.ROOT, "  %.1f ended/s", endedPerSec))
                .toString();
    }

    private static String more(long jobs, String what) {
        return jobs <= 0 ? "" : "and " + jobs + " more that " + what + "\n";
    }

    private static String cut(String lines, int width) {
        StringBuilder text = new StringBuilder();
        lines.lines()
                .forEach(line -> text.append(
                                line.codePointCount(0, line.length()) <= width
                                        ? line
                                        : line.substring(0, line.offsetByCodePoints(0, width)))
                        .append('\n'));
        return text.toString();
    }

    /** A span of time with two units at most. */
    static String span(long sec) {
        long left = Math.max(0, sec);
        if (left < MINUTE) {
            return left + "s";
        }
        if (left < HOUR) {
            return "%dm %02ds".formatted(left / MINUTE, left % MINUTE);
        }
        if (left < DAY) {
            return "%dh %02dm".formatted(left / HOUR, left % HOUR / MINUTE);
        }
        return "%dd %02dh".formatted(left / DAY, left % DAY / HOUR);
    }
}
