package io.banyan.instance;

import io.banyan.schedule.JobId;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The jobs of one name and owner that are not over, for each name and owner of which a job waits for the earlier ones. Part of what a replay brings back. All calls
 * O(log jobs), unless they say otherwise; O(1) where there are no such jobs.
 */
final class Singletons {
    private final Map<Key, SortedSet<JobId>> groups = new HashMap<>();
    private final Map<JobId, Key> members = new HashMap<>();

    private record Key(String name, String owner) {
        static Key of(JobRecord job) {
            return new Key(job.name(), job.owner());
        }
    }

    /** A job waits for the earlier ones of its name and owner. O(jobs) for the first of them. */
    void add(JobRecord singleton, Jobs jobs) {
        Key key = Key.of(singleton);
        if (!groups.containsKey(key)) {
            SortedSet<JobId> group = jobs.unfinished(key.name, key.owner);
            groups.put(key, group);
            group.forEach(job -> members.put(job, key));
        }
        came(singleton);
    }

    /** Any job is new. */
    void came(JobRecord job) {
        if (!groups.isEmpty()) {
            Key key = Key.of(job);
            SortedSet<JobId> group = groups.get(key);
            if (group != null) {
                group.add(job.id());
                members.put(job.id(), key);
            }
        }
    }

    /** Any job is over. Returns the one that is the first of its name and owner now, where that may have changed. */
    Optional<JobId> ended(JobId job) {
        Key key = members.remove(job);
        if (key == null) {
            return Optional.empty();
        }
        SortedSet<JobId> group = group(key);
        boolean wasFirst = group.first().equals(job);
        group.remove(job);
        if (group.isEmpty()) {
            groups.remove(key);
        }
        return wasFirst && !group.isEmpty() ? Optional.of(group.first()) : Optional.empty();
    }

    /** The first job that it waits for; empty where it is the first itself, or was never added. */
    Optional<JobId> before(JobId job) {
        Key key = members.get(job);
        if (key == null) {
            return Optional.empty();
        }
        JobId first = group(key).first();
        return first.equals(job) ? Optional.empty() : Optional.of(first);
    }

    private SortedSet<JobId> group(Key key) {
        return Objects.requireNonNull(groups.get(key), "a member has a group");
    }

    @Override
    public String toString() {
        return new TreeSet<>(members.keySet()).toString();
    }
}
