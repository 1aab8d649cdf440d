package io.banyan.graph.io;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** A format that graphs are read from. */
public enum GraphFormat {
    /** A generation recipe in GraphML. */
    GRUG,
    /** The JSON graph format (RFC 4). */
    JGF,
    /**
     * The JSON graph format in shorthand; an exclusive vertex stands for all below it, which means nothing to a graph
     * that is loaded.
     */
    JGF_SHORTHAND,
    /** Topologies of nodes, as hwloc's XML: a file is one node, a folder all of a cluster. */
    HWLOC,
    /**
     * The execution part of R of version 1 (RFC 20). Without a named format, this is an R without the key {@code
     * scheduling}.
     */
    RV1EXEC,
    /** The execution part of R of version 1, by the name that Fluxion has for R with more under {@code scheduling}. */
    RV1EXEC_FORCE;

    /** The names that {@link #parse} takes, for messages. */
    public static final String NAMES = "grug, jgf, jgf_shorthand, hwloc, rv1exec or rv1exec_force";

    /**
     * The format of this name, such as {@code grug}.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static GraphFormat parse(String name) {
        return Arrays.stream(values())
                .filter(format -> format.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "There is no graph format '" + name + "'; expected " + NAMES + "."));
    }

    /**
     * The format of a text that begins so, by its first character and its first keys; nothing if it is none of them.
     */
    public static Optional<GraphFormat> detect(String beginning) {
        String text = beginning.startsWith("\uFEFF") ? beginning.substring(1) : beginning;
        return switch (text.isBlank() ? ' ' : text.stripLeading().charAt(0)) {
            case '<' -> Optional.of(text.contains("<topology") ? HWLOC : GRUG);
            case '{' -> Optional.of(text.contains("\"R_lite\"") ? RV1EXEC : JGF);
            default -> Optional.empty();
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
