package io.banyan.cli.workflow;

import io.banyan.cli.call.Asked;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.engine.store.StoredBlock;
import io.banyan.engine.store.StoredStep;
import io.banyan.engine.store.StoredWorkflow;
import io.banyan.engine.store.WorkflowStore;
import io.banyan.workflow.run.RunPhase;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code banyan workflow reservation}: the reservation into which the jobs of a step are submitted. */
@Command(
        name = "reservation",
        description = "Print the reservation of a step, into which another workflow engine submits its jobs.",
        mixinStandardHelpOptions = true,
        footer = {"", "Exit status: 0 the reservation is booked, or the step needs none; 1 not, 2 incorrect usage."})
final class WorkflowReservationCommand implements Callable<Integer> {
    private static final long PAUSE_MILLIS = 200;

    @Mixin
    private final Asked asked;

    @Mixin
    private final WorkflowDirectory directory = new WorkflowDirectory();

    @Parameters(index = "0", paramLabel = "ID", description = "Number of the workflow.")
    private long id;

    @Parameters(index = "1", paramLabel = "STEP", description = "Name of a step, as 'workflow status ID' prints it.")
    private String step = "";

    @Option(
            names = {"-W", "--wait"},
            description = "Wait until the reservation is booked.")
    private boolean wait;

    /**
     * The reservation of a step. Times are in seconds since the epoch.
     *
     * @param reservation the name; empty for a step that needs no resources
     * @param nodes the nodes of its block
     */
    record StepReservation(String step, String reservation, long startSec, long endSec, List<String> nodes) {
        /** Copies the list. */
        StepReservation {
            nodes = List.copyOf(nodes);
        }
    }

    WorkflowReservationCommand(Terminal terminal) {
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        try (WorkflowStore store = directory.required(asked.target())) {
            StoredWorkflow workflow = WorkflowDirectory.required(store, id);
            requireStep(store);
            while (wait && isUnbooked(workflow)) {
                Thread.sleep(PAUSE_MILLIS);
                workflow = WorkflowDirectory.required(store, id);
            }
            if (workflow.phase() != RunPhase.RUNNING) {
                throw CommandFailure.no("workflow " + id + " has no reservations: its state is " + workflow.phase()
                        + (isUnbooked(workflow) ? "\nMaybe: --wait waits until they are booked." : ""));
            }
            asked.print(reservation(store), StepReservation::reservation);
        }
        return ExitStatus.DONE;
    }

    private static boolean isUnbooked(StoredWorkflow workflow) {
        return workflow.phase() == RunPhase.PLANNING || workflow.phase() == RunPhase.BOOKING;
    }

    private void requireStep(WorkflowStore store) throws IOException {
        List<String> names = store.steps(id).stream().map(StoredStep::name).toList();
        if (!names.contains(step)) {
            throw CommandFailure.no("workflow " + id + " has no step '" + step + "'\nMaybe: "
                    + String.join(", ", names.subList(0, Math.min(names.size(), 10))));
        }
    }

    private StepReservation reservation(WorkflowStore store) throws IOException {
        Optional<StoredBlock> block = store.blocks(id).stream()
                .filter(one -> one.steps().contains(step))
                .findFirst();
        return block.map(one -> new StepReservation(step, one.reservation(), one.startSec(), one.endSec(), one.nodes()))
                .orElseGet(() -> new StepReservation(step, "", 0, 0, List.of()));
    }
}
