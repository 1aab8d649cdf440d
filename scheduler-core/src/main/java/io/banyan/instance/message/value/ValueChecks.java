package io.banyan.instance.message.value;

import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphVertex;
import io.banyan.resource.ChosenNames;
import java.util.List;

/** The rules that the values of this package share. */
public final class ValueChecks {
    /** The maximum length of a name or an id; an instance makes ids from request ids and paths. */
    public static final int MAX_ID_LENGTH = ChosenNames.MAX_LENGTH;

    /** The maximum length of an id that a client chooses. */
    static final int MAX_REQUEST_ID_LENGTH = 100;

    public static final int MAX_TEXT_LENGTH = 1 << 20;

    /** Stands in the ids that instances make of request ids and paths, and in no other. */
    public static final char MADE_HERE = '!';

    private ValueChecks() {}

    /** An id: 1 to {@link #MAX_ID_LENGTH} printable characters. */
    public static String id(String value, String what) {
        return ChosenNames.requireText(value, MAX_ID_LENGTH, what);
    }

    /** Whether this is an id. */
    public static boolean isId(String value) {
        try {
            id(value, "an id");
            return true;
        } catch (IllegalArgumentException notOne) {
            return false;
        }
    }

    /**
     * An id that a client chooses: 1 to {@link #MAX_REQUEST_ID_LENGTH} printable characters, and none that an instance
     * gives by itself: those are {@link Parcel#SPAWN}, and all that contain {@code '!'}.
     */
    public static String requestId(String value, String what) {
        if (value.indexOf(MADE_HERE) >= 0 || value.equals(Parcel.SPAWN)) {
            throw new IllegalArgumentException(what + " must not be '" + Parcel.SPAWN + "' or contain '" + MADE_HERE
                    + "', found '" + shown(value) + "'");
        }
        return ChosenNames.requireText(value, MAX_REQUEST_ID_LENGTH, what);
    }

    /** A subgraph that is granted: instances know its vertices by their containment paths. */
    public static Subgraph granted(Subgraph subgraph) {
        for (SubgraphVertex vertex : subgraph.vertices()) {
            if (vertex.path().isEmpty()) {
                throw new IllegalArgumentException(
                        "granted resources must have a containment path, but " + vertex.label() + " has none");
            }
        }
        return subgraph;
    }

    /** A name that can be part of a path or of a line: as an id, and without {@code '/'}. */
    public static String name(String value, String what) {
        return ChosenNames.requireName(value, what);
    }

    public static String text(String value, String what) {
        if (value.isBlank() || value.length() > MAX_TEXT_LENGTH) {
            throw new IllegalArgumentException(what + " must not be blank or longer than " + MAX_TEXT_LENGTH
                    + " characters, found '" + shown(value) + "'");
        }
        return value;
    }

    /** Returns a sentence composed from texts of others: not blank, and cut if it is too long. */
    public static String message(String value) {
        return text(value.length() <= MAX_TEXT_LENGTH ? value : value.substring(0, MAX_TEXT_LENGTH), "a message");
    }

    public static List<String> paths(List<String> paths) {
        for (String path : paths) {
            path(path);
        }
        return List.copyOf(paths);
    }

    public static String path(String path) {
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException("a path must begin with '/', found '" + shown(path) + "'");
        }
        return path;
    }

    public static long notNegative(long value, String what) {
        if (value < 0) {
            throw new IllegalArgumentException(what + " must not be negative, found " + value);
        }
        return value;
    }

    public static long positive(long value, String what) {
        if (value <= 0) {
            throw new IllegalArgumentException(what + " must be more than 0, found " + value);
        }
        return value;
    }

    /** Returns the message of an exception. */
    public static String sentenceOf(Exception e) {
        String message = e.getMessage();
        return message == null ? e.getClass().getSimpleName() : message;
    }

    public static String shown(String value) {
        return ChosenNames.shown(value);
    }
}
