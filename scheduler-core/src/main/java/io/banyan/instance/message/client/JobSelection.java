package io.banyan.instance.message.client;

import io.banyan.instance.message.value.ArrayPlace;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Submission;
import io.banyan.resource.JobId;
import io.banyan.rset.IdSet;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The jobs of a request. A job is selected if an id, an array or a name names it, and if its user, state and queue are
 * among the wanted ones. An empty field excludes no job, so that an empty selection is all jobs.
 *
 * @param ids of jobs
 * @param arrays parts of arrays
 * @param names that owners gave to jobs
 * @param users whose jobs
 * @param states in which they are
 * @param queues in which they are; a submitted job that named none is in the first one that is configured, and a job
 *     that was not submitted and named none is in no queue
 * @param reservations whether the times of advance reservations, which are jobs of the table too, are selected
 */
public record JobSelection(
        IdSet ids,
        List<ArrayPart> arrays,
        Set<String> names,
        Set<String> users,
        Set<JobState> states,
        Set<String> queues,
        boolean reservations) {
    /** All jobs. */
    public static final JobSelection ALL =
            new JobSelection(IdSet.empty(), List.of(), Set.of(), Set.of(), Set.of(), Set.of(), true);

    /** The most arrays, names, users and queues, of each kind. */
    public static final int MOST = 1_000;

    /**
     * Jobs of one array.
     *
     * @param first the first job of the array
     * @param indices within the array
     */
    public record ArrayPart(JobId first, IdSet indices) {
        /** Checks that nothing is missing. */
        public ArrayPart {
            Objects.requireNonNull(first, "first");
            Objects.requireNonNull(indices, "indices");
        }

        boolean has(ArrayPlace place) {
            return place.first().equals(first) && indices.contains(place.index());
        }
    }

    /**
     * Copies the collections, and checks how many they have and that no name or user is empty: that would select what
     * has no name.
     */
    public JobSelection {
        Objects.requireNonNull(ids, "ids");
        arrays = List.copyOf(arrays);
        names = Set.copyOf(names);
        users = Set.copyOf(users);
        states = Set.copyOf(states);
        queues = Set.copyOf(queues);
        if (names.contains("") || users.contains("")) {
            throw new IllegalArgumentException("the names of jobs and users in a selection must not be empty");
        }
        for (Collection<?> all : List.of(arrays, names, users, queues)) {
            if (all.size() > MOST) {
                throw new IllegalArgumentException("a selection can name at most " + MOST
                        + " arrays, names, users or queues, found " + all.size());
            }
        }
    }

    /** Whether jobs are named, by id, array or name. */
    public boolean isNaming() {
        return !ids.isEmpty() || !arrays.isEmpty() || !names.isEmpty();
    }

    /** Whether jobs are named by id only, so that there are at most as many as ids. */
    public boolean isByIdOnly() {
        return !ids.isEmpty() && arrays.isEmpty() && names.isEmpty();
    }

    /** This selection, limited to the jobs of one user. */
    public JobSelection of(String user) {
        return new JobSelection(ids, arrays, names, Set.of(user), states, queues, reservations);
    }

    /** This selection without the times of advance reservations. */
    public JobSelection withoutReservations() {
        return new JobSelection(ids, arrays, names, users, states, queues, false);
    }

    /**
     * Whether a job is selected that is no time of an advance reservation, or may be one. O(arrays).
     *
     * @param usualQueue the queue of submitted jobs that name none
     */
    public boolean has(JobRecord job, String usualQueue) {
        return (!isNaming() || isNamed(job))
                && (users.isEmpty() || users.contains(job.owner()))
                && (states.isEmpty() || states.contains(job.state()))
                && (queues.isEmpty() || isInQueue(job, usualQueue));
    }

    private boolean isInQueue(JobRecord job, String usualQueue) {
        Optional<String> usual = job.submission().map(submitted -> usualQueue);
        return job.queue().or(() -> usual).filter(queues::contains).isPresent();
    }

    private boolean isNamed(JobRecord job) {
        return ids.contains(job.id().value())
                || names.contains(job.name())
                || job.submission()
                        .flatMap(Submission::array)
                        .filter(place -> arrays.stream().anyMatch(part -> part.has(place)))
                        .isPresent();
    }
}
