package io.banyan.engine.store;

import io.banyan.workflow.batch.BatchReservation;
import io.banyan.workflow.model.StepGraph;
import io.banyan.workflow.model.Workflow;
import io.banyan.workflow.run.RunEvent;
import io.banyan.workflow.run.RunPlan;
import io.banyan.workflow.run.TaskRecord;
import io.banyan.workflow.run.WorkflowRun;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The rows that follow from the events of a run. They can be made again from the events. */
final class RunTables {
    private static final List<String> TABLES =
            List.of("step", "edge", "plan", "block", "reservation", "task", "revision");

    private final Connection connection;
    private final long workflow;

    RunTables(Connection connection, long workflow) {
        this.connection = connection;
        this.workflow = workflow;
    }

    /** Removes all rows of the workflow. */
    void clear() throws SQLException {
        for (String table : TABLES) {
            update("DELETE FROM " + table + " WHERE workflow = ?");
        }
    }

    /** Writes the steps and their order. O(steps + edges). */
    void begin(Workflow model) throws SQLException {
        StepGraph graph = StepGraph.of(model);
        int[] tasks = new int[model.steps().size()];
        for (int step : graph.order()) {
            int parents = 1;
            for (int earlier : graph.before(step)) {
                parents = Math.max(parents, tasks[earlier]);
                update(
                        "INSERT INTO edge VALUES (?, ?, ?)",
                        model.steps().get(earlier).id().path(),
                        model.steps().get(step).id().path());
            }
            tasks[step] = model.steps().get(step).width().planned(parents);
            update(
                    "INSERT INTO step VALUES (?, ?, ?, ?)",
                    model.steps().get(step).id().path(),
                    (long) step,
                    (long) tasks[step]);
        }
    }

    /** Writes the consequences of an event, after the run has applied it. O(rows that change). */
    void write(RunEvent event, WorkflowRun run, long nowSec) throws SQLException {
        switch (event) {
            case RunEvent.Planned planned -> {
                plan(planned.plan());
                reservations(planned.plan(), "INSERT OR REPLACE INTO reservation VALUES (?, ?, ?, ?, 'planned')");
            }
            case RunEvent.Booked booked -> update("UPDATE reservation SET state = 'booked' WHERE workflow = ?");
            case RunEvent.NotBooked refused ->
                update("DELETE FROM reservation WHERE workflow = ? AND state = 'planned'");
            case RunEvent.Released released ->
                update(
                        "UPDATE reservation SET state = 'released' WHERE workflow = ? AND name = ?",
                        released.reservation());
            case RunEvent.NotPlanned it -> {}
            case RunEvent.Submitted it -> {}
            case RunEvent.JobChanged it -> {}
            case RunEvent.TaskSucceeded it -> {}
            case RunEvent.TaskFailed it -> {}
            case RunEvent.Requeued it -> {}
            case RunEvent.CancelAsked it -> {}
            case RunEvent.EngineEnded it -> {}
            case RunEvent.Revised it -> {}
            case RunEvent.NotRevised it -> {}
            case RunEvent.RevisionBooked booked -> revision(run);
            case RunEvent.RevisionRefused it -> {}
        }
        for (TaskRecord task : run.takeChanged()) {
            task(task);
        }
        try (PreparedStatement statement = connection.prepareStatement(
                "UPDATE workflow SET phase = ?, problem = ?, ended_sec = coalesce(ended_sec, ?), outputs = ?"
                        + " WHERE id = ?")) {
            statement.setString(1, word(run.phase()));
            statement.setString(2, run.problem());
            statement.setObject(3, run.phase().isOver() ? nowSec : null);
            statement.setString(4, run.outputs().map(Object::toString).orElse(null));
            statement.setLong(5, workflow);
            statement.executeUpdate();
        }
    }

    private void plan(RunPlan plan) throws SQLException {
        update(
                "INSERT INTO plan SELECT ?, 1 + coalesce(max(number), 0), ?, ?, ?, ?, ?, ?, ? FROM plan"
                        + " WHERE workflow = ?",
                plan.startSec(),
                plan.endSec(),
                plan.horizonSec(),
                (long) plan.slotSeconds(),
                plan.coreHours(),
                plan.solver(),
                plan.proved() ? 1L : 0L,
                workflow);
        for (RunPlan.PlannedBlock block : plan.blocks()) {
            update(
                    "INSERT INTO block SELECT ?, max(number), ?, ?, ?, ?, ?, ?, ? FROM plan WHERE workflow = ?",
                    block.name(),
                    String.join(" ", block.steps()),
                    block.startSec(),
                    block.endSec(),
                    String.join(" ", block.nodes()),
                    EngineJson.write(block.resources()),
                    block.reservation(),
                    workflow);
        }
    }

    private void reservations(RunPlan plan, String sql) throws SQLException {
        for (BatchReservation one : plan.reservations()) {
            update(sql, one.name(), one.startSec(), one.endSec());
        }
    }

    /** Writes the revision that is in force now; nothing if the run was over before it was booked. */
    private void revision(WorkflowRun run) throws SQLException {
        Optional<RunEvent.Revised> last = run.revision();
        if (last.isPresent() && run.plan().equals(last.map(RunEvent.Revised::plan))) {
            RunEvent.Revised revised = last.get();
            plan(revised.plan());
            reservations(revised.plan(), "INSERT OR IGNORE INTO reservation VALUES (?, ?, ?, ?, 'booked')");
            update(
                    "INSERT INTO revision SELECT ?, max(number), ?, ?, ?, ? FROM plan WHERE workflow = ?",
                    revised.atSec(),
                    revised.cause().reason(),
                    (long) revised.moved().size(),
                    (long) revised.blocks(),
                    workflow);
        }
    }

    private void task(TaskRecord task) throws SQLException {
        update(
                "INSERT OR REPLACE INTO task VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                task.task().id(),
                task.task().step().path(),
                (long) task.attempt(),
                word(task.state()),
                task.job(),
                task.reservation(),
                task.startSec(),
                task.endSec(),
                String.join(" ", task.nodes()),
                (long) task.exitCode(),
                task.detail());
    }

    static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    /** Executes a statement whose first parameter is the workflow. */
    private void update(String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, workflow);
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 2, values[i]);
            }
            statement.executeUpdate();
        }
    }
}
