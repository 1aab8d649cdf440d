package io.banyan.engine.store;

import io.banyan.workflow.model.Workflow;
import io.banyan.workflow.run.RunEvent;
import io.banyan.workflow.run.RunPhase;
import io.banyan.workflow.run.WorkflowRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * The workflows of one user, in a database that only the user may read. Several processes may use it at once; one of
 * them, the engine, writes events. An object is for one thread at a time.
 *
 * <p>The events are the truth: they and the rows that follow from them are written in one transaction. Everything that
 * a method has written is on the disk when it returns.
 */
public final class WorkflowStore implements AutoCloseable {
    private static final int DIGEST_BYTES = 4;
    private static final String OVERVIEW = "SELECT o.*, w.file FROM workflow_overview o JOIN workflow w ON w.id = o.id";

    private final Path directory;
    private final StoreDatabase database;
    private final String digest;

    /** A request to cancel a run. */
    public record CancelRequest(long number, long workflow, boolean afterRunning) {}

    private WorkflowStore(Path directory, StoreDatabase database, String digest) {
        this.directory = directory;
        this.database = database;
        this.digest = digest;
    }

    /**
     * Opens the store of a directory, and makes it if there is none.
     *
     * @throws IOException with one sentence, if that is not possible
     */
    public static WorkflowStore open(Path directory) throws IOException {
        StoreDatabase database = StoreDatabase.open(directory);
        return new WorkflowStore(directory, database, digest(directory));
    }

    /** Returns whether a directory has a store. */
    public static boolean exists(Path directory) {
        return StoreDatabase.exists(directory);
    }

    /** Returns the directory. */
    public Path directory() {
        return directory;
    }

    /**
     * Returns the beginning of the names of jobs and reservations of a workflow. It tells the stores of one user apart.
     */
    public String prefix(long id) {
        return "banyan_wf_" + digest + "_" + id + "_";
    }

