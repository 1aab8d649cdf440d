package io.banyan.cli.workflow;

import com.fasterxml.jackson.databind.JsonNode;
import io.banyan.cli.call.Asked;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.engine.store.StoredTask;
import io.banyan.engine.store.StoredWorkflow;
import io.banyan.engine.store.WorkflowStore;
import io.banyan.workflow.run.RunPhase;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The wait for the end of a workflow, with its progress on standard error. */
final class WorkflowWait {
    private static final long PAUSE_MILLIS = 200;
    private static final int ROUNDS_A_LOOK = 50;
    private static final int MOST_STARTS = 3;

    private final WorkflowStore store;
    private final Asked asked;
    private final String batch;
    private final Map<String, String> told = new HashMap<>();
    private String lastPhase = "";
    private int starts;

    /**
     * A wait for workflows of a store.
     *
     * @param batch the scheduler, as {@code --batch} names it
     */
    WorkflowWait(WorkflowStore store, Asked asked, String batch) {
        this.batch = batch;
        this.store = store;
        this.asked = asked;
    }

    /** Waits, prints the outputs of a document of CWL, and returns the exit status. */
    int await(long id) throws IOException, InterruptedException {
        StoredWorkflow workflow = WorkflowDirectory.required(store, id);
        int rounds = 0;
        while (true) {
            tell(id, workflow);
            if (workflow.phase().isOver()) {
                break;
            }
            Thread.sleep(PAUSE_MILLIS);
            if (++rounds % ROUNDS_A_LOOK == 0) {
                keepEngine();
            }
            workflow = WorkflowDirectory.required(store, id);
        }
        Optional<String> json = store.outputs(id).filter(text -> !text.equals("{}"));
        JsonNode outputs = json.isPresent() ? WorkflowOutputs.of(json.get()) : null;
        asked.print(WorkflowResult.of(workflow, outputs), WorkflowOutputs::text);
        return workflow.phase() == RunPhase.SUCCEEDED ? ExitStatus.DONE : ExitStatus.NO;
    }

    /** Starts another engine if the one in the background has ended. */
    private void keepEngine() throws IOException {
        String identity = ServedBatch.identity(batch, asked.target());
        if (!EngineLock.isTaken(store.directory(), identity)) {
            if (++starts > MOST_STARTS) {
                throw CommandFailure.no(
                        "the engine ends again and again; its messages are in " + EngineProcess.log(store.directory()));
            }
            EngineProcess.ensure(store.directory(), asked.target(), batch);
        }
    }

    private void tell(long id, StoredWorkflow workflow) throws IOException {
        for (StoredTask task : store.tasks(id)) {
            String line = TaskText.progress(task);
            if (!line.equals(told.put(task.name(), line))) {
                asked.tell(line);
            }
        }
        String phase = TaskText.phase(workflow);
        if (!phase.equals(lastPhase)) {
            lastPhase = phase;
            asked.tell(phase);
        }
    }
}
