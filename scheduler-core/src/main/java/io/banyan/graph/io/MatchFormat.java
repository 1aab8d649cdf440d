package io.banyan.graph.io;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How the resources of a match are written, by Fluxion's names where it has them. */
public enum MatchFormat {
    /** One line a vertex, children before parents. */
    SIMPLE,
    /** One line a vertex, parents before children. */
    PRETTY_SIMPLE,
    /** Cores and GPUs by rank. */
    RLITE,
    /** R version 1 (RFC 20) without the scheduling key. */
    RV1_NOSCHED,
    /** R version 1 with JGF as its scheduling key. */
    RV1,
    /** The format {@link #RV1} with {@link #JGF_SHORTHAND}. */
    RV1_SHORTHAND,
    /** JSON Graph Format (RFC 4). */
    JGF,
    /** JGF without the descendants of an exclusive vertex. */
    JGF_SHORTHAND,
    /** The language of Graphviz. */
    DOT,
    /** GraphML, for yEd, Gephi or NetworkX. */
    GRAPHML;

    /**
     * The format of this name, such as {@code rv1_nosched}.
     *
     * @throws IllegalArgumentException which lists the names, where there is none such
     */
    public static MatchFormat parse(String name) {
        for (MatchFormat format : values()) {
            if (format.toString().equals(name)) {
                return format;
            }
        }
        String known = Stream.of(values()).map(MatchFormat::toString).collect(Collectors.joining(", "));
        throw new IllegalArgumentException("unknown match format '" + name + "', expected one of " + known);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
