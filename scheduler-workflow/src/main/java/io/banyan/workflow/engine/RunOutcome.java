package io.banyan.workflow.engine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** The end of a run. */
public sealed interface RunOutcome {
    /** All steps ended. */
    record Succeeded(ObjectNode outputs) implements RunOutcome {}

    /**
     * Some task failed, and all those that do not depend on it ended.
     *
     * @param reasons a sentence for each failure, at least one
     */
    record Failed(List<String> reasons) implements RunOutcome {
        /** Copies the list. */
        public Failed {
            reasons = List.copyOf(reasons);
        }
    }
}