    private static String digest(Path directory) throws IOException {
        try {
            byte[] path = directory.toRealPath().toString().getBytes(StandardCharsets.UTF_8);
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(path);
            return HexFormat.of().formatHex(digest, 0, DIGEST_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    // ---- workflows --------------------------------------------------------------------------------------------------

    /** Adds a workflow, and returns its number. */
    public long add(WorkflowSubmission submission, Workflow model, long nowSec) throws IOException {
        return database.changed(() -> {
            database.update(
                    "INSERT INTO workflow (name, file, submitted_sec, submission, phase, problem)"
                            + " VALUES (?, ?, ?, ?, ?, '')",
                    model.name(),
                    submission.source().file(),
                    nowSec,
                    EngineJson.write(submission),
                    RunPhase.PLANNING.toString());
            long id;
            try (var statement = database.connection().createStatement();
                    var row = statement.executeQuery("SELECT last_insert_rowid()")) {
                id = row.getLong(1);
            }
            new RunTables(database.connection(), id).begin(model);
            return id;
        });
    }

    /** Returns the workflows in the order of their submission. O(workflows). */
    public List<StoredWorkflow> list() throws IOException {
        return database.rows(OVERVIEW + " ORDER BY o.id", StoredRows::workflow);
    }

    /** Returns a workflow. */
    public Optional<StoredWorkflow> find(long id) throws IOException {
        return database.rows(OVERVIEW + " WHERE o.id = ?", StoredRows::workflow, id).stream()
                .findFirst();
    }

    /** Returns the numbers of the workflows that are not over. */
    public List<Long> unfinished() throws IOException {
        return database.rows(
                "SELECT id FROM workflow WHERE phase NOT IN ('succeeded', 'failed', 'cancelled') ORDER BY id",
                row -> row.getLong(1));
    }

    /** Returns a workflow as it was submitted. */
    public WorkflowSubmission submission(long id) throws IOException {
        String json =
                database.rows("SELECT submission FROM workflow WHERE id = ?", row -> row.getString(1), id).stream()
                        .findFirst()
                        .orElseThrow(() -> new IOException("there is no workflow " + id));
        return EngineJson.read(json, WorkflowSubmission.class);
    }

    /** Returns the steps of a workflow, in the order of its text. */
    public List<StoredStep> steps(long id) throws IOException {
        return database.rows(
                "SELECT name, planned_tasks FROM step WHERE workflow = ? ORDER BY position", StoredRows::step, id);
    }

    /** Returns the tasks that have begun or are ready. */
    public List<StoredTask> tasks(long id) throws IOException {
        return database.rows("SELECT * FROM task WHERE workflow = ? ORDER BY rowid", StoredRows::task, id);
    }

    /** Returns the blocks of the last plan, by their starts. */
    public List<StoredBlock> blocks(long id) throws IOException {
        return database.rows(
                "SELECT * FROM block b WHERE workflow = ? AND plan = (SELECT max(number) FROM plan p WHERE p.workflow"
                        + " = b.workflow) ORDER BY start_sec, rowid",
                StoredRows::block,
                id);
    }

    /** Returns the revisions of the plan, in the order in which they were booked. */
    public List<StoredRevision> revisions(long id) throws IOException {
        return database.rows(
                "SELECT r.*, p.end_sec - (SELECT f.end_sec FROM plan f WHERE f.workflow = r.workflow AND f.number < "
                        + "(SELECT min(s.plan) FROM revision s WHERE s.workflow = r.workflow) ORDER BY f.number DESC"
                        + " LIMIT 1) AS late_sec FROM revision r JOIN plan p ON p.workflow = r.workflow AND p.number"
                        + " = r.plan WHERE r.workflow = ? ORDER BY r.plan",
                StoredRows::revision,
                id);
    }

    /** Returns the output object of a workflow that succeeded, in JSON. */
    public Optional<String> outputs(long id) throws IOException {
        return database
                .rows("SELECT outputs FROM workflow WHERE id = ? AND outputs IS NOT NULL", row -> row.getString(1), id)
                .stream()
                .findFirst();
    }

    /** Marks a workflow as failed whose run cannot be restored. */
    public void giveUp(long id, String problem, long nowSec) throws IOException {
        change("UPDATE workflow SET phase = 'failed', problem = ?, ended_sec = ? WHERE id = ?", problem, nowSec, id);
    }

    /** Removes a workflow with its events. */
    public void forget(long id) throws IOException {
        change("DELETE FROM workflow WHERE id = ?", id);
    }

    // ---- events -----------------------------------------------------------------------------------------------------

    /** Returns the events of a workflow, in order. */
    public List<RunEvent> events(long id) throws IOException {
        return database.rows(
                "SELECT json FROM event WHERE workflow = ? ORDER BY number",
                row -> EngineJson.read(row.getString(1), RunEvent.class),
                id);
    }

    /** Lets a run apply events, and keeps them with the rows that follow from them: all, or none. */
    public void append(long id, List<RunEvent> events, WorkflowRun run, long nowSec) throws IOException {
        var unused = database.changed(() -> {
            RunTables tables = new RunTables(database.connection(), id);
            for (RunEvent event : events) {
                database.update(
                        "INSERT INTO event SELECT ?, 1 + coalesce(max(number), 0), ?, ? FROM event WHERE workflow = ?",
                        id,
                        nowSec,
                        EngineJson.write(event),
                        id);
                run.apply(event);
                tables.write(event, run, nowSec);
            }
            return id;
        });
    }

    /** Makes the rows of a workflow again from its events, with a run to which none was applied yet. O(events). */
    public void rebuild(long id, WorkflowRun run) throws IOException {
        List<RunEvent> events = events(id);
        var unused = database.changed(() -> {
            RunTables tables = new RunTables(database.connection(), id);
            tables.clear();
            tables.begin(run.workflow());
            for (RunEvent event : events) {
                run.apply(event);
                tables.write(event, run, 0);
            }
            return id;
        });
    }

    // ---- requests ---------------------------------------------------------------------------------------------------

    /** Asks the engine to cancel a run. */
    public void askCancel(long id, boolean afterRunning) throws IOException {
        change("INSERT INTO request (workflow, after_running) VALUES (?, ?)", id, afterRunning ? 1L : 0L);
    }

    /** Returns the requests that were not handled yet, in order. */
    public List<CancelRequest> requests() throws IOException {
        return database.rows(
                "SELECT number, workflow, after_running FROM request ORDER BY number",
                row -> new CancelRequest(row.getLong(1), row.getLong(2), row.getInt(3) == 1));
    }

    /** Removes a request that was handled. */
    public void handled(CancelRequest request) throws IOException {
        change("DELETE FROM request WHERE number = ?", request.number());
    }

    /** Writes which process is the engine. */
    public void engine(long pid, String host, long nowSec) throws IOException {
        change("INSERT OR REPLACE INTO engine VALUES (1, ?, ?, ?)", pid, host, nowSec);
    }

    private void change(String sql, Object... parameters) throws IOException {
        var unused = database.changed(() -> {
            database.update(sql, parameters);
            return sql;
        });
    }

    @Override
    public void close() throws IOException {
        database.close();
    }
}
