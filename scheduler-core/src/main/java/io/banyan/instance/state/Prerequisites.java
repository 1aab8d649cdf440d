package io.banyan.instance.state;

import io.banyan.instance.message.value.CommandEnd;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.jobspec.Conditions;
import io.banyan.jobspec.Dependency;
import io.banyan.jobspec.Dependency.Scheme;
import io.banyan.resource.JobId;
import io.banyan.rset.IdSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The prerequisites that submitted jobs wait for before they are in the queue: the starts and ends of others, and
 * points in time. A replay restores them. All calls O(log jobs) for each job that is named, unless they say otherwise.
 */
public final class Prerequisites {
    private static final Comparator<Begin> BY_TIME =
            Comparator.comparingLong(Begin::atMillis).thenComparing(Begin::job);

    /**
     * The prerequisites that each of these jobs waits for; an entry for which all has come but the time has no jobs any
     * more.
     */
    private final Map<JobId, Open> open = new TreeMap<>();
    /** The jobs that wait for something of a job. */
    private final Map<JobId, Set<JobId>> waiters = new HashMap<>();
    /** The jobs that wait for nothing but a time, which may be over. */
    private final TreeSet<Begin> begins = new TreeSet<>(BY_TIME);
    /** The jobs whose prerequisites cannot be met any more, with the reasons. */
    private final TreeMap<JobId, String> broken = new TreeMap<>();

    private final Singletons singletons = new Singletons();

    private record Open(List<Awaited> awaited, long beginMillis, boolean isSingleton) {
        boolean hasAll() {
            return awaited.isEmpty();
        }

        /** Dependencies that all jobs must meet are one, where they are of one scheme. */
        void await(Scheme scheme, boolean any, TreeSet<JobId> jobs) {
            Optional<Awaited> same = awaited.stream()
                    .filter(it -> !any && !it.any && it.scheme == scheme)
                    .findFirst();
            same.ifPresentOrElse(it -> it.jobs.addAll(jobs), () -> awaited.add(new Awaited(scheme, any, jobs)));
        }
    }

    /** One dependency, and those of its jobs of which nothing is known yet. */
    private record Awaited(Scheme scheme, boolean any, TreeSet<JobId> jobs) {
        Dependency dependency() {
            IdSet.Builder numbers = IdSet.builder();
            jobs.forEach(job -> numbers.add(job.value()));
            return new Dependency(scheme, numbers.build(), any);
        }

        @Override
        public String toString() {
            return scheme.word() + (any ? " any " : " ") + jobs;
        }
    }

    private record Begin(long atMillis, JobId job) {}

    /**
     * The course that a job has taken so far.
     *
     * @param hasStarted whether it runs, or ran when it ended; one that ran before and waits again has not started
     * @param isByCommand whether its own command ended it
     */
    public record Course(JobState state, boolean hasStarted, boolean isByCommand) {
        public static Course of(JobRecord job, Jobs jobs) {
            boolean hasStarted = job.state().isOver() ? jobs.hadStarted(job.id()) : hasStarted(job.state());
            return of(job.state(), job.detail(), hasStarted);
        }

        /** That of a job that is over. */
        static Course of(JobState how, String why, boolean hadStarted) {
            boolean isByCommand = how == JobState.COMPLETED
                    || (how == JobState.FAILED && CommandEnd.in(why).isPresent());
            return new Course(how, hadStarted, isByCommand);
        }

        static boolean hasStarted(JobState state) {
            return state == JobState.RUNNING || state == JobState.STOPPING;
        }

        /** Whether this event meets a dependency. */
        public boolean meets(Scheme scheme) {
            boolean isOver = state.isOver();
            return switch (scheme) {
                case AFTER -> hasStarted;
                case AFTERANY, SINGLETON -> isOver;
                case AFTEROK -> state == JobState.COMPLETED;
                case AFTERNOTOK -> isOver && hasStarted && state != JobState.COMPLETED;
                case AFTEREXCEPT -> isOver && hasStarted && !isByCommand;
            };
        }
    }

    public static String broken(Scheme scheme, JobId other, Course course) {
        return "its dependency " + scheme.word() + " on job " + other + " cannot be met: that job ended as "
                + course.state + (course.hasStarted ? "" : " before it had started");
    }

    /**
     * A job was submitted. One that it depends on and that is not remembered ended long ago, as it was to: else this
     * one would not have been left to wait.
     */
    void add(JobRecord job, Conditions conditions, Jobs jobs) {
        if (conditions.isImmediate()) {
            singletons.came(job);
            return;
        }
        JobId id = job.id();
        var added = new Open(new ArrayList<>(), conditions.beginMillis().orElse(0), conditions.isSingleton());
        open.put(id, added);
        if (conditions.isSingleton()) {
            singletons.add(job, () -> jobs.unfinishedAfter(0));
        } else {
            singletons.came(job);
        }
        for (Dependency dependency : conditions.dependencies()) {
            if (dependency.scheme() != Scheme.SINGLETON) {
                add(id, added, dependency, jobs);
            }
        }
        mayBegin(id, added);
    }

