package io.banyan.instance.state;

import io.banyan.queue.WaitingJob;
import io.banyan.resource.JobId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** The jobs that wait until a reservation has begun and has room for them, in their order. */
public final class WaitingForReservations {
    private final TreeMap<String, TreeSet<WaitingJob>> byName = new TreeMap<>();
    private final Map<JobId, String> names = new HashMap<>();

    /** One more waits. O(log jobs). */
    void add(String name, WaitingJob job) {
        byName.computeIfAbsent(name, it -> new TreeSet<>()).add(job);
        names.put(job.id(), name);
    }

    /** One waits no more, or was not there. O(jobs of that reservation). */
    boolean remove(JobId id) {
        String name = names.remove(id);
        if (name == null) {
            return false;
        }
        TreeSet<WaitingJob> jobs = byName.getOrDefault(name, new TreeSet<>());
        jobs.removeIf(job -> job.id().equals(id));
        if (jobs.isEmpty()) {
            byName.remove(name);
        }
        return true;
    }

    /** Whether this one waits. O(1). */
    public boolean contains(JobId id) {
        return names.containsKey(id);
    }

    /** Returns the jobs that wait for a reservation. O(their number). */
    public List<WaitingJob> of(String name) {
        return List.copyOf(byName.getOrDefault(name, new TreeSet<>()));
    }

    /** Returns the names of the reservations that jobs wait for. */
    public List<String> names() {
        return List.copyOf(byName.keySet());
    }

    void checkInvariants() {
        long all = byName.values().stream().mapToLong(TreeSet::size).sum();
        if (all != names.size()) {
            throw new IllegalStateException(all + " jobs wait for reservations, but " + names.size() + " are recorded");
        }
    }

    @Override
    public String toString() {
        return byName.toString();
    }
}
