package io.banyan.workflow.format.cwl;

import java.util.List;
import java.util.Optional;

/**
 * The sources of a value, and how they become one value.
 *
 * @param sources the sources in order
 * @param list whether the value is a list of those of the sources: of several, or of one with a stated merge
 * @param merge how the values of several sources become a list
 * @param pick which values of the list count; empty for all
 */
public record CwlLink(List<Origin> sources, boolean list, Merge merge, Optional<Pick> pick) {
    /** The way to make a list of several values. */
    public enum Merge {
        MERGE_NESTED,
        MERGE_FLATTENED
    }

    /** The choice among several values. */
    public enum Pick {
        FIRST_NON_NULL,
        THE_ONLY_NON_NULL,
        ALL_NON_NULL
    }

    /**
     * An input of the workflow, or an output of a step.
     *
     * @param step the step; empty for an input of the workflow
     * @param parameter the input or output
     */
    public record Origin(Optional<String> step, String parameter) {
        @Override
        public String toString() {
            return step.map(name -> name + "/" + parameter).orElse(parameter);
        }
    }

    /** Copies the list. */
    public CwlLink {
        sources = List.copyOf(sources);
    }
}
