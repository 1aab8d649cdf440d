package io.banyan.cli.query;

import io.banyan.graph.io.MatchFormat;

/**
 * Prints resources as a session of resource-query does: once a shorthand has left something out, it marks every later
 * output as shorthand, and output of {@code find} is never shortened.
 */
final class Written {

    private static final String MARK = ", \"writer\": \"fluxion:jgf_shorthand\"}";

    private boolean shortened;

    /** Resources that were matched, as they are to be printed. */
    String matched(MatchFormat format, String text) {
        shortened |= text.contains(MARK);
        return marked(format, text);
    }

    /** Returns the format to request for the result. */
    static MatchFormat formatToFind(MatchFormat format) {
        return switch (format) {
            case JGF_SHORTHAND -> MatchFormat.JGF;
            case RV1_SHORTHAND -> MatchFormat.RV1;
            case SIMPLE, PRETTY_SIMPLE, RLITE, RV1, RV1_NOSCHED, JGF, DOT, GRAPHML -> format;
        };
    }

    /** Resources that were found, as they are to be printed. */
    String found(MatchFormat format, String text) {
        return marked(format, text);
    }

    private String marked(MatchFormat format, String text) {
        boolean shorthand = format == MatchFormat.JGF_SHORTHAND && !text.isEmpty();
        return shorthand && shortened && !text.contains(MARK) ? text.substring(0, text.length() - 1) + MARK : text;
    }
}
