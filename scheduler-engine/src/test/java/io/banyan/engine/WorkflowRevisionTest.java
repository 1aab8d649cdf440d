package io.banyan.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.engine.fill.FillerChoice;
import io.banyan.engine.store.StoredRevision;
import io.banyan.engine.store.StoredWorkflow;
import io.banyan.engine.store.WorkflowStore;
import io.banyan.engine.store.WorkflowSubmission;
import io.banyan.engine.store.WorkflowSubmission.Precedence;
import io.banyan.workflow.batch.BatchJobReport;
import io.banyan.workflow.batch.BatchReservation;
import io.banyan.workflow.batch.ReservedShare;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plans that are revised while a workflow runs. */
class WorkflowRevisionTest {
    /** Steps of different needs, so that each is a block. */
    private static final String CHAIN = """
            kind: workflow
            steps:
              a: {command: ./a, time: 4m, cores: 2}
              b: {command: ./b, time: 2m, cores: 3, after: a}
              c: {command: ./c, time: 2m, cores: 4, after: b}
            """;

    @TempDir
    Path directory;

    private final MemoryBatch batch = new MemoryBatch();
    private final List<String> told = new ArrayList<>();

    private WorkflowStore store() throws IOException {
        return WorkflowStore.open(directory.resolve("store"));
    }

    private long submit(WorkflowStore store, String text, int retries, int mostMoved) throws Exception {
        Path file = directory.resolve("flow.yaml");
        Files.writeString(file, text);
        RunSource source =
                RunSource.read(file.toString(), "flow", "", 1, LocalTextFiles.everywhere(), new LocalFileView());
        RunSettings settings = new RunSettings(
                60_000, 64, WorkflowReduction.ruleNames(), 0, "", "finish", false, "heuristic", 1, retries, "");
        return store.add(
                new WorkflowSubmission(
                        source,
                        settings.withMostMoved(mostMoved),
                        "banyan",
                        directory.toString(),
                        new TreeMap<>(Map.of()),
                        Precedence.USUAL,
                        null,
                        FillerChoice.NEVER),
                source.load(new LocalFileView()).workflow(),
                batch.nowSec);
    }

    private WorkflowEngine engine(WorkflowStore store, MemoryBatch one) {
        PlanMaking planMaking = new PlanMaking(
                (problem, settings) -> new HeuristicSolver().solve(problem, settings.limit(), Optional.empty()),
                Runnable::run,
                new PlanningOrder(OrderWeights.USUAL, PlanningOrder.USUAL_MOST_PASSED, 0));
        return new WorkflowEngine(store, "banyan", one, planMaking, () -> one.nowSec, told::add);
    }

    /** Something that happens in a second of a run. */
    @FunctionalInterface
    private interface Incident {
        void at(int sec, MemoryBatch batch);
    }

    private StoredWorkflow finished(WorkflowStore store, long id, MemoryBatch one, Incident incident)
            throws IOException {
        Optional<WorkflowEngine> engine = Optional.empty();
        for (int sec = 0; sec < 4_000; sec++) {
            try {
                if (engine.isEmpty()) {
                    engine = Optional.of(engine(store, one));
                }
                while (engine.get().round()) {
                    // More may be due at once.
                }
            } catch (MemoryBatch.Killed e) {
                engine = Optional.empty();
            }
            StoredWorkflow present = store.find(id).orElseThrow();
            if (present.phase().isOver()) {
                return present;
            }
            incident.at(sec, one);
            one.tick();
        }
        throw new AssertionError("not over: " + store.find(id) + "\n" + String.join("\n", one.log));
    }

    private StoredWorkflow finished(WorkflowStore store, long id) throws IOException {
        return finished(store, id, batch, (sec, one) -> {});
    }

    private long endSec() {
        return batch.jobs.values().stream()
                .mapToLong(entry -> entry.endSec)
                .max()
                .orElseThrow();
    }

