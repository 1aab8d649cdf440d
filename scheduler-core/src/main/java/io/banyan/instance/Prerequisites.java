package io.banyan.instance;

import io.banyan.jobspec.Conditions;
import io.banyan.jobspec.Dependency;
import io.banyan.jobspec.Dependency.Scheme;
import io.banyan.rset.IdSet;
import io.banyan.schedule.JobId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What submitted jobs wait for before they are in the queue: the ends of others, and points in time. Part of what a replay brings back. All calls
 * O(log jobs) for each job that is named, unless they say otherwise.
 */
final class Prerequisites {
    private static final Comparator<Begin> BY_TIME =
            Comparator.comparingLong(Begin::atMillis).thenComparing(Begin::job);

    /** What each of them waits for; one for which all has come, but the time, has no jobs any more. */
    private final Map<JobId, Open> open = new TreeMap<>();
    /** Who waits for the end of a job. */
    private final Map<JobId, Set<JobId>> waiters = new HashMap<>();
    /** Those that wait for nothing but a time, which may be over. */
    private final TreeSet<Begin> begins = new TreeSet<>(BY_TIME);
    /** Those for which what they wait for cannot come any more, and why. */
    private final TreeMap<JobId, String> broken = new TreeMap<>();

    private record Open(Map<JobId, Set<Scheme>> jobs, long beginMillis) {}

    private record Begin(long atMillis, JobId job) {}

    /**
     * A job was submitted. One that it depends on and that is not remembered ended long ago, as it was to: else this one would not have been left to
     * wait.
     */
    void add(JobId job, Conditions conditions, Jobs jobs) {
        if (conditions.isImmediate()) {
            return;
        }
        var awaited = new Open(new TreeMap<>(), conditions.beginMillis().orElse(0));
        open.put(job, awaited);
        for (Dependency dependency : conditions.dependencies()) {
            dependency.jobs().forEach(number -> {
                JobId id = new JobId(number);
                Optional<JobRecord> other = jobs.find(id);
                if (other.filter(it -> it.state().isOver()).isPresent()) {
                    check(job, dependency.scheme(), id, other.get().state());
                } else if (other.isPresent()) {
                    awaited.jobs
                            .computeIfAbsent(id, it -> EnumSet.noneOf(Scheme.class))
                            .add(dependency.scheme());
                    waiters.computeIfAbsent(id, it -> new TreeSet<>()).add(job);
                }
            });
        }
        mayBegin(job, awaited);
    }

    private void mayBegin(JobId job, Open awaited) {
        if (awaited.jobs.isEmpty() && !broken.containsKey(job)) {
            begins.add(new Begin(awaited.beginMillis, job));
        }
    }

    private void check(JobId job, Scheme scheme, JobId other, JobState how) {
        boolean isMet = isMet(scheme, how);
        if (!isMet) {
            broken.putIfAbsent(job, broken(scheme, other, how));
        }
    }

    static boolean isMet(Scheme scheme, JobState how) {
        return switch (scheme) {
            case AFTERANY -> true;
            case AFTEROK -> how == JobState.COMPLETED;
            case AFTERNOTOK -> how != JobState.COMPLETED;
        };
    }

    static String broken(Scheme scheme, JobId other, JobState how) {
        return "it was to start " + scheme.word() + " of job " + other + ", which ended as " + how;
    }

    /** A job is over: others may have waited for that, and it waits for nothing. */
    void ended(JobId id, JobState how) {
        remove(id);
        @Nullable Set<JobId> waiting = waiters.remove(id);
        if (waiting == null) {
            return;
        }
        for (JobId job : waiting) {
            Open awaited = require(job);
            Set<Scheme> schemes = awaited.jobs.remove(id);
            if (schemes != null) {
                schemes.forEach(scheme -> check(job, scheme, id, how));
            }
            mayBegin(job, awaited);
        }
    }

    /** It waits for nothing of this kind any more. */
    void remove(JobId id) {
        Open awaited = open.remove(id);
        if (awaited != null) {
            begins.remove(new Begin(awaited.beginMillis, id));
            broken.remove(id);
            awaited.jobs
                    .keySet()
                    .forEach(other -> waiters.computeIfPresent(other, (it, waiting) -> {
                        waiting.remove(id);
                        return waiting.isEmpty() ? null : waiting;
                    }));
        }
    }

    private Open require(JobId job) {
        Open awaited = open.get(job);
        if (awaited == null) {
            throw new IllegalStateException("job " + job + " waits for nobody");
        }
        return awaited;
    }

    /** Whether it waits for something of this kind. O(1). */
    boolean awaits(JobId job) {
        return open.containsKey(job);
    }

    /** The first for which all has come at this time. O(1). */
    Optional<JobId> ready(long nowMillis) {
        return begins.isEmpty() || begins.first().atMillis > nowMillis
                ? Optional.empty()
                : Optional.of(begins.first().job);
    }

    /** When the next one may begin. O(1). */
    long nextBegin() {
        return begins.isEmpty() ? Deadlines.NEVER : begins.first().atMillis;
    }

    /** The first for which it cannot come any more, and why. O(1). */
    Map.@Nullable Entry<JobId, String> firstBroken() {
        return broken.firstEntry();
    }

    /** The ends that a job still waits for. O(their number). */
    List<Dependency> dependencies(JobId job) {
        Map<Scheme, IdSet.Builder> builders = new TreeMap<>();
        require(job)
                .jobs
                .forEach((other, schemes) -> schemes.forEach(scheme ->
                        builders.computeIfAbsent(scheme, it -> IdSet.builder()).add(other.value())));
        List<Dependency> dependencies = new ArrayList<>();
        builders.forEach((scheme, jobs) -> dependencies.add(new Dependency(scheme, jobs.build())));
        return dependencies;
    }

    /** Before when it does not start; 0 where it may at any time. O(1). */
    long beginMillis(JobId job) {
        return require(job).beginMillis;
    }

    @Override
    public String toString() {
        return open + " broken " + broken;
    }
}