    private void add(JobId job, Open added, Dependency dependency, Jobs jobs) {
        Scheme scheme = dependency.scheme();
        TreeSet<JobId> unknown = new TreeSet<>();
        boolean isMet = false;
        String why = "";
        for (long number : dependency.jobs().longs().toArray()) {
            JobId other = new JobId(number);
            Optional<Course> course = jobs.find(other).map(it -> Course.of(it, jobs));
            if (course.isEmpty() || course.get().meets(scheme)) {
                isMet = true;
            } else if (course.get().state.isOver()) {
                why = broken(scheme, other, course.get());
            } else {
                unknown.add(other);
            }
        }
        // Of one job "any" is "all".
        boolean isAny = dependency.any() && dependency.jobs().size() > 1;
        boolean isBroken = !why.isEmpty() && (!isAny || (!isMet && unknown.isEmpty()));
        if (isBroken) {
            broken.putIfAbsent(job, why);
        }
        if (!unknown.isEmpty() && !(isAny && isMet)) {
            added.await(scheme, isAny, unknown);
            unknown.forEach(other ->
                    waiters.computeIfAbsent(other, it -> new TreeSet<>()).add(job));
        }
    }

    /** A job is there that was never in the queue. */
    void came(JobRecord job) {
        singletons.came(job);
    }

    private void mayBegin(JobId job, Open awaited) {
        boolean isBehind = awaited.isSingleton && singletons.before(job).isPresent();
        if (awaited.hasAll() && !isBehind && !broken.containsKey(job)) {
            begins.add(new Begin(awaited.beginMillis, job));
        }
    }

    /** A job has started: others may have waited for that. */
    void started(JobId id) {
        if (waiters.containsKey(id)) {
            tell(id, new Course(JobState.RUNNING, true, false));
        }
    }

    /** A job is over: others may have waited for that, and it waits for nothing. */
    void ended(JobId id, Course course) {
        remove(id);
        tell(id, course);
        singletons.ended(id).ifPresent(next -> {
            Open waiting = open.get(next);
            if (waiting != null) {
                mayBegin(next, waiting);
            }
        });
    }

    private void tell(JobId id, Course course) {
        for (JobId job : List.copyOf(waiters.getOrDefault(id, Set.of()))) {
            Open waiting = require(job);
            for (Awaited awaited : List.copyOf(waiting.awaited)) {
                if (awaited.jobs.contains(id)) {
                    tell(job, waiting, awaited, id, course);
                }
            }
            if (waiting.awaited.stream().noneMatch(awaited -> awaited.jobs.contains(id))) {
                forgetWaiter(id, job);
            }
            mayBegin(job, waiting);
        }
    }

    /** Applies the start or end of a job to a waiting job that depends on it. */
    private void tell(JobId job, Open waiting, Awaited awaited, JobId id, Course course) {
        boolean isMet = course.meets(awaited.scheme);
        if (!isMet && !course.state.isOver()) {
            return;
        }
        awaited.jobs.remove(id);
        if (!isMet && !(awaited.any && !awaited.jobs.isEmpty())) {
            broken.putIfAbsent(job, broken(awaited.scheme, id, course));
        }
        if (awaited.jobs.isEmpty() || (awaited.any && isMet)) {
            waiting.awaited.remove(awaited);
            awaited.jobs.stream()
                    .filter(other -> waiting.awaited.stream().noneMatch(it -> it.jobs.contains(other)))
                    .forEach(other -> forgetWaiter(other, job));
        }
    }

    private void forgetWaiter(JobId other, JobId job) {
        waiters.computeIfPresent(other, (it, waiting) -> {
            waiting.remove(job);
            return waiting.isEmpty() ? null : waiting;
        });
    }

    /** Removes a job, which waits for nothing of this kind any more. */
    void remove(JobId id) {
        Open awaited = open.remove(id);
        if (awaited != null) {
            begins.remove(new Begin(awaited.beginMillis, id));
            broken.remove(id);
            awaited.awaited.forEach(it -> it.jobs.forEach(other -> forgetWaiter(other, id)));
        }
    }

    private Open require(JobId job) {
        Open awaited = open.get(job);
        if (awaited == null) {
            throw new IllegalStateException("job " + job + " waits for no other job");
        }
        return awaited;
    }

    /** Whether it waits for something of this kind. O(1). */
    public boolean awaits(JobId job) {
        return open.containsKey(job);
    }

    /** The first for which all has come at this time. O(1). */
    public Optional<JobId> ready(long nowMillis) {
        return begins.isEmpty() || begins.first().atMillis > nowMillis
                ? Optional.empty()
                : Optional.of(begins.first().job);
    }

    /** When the next one may begin. O(1). */
    public long nextBegin() {
        return begins.isEmpty() ? Deadlines.NEVER : begins.first().atMillis;
    }

    /** The first for which it cannot come any more, and why. O(1). */
    public Map.@Nullable Entry<JobId, String> firstBroken() {
        return broken.firstEntry();
    }

    /**
     * The starts and ends that a job still waits for; of the earlier jobs of its name only the first. O(their number).
     */
    public List<Dependency> dependencies(JobId job) {
        List<Dependency> dependencies = new ArrayList<>();
        Open waiting = require(job);
        waiting.awaited.stream()
                .sorted(Comparator.comparing(Awaited::scheme))
                .forEach(awaited -> dependencies.add(awaited.dependency()));
        if (waiting.isSingleton) {
            singletons
                    .before(job)
                    .ifPresent(first -> dependencies.add(new Dependency(Scheme.SINGLETON, IdSet.of(first.value()))));
        }
        return dependencies;
    }

    /** Before when it does not start; 0 where it may at any time. O(1). */
    public long beginMillis(JobId job) {
        return require(job).beginMillis;
    }

    @Override
    public String toString() {
        Map<JobId, Optional<JobId>> behind = new TreeMap<>();
        open.forEach((job, waiting) -> {
            if (waiting.isSingleton) {
                behind.put(job, singletons.before(job));
            }
        });
        return open + " broken " + broken + " singletons " + behind;
    }
}
