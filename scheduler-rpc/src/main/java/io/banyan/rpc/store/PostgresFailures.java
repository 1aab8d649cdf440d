package io.banyan.rpc.store;

import java.io.IOException;
import java.sql.SQLException;

/**
 * Failures of a PostgreSQL server, or of the connection to it, as sentences. The codes are those of SQLSTATE.
 *
 * @param url of the journal
 */
record PostgresFailures(PostgresUrl url) {
    private static final int CLASS = 2;

    IOException of(SQLException first) {
        // For a batch of rows, the cause follows the exception that names the row.
        SQLException next = first.getNextException();
        SQLException failure = next == null ? first : next;
        String sentence = "The journal " + url + " " + why(failure) + maybe(failure);
        String state = String.valueOf(failure.getSQLState());
        boolean isPassing = isLost(state) || state.equals("53300") || state.equals("57014") || state.equals("55P03");
        return isPassing && !isAboutPassword(failure)
                ? new UnreachableException(sentence, failure)
                : new IOException(sentence, failure);
    }

    private String why(SQLException failure) {
        String state = String.valueOf(failure.getSQLState());
        return switch (state) {
            case "08001", "08004" ->
                isAboutPassword(failure) ? wrongPassword() : "cannot be reached: " + text(failure) + ".";
            case "28P01", "28000" -> wrongPassword();
            case "3D000" -> "does not exist: the server has no database '" + url.database() + "'.";
            case "42501", "3F000" -> "cannot be used: the database user lacks a permission (" + text(failure) + ").";
            case "25006" -> "cannot be written: the server is a read-only replica.";
            case "53100" -> "cannot be written: the server's disk is full.";
            case "53300" -> "cannot be reached: the server has reached its connection limit.";
            case "57P03" -> "cannot be reached: the server is starting or stopping.";
            case "57014" -> "cannot be used: the server took too long.";
            case "55P03" -> "cannot be used: another process keeps it locked.";
            case "23505" -> "was written by another process at the same time.";
            case "XX001", "XX002" -> "is damaged: the internal structure of the database is inconsistent.";
            default -> isLost(state) ? "was lost: " + text(failure) + "." : "does not work: " + text(failure) + ".";
        };
    }

    private String wrongPassword() {
        return "cannot be opened: the server rejects "
                + url.user().map(name -> "the user '" + name + "'").orElse("this user") + " with this password.";
    }

    private static boolean isAboutPassword(SQLException failure) {
        return String.valueOf(failure.getMessage()).contains("password");
    }

    /** Whether the connection is gone, for whatever reason. */
    private static boolean isLost(String state) {
        return state.startsWith("08")
                || state.startsWith("57P")
                || state.equals("25P03")
                || (state.length() > CLASS && state.startsWith("58"));
    }

    private String maybe(SQLException failure) {
        String state = String.valueOf(failure.getSQLState());
        return switch (state) {
            case "28P01", "28000" ->
                "\nMaybe: ~/.pgpass or the file of --journal-password-file contains another password.";
            case "08001", "08004" ->
                isAboutPassword(failure)
                        ? "\nMaybe: ~/.pgpass or the file of --journal-password-file contains another password."
                        : "";
            case "3D000" -> "\nMaybe: createdb " + url.database();
            case "42501" -> "\nMaybe: GRANT CREATE ON DATABASE " + url.database() + " TO ...";
            default -> "";
        };
    }

    /** Returns the first line of the message of the server or the driver, without its full stop. */
    private static String text(SQLException failure) {
        String message =
                String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
        String bare = message.replaceFirst("^(FATAL|ERROR|PANIC): ", "");
        return bare.endsWith(".") ? bare.substring(0, bare.length() - 1) : bare;
    }
}
