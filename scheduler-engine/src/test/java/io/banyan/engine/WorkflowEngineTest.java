package io.banyan.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.engine.fill.FillerChoice;
import io.banyan.engine.store.ForeignEngine;
import io.banyan.engine.store.StoredWorkflow;
import io.banyan.engine.store.WorkflowStore;
import io.banyan.engine.store.WorkflowSubmission;
import io.banyan.engine.store.WorkflowSubmission.Precedence;
import io.banyan.workflow.batch.BatchJobReport;
import io.banyan.workflow.engine.LocalFileView;
import io.banyan.workflow.format.cwl.LocalTextFiles;
import io.banyan.workflow.heuristic.HeuristicSolver;
import io.banyan.workflow.order.OrderWeights;
import io.banyan.workflow.order.PlanningOrder;
import io.banyan.workflow.reduce.WorkflowReduction;
import io.banyan.workflow.run.RunPhase;
import io.banyan.workflow.run.RunSettings;
import io.banyan.workflow.run.RunSource;
import io.banyan.workflow.run.WorkflowRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkflowEngineTest {
    private static final String CHAIN = """
            kind: workflow
            steps:
              a: {command: ./a, time: 1m, cores: 2}
              b: {command: ./b, time: 2m, cores: 1, scatter: 3, after: a}
              c: {command: ./c, time: 1m, after: b}
            """;

    @TempDir
    Path directory;

    private final MemoryBatch batch = new MemoryBatch();
    private int mostMoved = RunSettings.USUAL_MOST_MOVED;

    @BeforeEach
    void runTimes() {
        batch.seconds = job -> job.words().contains("./b") ? 100 : 50;
    }

    private WorkflowStore store() throws IOException {
        return WorkflowStore.open(directory.resolve("store"));
    }

    private RunSettings settings(int retries) {
        return new RunSettings(
                        60_000, 64, WorkflowReduction.ruleNames(), 0, "", "compact", false, "heuristic", 1, retries, "")
                .withMostMoved(mostMoved);
    }

    private long submit(WorkflowStore store, String text, int retries) throws Exception {
        return submit(store, text, retries, Precedence.USUAL);
    }

    private long submit(WorkflowStore store, String text, int retries, Precedence precedence) throws Exception {
        return submit(store, text, retries, precedence, null);
    }

    private long submit(
            WorkflowStore store, String text, int retries, Precedence precedence, @Nullable ForeignEngine foreign)
            throws Exception {
        Path file = directory.resolve("flow.yaml");
        Files.writeString(file, text);
        RunSource source =
                RunSource.read(file.toString(), "flow", "", 1, LocalTextFiles.everywhere(), new LocalFileView());
        var loaded = source.load(new LocalFileView());
        return store.add(
                new WorkflowSubmission(
                        source,
                        settings(retries),
                        "banyan",
                        directory.toString(),
                        new TreeMap<>(Map.of("A", "b")),
                        precedence,
                        foreign,
                        FillerChoice.AUTO),
                loaded.workflow(),
                batch.nowSec);
    }

    private static PlanMaking planMaking(Executor executor) {
        return new PlanMaking(
                (problem, settings) -> new HeuristicSolver().solve(problem, settings.limit(), Optional.empty()),
                executor,
                new PlanningOrder(OrderWeights.USUAL, PlanningOrder.USUAL_MOST_PASSED, 0));
    }

    private WorkflowEngine engine(WorkflowStore store) {
        return new WorkflowEngine(store, "banyan", batch, planMaking(Runnable::run), () -> batch.nowSec, line -> {});
    }

    private StoredWorkflow finished(WorkflowStore store, long id, int mostSeconds) throws IOException {
        WorkflowEngine engine = engine(store);
        for (int sec = 0; sec < mostSeconds; sec++) {
            while (engine.round()) {
                // More may be due at once.
            }
            if (store.find(id).orElseThrow().phase().isOver()) {
                return store.find(id).orElseThrow();
            }
            batch.tick();
        }
        throw new AssertionError("not over: " + store.find(id) + "\n" + String.join("\n", batch.log));
    }

    @Test
    void tasksRunAtThePlannedTimesInsideTheirReservations() throws Exception {
        try (WorkflowStore store = store()) {
            long id = submit(store, CHAIN, 0);
            StoredWorkflow end = finished(store, id, 2_000);
            assertThat(end.phase()).isEqualTo(RunPhase.SUCCEEDED);
            assertThat(end.tasksSucceeded()).isEqualTo(5);
            long start = end.plannedStartSec().orElseThrow();
            assertThat(batch.jobs.values())
                    .allMatch(entry -> entry.job.reservation().isPresent());
            assertThat(batch.jobs.values().stream().map(entry -> entry.startSec - start))
                    .containsExactly(0L, 60L, 60L, 60L, 180L);
            assertThat(batch.jobs.values().iterator().next().job.environment())
                    .containsEntry("A", "b")
                    .containsEntry("BANYAN_WORKFLOW_STEP", "a");
            assertThat(batch.reservations).isEmpty();
        }
    }

    @Test
    void anEarlyEndGivesTheReservationBack() throws Exception {
        try (WorkflowStore store = store()) {
            batch.seconds = job -> 5;
            long id = submit(store, CHAIN, 0);
            finished(store, id, 2_000);
            assertThat(batch.log.stream().filter(line -> line.startsWith("release")))
                    .hasSize(batch.log.stream()
                            .filter(line -> line.startsWith("book"))
                            .toList()
                            .size());
        }
    }

    @Test
    void aFailedTaskIsTriedAgainAndEndsItsDescendantsOnly() throws Exception {
        try (WorkflowStore store = store()) {
            batch.exit = job -> job.words().contains("./b") ? 3 : 0;
            long id = submit(store, CHAIN + "  d: {command: ./d, time: 1m}\n", 1);
            StoredWorkflow end = finished(store, id, 2_000);
            assertThat(end.phase()).isEqualTo(RunPhase.FAILED);
            assertThat(end.problem()).contains("task 'b[0]' ended with exit code 3");
            assertThat(end.tasksFailed()).isEqualTo(3);
            assertThat(batch.jobs.values().stream()
                            .map(entry -> entry.job.words().getLast()))
                    .contains("./d")
                    .doesNotContain("./c")
                    .filteredOn("./b"::equals)
                    .hasSize(6);
        }
    }

    @Test
    void aTaskThatIsTooLateForItsReservationGoesToTheQueue() throws Exception {
        mostMoved = 0;
        try (WorkflowStore store = store()) {
            // The first attempt of a fails at the end of its reservation, so that the second one has none.
            batch.seconds = job -> job.name().endsWith("a_1") ? 58 : 20;
            batch.exit = job -> job.name().endsWith("a_1") ? 1 : 0;
            long id = submit(store, CHAIN, 1);
            assertThat(finished(store, id, 3_000).phase()).isEqualTo(RunPhase.SUCCEEDED);
            assertThat(batch.jobs.values().stream()
                            .filter(entry -> entry.job.reservation().isEmpty()))
                    .isNotEmpty()
                    .allMatch(entry -> entry.job.limitSec().isPresent());
        }
    }

    @Test
    void aCancelledRunStopsItsJobsAndGivesItsReservationsBack() throws Exception {
        for (boolean afterRunning : List.of(true, false)) {
            batch.jobs.clear();
            try (WorkflowStore store = store()) {
                long id = submit(store, CHAIN, 0);
                WorkflowEngine engine = engine(store);
                while (batch.jobs.values().stream().noneMatch(it -> it.state == BatchJobReport.State.RUNNING)) {
                    engine.round();
                    batch.tick();
                }
                store.askCancel(id, afterRunning);
                StoredWorkflow end = finished(store, id, 500);
                assertThat(end.phase()).isEqualTo(RunPhase.CANCELLED);
                assertThat(batch.jobs.values())
                        .allMatch(it ->
                                it.state == (afterRunning ? BatchJobReport.State.ENDED : BatchJobReport.State.STOPPED));
                assertThat(batch.reservations).isEmpty();
            }
        }
    }

    @Test
    void anEngineThatIsKilledAtAnyCallStartsNothingTwice() throws Exception {
        int calls = 1;
        for (int kill = 1; kill <= calls; kill++) {
            Path own = directory.resolve("kill" + kill);
            MemoryBatch one = new MemoryBatch();
            one.seconds = batch.seconds;
            one.lostAnswer = kill;
            try (WorkflowStore store = WorkflowStore.open(own)) {
                long id = submit(store, CHAIN, 0);
                runWithKills(store, id, one);
                assertThat(store.find(id).orElseThrow().phase()).isEqualTo(RunPhase.SUCCEEDED);
                assertThat(one.jobs.values().stream().map(entry -> entry.job.name()))
                        .as("killed at call " + kill)
                        .doesNotHaveDuplicates()
                        .hasSize(5);
                assertThat(one.reservations).isEmpty();
                assertTablesFollowFromEvents(store, id);
            }
            calls = Math.max(calls, one.calls());
        }
        assertThat(calls).isGreaterThan(8);
    }

    @Test
    void aCancelFindsTheJobWhoseNumberWasNotKept() throws Exception {
        try (WorkflowStore store = store()) {
            long id = submit(store, CHAIN, 0);
            WorkflowEngine first = engine(store);
            while (batch.reservations.isEmpty()) {
                first.round();
                batch.tick();
            }
            batch.lostAnswer = batch.calls() + 1;
            assertThatThrownBy(() -> {
                        while (true) {
                            first.round();
                        }
                    })
                    .isInstanceOf(MemoryBatch.Killed.class);
            assertThat(batch.jobs).hasSize(1);
            store.askCancel(id, false);
            assertThat(finished(store, id, 100).phase()).isEqualTo(RunPhase.CANCELLED);
            assertThat(batch.jobs.values()).allMatch(entry -> entry.state == BatchJobReport.State.STOPPED);
        }
    }

    @Test
    void aRunThatFailsUnexpectedlyStopsNoOther() throws Exception {
        try (WorkflowStore store = store()) {
            batch.seconds = job -> 5;
            long bad = submit(store, "{kind: workflow, steps: {x: {command: ./bad, time: 1m}}}", 0);
            long good = submit(store, CHAIN, 0);
            batch.refusesUnexpectedly = job -> job.words().contains("./bad");
            assertThat(finished(store, good, 2_000).phase()).isEqualTo(RunPhase.SUCCEEDED);
            assertThat(store.find(bad).orElseThrow().phase()).isEqualTo(RunPhase.RUNNING);
        }
    }

    @Test
    void otherRunsGoOnWhileASolverWorks() throws Exception {
        try (WorkflowStore store = store()) {
            List<Runnable> solving = new ArrayList<>();
            WorkflowEngine engine = engineThatSolves(store, solving);
            long quick = submit(store, CHAIN, 0);
            engine.round();
            solving.removeFirst().run();
            long slow = submit(store, CHAIN, 0);
            rounds(engine, store, quick, 1_000);
            assertThat(store.find(quick).orElseThrow().phase()).isEqualTo(RunPhase.SUCCEEDED);
            assertThat(store.find(slow).orElseThrow().phase()).isEqualTo(RunPhase.PLANNING);
            // Its plan is late now, so that another one is made.
            solving.removeFirst().run();
            while (solving.isEmpty()) {
                engine.round();
                batch.tick();
            }
            solving.removeFirst().run();
            rounds(engine, store, slow, 2_000);
            assertThat(store.find(slow).orElseThrow().phase()).isEqualTo(RunPhase.SUCCEEDED);
        }
    }

    @Test
    void oneWorkflowAtATimeIsPlannedInOrderOfPriority() throws Exception {
        try (WorkflowStore store = store()) {
            List<Runnable> solving = new ArrayList<>();
            WorkflowEngine engine = engineThatSolves(store, solving);
            long first = submit(store, CHAIN, 0, new Precedence(16, ""));
            engine.round();
            long low = submit(store, CHAIN, 0, new Precedence(3, ""));
            long high = submit(store, CHAIN, 0, new Precedence(20, ""));
            List<Long> booked = new ArrayList<>();
            while (booked.size() < 3) {
                engine.round();
                assertThat(solving).as("plans that are made at once").hasSizeLessThan(2);
                while (!solving.isEmpty()) {
                    solving.removeFirst().run();
                }
                for (StoredWorkflow one : store.list()) {
                    if (one.phase() != RunPhase.PLANNING && !booked.contains(one.id())) {
                        booked.add(one.id());
                    }
                }
            }
            assertThat(booked).containsExactly(first, high, low);
        }
    }

    private WorkflowEngine engineThatSolves(WorkflowStore store, List<Runnable> solving) {
        return new WorkflowEngine(store, "banyan", batch, planMaking(solving::add), () -> batch.nowSec, line -> {});
    }

    private void rounds(WorkflowEngine engine, WorkflowStore store, long id, int mostSeconds) throws IOException {
        for (int sec = 0;
                sec < mostSeconds && !store.find(id).orElseThrow().phase().isOver();
                sec++) {
            engine.round();
            batch.tick();
        }
    }

    @Test
    void aForeignEngineHoldsItsReservationsUntilItEnds() throws Exception {
        Process foreign = new ProcessBuilder("sleep", "600").start();
        try (WorkflowStore store = store()) {
            String planned = "{kind: workflow, steps: {a: {time: 1m}, b: {time: 2m, after: a}}}";
            ForeignEngine engine = ForeignEngine.of(foreign.pid()).orElseThrow();
            long id = submit(store, planned, 0, Precedence.USUAL, engine);
            rounds(engine(store), store, id, 30);
            assertThat(store.find(id).orElseThrow().phase()).isEqualTo(RunPhase.RUNNING);
            assertThat(batch.jobs).isEmpty();
            assertThat(batch.reservations).isNotEmpty();
            foreign.destroyForcibly().waitFor();
            // Another engine continues, and finds the end.
            assertThat(finished(store, id, 5).phase()).isEqualTo(RunPhase.SUCCEEDED);
            assertThat(batch.reservations).isEmpty();
        } finally {
            foreign.destroyForcibly();
        }
    }

    @Test
    void aForeignEngineThatEndsBeforeTheBookingLeavesNothing() throws Exception {
        Process foreign = new ProcessBuilder("sleep", "600").start();
        try (WorkflowStore store = store()) {
            ForeignEngine engine = ForeignEngine.of(foreign.pid()).orElseThrow();
            long id = submit(store, "{kind: workflow, steps: {a: {time: 1m}}}", 0, Precedence.USUAL, engine);
            foreign.destroyForcibly().waitFor();
            assertThat(finished(store, id, 5).phase()).isEqualTo(RunPhase.CANCELLED);
            assertThat(batch.reservations).isEmpty();
            assertThat(new ForeignEngine(engine.pid(), 0, "another machine").hasEnded())
                    .isFalse();
            assertThat(ForeignEngine.of(0)).isEmpty();
        } finally {
            foreign.destroyForcibly();
        }
    }

    @Test
    void requestsForOtherEnginesStay() throws Exception {
        try (WorkflowStore store = store()) {
            long id = submit(store, CHAIN, 0);
            store.askCancel(id, false);
            var other = new WorkflowEngine(
                    store, "slurm", batch, planMaking(Runnable::run), () -> batch.nowSec, line -> {});
            other.round();
            assertThat(store.requests()).hasSize(1);
            assertThat(other.isNeeded()).isFalse();
            assertThat(finished(store, id, 100).phase()).isEqualTo(RunPhase.CANCELLED);
            assertThat(store.requests()).isEmpty();
        }
    }

    @Test
    void aTaskThatItsReservationRefusesGoesToTheQueue() throws Exception {
        mostMoved = 0;
        try (WorkflowStore store = store()) {
            long id = submit(store, CHAIN, 0);
            WorkflowEngine engine = engine(store);
            while (batch.jobs.isEmpty()) {
                engine.round();
            }
            batch.reservations.clear();
            assertThat(finished(store, id, 2_000).phase()).isEqualTo(RunPhase.SUCCEEDED);
            assertThat(batch.jobs.values().stream()
                            .filter(entry -> entry.job.reservation().isEmpty()))
                    .hasSizeGreaterThan(3);
        }
    }

    @Test
    void aReservationThatSomebodyElseCancelsIsTold() throws Exception {
        mostMoved = 0;
        try (WorkflowStore store = store()) {
            long id = submit(store, CHAIN, 0);
            List<String> told = new ArrayList<>();
            var engine = new WorkflowEngine(
                    store, "banyan", batch, planMaking(Runnable::run), () -> batch.nowSec, told::add);
            for (int sec = 0;
                    sec < 2_000 && !store.find(id).orElseThrow().phase().isOver();
                    sec++) {
                while (engine.round()) {
                    // More may be due at once.
                }
                if (sec == 20) {
                    batch.reservations.remove(batch.reservations.lastKey());
                }
                batch.tick();
            }
            assertThat(store.find(id).orElseThrow().phase()).isEqualTo(RunPhase.SUCCEEDED);
            assertThat(told)
                    .anyMatch(line -> line.endsWith(" was cancelled; its tasks get another place, or go to the queue"));
            assertThat(batch.jobs.values())
                    .anyMatch(entry -> entry.job.reservation().isEmpty());
        }
    }

    @Test
    void aStepOfASubworkflowHasAJobNameWithoutSlashes() throws Exception {
        try (WorkflowStore store = store()) {
            long id = submit(store, "{kind: workflow, steps: {align/sort: {command: ./s, time: 1m}}}", 0);
            assertThat(finished(store, id, 500).phase()).isEqualTo(RunPhase.SUCCEEDED);
            assertThat(batch.jobs.values()).allMatch(entry -> entry.job.name().endsWith("_align:sort_1"));
        }
    }

    @Test
    void aWorkflowWithoutTasksSucceedsAndReservesNothing() throws Exception {
        try (WorkflowStore store = store()) {
            long id = submit(store, "{kind: workflow, steps: {a: {command: ./a, time: 1m, scatter: 0}}}", 0);
            assertThat(finished(store, id, 10).phase()).isEqualTo(RunPhase.SUCCEEDED);
            assertThat(batch.log).isEmpty();
        }
    }

    @Test
    void reservationsOfStepsBehindAFailureAreReleasedAtOnce() throws Exception {
        try (WorkflowStore store = store()) {
            batch.seconds = job -> job.words().contains("./d") ? 500 : 20;
            batch.exit = job -> job.words().contains("./a") ? 1 : 0;
            long id = submit(store, CHAIN + "  d: {command: ./d, time: 10m}\n", 0);
            WorkflowEngine engine = engine(store);
            for (int sec = 0; sec < 480 && store.find(id).orElseThrow().tasksFailed() == 0; sec++) {
                batch.tick();
                while (engine.round()) {
                    // More may be due at once.
                }
            }
            assertThat(store.find(id).orElseThrow().phase()).isEqualTo(RunPhase.RUNNING);
            assertThat(batch.reservations).hasSize(1);
        }
    }

    private void runWithKills(WorkflowStore store, long id, MemoryBatch one) throws IOException {
        WorkflowEngine engine = null;
        for (int sec = 0; sec < 2_000 && !store.find(id).orElseThrow().phase().isOver(); sec++) {
            try {
                if (engine == null) {
                    engine = new WorkflowEngine(
                            store, "banyan", one, planMaking(Runnable::run), () -> one.nowSec, line -> {});
                }
                while (engine.round()) {
                    // More may be due at once.
                }
            } catch (MemoryBatch.Killed e) {
                engine = null;
            }
            one.tick();
        }
    }

    private static void assertTablesFollowFromEvents(WorkflowStore store, long id) throws Exception {
        List<String> before = rows(store);
        var submission = store.submission(id);
        store.rebuild(id, new WorkflowRun(submission.source().load(new LocalFileView()), submission.settings()));
        assertThat(rows(store)).isEqualTo(before);
    }

    private static List<String> rows(WorkflowStore store) throws Exception {
        List<String> rows = new ArrayList<>();
        try (Connection connection =
                DriverManager.getConnection("jdbc:sqlite:" + store.directory().resolve("workflows.db"))) {
            for (String table : List.of("workflow", "step", "edge", "plan", "block", "reservation", "task", "event")) {
                try (var statement = connection.createStatement();
                        ResultSet row = statement.executeQuery("SELECT * FROM " + table + " ORDER BY 1, 2, 3")) {
                    while (row.next()) {
                        StringBuilder text = new StringBuilder(table);
                        for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                            text.append(' ').append(row.getString(i));
                        }
                        rows.add(text.toString());
                    }
                }
            }
        }
        return rows;
    }
}
