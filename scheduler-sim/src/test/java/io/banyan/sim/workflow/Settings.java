package io.banyan.sim.workflow;

import io.banyan.workflow.reduce.WorkflowReduction;
import io.banyan.workflow.run.RunSettings;

/** The settings of plans in tests. */
final class Settings {
    static final RunSettings PLANNING =
            new RunSettings(600_000, 64, WorkflowReduction.ruleNames(), 0, "", "compact", false, "heuristic", 1, 0, "");

    private Settings() {}
}
