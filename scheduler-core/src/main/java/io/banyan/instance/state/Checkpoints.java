package io.banyan.instance.state;

import io.banyan.elastic.Checkpoint;
import io.banyan.elastic.Prospect;
import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Submission;
import io.banyan.jobspec.CheckpointTimes;
import io.banyan.jobspec.Conditions;
import io.banyan.jobspec.Jobspec;
import io.banyan.resource.JobId;
import io.banyan.resource.ResourceType;
import io.banyan.schedule.HeldCount;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The jobs that continue from a checkpoint after they were stopped to wait again: the running ones, and the progress of
 * the stopped ones. A replay restores it.
 */
public final class Checkpoints {
    private final JoinedResources joined;
    private final Jobs jobs;
    private final Function<JobId, Optional<Jobspec>> jobspecs;
    private final Malleables malleables;
    /** The jobs that run and are not being stopped, by urgency. */
    private final NavigableMap<Integer, NavigableSet<JobId>> running = new TreeMap<>();
    /** The jobs that were stopped to wait again, and are not over. */
    private final Map<JobId, Written> written = new TreeMap<>();

    /**
     * The last stop of a job.
     *
     * @param progress its progress when the stop was requested; the time after that goes into the checkpoint
     * @param toldMillis the time of the request
     * @param writeSec the time from the request to the job's end; that of the previous stop if it has not ended yet,
     *     and empty if there was none
     */
    private record Written(JobProgress progress, long toldMillis, OptionalDouble writeSec) {}

    /** The times are the same for every amount. */
    private record Taking(double write, double restart) implements Checkpoint {
        @Override
        public double writeSec(long amount) {
            return write;
        }

        @Override
        public double restartSec(long amount) {
            return restart;
        }
    }

    Checkpoints(JoinedResources joined, Jobs jobs, Function<JobId, Optional<Jobspec>> jobspecs, Malleables malleables) {
        this.joined = joined;
        this.jobs = jobs;
        this.jobspecs = jobspecs;
        this.malleables = malleables;
    }

    /** Records that a job runs from now on; does nothing for a job that would start from the beginning after a stop. */
    void started(JobId job) {
        if (times(job).isPresent()) {
            running.computeIfAbsent(urgency(job), it -> new TreeSet<>()).add(job);
        }
    }

    /** Records the request to stop a running job. */
    void told(JobDecision.JobStopping stopping, long nowMillis) {
        JobId job = stopping.job();
        if (leave(job) && stopping.then() == JobState.PENDING) {
            OptionalDouble before = writeSec(job);
            written.put(job, new Written(progress(job).told(wholeSec(job), nowMillis), nowMillis, before));
        }
    }

    /** A job waits again. */
    void requeued(JobId job, long nowMillis) {
        leave(job);
        written.computeIfPresent(
                job,
                (id, it) -> new Written(
                        it.progress,
                        it.toldMillis,
                        OptionalDouble.of(Math.max(0, nowMillis - it.toldMillis) / 1000.0)));
    }

    /** A job is over, whatever it was; before it is so in the table. */
    void ended(JobId job) {
        leave(job);
        written.remove(job);
    }

    /** Returns whether it ran. */
    private boolean leave(JobId job) {
        NavigableSet<JobId> peers = running.get(urgency(job));
        if (peers == null || !peers.remove(job)) {
            return false;
        }
        if (peers.isEmpty()) {
            running.remove(urgency(job));
        }
        return true;
    }

    private int urgency(JobId job) {
        return jobs.find(job)
                .flatMap(JobRecord::submission)
                .map(Submission::urgency)
                .orElse(0);
    }

    private Optional<CheckpointTimes> times(JobId job) {
        return jobspecs.apply(job).flatMap(it -> Conditions.of(it).checkpoint());
    }

    // ---- how far they are -----------------------------------------------------------------------------------------

    /** How far a job is that begins now, or begins again. */
    public JobProgress begun(JobId job, long nowMillis) {
        Written last = written.get(job);
        return last == null
                ? JobProgress.begun(nowMillis)
                : last.progress.resumed(nowMillis + Math.round(restartSec(job) * 1000), nowMillis);
    }

