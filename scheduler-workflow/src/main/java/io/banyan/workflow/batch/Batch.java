package io.banyan.workflow.batch;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A batch scheduler, as a planner uses it. Each call may take as long as the scheduler needs for its answer; one thread
 * at a time may use an object.
 */
public interface Batch {
    /**
     * Returns the machine, and when it is busy: running jobs until their time limits, reservations, and jobs that wait
     * at the times at which the scheduler expects to start them.
     *
     * @param startSec the start of slot 0, now or shortly after, in seconds since 1970
     * @param slotSeconds the length of a slot
     * @param types the types of resources that the plan needs
     * @throws BatchException if the scheduler does not answer, or no node has such resources
     */
    BatchLook look(long startSec, int slotSeconds, Set<String> types) throws BatchException;

    /**
     * Books reservations, all or none. No job that runs or waits starts later because of them. A reservation of the
     * same name that exists already stays, so that a repeated call is harmless.
     *
     * @throws BatchException if the scheduler does not answer, or the user may not reserve
     */
    BatchBooking book(List<BatchReservation> reservations) throws BatchException;

    /**
     * Ends a reservation. Jobs that wait for it are cancelled. Nothing happens if there is none.
     *
     * @throws BatchException if the scheduler does not answer
     */
    void release(String reservation) throws BatchException;

    /**
     * Returns the names of the reservations that exist and begin with a prefix.
     *
     * @throws BatchException if the scheduler does not answer
     */
    Set<String> reservations(String prefix) throws BatchException;

    /**
     * Submits a job, and returns its number.
     *
     * @throws BatchException if the scheduler refuses the job, or does not answer
     */
    String submit(BatchJob job) throws BatchException;

    /**
     * Returns the number of a job with a name that this user submitted; empty if there is none. A caller that does not
     * know whether a submission arrived asks this.
     *
     * @throws BatchException if the scheduler does not answer
     */
    Optional<String> find(String jobName) throws BatchException;

    /**
     * Returns the states of jobs by their numbers. A job that the scheduler does not know any more is missing.
     *
     * @throws BatchException if the scheduler does not answer
     */
    Map<String, BatchJobReport> reports(Collection<String> jobs) throws BatchException;

    /**
     * Cancels a job. Nothing happens if it has ended.
     *
     * @throws BatchException if the scheduler does not answer
     */
    void cancel(String job) throws BatchException;
}
