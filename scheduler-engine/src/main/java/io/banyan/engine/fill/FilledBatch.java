package io.banyan.engine.fill;

import io.banyan.workflow.batch.Batch;
import io.banyan.workflow.batch.BatchBooking;
import io.banyan.workflow.batch.BatchException;
import io.banyan.workflow.batch.BatchJob;
import io.banyan.workflow.batch.BatchJobReport;
import io.banyan.workflow.batch.BatchLook;
import io.banyan.workflow.batch.BatchReservation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A batch scheduler whose reservations can have fillers. A job that is given to a filler is a task of it and no job of
 * the scheduler, but has a number, states and an exit code as any other job, and is found by its name.
 *
 * <p>Fillers that an earlier process left are opened when they are first needed. For one thread.
 */
public final class FilledBatch implements Batch, AutoCloseable {
    private final Batch batch;
    private final FillerSettings settings;
    private final Map<String, BlockFiller> fillers = new LinkedHashMap<>();
    /** The tasks to be cancelled with the next look at them, by their reservations. */
    private final Map<String, List<FilledTask>> cancelled = new LinkedHashMap<>();

    /** Makes a scheduler with fillers of another one. */
    public FilledBatch(Batch batch, FillerSettings settings) {
        this.batch = batch;
        this.settings = settings;
    }

    @FunctionalInterface
    private interface Call<A> {
        A make(BlockFiller filler) throws BatchException, IOException, InterruptedException;
    }

    /** Calls a filler. One that fails is opened again by the next call. */
    private <A> A called(String name, Call<A> call) throws BatchException {
        try {
            BlockFiller filler = fillers.get(name);
            if (filler == null) {
                filler = BlockFiller.open(batch, settings, FillerFiles.of(settings.directory(), name));
                fillers.put(name, filler);
            }
            return call.make(filler);
        } catch (IOException e) {
            drop(name);
            throw BatchException.noAnswer("the filler of reservation " + name + " failed: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw BatchException.noAnswer("the call of a filler was interrupted");
        }
    }

    private void drop(String name) {
        BlockFiller filler = fillers.remove(name);
        if (filler != null) {
            try {
                filler.breakOff();
            } catch (IOException e) {
                // Its journal is closed anyway.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Gives jobs to the filler of a reservation, and returns their numbers in order. The filler is made if there is
     * none, with a job for each node.
     *
     * @throws BatchException if the scheduler refuses the workers or does not answer, or the filler fails
     */
    public List<String> submit(BatchReservation reservation, List<BatchJob> jobs) throws BatchException {
        for (BatchJob job : jobs) {
            if (!TaskScript.canBe(job)) {
                throw BatchException.refused("job " + job.name() + " has a name or a word that a shell cannot have");
            }
        }
        FillerFiles files = FillerFiles.of(settings.directory(), reservation.name());
        if (!files.exists()) {
            BatchJob first = jobs.getFirst();
            try {
                files.create(new FillerPlace(
                        reservation,
                        new TreeMap<>(first.environment()),
                        first.account().orElse("")));
            } catch (IOException e) {
                throw BatchException.noAnswer("the files of a filler cannot be made: " + e.getMessage());
            }
        }
        return called(reservation.name(), filler -> filler.submit(jobs)).stream()
                .map(FilledTask::toString)
                .toList();
    }

    @Override
    public Optional<String> find(String jobName) throws BatchException {
        List<String> names;
        try {
            names = FillerFiles.names(settings.directory());
        } catch (IOException e) {
            throw BatchException.noAnswer("the fillers cannot be listed: " + e.getMessage());
        }
        for (String name : names) {
            if (jobName.startsWith(workflowOf(name))) {
                Optional<FilledTask> found = called(name, filler -> filler.find(jobName));
                if (found.isPresent()) {
                    return found.map(FilledTask::toString);
                }
            }
        }
        return batch.find(jobName);
    }

    /** Returns the beginning of the names of jobs that can be in a filler: those of its workflow. */
    private static String workflowOf(String reservation) {
        int last = reservation.lastIndexOf('_');
        int before = reservation.lastIndexOf('_', last - 1);
        return reservation.substring(0, Math.max(0, before + 1));
    }

    @Override
    public Map<String, BatchJobReport> reports(Collection<String> jobs) throws BatchException {
        Map<String, List<FilledTask>> tasks = new LinkedHashMap<>();
        Set<String> asked = new HashSet<>();
        for (String job : jobs) {
            Optional<FilledTask> task = FilledTask.parse(job);
            if (task.isPresent()) {
                tasks.computeIfAbsent(task.get().reservation(), any -> new ArrayList<>())
                        .add(task.get());
            } else {
                asked.add(job);
            }
        }
        for (String name : tasks.keySet()) {
            var unused = called(name, BlockFiller::isOver);
        }
        for (String name : List.copyOf(fillers.keySet())) {
            cancelAsked(name);
            asked.addAll(called(name, BlockFiller::jobs));
        }
        Map<String, BatchJobReport> known = asked.isEmpty() ? Map.of() : batch.reports(asked);
        Map<String, BatchJobReport> reports = new HashMap<>(known);
        for (String name : List.copyOf(fillers.keySet())) {
            List<FilledTask> ofFiller = tasks.getOrDefault(name, List.of());
            called(name, filler -> {
                        filler.attend(known);
                        return filler.reports(ofFiller);
                    })
                    .forEach((task, report) -> reports.put(task.toString(), report));
        }
        reports.keySet().retainAll(Set.copyOf(jobs));
        return reports;
    }

    @Override
    public void cancel(String job) throws BatchException {
        Optional<FilledTask> task = FilledTask.parse(job);
        if (task.isPresent()) {
            cancelled
                    .computeIfAbsent(task.get().reservation(), any -> new ArrayList<>())
                    .add(task.get());
        } else {
            batch.cancel(job);
        }
    }

    /** Cancels tasks together, because each call of a filler waits for its disk. */
    private void cancelAsked(String name) throws BatchException {
        List<FilledTask> tasks = cancelled.getOrDefault(name, List.of());
        if (!tasks.isEmpty()) {
            called(name, filler -> {
                filler.cancel(tasks);
                return tasks;
            });
            cancelled.remove(name);
        }
    }

    @Override
    public void release(String reservation) throws BatchException {
        FillerFiles files = FillerFiles.of(settings.directory(), reservation);
        if (files.exists() && !files.isOver()) {
            called(reservation, filler -> {
                filler.release();
                return reservation;
            });
        }
        batch.release(reservation);
        cancelled.remove(reservation);
        drop(reservation);
    }

    /** Returns whether there are fillers, which {@link #reports} attends also if no task is asked for. */
    public boolean hasFillers() {
        return !fillers.isEmpty();
    }

    @Override
    public BatchLook look(long startSec, int slotSeconds, Set<String> types) throws BatchException {
        return batch.look(startSec, slotSeconds, types);
    }

    @Override
    public BatchBooking book(List<BatchReservation> reservations) throws BatchException {
        return batch.book(reservations);
    }

    @Override
    public Set<String> reservations(String prefix) throws BatchException {
        return batch.reservations(prefix);
    }

    @Override
    public String submit(BatchJob job) throws BatchException {
        return batch.submit(job);
    }

    /** Leaves the fillers to the next process: their workers go on, and wait for it. */
    @Override
    public void close() {
        List.copyOf(fillers.keySet()).forEach(this::drop);
    }
}
