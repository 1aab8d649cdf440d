package io.banyan.workflow.run;

import io.banyan.workflow.model.StepId;
import io.banyan.workflow.model.Workflow;
import io.banyan.workflow.reduce.BlockPart;
import io.banyan.workflow.reduce.ReductionSettings;
import io.banyan.workflow.reduce.WorkflowReduction;
import java.util.HashMap;
import java.util.Map;

/** The planned run time of one task of each step. */
final class StepSeconds {
    private static final long MILLIS = 1_000;

    private StepSeconds() {}

    /** Returns the times in seconds, rounded up. O(steps). */
    static Map<StepId, Long> of(Workflow workflow, ReductionSettings settings) {
        Map<StepId, Long> seconds = new HashMap<>();
        WorkflowReduction.of(workflow, settings).original().blocks().forEach(block -> {
            if (block.part() instanceof BlockPart.Tasks tasks) {
                seconds.put(tasks.step(), Math.ceilDiv(tasks.millis(), MILLIS));
            }
        });
        return seconds;
    }
}
