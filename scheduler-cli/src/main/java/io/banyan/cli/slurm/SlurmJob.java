package io.banyan.cli.slurm;

import io.banyan.cli.look.JobWork;
import io.banyan.cli.output.Printable;
import io.banyan.instance.message.client.WaitReason;
import io.banyan.instance.message.client.Waiting;
import io.banyan.instance.message.value.ArrayPlace;
import io.banyan.instance.message.value.JobAccount;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Submission;
import io.banyan.jobspec.Dependency;
import io.banyan.jobspec.JobFiles;
import io.banyan.planner.TimeWindow;
import io.banyan.rset.HostList;
import io.banyan.rset.IdSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A job as Slurm's commands show it, or several pending jobs of one array that differ in their indices only.
 *
 * @param record the job, or the first of them
 * @param waiting why it waits, where that was asked for
 * @param nodes the nodes that it holds, where that or its account was asked for
 * @param indices of all these jobs in their array; empty for one job
 * @param work its command, if that was requested and the caller may see it
 */
record SlurmJob(
        JobRecord record,
        Optional<Waiting> waiting,
        HostList nodes,
        IdSet indices,
        Optional<JobWork> work,
        JobContext context) {
    /** The text for an unset value. */
    static final String NOTHING = "(null)";

    /** The most jobs of a dependency that are listed one by one. */
    private static final int MOST_LISTED = 100;

    private static final int MILLIS = 1_000;

    /** Statuses of commands that a signal ended begin behind this one. */
    private static final int SIGNALLED = 128;

    private static final int MOST_SIGNALS = 64;
    private static final int SIGTERM = 15;

    SlurmState state() {
        return SlurmState.of(record);
    }

    String reason() {
        return SlurmReason.of(record, waiting);
    }

    /** Returns the job's place in an array of several jobs; empty for one that was submitted alone. */
    Optional<ArrayPlace> array() {
        return record.submission().flatMap(Submission::array);
    }

    long rawId() {
        return record.id().value();
    }

    /** The number of the array, or of a job that is in none. */
    long baseId() {
        return array().map(place -> place.first().value()).orElse(rawId());
    }

    /** The index in the array, or those of all these jobs; empty for one that is in none. */
    Optional<String> index() {
        return indices.isEmpty()
                ? array().map(place -> String.valueOf(place.index()))
                : Optional.of("[" + indices + "]");
    }

    /** The number as users write it: {@code 12}, or {@code 12_3} for one of an array. */
    String id() {
        return index().map(index -> baseId() + "_" + index).orElse(String.valueOf(rawId()));
    }

    String user() {
        return record.submission()
                .flatMap(Submission::osUser)
                .orElseGet(() -> context.users().of(record));
    }

    String partition() {
        return record.queue().filter(name -> !name.isEmpty()).orElse(context.defaultPartition());
    }

    /** Returns the account that pays for the job; may be empty. */
    String account() {
        return record.submission().map(Submission::account).orElse("");
    }

    /** The more urgent starts first; 0 for one that is held, or was not submitted. */
    int urgency() {
        return record.submission().map(Submission::urgency).orElse(0);
    }

    Optional<JobAccount> accounted() {
        return record.account();
    }

    OptionalLong submitSec() {
        return record.submission()
                .map(it -> OptionalLong.of(it.atMillis() / MILLIS))
                .orElse(record.plan().map(it -> OptionalLong.of(it.startSec())).orElse(OptionalLong.empty()));
    }

    /** Whether it holds its resources, or did. */
    boolean hasStarted() {
        JobState state = record.state();
        if (state == JobState.RUNNING || state == JobState.STOPPING) {
            return true;
        }
        return state.isOver()
                && record.plan()
                        .filter(plan -> record.endedSec().orElse(0) >= plan.startSec())
                        .isPresent();
    }

    /** When it started, or is expected to. */
    OptionalLong startSec() {
        if (record.plan().isPresent() && (hasStarted() || !record.state().isOver())) {
            return OptionalLong.of(record.plan().get().startSec());
        }
        return waiting.map(Waiting::startSec).orElse(OptionalLong.empty());
    }

    /** When it ended, or is to end. */
    OptionalLong endSec() {
        if (record.endedSec().isPresent()) {
            return record.endedSec();
        }
        Optional<TimeWindow> bounded = record.plan().filter(plan -> !plan.isEndless());
        return bounded.isPresent() ? OptionalLong.of(bounded.get().endSec()) : OptionalLong.empty();
    }

    /** For how long it has run. */
    long elapsedSec() {
        if (!hasStarted() || record.plan().isEmpty()) {
            return 0;
        }
        return Math.max(
                0,
                record.endedSec().orElse(context.nowSec()) - record.plan().get().startSec());
    }

    /** For how long it may run; 0 without a limit, and empty where that is not known. */
    OptionalLong limitSec() {
        if (accounted().isPresent()) {
            return OptionalLong.of(accounted().get().requestedSec());
        }
        return record.plan()
                .map(plan -> OptionalLong.of(plan.isEndless() ? 0 : plan.durationSec()))
                .orElse(OptionalLong.empty());
    }

    /** How many nodes it has something of; at least one. */
    long nodeCount() {
        long held = nodes.size() > 0
                ? nodes.size()
                : accounted().map(JobAccount::shownNodes).orElse(0L);
        return held > 0
                ? held
                : Math.max(1, accounted().map(JobAccount::requestedNodes).orElse(0L));
    }

    /** How many cores it has; at least one. */
    long cores() {
        long held = accounted().map(JobAccount::shownCores).orElse(0L);
        long requested = accounted().map(JobAccount::requestedCores).orElse(0L);
        return held > 0 ? held : Math.max(nodeCount(), requested);
    }

    /** The status of its command, as {@code STATUS:SIGNAL}. */
    String exitCode() {
        if (record.exitStatus().isEmpty()) {
            return switch (state()) {
                case FAILED, NODE_FAIL -> "1:0";
                case CANCELLED, PREEMPTED -> hasStarted() ? "0:" + SIGTERM : "0:0";
                default -> "0:0";
            };
        }
        int status = record.exitStatus().getAsInt();
        boolean isSignal = status > SIGNALLED && status <= SIGNALLED + MOST_SIGNALS;
        return isSignal ? "0:" + (status - SIGNALLED) : status + ":0";
    }

    /**
     * The command of its first task, in which a file that the job carries has its own name; empty where it is not
     * known.
     */
    Optional<String> command() {
        return work.flatMap(it -> it.commands().stream().findFirst())
                .map(words -> words.stream()
                        .map(word -> Printable.word(word.replace(JobFiles.DIRECTORY + "/", "")))
                        .collect(Collectors.joining(" ")));
    }

    /** Returns a file of its command, in one line; empty where it is not known, or there is none. */
    Optional<String> file(Function<JobWork, @Nullable String> file) {
        return work.flatMap(it -> Optional.ofNullable(file.apply(it))).map(Printable::word);
    }

    /** The dependencies for which it waits, as Slurm writes them; empty where it waits for none. */
    Optional<String> dependency() {
        return waiting.map(Waiting::why)
                .filter(WaitReason.Depends.class::isInstance)
                .map(WaitReason.Depends.class::cast)
                .map(why -> why.dependencies().stream()
                        .flatMap(SlurmJob::clauses)
                        .map(clause -> clause + "(unfulfilled)")
                        .collect(Collectors.joining(",")));
    }

    private static Stream<String> clauses(Dependency dependency) {
        String kind = dependency.scheme().word();
        IdSet jobs = dependency.jobs();
        if (dependency.scheme() == Dependency.Scheme.SINGLETON) {
            return Stream.of(kind);
        }
        return jobs.size() > MOST_LISTED
                ? Stream.of(kind + ":" + jobs)
                : jobs.longs().mapToObj(job -> kind + ":" + job);
    }

    /** Returns this job as one line for all of these indices. */
    SlurmJob withIndices(IdSet all) {
        return new SlurmJob(record, waiting, nodes, all, work, context);
    }
}
