package io.banyan.cli.call;

import io.banyan.cli.output.WallClock;
import io.banyan.instance.message.value.ChildRecord;
import io.banyan.instance.message.value.ChildState;
import io.banyan.instance.message.value.JobAccount;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.JobUsage;
import io.banyan.instance.message.value.Submission;
import io.banyan.planner.TimeWindow;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One job as it is printed.
 *
 * @param user whose it is
 * @param startSec when it starts, or has started; null where it has no plan
 * @param endSec when it is to end, as it was planned; null where it has no plan, or no end that matters
 * @param endedSec when it ended; null while it has not
 * @param exitStatus of the command that it was spawned for; null where there was none, or it has not ended by itself
 * @param account the account that pays for it; empty if none is named
 * @param lost the paths of what it held and was lost
 * @param submittedSec when it was submitted; null where it did not come through the queue
 * @param urgency with which it waits; null where it did not come through the queue
 * @param requestedSec how long it may run at most, 0 without a limit; null where that was not asked for, as the next
 *     ones
 * @param nodes how many it has; of an ended job, the most at once
 * @param cores how many it has; of an ended job, the most at once
 * @param nodeList the nodes that it has, as a host list such as {@code n[1-4]}; of an ended job, those of its record in
 *     the history
 * @param cpuMicros processor time that its processes used, in microseconds; null while it has not ended, and where that
 *     was not measured
 * @param maxMemory peak memory of its largest process, in bytes; null in the same cases
 * @param deadlineSec time by which it has to end, in seconds since the epoch; null without a deadline
 */
public record JobView(
        long id,
        String name,
        String user,
        String state,
        @Nullable Long startSec,
        @Nullable Long endSec,
        @Nullable Long endedSec,
        String queue,
        String account,
        String instance,
        String address,
        String instanceState,
        @Nullable Integer exitStatus,
        String detail,
        List<String> lost,
        @Nullable Long submittedSec,
        @Nullable Integer urgency,
        @Nullable Long requestedSec,
        @Nullable Long nodes,
        @Nullable Long cores,
        @Nullable String nodeList,
        @Nullable Long cpuMicros,
        @Nullable Long maxMemory,
        @Nullable Long deadlineSec) {
    private static final int MILLIS = 1_000;
    /** So many are named in a line. */
    private static final int MOST_LOST = 3;

    public static JobView of(JobRecord job) {
        ChildRecord child = job.child().orElse(null);
        Optional<JobAccount> account = job.account();
        return new JobView(
                job.id().value(),
                job.name(),
                job.owner(),
                lower(job.state()),
                job.plan().map(TimeWindow::startSec).orElse(null),
                job.plan().map(JobView::endSec).orElse(null),
                job.endedSec().isPresent() ? job.endedSec().getAsLong() : null,
                job.queue().orElse(""),
                job.submission().map(Submission::account).orElse(""),
                child == null ? "" : child.path(),
                child == null ? "" : child.address(),
                child == null ? "" : lower(child.state()),
                job.exitStatus().isPresent() ? job.exitStatus().getAsInt() : null,
                why(job),
                job.lost(),
                job.submission().map(it -> it.atMillis() / MILLIS).orElse(null),
                job.submission().map(Submission::urgency).orElse(null),
                account.map(JobAccount::requestedSec).orElse(null),
                account.map(JobAccount::shownNodes).orElse(null),
                account.map(JobAccount::shownCores).orElse(null),
                account.map(it -> it.nodeList().toString()).orElse(null),
                job.usage().map(JobUsage::cpuMicros).orElse(null),
                job.usage()
                        .map(JobUsage::largestProcess)
                        .filter(OptionalLong::isPresent)
                        .map(OptionalLong::getAsLong)
                        .orElse(null),
                account.map(JobAccount::deadlineSec)
                        .filter(OptionalLong::isPresent)
                        .map(OptionalLong::getAsLong)
                        .orElse(null));
    }

    /** Returns this view with the reason why the job waits, if it does. */
    public JobView waiting(String why) {
        return why.isEmpty()
                ? this
                : new JobView(
                        id,
                        name,
                        user,
                        state,
                        startSec,
                        endSec,
                        endedSec,
                        queue,
                        account,
                        instance,
                        address,
                        instanceState,
                        exitStatus,
                        detail.isEmpty() ? why : detail + "; " + why,
                        lost,
                        submittedSec,
                        urgency,
                        requestedSec,
                        nodes,
                        cores,
                        nodeList,
                        cpuMicros,
                        maxMemory,
                        deadlineSec);
    }

    /** Returns the reason of the job's state: the detail of the job, and that of its instance. */
    private static String why(JobRecord job) {
        String instance = job.child().map(child -> plight(job, child)).orElse("");
        return Stream.of(job.detail(), instance).filter(text -> !text.isEmpty()).collect(Collectors.joining("; "));
    }

    /** Returns why a lost instance cannot be ended; for another instance, the cause of the wait for its job's end. */
    private static String plight(JobRecord job, ChildRecord child) {
        if (child.state() == ChildState.LOST) {
            return child.detail();
        }
        return job.state() == JobState.STOPPING ? "stopping its processes" : "";
    }

    /** Returns the remark about the job, for people. */
    public String remark() {
        boolean isSaid = lost.stream().allMatch(detail::contains);
        if (isSaid) {
            return detail;
        }
        String first = "lost " + lost.stream().limit(MOST_LOST).collect(Collectors.joining(", "));
        String all = lost.size() <= MOST_LOST ? first : first + " and " + (lost.size() - MOST_LOST) + " more";
        return detail.isEmpty() ? all : detail + "; " + all;
    }

    /** The detail behind a state, after a colon; empty if it only repeats the state. */
    public static String because(String state, String detail) {
        return detail.isEmpty() || detail.equals(state) ? "" : ": " + detail;
    }

    /** The name of a value in lower case. */
    public static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    /** A time in seconds since the epoch, for people. */
    public static String time(long sec) {
        return WallClock.shown(sec, ZoneId.systemDefault());
    }

    public static String start(TimeWindow window) {
        return time(window.startSec());
    }

    /** The end; null where there is none that matters: the time that an instance plans is over then. */
    public static @Nullable Long endSec(TimeWindow window) {
        return window.isEndless() ? null : (Long) window.endSec();
    }

    /** The end, or a dash where there is none that matters. */
    public static String end(TimeWindow window) {
        Long endSec = endSec(window);
        return endSec == null ? "-" : time(endSec);
    }

    /** The start; a dash where the job ended before it. */
    public String start() {
        return startSec != null && hasStarted() ? time(startSec) : "-";
    }

    /** Whether it did not end before its start. */
    public boolean hasStarted() {
        return startSec != null && (endedSec == null || endedSec >= startSec);
    }

    /** When it ended, or is to end. */
    public String end() {
        if (endedSec != null) {
            return time(endedSec);
        }
        return endSec == null ? "-" : time(endSec);
    }
}
