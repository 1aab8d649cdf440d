package io.banyan.engine.store;

import io.banyan.workflow.run.RunPhase;
import java.util.OptionalLong;

/**
 * One line of the table of workflows. Times are in seconds since 1970.
 *
 * @param id the number of the workflow
 * @param file the file that it was read from
 * @param problem why it failed, or waits for another plan; may be empty
 * @param plannedStartSec the start of the last plan; empty before the first
 * @param plannedEndSec the end of the last plan
 * @param endedSec the end of the run; empty while it is not over
 * @param tasksPlanned the number of tasks of the plan
 */
public record StoredWorkflow(
        long id,
        String name,
        String file,
        RunPhase phase,
        String problem,
        long submittedSec,
        OptionalLong plannedStartSec,
        OptionalLong plannedEndSec,
        OptionalLong endedSec,
        long tasksSucceeded,
        long tasksRunning,
        long tasksFailed,
        long tasksPlanned) {}
