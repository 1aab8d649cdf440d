package io.banyan.cli.workflow;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.request.Durations;
import io.banyan.workflow.model.Workflow;
import io.banyan.workflow.reduce.ReductionSettings;
import io.banyan.workflow.reduce.WorkflowReduction;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for the reduction of a workflow to blocks. */
final class ReductionOptions {
    @Option(
            names = "--slot",
            paramLabel = "TIME",
            description = "Length of a slot of the plan (default ${DEFAULT-VALUE}).")
    private String slot = "10m";

    @Option(
            names = "--default-time",
            paramLabel = "TIME",
            description = "Run time of steps that state none (default: such steps are refused).")
    private @Nullable String defaultTime;

    @Option(
            names = "--lanes",
            paramLabel = "N",
            description =
                    "Most tasks of one block that run side by side (default ${DEFAULT-VALUE}). A plan uses no more "
                            + "than the machine has room for.")
    private int lanes = ReductionSettings.DEFAULT_LANES;

    @Option(
            names = "--rules",
            split = ",",
            paramLabel = "NAME",
            description = "Rules of the reduction: expressions, transitive, chains, bags (default: all).")
    private @Nullable List<String> rules;

    @Option(
            names = "--platform",
            paramLabel = "NAME",
            description = "Platform whose run times count (default: the slowest of each step).")
    private @Nullable String platform;

    /**
     * Returns the blocks of a workflow.
     *
     * @throws CommandFailure if a step has no time
     */
    static WorkflowReduction reduced(Workflow workflow, ReductionSettings settings, String file) {
        try {
            return WorkflowReduction.of(workflow, settings);
        } catch (IllegalArgumentException e) {
            boolean lacksTime = String.valueOf(e.getMessage()).contains("has no time");
            throw CommandFailure.no(file + ": " + e.getMessage() + (lacksTime ? "\nMaybe: --default-time 30m" : ""));
        }
    }

    /**
     * Returns the settings.
     *
     * @throws CommandFailure if an option is wrong
     */
    ReductionSettings settings() {
        long slotMillis = Durations.of("--slot", slot).toMillis();
        OptionalLong defaultMillis = defaultTime == null
                ? OptionalLong.empty()
                : OptionalLong.of(
                        Math.max(1, Durations.of("--default-time", defaultTime).toMillis()));
        try {
            return new ReductionSettings(
                    slotMillis,
                    lanes,
                    rules == null ? WorkflowReduction.ruleNames() : rules,
                    defaultMillis,
                    Optional.ofNullable(platform));
        } catch (IllegalArgumentException e) {
            throw CommandFailure.wrongUse(String.valueOf(e.getMessage()));
        }
    }
}
