package io.banyan.engine.fill;

import io.banyan.workflow.batch.Batch;
import io.banyan.workflow.batch.BatchException;
import io.banyan.workflow.batch.BatchJob;
import io.banyan.workflow.batch.BatchJobReport;
import io.banyan.workflow.batch.BatchReservation;
import io.banyan.workflow.fill.TaskPhase;
import io.banyan.workflow.fill.TaskRange;
import io.banyan.workflow.fill.TaskRanges;
import io.banyan.workflow.fill.node.FileFillJournal;
import io.banyan.workflow.fill.node.FillServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The filler of one reservation: a server in this process, a job for the worker on each node, and the tasks. The files
 * of the filler restore it after a loss of the engine. For one thread.
 */
final class BlockFiller implements AutoCloseable {
    /** The time for the last reports of workers after the end of the reservation. */
    private static final long LAST_REPORTS_SEC = 5;

    private static final long LOOK_SEC = 30;

    private final Batch batch;
    private final FillerSettings settings;
    private final FillerFiles files;
    private final BatchReservation reservation;
    private final FileFillJournal journal;
    private final TaskLedger ledger;
    private final WorkerJobs workers;
    /** The server; null once the filler is over. */
    private @Nullable FillServer server;
    /** Whether workers of an earlier server may not be back yet. */
    private boolean isHolding;
    /** Whether the reservation was cancelled. */
    private boolean isGone;

    private long lookedSec;

    private BlockFiller(
            Batch batch,
            FillerSettings settings,
            FillerFiles files,
            BatchReservation reservation,
            FileFillJournal journal,
            TaskLedger ledger,
            WorkerJobs workers) {
        this.batch = batch;
        this.settings = settings;
        this.files = files;
        this.reservation = reservation;
        this.journal = journal;
        this.ledger = ledger;
        this.workers = workers;
    }

    /**
     * Opens a filler whose files exist, and starts its server unless it is over.
     *
     * @throws IOException if that is not possible
     */
    static BlockFiller open(Batch batch, FillerSettings settings, FillerFiles files) throws IOException {
        FillerPlace place = files.place();
        FileFillJournal journal = FileFillJournal.open(files.journal());
        try {
            TaskLedger ledger = TaskLedger.of(journal.replay(), settings.clockSec());
            var workers = new WorkerJobs(batch, settings, files, place);
            var filler = new BlockFiller(batch, settings, files, place.reservation(), journal, ledger, workers);
            if (!files.isOver()) {
                filler.server = ServerStart.start(settings, files, place.reservation(), journal, ledger);
                filler.isHolding = !journal.replay().isEmpty();
            }
            return filler;
        } catch (IOException | RuntimeException e) {
            journal.close();
            throw e;
        }
    }

    /** Returns whether the filler takes no tasks any more. */
    boolean isOver() {
        return server == null;
    }

    /**
     * Submits tasks, and returns them in order.
     *
     * @throws BatchException if no worker can be submitted, or the scheduler does not answer
     * @throws IOException if the server has failed
     */
    List<FilledTask> submit(List<BatchJob> jobs) throws BatchException, IOException, InterruptedException {
        FillServer running = server;
        if (running == null) {
            throw BatchException.refused("the filler of reservation " + reservation.name() + " has ended");
        }
        workers.ensure();
        List<FilledTask> tasks = new ArrayList<>();
        for (TaskSets.Part part : TaskSets.of(jobs, reservation)) {
            try {
                ledger.add(part.set().numbered(running.submit(part.set())));
            } catch (IllegalArgumentException e) {
                cancel(tasks);
                throw BatchException.refused(String.valueOf(e.getMessage()));
            }
            part.jobs().forEach(job -> tasks.add(find(job.name()).orElseThrow()));
        }
        return jobs.stream().map(job -> find(job.name()).orElseThrow()).toList();
    }

    /** Returns the task of the job of a name. */
    Optional<FilledTask> find(String jobName) {
        return ledger.find(reservation.name(), jobName);
    }