    private void assertAllInReservations() {
        assertThat(batch.jobs.values().stream().filter(entry -> entry.startSec > 0))
                .allMatch(entry -> entry.job.reservation().isPresent());
        assertThat(batch.reservations).isEmpty();
    }

    @Test
    void anEarlyEndMovesTheBlocksBehindItForward() throws Exception {
        long[] ends = new long[2];
        for (int mostMoved : List.of(0, 100)) {
            batch.jobs.clear();
            batch.nowSec = 1_000_000;
            batch.nodes = 6;
            batch.seconds = job -> job.words().contains("./a") ? 30 : 110;
            try (WorkflowStore store = WorkflowStore.open(directory.resolve("early" + mostMoved))) {
                long id = submit(store, CHAIN, 0, mostMoved);
                assertThat(finished(store, id).phase()).isEqualTo(RunPhase.SUCCEEDED);
                assertAllInReservations();
                ends[mostMoved / 100] = endSec();
                assertThat(store.revisions(id)).hasSize(mostMoved / 100);
                if (mostMoved > 0) {
                    StoredRevision revision = store.revisions(id).getFirst();
                    assertThat(revision.reason()).isEqualTo("step a ended early");
                    assertThat(revision.moved()).isEqualTo(2);
                    assertThat(revision.lateSec()).isEqualTo(-207);
                }
            }
        }
        assertThat(ends[0] - ends[1]).isEqualTo(207);
    }

    @Test
    void noMoreBlocksMoveThanMayMove() throws Exception {
        batch.nodes = 6;
        batch.seconds = job -> 30;
        try (WorkflowStore store = store()) {
            long id = submit(store, CHAIN, 0, 25);
            finished(store, id);
            assertThat(store.revisions(id)).isEmpty();
        }
    }

    @Test
    void aRetryThatDoesNotFitGetsAnotherReservation() throws Exception {
        batch.queueStands = true;
        batch.nodes = 3;
        batch.seconds = job -> job.name().endsWith("a_1") ? 230 : 110;
        batch.exit = job -> job.name().endsWith("a_1") ? 1 : 0;
        try (WorkflowStore store = store()) {
            long id = submit(store, CHAIN, 1, 25);
            assertThat(finished(store, id).phase()).isEqualTo(RunPhase.SUCCEEDED);
            assertAllInReservations();
            StoredRevision revision = store.revisions(id).getFirst();
            assertThat(revision.reason()).isEqualTo("task a failed, and its retry does not fit");
            assertThat(revision.moved()).isEqualTo(3);
            assertThat(revision.lateSec()).isEqualTo(233);
        }
    }

    @Test
    void aLostReservationIsReplaced() throws Exception {
        batch.queueStands = true;
        batch.nodes = 3;
        batch.seconds = job -> 60;
        try (WorkflowStore store = store()) {
            long id = submit(store, CHAIN, 0, 25);
            StoredWorkflow end = finished(store, id, batch, (sec, one) -> {
                if (sec == 20) {
                    one.reservations.remove(one.reservations.lastKey());
                }
            });
            assertThat(end.phase()).isEqualTo(RunPhase.SUCCEEDED);
            assertAllInReservations();
            assertThat(store.revisions(id).getFirst().reason()).endsWith(" was lost");
            assertThat(told).anyMatch(line -> line.endsWith("a new plan is booked"));
        }
    }

    @Test
    void withoutRoomThePlanStaysAndTheTasksGoToTheQueue() throws Exception {
        batch.nodes = 3;
        batch.seconds = job -> 60;
        try (WorkflowStore store = store()) {
            long id = submit(store, CHAIN, 0, 25);
            StoredWorkflow end = finished(store, id, batch, (sec, one) -> {
                if (sec == 20) {
                    one.reservations.remove(one.reservations.lastKey());
                    // Somebody else has one core of each node for hours, so that c fits nowhere.
                    for (int node = 0; node < 3; node++) {
                        one.reservations.put("other" + node, other("other" + node, "n" + node, one));
                    }
                    one.refusesBookings = true;
                }
            });
            assertThat(end.phase()).isEqualTo(RunPhase.SUCCEEDED);
            assertThat(store.revisions(id)).isEmpty();
            assertThat(batch.jobs.values().stream()
                            .filter(entry -> entry.job.reservation().isEmpty()))
                    .hasSize(1);
            assertThat(batch.reservations.keySet()).containsExactly("other0", "other1", "other2");
        }
    }

