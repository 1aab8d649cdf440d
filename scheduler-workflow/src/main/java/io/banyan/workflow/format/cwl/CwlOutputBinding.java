package io.banyan.workflow.format.cwl;

import java.util.List;
import java.util.Optional;

/**
 * The way to find the value of an output.
 *
 * @param glob patterns or expressions for the files
 * @param outputEval the expression for the value; the files themselves if empty
 */
public record CwlOutputBinding(List<String> glob, Optional<String> outputEval) {
    /** Copies the list. */
    public CwlOutputBinding {
        glob = List.copyOf(glob);
    }
}
