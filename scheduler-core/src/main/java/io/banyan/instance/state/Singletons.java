package io.banyan.instance.state;

import io.banyan.instance.message.value.JobRecord;
import io.banyan.resource.JobId;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The jobs that are not over, by name and owner. The index is made for the first job that waits for the earlier ones of
 * its name and owner, and updated from then on; before that all calls do nothing. All calls O(log jobs), unless they
 * say otherwise.
 */
final class Singletons {
    private final Map<Key, SortedSet<JobId>> groups = new HashMap<>();
    private final Map<JobId, Key> members = new HashMap<>();
    private boolean isKept;

    private record Key(String name, String owner) {
        static Key of(JobRecord job) {
            return new Key(job.name(), job.owner());
        }
    }

    /**
     * A job waits for the earlier ones of its name and owner. O(jobs) for the first such job.
     *
     * @param unfinished all jobs that are not over, with this one
     */
    void add(JobRecord singleton, Supplier<Stream<JobRecord>> unfinished) {
        if (!isKept) {
            isKept = true;
            unfinished.get().forEach(this::came);
        }
        came(singleton);
    }

    /** Any job is new. No job without a name waits for others of its name. */
    void came(JobRecord job) {
        if (isKept && !job.name().isEmpty()) {
            Key key = Key.of(job);
            groups.computeIfAbsent(key, it -> new TreeSet<>()).add(job.id());
            members.put(job.id(), key);
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

    /** The first job that it waits for; empty where it is the first itself, or no job ever waited so. */
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
}
