package io.banyan.engine.store;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** The tables of the store. Version n is the result of the first n migrations. */
final class WorkflowSchema {
    private static final List<String> MIGRATIONS = List.of("""
            CREATE TABLE workflow (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                name TEXT NOT NULL,
                file TEXT NOT NULL,
                submitted_sec INTEGER NOT NULL,
                submission TEXT NOT NULL,
                phase TEXT NOT NULL,
                problem TEXT NOT NULL,
                ended_sec INTEGER,
                outputs TEXT
            ) STRICT;
            CREATE TABLE event (
                workflow INTEGER NOT NULL REFERENCES workflow (id) ON DELETE CASCADE,
                number INTEGER NOT NULL,
                sec INTEGER NOT NULL,
                json TEXT NOT NULL,
                PRIMARY KEY (workflow, number)
            ) STRICT;
            CREATE TABLE step (
                workflow INTEGER NOT NULL REFERENCES workflow (id) ON DELETE CASCADE,
                name TEXT NOT NULL,
                position INTEGER NOT NULL,
                planned_tasks INTEGER NOT NULL,
                PRIMARY KEY (workflow, name)
            ) STRICT;
            CREATE TABLE edge (
                workflow INTEGER NOT NULL REFERENCES workflow (id) ON DELETE CASCADE,
                earlier TEXT NOT NULL,
                later TEXT NOT NULL,
                PRIMARY KEY (workflow, earlier, later)
            ) STRICT;
            CREATE TABLE plan (
                workflow INTEGER NOT NULL REFERENCES workflow (id) ON DELETE CASCADE,
                number INTEGER NOT NULL,
                start_sec INTEGER NOT NULL,
                end_sec INTEGER NOT NULL,
                horizon_sec INTEGER NOT NULL,
                slot_sec INTEGER NOT NULL,
                core_hours REAL NOT NULL,
                solver TEXT NOT NULL,
                proved INTEGER NOT NULL,
                PRIMARY KEY (workflow, number)
            ) STRICT;
            CREATE TABLE block (
                workflow INTEGER NOT NULL REFERENCES workflow (id) ON DELETE CASCADE,
                plan INTEGER NOT NULL,
                name TEXT NOT NULL,
                steps TEXT NOT NULL,
                start_sec INTEGER NOT NULL,
                end_sec INTEGER NOT NULL,
                nodes TEXT NOT NULL,
                resources TEXT NOT NULL,
                reservation TEXT NOT NULL,
                PRIMARY KEY (workflow, plan, name)
            ) STRICT;
            CREATE TABLE reservation (
                workflow INTEGER NOT NULL REFERENCES workflow (id) ON DELETE CASCADE,
                name TEXT NOT NULL,
                start_sec INTEGER NOT NULL,
                end_sec INTEGER NOT NULL,
                state TEXT NOT NULL,
                PRIMARY KEY (workflow, name)
            ) STRICT;
            CREATE TABLE task (
                workflow INTEGER NOT NULL REFERENCES workflow (id) ON DELETE CASCADE,
                name TEXT NOT NULL,
                step TEXT NOT NULL,
                attempt INTEGER NOT NULL,
                state TEXT NOT NULL,
                job TEXT NOT NULL,
                reservation TEXT NOT NULL,
                start_sec INTEGER NOT NULL,
                end_sec INTEGER NOT NULL,
                nodes TEXT NOT NULL,
                exit_code INTEGER NOT NULL,
                detail TEXT NOT NULL,
                PRIMARY KEY (workflow, name)
            ) STRICT;
            CREATE TABLE request (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                workflow INTEGER NOT NULL REFERENCES workflow (id) ON DELETE CASCADE,
                after_running INTEGER NOT NULL
            ) STRICT;
            CREATE TABLE engine (
                "only" INTEGER PRIMARY KEY CHECK ("only" = 1),
                pid INTEGER NOT NULL,
                host TEXT NOT NULL,
                since_sec INTEGER NOT NULL
            ) STRICT;
            CREATE VIEW workflow_overview AS
                SELECT w.id, w.name, w.phase, w.submitted_sec, w.ended_sec, w.problem,
                    (SELECT p.start_sec FROM plan p WHERE p.workflow = w.id ORDER BY p.number DESC LIMIT 1)
                        AS planned_start_sec,
                    (SELECT p.end_sec FROM plan p WHERE p.workflow = w.id ORDER BY p.number DESC LIMIT 1)
                        AS planned_end_sec,
                    (SELECT count(*) FROM task t WHERE t.workflow = w.id AND t.state = 'succeeded') AS tasks_succeeded,
                    (SELECT count(*) FROM task t WHERE t.workflow = w.id AND t.state = 'running') AS tasks_running,
                    (SELECT count(*) FROM task t WHERE t.workflow = w.id AND t.state = 'failed') AS tasks_failed,
                    (SELECT sum(s.planned_tasks) FROM step s WHERE s.workflow = w.id) AS tasks_planned
                FROM workflow w;
            """, """
            CREATE TABLE revision (
                workflow INTEGER NOT NULL REFERENCES workflow (id) ON DELETE CASCADE,
                plan INTEGER NOT NULL,
                sec INTEGER NOT NULL,
                reason TEXT NOT NULL,
                moved INTEGER NOT NULL,
                blocks INTEGER NOT NULL,
                PRIMARY KEY (workflow, plan)
            ) STRICT;
            """);

    private WorkflowSchema() {}

    /**
     * Brings the tables to this version.
     *
     * @throws IOException if a later version of Banyan made them
     */
    static void prepare(Connection connection) throws SQLException, IOException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA journal_mode = DELETE");
            statement.execute("PRAGMA synchronous = FULL");
            statement.execute("PRAGMA foreign_keys = ON");
            statement.execute("PRAGMA busy_timeout = 10000");
            if (version(statement) == MIGRATIONS.size()) {
                return;
            }
            statement.execute("BEGIN IMMEDIATE");
            int version = version(statement);
            if (version > MIGRATIONS.size()) {
                statement.execute("ROLLBACK");
                throw new IOException("the store of workflows has version " + version
                        + ", and this version of Banyan reads up to " + MIGRATIONS.size());
            }
            for (String migration : MIGRATIONS.subList(version, MIGRATIONS.size())) {
                for (String one : migration.split(";", -1)) {
                    if (!one.isBlank()) {
                        statement.execute(one);
                    }
                }
            }
            statement.execute("PRAGMA user_version = " + MIGRATIONS.size());
            statement.execute("COMMIT");
        }
    }

    private static int version(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery("PRAGMA user_version")) {
            return row.getInt(1);
        }
    }
}
