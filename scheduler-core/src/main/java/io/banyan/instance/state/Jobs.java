package io.banyan.instance.state;

import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.resource.JobId;
import java.util.ArrayDeque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The jobs table. Ended jobs are kept for a while, so that one can ask how they ended. */
public final class Jobs {
    private final Map<JobId, JobRecord> byId = new HashMap<>();
    /** The ids of all of them, so that a page of the table begins where the page before ended. */
    private final TreeSet<JobId> order = new TreeSet<>();
    /** The active jobs: few beside those that have ended. */
    private final TreeMap<JobId, JobRecord> active = new TreeMap<>();

    /** The ids of jobs that have not ended, so that queries for these have no cost for the others. */
    private final TreeSet<JobId> unfinished = new TreeSet<>();

    /** How many of those that have not ended each owner has. */
    private final Map<String, Long> byOwner = new HashMap<>();

    private final Map<JobState, Long> counts = new EnumMap<>(JobState.class);
    private final TreeMap<JobId, Stop> stopping = new TreeMap<>();
    private final ArrayDeque<JobId> ended = new ArrayDeque<>();
    /** The ended jobs that did not run when they ended. */
    private final Set<JobId> unstarted = new TreeSet<>();

    private final int remembered;
    private long next = 1;

    /**
     * The request to end a job.
     *
     * @param then the job's final state
     * @param told the final state that the first request stated
     * @param toldMillis the time of that request
     * @param isPreempted whether it makes room for another job
     */
    private record Stop(JobState then, JobState told, long toldMillis, boolean isPreempted) {}

    Jobs(int remembered) {
        this.remembered = remembered;
    }

    /** The lowest number above those of all jobs so far. O(1). */
    long firstUnused() {
        return next;
    }

    void add(JobRecord job) {
        put(job);
        next = Math.max(next, job.id().value() + 1);
    }

    public Optional<JobRecord> find(JobId id) {
        return Optional.ofNullable(byId.get(id));
    }

    /** The job, if it holds resources now or later. */
    public Optional<JobRecord> active(JobId id) {
        return Optional.ofNullable(active.get(id));
    }

    /** In the order of their numbers. O(jobs). */
    public List<JobRecord> all() {
        return order.stream().map(byId::get).toList();
    }

    /**
     * Returns a stream of the jobs with a higher number than this one, in the order of their numbers; 0 for all. O(log
     * jobs), plus the returned jobs.
     */
    public Stream<JobRecord> after(long id) {
        return after(id, order);
    }

    /**
     * Jobs that have not ended, with a higher number than this one, in the order of their numbers; 0 for all. O(log
     * unfinished jobs), plus the returned jobs.
     */
    public Stream<JobRecord> unfinishedAfter(long id) {
        return after(id, unfinished);
    }

    private Stream<JobRecord> after(long id, NavigableSet<JobId> ids) {
        SortedSet<JobId> rest = id < 1 ? ids : ids.tailSet(new JobId(id), false);
        return rest.stream().map(byId::get);
    }

    /** How many there are. O(1). */
    public int size() {
        return byId.size();
    }

    /** Returns the jobs that ended at this time or later, the last ones first. O(their number). */
    public Stream<JobRecord> endedSince(long sec) {
        Iterator<JobId> last = ended.descendingIterator();
        return Stream.iterate(0, it -> last.hasNext(), it -> it)
                .map(it -> byId.get(last.next()))
                .takeWhile(job -> job.endedSec().orElse(0) >= sec);
    }

    public List<JobRecord> active() {
        return List.copyOf(active.values());
    }

    /** How many there are in each state that there is a job in. O(states). */
    public Map<JobState, Long> counts() {
        return new EnumMap<>(counts);
    }

    /** Returns the active jobs in which an instance runs, or is believed to run. */
    public List<JobRecord> activeInstances() {
        return active().stream().filter(JobRecord::isInstance).toList();
    }

    void change(JobId id, UnaryOperator<JobRecord> change) {
        JobRecord job = byId.get(id);
        if (job == null) {
            throw new IllegalStateException("job " + id + " is not in the table");
        }
        put(change.apply(job));
    }

    private void put(JobRecord job) {
        JobRecord before = byId.put(job.id(), job);
        if (before == null) {
            order.add(job.id());
        } else {
            uncount(before);
        }
        counts.merge(job.state(), 1L, Long::sum);
        index(job, before != null && !before.state().isOver());
        if (job.state().isActive()) {
            active.put(job.id(), job);
        } else {
            active.remove(job.id());
        }
    }

    private void index(JobRecord job, boolean wasUnfinished) {
        boolean isUnfinished = !job.state().isOver();
        if (isUnfinished && !wasUnfinished) {
            unfinished.add(job.id());
            byOwner.merge(job.owner(), 1L, Long::sum);
        } else if (!isUnfinished && wasUnfinished) {
            unfinished.remove(job.id());
            byOwner.computeIfPresent(job.owner(), (owner, count) -> count == 1 ? null : count - 1);
        }
    }

