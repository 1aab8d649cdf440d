package io.banyan.engine.fill;

import io.banyan.workflow.batch.Batch;
import io.banyan.workflow.batch.BatchException;
import io.banyan.workflow.batch.BatchJob;
import io.banyan.workflow.batch.BatchJobReport;
import io.banyan.workflow.batch.ReservedShare;
import io.banyan.workflow.model.Needs;
import io.banyan.workflow.profile.SlotProfile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of the workers of a filler: one for each node of its reservation. A job that ends while there are tasks is
 * submitted again, some times. Jobs are found by their names, so that an engine that was killed loses none.
 */
final class WorkerJobs {
    /** The number of jobs of a node that may end too early. */
    static final int MOST_LOSSES = 5;

    private static final int UNKNOWN = 0;

    private final Batch batch;
    private final FillerSettings settings;
    private final FillerFiles files;
    private final FillerPlace place;
    private final List<Worker> workers = new ArrayList<>();

    /** The worker of a share; a later job of it has a higher number. */
    private static final class Worker {
        private final String name;
        private final ReservedShare share;
        private int number = UNKNOWN;
        private String job = "";
        private boolean isRunning;
        private boolean isGivenUp;
        private String node;

        Worker(String name, ReservedShare share) {
            this.name = name;
            this.share = share;
            this.node = share.node();
        }
    }

    WorkerJobs(Batch batch, FillerSettings settings, FillerFiles files, FillerPlace place) {
        this.batch = batch;
        this.settings = settings;
        this.files = files;
        this.place = place;
        // The largest first, so that a smaller one does not take the node of a larger one.
        List<ReservedShare> shares = place.reservation().shares().stream()
                .sorted(Comparator.comparingInt((ReservedShare share) -> -share.count(SlotProfile.CORE)))
                .toList();
        for (ReservedShare share : shares) {
            workers.add(new Worker("w" + workers.size(), share));
        }
    }

    /**
     * Submits the jobs that are missing.
     *
     * @throws BatchException if the scheduler does not answer, or refuses all of them
     */
    void ensure() throws BatchException {
        @Nullable BatchException refusal = null;
        for (Worker worker : workers) {
            find(worker);
            if (worker.job.isEmpty() && !worker.isGivenUp) {
                try {
                    submit(worker);
                } catch (BatchException e) {
                    if (!e.isRefusal()) {
                        throw e;
                    }
                    worker.isGivenUp = true;
                    refusal = e;
                }
            }
        }
        if (refusal != null && isLost()) {
            throw refusal;
        }
    }

    /** Finds the last job of a worker whose number is unknown, such as one that an earlier engine submitted. */
    private void find(Worker worker) throws BatchException {
        if (worker.number != UNKNOWN) {
            return;
        }
        int number = 1;
        Optional<String> last = Optional.empty();
        Optional<String> known = batch.find(jobName(worker, number));
        while (known.isPresent() && number <= MOST_LOSSES) {
            last = known;
            number++;
            known = batch.find(jobName(worker, number));
        }
        worker.number = last.isPresent() ? number - 1 : 1;
        worker.job = last.orElse("");
    }

    private void submit(Worker worker) throws BatchException {
        int number = worker.number;
        // Without an answer, the job may have been submitted: it is looked for in the next round.
        worker.number = UNKNOWN;
        worker.job = batch.submit(job(worker, number));
        worker.number = number;
    }

    private String jobName(Worker worker, int number) {
        return place.reservation().name() + "_" + worker.name + "_" + number;
    }

    private BatchJob job(Worker worker, int number) {
        ReservedShare share = worker.share;
        SortedMap<String, Integer> accelerators = new TreeMap<>();
        share.numbers().forEach((type, numbers) -> {
            if (!type.equals(SlotProfile.CORE) && !numbers.isEmpty()) {
                accelerators.put(type, numbers.size());
            }
        });
        Path directory = files.directory().toAbsolutePath();
        List<String> words = new ArrayList<>(settings.worker());
        words.addAll(WorkerProgram.words(directory, worker.name, share));
        return new BatchJob(
                jobName(worker, number),
                words,
                new LinkedHashMap<>(place.environment()),
                directory,
                directory.resolve(worker.name + "-" + number + ".log"),
                new Needs(1, share.count(SlotProfile.CORE), share.memoryMib(), accelerators),
                OptionalLong.empty(),
                Optional.of(place.reservation().name()),
                Optional.of(place.account()).filter(it -> !it.isEmpty()));
    }

    /** Returns the numbers of the jobs. */
    List<String> jobs() throws BatchException {
        for (Worker worker : workers) {
            find(worker);
        }
        return workers.stream()
                .map(worker -> worker.job)
                .filter(job -> !job.isEmpty())
                .toList();
    }

    /** Takes the states of the jobs. A job that is over is forgotten, and {@link #ensure} submits another one. */
    void seen(Map<String, BatchJobReport> reports) {
        for (Worker worker : workers) {
            if (worker.job.isEmpty()) {
                continue;
            }
            BatchJobReport report = reports.get(worker.job);
            worker.isRunning = report != null && report.state() == BatchJobReport.State.RUNNING;
            if (report != null && !report.nodes().isEmpty()) {
                worker.node = report.nodes().getFirst();
            }
            if (report == null || report.isOver()) {
                worker.job = "";
                worker.isGivenUp = worker.number >= MOST_LOSSES;
                worker.number++;
            }
        }
    }

    /** Returns the number of jobs that run. */
    int running() {
        return (int) workers.stream().filter(worker -> worker.isRunning).count();
    }

    /** Returns whether no job is left, and none will be submitted. */
    boolean isLost() {
        return workers.stream().allMatch(worker -> worker.isGivenUp);
    }

    /** Returns the node of a worker; none if it is unknown. */
    List<String> node(String name) {
        return workers.stream()
                .filter(worker -> worker.name.equals(name))
                .map(worker -> worker.node)
                .toList();
    }

    /** Cancels the jobs. */
    void cancel() throws BatchException {
        for (Worker worker : workers) {
            find(worker);
            if (!worker.job.isEmpty()) {
                batch.cancel(worker.job);
                worker.job = "";
                worker.isRunning = false;
            }
        }
    }
}
