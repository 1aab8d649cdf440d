package io.banyan.instance;

import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphVertex;
import io.banyan.resource.PrintableText;
import java.util.List;
import java.util.Optional;

/** The rules that the values of this package share. */
final class Checks {
    /** Of a name or an id; an instance makes ids from request ids and paths. */
    static final int MAX_ID_LENGTH = 1000;

    /** Of an id that a client chooses. */
    static final int MAX_REQUEST_ID_LENGTH = 100;

    static final int MAX_TEXT_LENGTH = 1 << 20;

    /** Stands in the ids that instances make of request ids and paths, and in no other. */
    static final char MADE_HERE = '!';

    private Checks() {}

    /** An id: 1 to {@link #MAX_ID_LENGTH} printable characters. */
    static String id(String value, String what) {
        return printable(value, MAX_ID_LENGTH, what);
    }

    /** Whether this is an id. */
    static boolean isId(String value) {
        try {
            id(value, "an id");
            return true;
        } catch (IllegalArgumentException notOne) {
            return false;
        }
    }

    /**
     * An id that a client chooses: 1 to {@link #MAX_REQUEST_ID_LENGTH} printable characters, and none that an instance gives
     * by itself: those are {@link Parcel#SPAWN}, and all that contain {@code '!'}.
     */
    static String requestId(String value, String what) {
        if (value.indexOf(MADE_HERE) >= 0 || value.equals(Parcel.SPAWN)) {
            throw new IllegalArgumentException(what + " must not be '" + Parcel.SPAWN + "' or contain '" + MADE_HERE
                    + "', found '" + shown(value) + "'");
        }
        return printable(value, MAX_REQUEST_ID_LENGTH, what);
    }

    /** What is wrong with a short name: 1 to {@link #MAX_REQUEST_ID_LENGTH} printable characters; empty where nothing is. */
    static Optional<String> wrong(String value, String what) {
        try {
            PrintableText.require(what, printable(value, MAX_REQUEST_ID_LENGTH, what));
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(sentenceOf(e));
        }
    }

    /** A subgraph that is granted: instances know its vertices by their containment paths. */
    static Subgraph granted(Subgraph subgraph) {
        for (SubgraphVertex vertex : subgraph.vertices()) {
            if (vertex.path().isEmpty()) {
                throw new IllegalArgumentException(
                        "what is granted has a containment path, but " + vertex.label() + " has none");
            }
        }
        return subgraph;
    }

    private static String printable(String value, int limit, String what) {
        if (value.isBlank() || value.length() > limit || hasControl(value)) {
            throw new IllegalArgumentException(
                    what + " must be 1 to " + limit + " printable characters, found '" + shown(value) + "'");
        }
        return value;
    }

    /** A name that a client chooses now: a {@link #name} in printable characters only. What a journal has is only a name. */
    static String newName(String value, String what) {
        return PrintableText.require(what, name(value, what));
    }

    private static boolean hasControl(String value) {
        for (int i = 0; i < value.length(); i++) {
            if (Character.isISOControl(value.charAt(i))) {
                return true;
            }
        }
        return false;
    }

    /** A name that can be part of a path or of a line: as an id, and without {@code '/'}. */
    static String name(String value, String what) {
        if (value.indexOf('/') >= 0) {
            throw new IllegalArgumentException(what + " must not contain '/', found '" + shown(value) + "'");
        }
        return id(value, what);
    }

    static String text(String value, String what) {
        if (value.isBlank() || value.length() > MAX_TEXT_LENGTH) {
            throw new IllegalArgumentException(what + " must not be blank or longer than " + MAX_TEXT_LENGTH
                    + " characters, found '" + shown(value) + "'");
        }
        return value;
    }

    /** A sentence that was put together of what others said: not blank, and cut where it is too long. */
    static String message(String value) {
        return text(value.length() <= MAX_TEXT_LENGTH ? value : value.substring(0, MAX_TEXT_LENGTH), "a message");
    }

    static List<String> paths(List<String> paths) {
        for (String path : paths) {
            path(path);
        }
        return List.copyOf(paths);
    }

    static String path(String path) {
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException("a path begins with '/', found '" + shown(path) + "'");
        }
        return path;
    }

    static long notNegative(long value, String what) {
        if (value < 0) {
            throw new IllegalArgumentException(what + " must not be negative, found " + value);
        }
        return value;
    }

    static long positive(long value, String what) {
        if (value <= 0) {
            throw new IllegalArgumentException(what + " must be more than 0, found " + value);
        }
        return value;
    }

    /** What an exception says of what was wrong. */
    static String sentenceOf(Exception e) {
        String message = e.getMessage();
        return message == null ? e.getClass().getSimpleName() : message;
    }

    static String shown(String value) {
        int most = 60;
        return value.length() <= most ? value : value.substring(0, most) + "...";
    }
}
