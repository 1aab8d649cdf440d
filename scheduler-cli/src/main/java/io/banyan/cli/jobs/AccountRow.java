package io.banyan.cli.jobs;

import io.banyan.cli.call.JobView;
import io.banyan.instance.message.value.JobAccount;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.JobUsage;
import io.banyan.instance.message.value.Submission;
import io.banyan.sim.trace.SwfLog;
import io.banyan.sim.workload.JobOutcome;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A job as it is accounted for; times in seconds since the epoch, nothing where it is not known.
 *
 * @param submitted when it came into the queue; of one that did not, when it got its resources
 * @param eligible since when nothing but the queue and its resources kept it from starting
 * @param requestedSec how long it was to run at most; 0 where there was no limit
 * @param nodes how many it had something of, at most at once
 * @param cores how many it had, at most at once
 * @param coreSec how many of them for how long
 * @param account the account that pays for it
 * @param cpuMicros processor time that its processes used in its last run, in microseconds
 * @param maxMemory peak memory of its largest process then, in bytes
 */
record AccountRow(
        long job,
        String name,
        String user,
        @Nullable String queue,
        String state,
        @Nullable Integer exitStatus,
        @Nullable Long submitted,
        @Nullable Long eligible,
        @Nullable Long started,
        @Nullable Long ended,
        @Nullable Long requestedSec,
        @Nullable Long nodes,
        @Nullable Long cores,
        @Nullable Long coreSec,
        @Nullable String account,
        @Nullable Long cpuMicros,
        @Nullable Long maxMemory) {
    /** The names of the fields. */
    static final List<String> HEADING = List.of(
            "job",
            "name",
            "user",
            "queue",
            "state",
            "exit_status",
            "submitted",
            "eligible",
            "started",
            "ended",
            "requested_sec",
            "nodes",
            "cores",
            "core_sec",
            "account",
            "cpu_micros",
            "max_memory");

    private static final long MILLIS = 1000;
    /** The first characters of formulas, and those that spreadsheets skip before them; the last four are wide. */
    private static final String FORMULAS = "=+-@\t\r\n\uff1d\uff0b\uff0d\uff20";

    static AccountRow of(JobRecord job) {
        Optional<JobAccount> account = job.account();
        Long started = account.isPresent() ? orNull(account.get().startedSec()) : startedOf(job);
        Long submitted = job.submission()
                .map(Submission::atMillis)
                .map(at -> at / MILLIS)
                .orElse(started);
        OptionalInt status = job.exitStatus();
        return new AccountRow(
                job.id().value(),
                job.name(),
                job.owner(),
                job.queue().orElse(null),
                JobView.lower(job.state()),
                status.isPresent() ? status.getAsInt() : null,
                submitted,
                account.map(JobAccount::eligibleSec).map(AccountRow::orNull).orElse(null),
                started,
                orNull(job.endedSec()),
                account.map(JobAccount::requestedSec).orElse(null),
                account.map(JobAccount::nodes).orElse(null),
                account.map(JobAccount::cores).orElse(null),
                account.map(JobAccount::coreSec).orElse(null),
                job.submission()
                        .map(Submission::account)
                        .filter(it -> !it.isEmpty())
                        .orElse(null),
                job.usage().map(JobUsage::cpuMicros).orElse(null),
                job.usage()
                        .map(JobUsage::largestProcess)
                        .map(AccountRow::orNull)
                        .orElse(null));
    }

    private static @Nullable Long orNull(OptionalLong value) {
        return value.isPresent() ? value.getAsLong() : null;
    }

    /** Returns the start time of a job that ended before start times were recorded. */
    private static @Nullable Long startedOf(JobRecord job) {
        JobView view = JobView.of(job);
        return view.hasStarted() ? view.startSec() : null;
    }

    /**
     * Returns the fields as text, for a spreadsheet: a name from a user gets an apostrophe in front if it would be a
     * formula there.
     */
    List<String> fields() {
        return List.of(
                Long.toString(job),
                named(name),
                named(user),
                named(queue),
                state,
                text(exitStatus),
                time(submitted),
                time(eligible),
                time(started),
                time(ended),
                text(requestedSec),
                text(nodes),
                text(cores),
                text(coreSec),
                named(account),
                text(cpuMicros),
                text(maxMemory));
    }

    /** Returns a name as OWASP recommends for text that others may have chosen. */
    private static String named(@Nullable String name) {
        return name == null || name.isEmpty() || FORMULAS.indexOf(name.charAt(0)) < 0 ? text(name) : "'" + name;
    }

    private static String text(@Nullable Object value) {
        return value == null ? "" : value.toString();
    }

    private static String time(@Nullable Long sec) {
        return sec == null ? "" : Instant.ofEpochSecond(sec).toString();
    }

    /**
     * Returns the job for the Standard Workload Format; empty if the job has not ended, or is of a time when too little
     * was recorded.
     */
    Optional<SwfLog.Job> swf() {
        if (ended == null || submitted == null) {
            return Optional.empty();
        }
        JobOutcome outcome = state.equals(JobView.lower(JobState.COMPLETED))
                ? JobOutcome.COMPLETED
                : state.equals(JobView.lower(JobState.CANCELLED)) ? JobOutcome.CANCELLED : JobOutcome.FAILED;
        long processors = cores == null ? 0 : Math.max(cores, nodes == null ? 0 : nodes);
        return Optional.of(new SwfLog.Job(
                job,
                submitted,
                started == null ? ended : started,
                ended,
                processors,
                requestedSec == null ? 0 : requestedSec,
                outcome,
                user,
                queue == null ? "" : queue));
    }
}
