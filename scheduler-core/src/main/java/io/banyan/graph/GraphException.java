package io.banyan.graph;

/**
 * A resource graph, or a part of one, that breaks a rule. The message is one sentence for the person who wrote the
 * input: it names the vertex, the path or the place in the file, and what was expected.
 */
public final class GraphException extends Exception {
    private static final long serialVersionUID = 1L;

    /** An error with nothing beneath it. */
    public GraphException(String message) {
        super(message);
    }

    /** An error that another one brought about. */
    public GraphException(String message, Throwable cause) {
        super(message, cause);
    }
}
