package io.banyan.engine.fill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.workflow.batch.BatchException;
import io.banyan.workflow.batch.BatchJob;
import io.banyan.workflow.batch.BatchJobReport;
import io.banyan.workflow.batch.BatchJobReport.State;
import io.banyan.workflow.batch.BatchReservation;
import io.banyan.workflow.batch.ReservedShare;
import io.banyan.workflow.fill.TaskStart;
import io.banyan.workflow.fill.WorkerOffer;
import io.banyan.workflow.fill.node.FillWorker;
import io.banyan.workflow.fill.node.FillWorkerOptions;
import io.banyan.workflow.fill.node.TaskRunner;
import io.banyan.workflow.model.Needs;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Fillers in front of a scheduler in memory, with workers in this process whose tasks end when the test says so. */
@Timeout(60)
class FilledBatchTest {
    private static final String RESERVATION = "banyan_wf_x_1_5_0";
    private static final long END_SEC = 2_000;

    @TempDir
    Path directory;

    private final FakeBatch batch = new FakeBatch();
    private final List<FillWorker> workers = new ArrayList<>();
    private final HeldRunner runner = new HeldRunner();
    private long nowSec = 1_000;
    private FilledBatch filled;

    /** A runner whose tasks end when they are told to. */
    private static final class HeldRunner implements TaskRunner {
        private final Map<Integer, Runnable> ends = new ConcurrentSkipListMap<>();

        @Override
        public void start(TaskStart start, Listener listener) {
            ends.put(start.task(), () -> listener.ended(start, 0));
        }

        @Override
        public void kill(TaskStart start) {
            end(start.task());
        }

        void end(int task) {
            Optional.ofNullable(ends.remove(task)).ifPresent(Runnable::run);
        }

        @Override
        public void close() {}
    }

    @BeforeEach
    void open() {
        batch.reservations.add(RESERVATION);
        filled = opened();
    }

    private FilledBatch opened() {
        var settings = new FillerSettings(
                directory.resolve("fillers"), List.of("worker"), Optional.of("127.0.0.1"), () -> nowSec);
        return new FilledBatch(batch, settings);
    }

    @AfterEach
    void close() {
        filled.close();
        workers.forEach(FillWorker::close);
    }

    private static BatchReservation reservation() {
        List<ReservedShare> shares = IntStream.range(0, 2)
                .mapToObj(node -> new ReservedShare("n" + node, new TreeMap<>(Map.of("core", List.of(node))), 0))
                .toList();
        return new BatchReservation(RESERVATION, 500, END_SEC, shares);
    }