    /** Returns the numbers of the jobs of workers. */
    List<String> jobs() throws BatchException {
        return server == null ? List.of() : workers.jobs();
    }

    /**
     * Takes the states of the jobs of workers. Submits those that are missing while there are tasks, and ends the
     * filler when its reservation has ended or no worker will come any more.
     */
    void attend(Map<String, BatchJobReport> reports) throws BatchException, IOException, InterruptedException {
        FillServer running = server;
        if (running == null) {
            return;
        }
        workers.seen(reports);
        if (isHolding && running.workers() >= workers.running()) {
            running.endHold();
            isHolding = false;
        }
        long now = settings.clockSec().getAsLong();
        boolean isPast = now >= reservation.endSec();
        if (!isPast && isGone(now)) {
            drain(running);
            return;
        }
        if (!isPast && ledger.open() > 0) {
            try {
                workers.ensure();
            } catch (BatchException e) {
                if (!e.isRefusal()) {
                    throw e;
                }
            }
        }
        if (workers.isLost()
                || (isPast && (workers.running() == 0 || now >= reservation.endSec() + LAST_REPORTS_SEC))) {
            end();
        }
    }

    /** Looks now and then whether somebody else has cancelled the reservation. */
    private boolean isGone(long now) throws BatchException {
        if (!isGone && now >= lookedSec + LOOK_SEC) {
            lookedSec = now;
            isGone = !batch.reservations(reservation.name()).contains(reservation.name());
        }
        return isGone;
    }

    /** Lets the tasks that run end, cancels the others, which then go to the queue, and ends the workers after that. */
    private void drain(FillServer running) throws BatchException, IOException, InterruptedException {
        var waiting = new TaskRanges();
        boolean hasRunning = false;
        for (int set = 1; set <= running.reports().size(); set++) {
            List<TaskPhase> phases = running.phases(set);
            for (int task = 0; task < phases.size(); task++) {
                TaskPhase phase = phases.get(task);
                hasRunning |= phase.isHeld();
                if (!phase.isOver() && phase != TaskPhase.RUNNING) {
                    waiting.add(set, task);
                }
            }
        }
        if (waiting.count() > 0) {
            running.cancel(waiting.take());
        } else if (!hasRunning) {
            release();
        }
    }

    /** Returns the reports of tasks. O(tasks of their sets). */
    Map<FilledTask, BatchJobReport> reports(Collection<FilledTask> tasks) throws IOException, InterruptedException {
        Map<Integer, List<TaskPhase>> phases = new HashMap<>();
        Map<FilledTask, BatchJobReport> reports = new HashMap<>();
        for (FilledTask task : tasks) {
            @Nullable TaskPhase phase = null;
            if (server != null && !ledger.isOver(task)) {
                if (!phases.containsKey(task.set())) {
                    phases.put(task.set(), server.phases(task.set()));
                }
                List<TaskPhase> ofSet = phases.get(task.set());
                phase = task.task() < ofSet.size() ? ofSet.get(task.task()) : TaskPhase.SKIPPED;
            }
            reports.put(task, ledger.report(task, phase, workers.node(ledger.worker(task))));
        }
        return reports;
    }

    /** Cancels tasks. */
    void cancel(List<FilledTask> tasks) throws IOException, InterruptedException {
        if (server != null) {
            var ranges = new TaskRanges();
            tasks.forEach(task -> ranges.add(TaskRange.one(task.set(), task.task())));
            server.cancel(ranges.take());
        }
    }

    /** Ends the filler for good: its workers, and what runs on them. */
    void release() throws BatchException, IOException {
        boolean hasServer = server != null;
        end();
        if (hasServer) {
            workers.cancel();
        }
    }

    private void end() throws IOException {
        if (server != null) {
            server.close();
            server = null;
            files.over();
        }
    }

    /** Ends the server as a loss of the engine would, so that workers go on, and frees the files. */
    void breakOff() throws IOException, InterruptedException {
        if (server != null) {
            server.breakOff();
        }
        journal.close();
    }

    @Override
    public void close() throws IOException {
        journal.close();
    }
}
