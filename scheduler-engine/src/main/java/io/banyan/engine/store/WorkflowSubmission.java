package io.banyan.engine.store;

import io.banyan.engine.fill.FillerChoice;
import io.banyan.workflow.order.WaitingWorkflow;
import io.banyan.workflow.run.RunSettings;
import io.banyan.workflow.run.RunSource;
import java.util.Collections;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A submitted workflow.
 *
 * @param source the texts
 * @param settings the wishes of the user
 * @param batch the word for the batch scheduler on which it runs, such as {@code banyan}
 * @param directory the working directory of steps with commands, absolute
 * @param environment the variables that are set for each task
 * @param precedence the place among the workflows that wait for a plan
 * @param foreign the engine that starts the tasks; null if this one does
 * @param filler the blocks that run in a filler; those of a submission of an earlier version are the usual ones
 */
public record WorkflowSubmission(
        RunSource source,
        RunSettings settings,
        String batch,
        String directory,
        SortedMap<String, String> environment,
        Precedence precedence,
        @Nullable ForeignEngine foreign,
        FillerChoice filler) {
    /**
     * The place of a workflow among those that wait for a plan.
     *
     * @param priority 0 to {@link WaitingWorkflow#HIGHEST_PRIORITY}
     * @param project the project whose part in what was planned counts; may be empty
     */
    public record Precedence(int priority, String project) {
        /** The precedence of a workflow whose user states none. */
        public static final Precedence USUAL = new Precedence(WaitingWorkflow.USUAL_PRIORITY, "");
    }

    /** Copies the map. */
    public WorkflowSubmission {
        filler = Objects.requireNonNullElse(filler, FillerChoice.AUTO);
        environment = Collections.unmodifiableSortedMap(new TreeMap<>(environment));
    }
}