    private List<BatchJob> jobs(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new BatchJob(
                        name(i),
                        List.of("true"),
                        new LinkedHashMap<>(),
                        directory,
                        directory.resolve("own" + i).resolve("log"),
                        Needs.ofCores(1),
                        OptionalLong.empty(),
                        Optional.of(RESERVATION),
                        Optional.empty()))
                .toList();
    }

    private static String name(int task) {
        return "banyan_wf_x_1_t" + task + "_1";
    }

    private void startWorker(String name) throws IOException {
        FillerFiles files = FillerFiles.of(directory.resolve("fillers"), RESERVATION);
        workers.add(FillWorker.start(
                new FillWorkerOptions(
                        files::address, files.secret(), WorkerOffer.cores(name, 1), Duration.ofSeconds(30)),
                runner));
    }

    /** Asks for reports until they are as expected, in the order of the tasks. */
    private List<BatchJobReport> awaited(List<String> tasks, Predicate<List<State>> isReached)
            throws BatchException, InterruptedException {
        while (true) {
            Map<String, BatchJobReport> reports = filled.reports(tasks);
            List<BatchJobReport> ordered = tasks.stream().map(reports::get).toList();
            if (isReached.test(ordered.stream().map(BatchJobReport::state).toList())) {
                return ordered;
            }
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    private static long count(List<State> states, State state) {
        return states.stream().filter(it -> it == state).count();
    }

    private static int index(List<BatchJobReport> reports, State state) {
        return reports.stream().map(BatchJobReport::state).toList().indexOf(state);
    }

    @Test
    void tasksAndWorkersAreFoundAfterALossOfTheEngine() throws Exception {
        List<String> tasks = filled.submit(reservation(), jobs(4));
        assertThat(tasks)
                .containsExactly(
                        RESERVATION + "/1.0", RESERVATION + "/1.1", RESERVATION + "/1.2", RESERVATION + "/1.3");
        batch.run();
        startWorker("w0");
        startWorker("w1");
        awaited(tasks, states -> count(states, State.RUNNING) == 2);
        IntStream.range(0, 4)
                .limit(1 + index(awaited(tasks, states -> true), State.RUNNING))
                .forEach(runner::end);
        List<BatchJobReport> before = awaited(tasks, states -> count(states, State.ENDED) == 1);
        assertThat(before.get(index(before, State.ENDED)).exitCode()).hasValue(0);

        filled.close();
        filled = opened();
        assertThat(filled.find(name(3))).contains(tasks.get(3));
        assertThat(filled.find(name(4))).isEmpty();
        awaited(tasks, states -> {
            IntStream.range(0, 4).forEach(runner::end);
            return count(states, State.ENDED) == 4;
        });
        assertThat(batch.names()).containsExactly(RESERVATION + "_w0_1", RESERVATION + "_w1_1");
    }

    @Test
    void noTaskStartsAfterARestartBeforeAllWorkersThatRunAreBack() throws Exception {
        List<String> tasks = filled.submit(reservation(), jobs(2));
        batch.run();
        filled.close();
        filled = opened();
        filled.reports(tasks);
        startWorker("w0");
        for (int i = 0; i < 20; i++) {
            assertThat(filled.reports(tasks).values()).allMatch(report -> report.state() == State.WAITING);
            TimeUnit.MILLISECONDS.sleep(20);
        }
        startWorker("w1");
        awaited(tasks, states -> count(states, State.RUNNING) == 2);
    }

    @Test
    void aWorkerWhoseSubmissionHadNoAnswerIsNotSubmittedAgain() throws Exception {
        batch.isDeaf = true;
        assertThatThrownBy(() -> filled.submit(reservation(), jobs(2)))
                .isInstanceOfSatisfying(
                        BatchException.class, e -> assertThat(e.isRefusal()).isFalse());
        batch.isDeaf = false;
        assertThat(filled.find(name(0))).isEmpty();
        filled.submit(reservation(), jobs(2));
        assertThat(batch.names()).containsExactly(RESERVATION + "_w0_1", RESERVATION + "_w1_1");
    }

    @Test
    void aReservationThatIsGoneIsARefusal() throws Exception {
        batch.reservations.clear();
        assertThatThrownBy(() -> filled.submit(reservation(), jobs(2)))
                .isInstanceOfSatisfying(
                        BatchException.class, e -> assertThat(e.isRefusal()).isTrue())
                .hasMessageContaining("no reservation");
        assertThat(filled.find(name(0))).isEmpty();
    }

    @Test
    void workersThatEndAreReplacedSomeTimesAndThenTheTasksLeave() throws Exception {
        List<String> tasks = filled.submit(reservation(), jobs(2));
        for (int i = 0; i < WorkerJobs.MOST_LOSSES; i++) {
            assertThat(filled.reports(tasks).values()).allMatch(report -> report.state() == State.WAITING);
            batch.endAll();
        }
        List<BatchJobReport> reports = awaited(tasks, states -> count(states, State.STOPPED) == 2);
        assertThat(reports).allMatch(report -> report.startSec().isEmpty());
        assertThat(batch.names()).hasSize(2 * WorkerJobs.MOST_LOSSES);
        assertThatThrownBy(() -> filled.submit(reservation(), jobs(1)))
                .hasMessage("the filler of reservation " + RESERVATION + " has ended");
    }

    @Test
    void cancelledTasksEndAndTheOthersGoOn() throws Exception {
        List<String> tasks = filled.submit(reservation(), jobs(4));
        batch.run();
        startWorker("w0");
        startWorker("w1");
        List<BatchJobReport> before = awaited(tasks, states -> count(states, State.RUNNING) == 2);
        int running = index(before, State.RUNNING);
        int waiting = index(before, State.WAITING);
        filled.cancel(tasks.get(running));
        filled.cancel(tasks.get(waiting));
        List<BatchJobReport> reports = awaited(tasks, states -> count(states, State.STOPPED) == 2);
        assertThat(reports.get(running).startSec()).isPresent();
        assertThat(reports.get(waiting).startSec()).isEmpty();
        awaited(tasks, states -> count(states, State.RUNNING) == 2);
        IntStream.range(0, 4).forEach(runner::end);
        awaited(tasks, states -> count(states, State.ENDED) == 2);
    }

    @Test
    void theEndOfTheReservationEndsTheTasks() throws Exception {
        List<String> tasks = filled.submit(reservation(), jobs(3));
        batch.run();
        startWorker("w0");
        startWorker("w1");
        awaited(tasks, states -> count(states, State.RUNNING) == 2);
        nowSec = END_SEC;
        batch.endAll();
        List<BatchJobReport> reports = awaited(tasks, states -> count(states, State.TIMED_OUT) == 2);
        BatchJobReport unstarted = reports.stream()
                .min(Comparator.comparing(report -> report.startSec().isPresent()))
                .orElseThrow();
        assertThat(unstarted.state()).isEqualTo(State.STOPPED);
        assertThat(batch.names()).hasSize(2);
    }

    @Test
    void aCancelledReservationLetsRunningTasksEndAndGivesBackTheOthers() throws Exception {
        List<String> tasks = filled.submit(reservation(), jobs(5));
        batch.run();
        startWorker("w0");
        startWorker("w1");
        awaited(tasks, states -> count(states, State.RUNNING) == 2);
        batch.reservations.clear();
        nowSec += 30;
        List<BatchJobReport> reports =
                awaited(tasks, states -> count(states, State.STOPPED) == 3 && count(states, State.RUNNING) == 2);
        assertThat(reports.stream().filter(report -> report.state() == State.STOPPED))
                .allMatch(report -> report.startSec().isEmpty());
        assertThat(batch.running()).hasSize(2);
        IntStream.range(0, 5).forEach(runner::end);
        awaited(
                tasks,
                states -> count(states, State.ENDED) == 2 && batch.running().isEmpty());
        assertThat(workers.getFirst().await()).as("the server ended it").isEmpty();
    }

    @Test
    void aReleaseEndsTheWorkersAndStaysAfterALossOfTheEngine() throws Exception {
        List<String> tasks = filled.submit(reservation(), jobs(2));
        batch.run();
        startWorker("w0");
        awaited(tasks, states -> count(states, State.RUNNING) == 1);
        filled.release(RESERVATION);
        assertThat(workers.getFirst().await()).as("the server ended it").isEmpty();
        assertThat(batch.running()).isEmpty();
        assertThat(batch.reservations).isEmpty();
        filled.close();
        filled = opened();
        assertThat(filled.reports(tasks).values()).allMatch(report -> report.state() == State.STOPPED);
        assertThat(filled.find(name(1))).contains(tasks.get(1));
        filled.release(RESERVATION);
    }

    @Test
    void jobsThatAShellCannotRunAreRefused() throws Exception {
        BatchJob one = jobs(1).getFirst();
        var environment = new LinkedHashMap<>(Map.of("a-b", "c"));
        var wrong = new BatchJob(
                one.name(),
                one.words(),
                environment,
                one.directory(),
                one.output(),
                one.needs(),
                one.limitSec(),
                one.reservation(),
                one.account());
        assertThatThrownBy(() -> filled.submit(reservation(), List.of(wrong)))
                .hasMessageContaining("that a shell cannot have");
        assertThat(batch.names()).isEmpty();
    }
}
