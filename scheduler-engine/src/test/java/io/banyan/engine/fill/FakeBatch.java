package io.banyan.engine.fill;

import io.banyan.workflow.batch.Batch;
import io.banyan.workflow.batch.BatchBooking;
import io.banyan.workflow.batch.BatchException;
import io.banyan.workflow.batch.BatchJob;
import io.banyan.workflow.batch.BatchJobReport;
import io.banyan.workflow.batch.BatchJobReport.State;
import io.banyan.workflow.batch.BatchLook;
import io.banyan.workflow.batch.BatchReservation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/** A scheduler in memory whose jobs run and end when a test says so. */
final class FakeBatch implements Batch {
    final Set<String> reservations = new TreeSet<>();
    /** Whether submissions are made, and their answers are lost. */
    boolean isDeaf;

    private final List<BatchJob> jobs = new ArrayList<>();
    private final List<State> states = new ArrayList<>();

    /** Lets the jobs that wait run. */
    void run() {
        states.replaceAll(state -> state == State.WAITING ? State.RUNNING : state);
    }

    /** Ends all jobs. */
    void endAll() {
        states.replaceAll(state -> State.STOPPED);
    }

    List<String> names() {
        return jobs.stream().map(BatchJob::name).sorted().toList();
    }

    List<State> running() {
        return states.stream().filter(state -> state != State.STOPPED).toList();
    }

    @Override
    public BatchLook look(long startSec, int slotSeconds, Set<String> types) {
        throw new UnsupportedOperationException();
    }

    @Override
    public BatchBooking book(List<BatchReservation> asked) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void release(String reservation) {
        reservations.remove(reservation);
    }

    @Override
    public Set<String> reservations(String prefix) {
        return reservations;
    }

    @Override
    public String submit(BatchJob job) throws BatchException {
        if (!reservations.contains(job.reservation().orElseThrow())) {
            throw BatchException.refused(
                    "there is no reservation " + job.reservation().get());
        }
        jobs.add(job);
        states.add(State.WAITING);
        if (isDeaf) {
            throw BatchException.noAnswer("no answer");
        }
        return Integer.toString(jobs.size() - 1);
    }

    @Override
    public Optional<String> find(String jobName) {
        return jobs.stream()
                .filter(job -> job.name().equals(jobName))
                .map(job -> Integer.toString(jobs.indexOf(job)))
                .findFirst();
    }

    @Override
    public Map<String, BatchJobReport> reports(Collection<String> asked) {
        Map<String, BatchJobReport> reports = new HashMap<>();
        for (String job : asked) {
            State state = states.get(Integer.parseInt(job));
            reports.put(
                    job,
                    new BatchJobReport(
                            state, OptionalInt.empty(), "", OptionalLong.empty(), OptionalLong.empty(), List.of()));
        }
        return reports;
    }

    @Override
    public void cancel(String job) {
        states.set(Integer.parseInt(job), State.STOPPED);
    }
}
