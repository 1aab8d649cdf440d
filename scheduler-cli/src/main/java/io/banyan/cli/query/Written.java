package io.banyan.cli.query;

import io.banyan.graph.Selection;
import io.banyan.graph.io.MatchFormat;
import io.banyan.graph.io.ResourceWriter;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Writes resources as a session of resource-query does: once a shorthand has left something out, it marks every later
 * output as shorthand, and what {@code find} shows is never shortened.
 */
final class Written {

    private static final String MARK = ", \"writer\": \"fluxion:jgf_shorthand\"}";

    private boolean shortened;

    /** Resources that were matched. */
    String matched(Session session, Selection selection, long startSec, long endSec, Optional<String> queue) {
        String text = ResourceWriter.write(session.format(), session.graph(), selection, startSec, endSec, queue);
        shortened |= text.contains(MARK);
        return marked(session.format(), text);
    }

    /** Resources that were found, with what is to be said of their filters. */
    String found(Session session, Selection selection, IntFunction<Map<String, String>> filters) {
        MatchFormat format = switch (session.format()) {
            case JGF_SHORTHAND -> MatchFormat.JGF;
            case RV1_SHORTHAND -> MatchFormat.RV1;
            case SIMPLE, PRETTY_SIMPLE, RLITE, RV1, RV1_NOSCHED, JGF, DOT, GRAPHML -> session.format();
        };
        return marked(
                session.format(),
                ResourceWriter.write(format, session.graph(), selection, 0, 0, Optional.empty(), filters));
    }

    private String marked(MatchFormat format, String text) {
        boolean shorthand = format == MatchFormat.JGF_SHORTHAND && !text.isEmpty();
        return shorthand && shortened && !text.contains(MARK) ? text.substring(0, text.length() - 1) + MARK : text;
    }
}
