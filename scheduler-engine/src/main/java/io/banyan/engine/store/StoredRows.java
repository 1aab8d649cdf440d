package io.banyan.engine.store;

import io.banyan.workflow.run.RunPhase;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/** The rows of the tables as values. */
final class StoredRows {
    private StoredRows() {}

    static StoredWorkflow workflow(ResultSet row) throws SQLException {
        return new StoredWorkflow(
                row.getLong("id"),
                row.getString("name"),
                row.getString("file"),
                RunPhase.valueOf(row.getString("phase").toUpperCase(Locale.ROOT)),
                row.getString("problem"),
                row.getLong("submitted_sec"),
                time(row, "planned_start_sec"),
                time(row, "planned_end_sec"),
                time(row, "ended_sec"),
                row.getLong("tasks_succeeded"),
                row.getLong("tasks_running"),
                row.getLong("tasks_failed"),
                row.getLong("tasks_planned"));
    }

    private static OptionalLong time(ResultSet row, String column) throws SQLException {
        long sec = row.getLong(column);
        return row.wasNull() ? OptionalLong.empty() : OptionalLong.of(sec);
    }

    static StoredStep step(ResultSet row) throws SQLException {
        return new StoredStep(row.getString("name"), row.getInt("planned_tasks"));
    }

    static StoredTask task(ResultSet row) throws SQLException {
        return new StoredTask(
                row.getString("name"),
                row.getString("step"),
                row.getInt("attempt"),
                row.getString("state"),
                row.getString("job"),
                row.getString("reservation"),
                row.getLong("start_sec"),
                row.getLong("end_sec"),
                row.getString("nodes"),
                row.getInt("exit_code"),
                row.getString("detail"));
    }

    static StoredBlock block(ResultSet row) throws SQLException {
        return new StoredBlock(
                row.getString("name"),
                List.of(row.getString("steps").split(" ", -1)),
                row.getLong("start_sec"),
                row.getLong("end_sec"),
                List.of(row.getString("nodes").split(" ", -1)),
                row.getString("reservation"));
    }

    static StoredRevision revision(ResultSet row) throws SQLException {
        return new StoredRevision(
                row.getLong("sec"),
                row.getString("reason"),
                row.getInt("moved"),
                row.getInt("blocks"),
                row.getLong("late_sec"));
    }
}