    /** How many jobs that have not ended each owner has, in a map of the caller's. O(owners). */
    public SortedMap<String, Long> unfinishedByOwner() {
        return new TreeMap<>(byOwner);
    }

    private void uncount(JobRecord job) {
        counts.computeIfPresent(job.state(), (state, count) -> count == 1 ? null : count - 1);
    }

    /** A job that was requested to end before is not notified again, whatever its final state is now. */
    void stop(JobDecision.JobStopping told, long atMillis) {
        change(told.job(), job -> job.in(JobState.STOPPING, told.why(), told.usage()));
        boolean isPreempted = told.untilSec().isPresent();
        stopping.merge(
                told.job(),
                new Stop(told.then(), told.then(), atMillis, isPreempted),
                (before, now) -> new Stop(told.then(), before.told, before.toldMillis, isPreempted));
    }

    /** Returns the jobs whose end was asked for. O(their number). */
    public List<JobRecord> stopping() {
        return stopping.isEmpty()
                ? List.of()
                : stopping.keySet().stream().map(byId::get).toList();
    }

    /** How a job that is being stopped will have ended. */
    public JobState stateAfterStop(JobId id) {
        Stop stop = stopping.get(id);
        return stop == null ? JobState.CANCELLED : stop.then;
    }

    /**
     * Whether a job that is being stopped ends as its command did, if that ended by itself. A requeue that was
     * acknowledged runs the job again; preemption does not, as the room is made anyway.
     */
    public boolean endsAsItsCommand(JobId id) {
        return switch (stateAfterStop(id)) {
            case EXPIRED, CANCELLED -> true;
            case PENDING -> stopOf(id).isPreempted;
            case RESERVED, RUNNING, STOPPING, COMPLETED, FAILED -> false;
        };
    }

    /** Returns the final state that the first request to stop the job stated. */
    public JobState stateWhenTold(JobId id) {
        return stopOf(id).told;
    }

    /** Returns the time of the request to stop the job. */
    public long toldMillis(JobId id) {
        return stopOf(id).toldMillis;
    }

    private Stop stopOf(JobId id) {
        return Objects.requireNonNull(stopping.get(id), "a job that is being stopped was told to");
    }

    /** One that ran waits again. */
    void requeue(JobId id) {
        change(id, JobRecord::again);
        stopping.remove(id);
    }

    /** One is over. Returns the one that is not remembered any more for that. */
    Optional<JobId> end(JobDecision.JobEnded decided) {
        JobId id = decided.job();
        if (find(id).filter(job -> job.state() == JobState.PENDING || job.state() == JobState.RESERVED)
                .isPresent()) {
            unstarted.add(id);
        }
        change(id, job -> job.ended(decided.state(), decided.why(), decided.atSec(), decided.usage()));
        stopping.remove(id);
        ended.add(id);
        if (ended.size() <= remembered) {
            return Optional.empty();
        }
        JobId oldest = ended.remove();
        unstarted.remove(oldest);
        order.remove(oldest);
        uncount(Objects.requireNonNull(byId.remove(oldest), "an ended job is in the table"));
        return Optional.of(oldest);
    }

    /** Whether a job that is over ran when it ended. */
    boolean hadStarted(JobId id) {
        return !unstarted.contains(id);
    }

    /** Checks that the data beside the table agrees with the table. O(jobs). */
    void checkInvariants() {
        Map<JobState, Long> counted = new EnumMap<>(JobState.class);
        byId.values().forEach(job -> counted.merge(job.state(), 1L, Long::sum));
        if (!counted.equals(counts)) {
            throw new IllegalStateException("the counts of jobs are " + counts + ", but should be " + counted);
        }
        if (!order.equals(byId.keySet())) {
            throw new IllegalStateException("the jobs are " + byId.keySet() + ", but their order contains " + order);
        }
        Set<JobId> goingOn = all().stream()
                .filter(job -> !job.state().isOver())
                .map(JobRecord::id)
                .collect(Collectors.toSet());
        Map<String, Long> owners = all().stream()
                .filter(job -> !job.state().isOver())
                .collect(Collectors.groupingBy(JobRecord::owner, Collectors.counting()));
        if (!byOwner.equals(owners)) {
            throw new IllegalStateException(
                    "owners have " + owners + " unfinished jobs, but the recorded numbers are " + byOwner);
        }
        if (!unfinished.equals(goingOn)) {
            throw new IllegalStateException("the unfinished jobs are " + goingOn + ", but recorded are " + unfinished);
        }
        List<JobId> told = active().stream()
                .filter(job -> job.state() == JobState.STOPPING)
                .map(JobRecord::id)
                .toList();
        if (!told.equals(List.copyOf(stopping.keySet()))) {
            throw new IllegalStateException("the jobs being stopped are " + told + ", but recorded are " + stopping);
        }
        List<JobRecord> holding =
                all().stream().filter(job -> job.state().isActive()).toList();
        if (!holding.equals(active())) {
            throw new IllegalStateException("the active jobs are " + holding + ", but recorded are " + active());
        }
    }

    @Override
    public String toString() {
        return "next " + next + " " + all() + " stopping " + stopping + " unstarted " + unstarted;
    }
}