    /** How far one is that runs. */
    private JobProgress progress(JobId job) {
        return malleables.find(job).map(Malleables.Running::progress).orElseGet(() -> begun(job, startedMillis(job)));
    }

    private long startedMillis(JobId job) {
        return jobs.active(job).orElseThrow().window().startSec() * 1000;
    }

    /** Returns the time for all of its work with its present amount; empty where that is not known. */
    private OptionalDouble wholeSec(JobId job) {
        Optional<Malleables.Running> one = malleables.find(job);
        if (one.isPresent()) {
            return one.get().bounds().pace().stream()
                    .mapToDouble(
                            pace -> JobProgress.wholeSec(pace, malleables.worksWith(job, new SlotParts(joined.get()))))
                    .findFirst();
        }
        long durationSec = durationSec(job);
        return durationSec == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) durationSec);
    }

    private long durationSec(JobId job) {
        return jobspecs.apply(job).map(it -> it.attributes().durationSec()).orElse(0L);
    }

    /** When one that is not malleable has started, in seconds. */
    public long startedSec(JobId job) {
        return startedMillis(job) / 1000;
    }

    /**
     * How one gets on that is not malleable, and runs: to its time limit, as far as is known. Empty where it has none.
     */
    public Optional<Prospect> prospect(JobId job, long nowMillis) {
        long durationSec = durationSec(job);
        return durationSec == 0 || isMalleable(job)
                ? Optional.empty()
                : Optional.of(progress(job).lasting(durationSec, nowMillis));
    }

    private boolean isMalleable(JobId job) {
        return malleables.find(job).isPresent();
    }

    // ---- how long it takes ----------------------------------------------------------------------------------------

    /** Returns the time to stop a running job, and to go on with it: as long as it did the last time, or as it says. */
    public Checkpoint taking(JobId job) {
        double write = writeSec(job).orElseGet(() -> times(job).orElseThrow().withinSec());
        return new Taking(write, restartSec(job));
    }

    private OptionalDouble writeSec(JobId job) {
        Written last = written.get(job);
        return last == null ? OptionalDouble.empty() : last.writeSec;
    }

    /** Returns the restart time that the job states; where it states none, the job reads for as long as it writes. */
    private double restartSec(JobId job) {
        Optional<CheckpointTimes> times = times(job);
        double write =
                writeSec(job).orElse(times.map(CheckpointTimes::withinSec).orElse(0L));
        return times.isPresent() && times.get().restartSec().isPresent()
                ? times.get().restartSec().getAsLong()
                : write;
    }

    // ---- members ---------------------------------------------------------------------------------------------

    /** Whether none of them runs. O(1). */
    public boolean isEmpty() {
        return running.isEmpty();
    }

    /**
     * Returns the first few of the running jobs that are less urgent than this: the least urgent first, of these those
     * with the highest numbers. O(most).
     */
    public List<JobId> lessUrgent(int urgency, int most) {
        return running.headMap(urgency, false).values().stream()
                .flatMap(it -> it.descendingSet().stream())
                .limit(most)
                .toList();
    }

    /**
     * How much of a type those hold that write a checkpoint, or could. O(those that are being stopped, and their
     * holds).
     */
    public long coming(ResourceType type) {
        return jobs.stopping().stream()
                .filter(it -> times(it.id()).isPresent())
                .mapToLong(it -> HeldCount.amount(joined.schedule(), it.id(), type.name()))
                .sum();
    }

    /** That those that are said to run do, and no others. O(jobs). */
    void checkInvariants() {
        for (JobRecord job : jobs.all()) {
            boolean runs = job.state() == JobState.RUNNING && times(job.id()).isPresent();
            boolean isHere =
                    running.getOrDefault(urgency(job.id()), new TreeSet<>()).contains(job.id());
            if (runs != isHere) {
                throw new IllegalStateException("job " + job.id() + " runs with a checkpoint: " + runs);
            }
            if (job.state().isOver() && written.containsKey(job.id())) {
                throw new IllegalStateException("job " + job.id() + " has ended, but still has a checkpoint");
            }
        }
    }

    @Override
    public String toString() {
        return "checkpoints " + running + " " + written;
    }
}
