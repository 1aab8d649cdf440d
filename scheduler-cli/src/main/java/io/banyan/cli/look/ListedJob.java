package io.banyan.cli.look;

import io.banyan.instance.message.value.ArrayPlace;
import io.banyan.instance.message.value.JobAccount;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.JobUsage;
import io.banyan.instance.message.value.Submission;
import io.banyan.planner.TimeWindow;
import io.banyan.rset.HostList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A job of a list.
 *
 * @param remark why it waits, how it ended, or another remark; may be empty
 * @param instance the instance that runs in it, with its state and address; may be empty
 * @param nowSec the time of the list
 */
public record ListedJob(JobRecord record, String remark, String instance, long nowSec) {
    private static final int MILLIS = 1_000;

    public long id() {
        return record.id().value();
    }

    public String state() {
        return record.state().name().toLowerCase(Locale.ROOT);
    }

    String queue() {
        return record.queue().orElse("");
    }

    String account() {
        return record.submission().map(Submission::account).orElse("");
    }

    /** Returns the job's place in an array of several jobs. */
    Optional<ArrayPlace> array() {
        return record.submission().flatMap(Submission::array).filter(place -> place.count() > 1);
    }

    OptionalLong urgency() {
        return record.submission().map(it -> OptionalLong.of(it.urgency())).orElse(OptionalLong.empty());
    }

    OptionalLong submitSec() {
        return record.submission()
                .map(it -> OptionalLong.of(it.atMillis() / MILLIS))
                .orElse(OptionalLong.empty());
    }

    private boolean isOn() {
        return record.state() == JobState.RUNNING || record.state() == JobState.STOPPING;
    }

    /** Whether it holds its resources, or did. */
    public boolean hasStarted() {
        return isOn()
                || (record.state().isOver()
                        && record.plan()
                                .filter(plan -> record.endedSec().orElse(0) >= plan.startSec())
                                .isPresent());
    }

    /** When it started, or is planned to. */
    OptionalLong startSec() {
        boolean isMeant =
                record.plan().isPresent() && (hasStarted() || !record.state().isOver());
        return isMeant ? OptionalLong.of(record.window().startSec()) : OptionalLong.empty();
    }

    /** When it ended, or is to end. */
    OptionalLong endSec() {
        if (record.endedSec().isPresent()) {
            return record.endedSec();
        }
        return record.plan()
                .filter(plan -> !plan.isEndless())
                .map(plan -> OptionalLong.of(plan.endSec()))
                .orElse(OptionalLong.empty());
    }

    /** For how long it has run. */
    public OptionalLong usedSec() {
        return hasStarted()
                ? OptionalLong.of(Math.max(
                        0, record.endedSec().orElse(nowSec) - record.window().startSec()))
                : OptionalLong.empty();
    }

    /** For how long it may still run. */
    OptionalLong leftSec() {
        return isOn() && endSec().isPresent()
                ? OptionalLong.of(Math.max(0, endSec().getAsLong() - nowSec))
                : OptionalLong.empty();
    }

    /** For how long it may run; empty without a limit. */
    OptionalLong limitSec() {
        if (record.account().isPresent()) {
            long requested = record.account().get().requestedSec();
            return requested == 0 ? OptionalLong.empty() : OptionalLong.of(requested);
        }
        return record.plan()
                .filter(plan -> !plan.isEndless())
                .map(TimeWindow::durationSec)
                .map(OptionalLong::of)
                .orElse(OptionalLong.empty());
    }

    /** The deadline of the job; empty without one. */
    OptionalLong deadlineSec() {
        return record.account().map(JobAccount::deadlineSec).orElse(OptionalLong.empty());
    }

    /** How much later it could end, by its plan, and meet its deadline; empty for a job that has ended. */
    OptionalLong slackSec() {
        return deadlineSec().isPresent()
                        && endSec().isPresent()
                        && !record.state().isOver()
                ? OptionalLong.of(Math.max(0, deadlineSec().getAsLong() - endSec().getAsLong()))
                : OptionalLong.empty();
    }

    /** The nodes that it has, or had when it ended, as far as they are in its record. */
    HostList nodeList() {
        return record.account()
                .filter(it -> isOn() || record.state().isOver())
                .map(JobAccount::nodeList)
                .orElse(HostList.of(List.of()));
    }

    /**
     * How much processor time it used, in microseconds; empty while it has not ended, and where that was not measured.
     */
    OptionalLong cpuMicros() {
        return record.usage().map(usage -> OptionalLong.of(usage.cpuMicros())).orElse(OptionalLong.empty());
    }

    /** The peak memory of its largest process, in bytes; empty where the time is as well. */
    OptionalLong maxMemory() {
        return record.usage().map(JobUsage::largestProcess).orElse(OptionalLong.empty());
    }

    /** How many nodes it has, or had; empty where that is not known. */
    OptionalLong nodes() {
        return known(record.account().map(JobAccount::shownNodes));
    }

    /** How many cores it has, or had; empty where that is not known. */
    public OptionalLong cores() {
        return known(record.account().map(JobAccount::shownCores));
    }

    /** The most cores that it had at once; empty where that is not known. */
    public OptionalLong mostCores() {
        return known(record.account().map(JobAccount::cores));
    }

    private static OptionalLong known(Optional<Long> count) {
        return count.filter(it -> it > 0).map(OptionalLong::of).orElse(OptionalLong.empty());
    }
}