    private static BatchReservation other(String name, String node, MemoryBatch one) {
        return new BatchReservation(
                name,
                one.nowSec,
                one.nowSec + 100_000,
                List.of(new ReservedShare(node, new TreeMap<>(Map.of("core", List.of(3))), 0)));
    }

    @Test
    void anEngineThatIsKilledAtAnyCallLeavesNoReservationAndStartsNothingTwice() throws Exception {
        for (boolean queueStands : List.of(false, true)) {
            int[] calls = {1};
            int revised = 0;
            for (int kill = 1; kill <= calls[0]; kill++) {
                revised += killedAt(kill, queueStands, calls);
            }
            assertThat(calls[0]).isGreaterThan(10);
            assertThat(revised).isGreaterThanOrEqualTo(calls[0]);
        }
    }

    /** Returns the number of revisions. */
    private int killedAt(int kill, boolean queueStands, int[] calls) throws Exception {
        MemoryBatch one = new MemoryBatch();
        one.queueStands = queueStands;
        one.nodes = 6;
        one.seconds = job -> job.name().endsWith("b_1") ? 115 : 30;
        one.exit = job -> job.name().endsWith("b_1") ? 1 : 0;
        one.lostAnswer = kill;
        try (WorkflowStore store = WorkflowStore.open(directory.resolve("kill" + kill + queueStands))) {
            long id = submit(store, CHAIN, 1, 100);
            StoredWorkflow end = finished(store, id, one, (sec, it) -> {});
            assertThat(end.phase()).as("killed at call " + kill).isEqualTo(RunPhase.SUCCEEDED);
            assertThat(one.jobs.values().stream().map(entry -> entry.job.name()))
                    .as("killed at call " + kill)
                    .doesNotHaveDuplicates();
            assertThat(one.jobs.values().stream()
                            .filter(entry -> entry.exit == 0 && entry.state == BatchJobReport.State.ENDED))
                    .as("each task succeeds once")
                    .hasSize(3);
            assertThat(one.reservations).as("killed at call " + kill).isEmpty();
            assertRevisionsFollowFromEvents(store, id);
            calls[0] = Math.max(calls[0], one.calls());
            return store.revisions(id).size();
        }
    }

    @Test
    void aBlockThatHasMovedRunsInTheQueueIfThatStartsItSooner() throws Exception {
        batch.nodes = 3;
        batch.seconds = job -> job.name().endsWith("a_1") ? 230 : 30;
        batch.exit = job -> job.name().endsWith("a_1") ? 1 : 0;
        try (WorkflowStore store = store()) {
            long id = submit(store, CHAIN, 1, 25);
            assertThat(finished(store, id).phase()).isEqualTo(RunPhase.SUCCEEDED);
            // The retry of a ends early, and then b and c need not wait for their new reservations.
            assertThat(batch.jobs.values().stream()
                            .map(entry -> entry.job.reservation().isPresent()))
                    .containsExactly(true, true, false, false);
            assertThat(batch.reservations).isEmpty();
        }
    }

    private static void assertRevisionsFollowFromEvents(WorkflowStore store, long id) throws Exception {
        List<StoredRevision> before = store.revisions(id);
        var submission = store.submission(id);
        store.rebuild(id, new WorkflowRun(submission.source().load(new LocalFileView()), submission.settings()));
        assertThat(store.revisions(id)).isEqualTo(before);
    }
}
