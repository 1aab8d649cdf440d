package io.banyan.rpc.store;

import java.util.ArrayList;
import java.util.List;

/**
 * The tables of a journal, in SQL that all databases support. Version n is the result of the first n migrations.
 *
 * @param migrations the statements that make the tables of each version from those of the one before it, each ended by
 *     a semicolon
 */
record Schema(List<String> migrations) {
    /** The table of the records of decisions; words between braces are replaced for each database. */
    private static final String RECORDS = """
            CREATE TABLE %s (
                number {integer} PRIMARY KEY,
                check_value {integer} NOT NULL,
                bytes {bytes} NOT NULL
            ) {strict};
            """;

    /** That of this version of Banyan. */
    static final Schema CURRENT = new Schema(List.of(RECORDS.formatted("record") + """
                    CREATE TABLE foundation (
                        "only" {integer} PRIMARY KEY CHECK ("only" = 1),
                        start_sec {integer} NOT NULL,
                        end_sec {integer} NOT NULL,
                        format TEXT,
                        allowlist TEXT NOT NULL
                    ) {strict};
                    CREATE TABLE graph_file (
                        name TEXT PRIMARY KEY,
                        compressed {bytes} NOT NULL
                    ) {strict};
                    """, """
                    CREATE TABLE history (
                        number {integer} PRIMARY KEY,
                        ended_sec {integer} NOT NULL,
                        owner TEXT NOT NULL,
                        bytes {bytes} NOT NULL
                    ) {strict};
                    CREATE INDEX history_ended ON history (ended_sec, number);
                    """, """
                    CREATE INDEX history_owner ON history (owner, ended_sec, number);
                    """, """
                    ALTER TABLE history ADD COLUMN check_value {integer};
                    """));

    /**
     * The SQL words of one database.
     *
     * @param integer of 64 bits
     * @param bytes of any length
     * @param strict the clause that makes a table refuse values of other types
     */
    record Words(String integer, String bytes, String strict) {
        /** The single statements of a text. */
        List<String> statements(String text) {
            String own =
                    text.replace("{integer}", integer).replace("{bytes}", bytes).replace("{strict}", strict);
            List<String> statements = new ArrayList<>();
            for (String statement : own.split(";", -1)) {
                if (!statement.isBlank()) {
                    statements.add(statement.strip());
                }
            }
            return statements;
        }
    }

    /** Copies the list. */
    Schema {
        migrations = List.copyOf(migrations);
    }

    /** Another table for records. */
    static String records(String table) {
        return RECORDS.formatted(table);
    }

    int version() {
        return migrations.size();
    }

    /** The message about a journal that a later version wrote. */
    String tooNew(String journal, long version) {
        return "The journal " + journal + " was written by a later version of Banyan: its schema is " + version
                + ", but this version supports up to " + version() + ". Use the later version.";
    }
}
