package io.banyan.cli.workflow;

import io.banyan.cli.call.Asked;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.Terminal;
import io.banyan.document.DocumentException;
import io.banyan.engine.store.WorkflowStore;
import io.banyan.engine.store.WorkflowSubmission;
import io.banyan.workflow.batch.BatchLook;
import io.banyan.workflow.draft.ProblemDraft;
import io.banyan.workflow.engine.LocalFileView;
import io.banyan.workflow.model.Workflow;
import io.banyan.workflow.plan.Formulation;
import io.banyan.workflow.reduce.WorkflowReduction;
import io.banyan.workflow.run.RunSettings;
import io.banyan.workflow.run.RunSource;
import java.io.IOException;
import java.time.Instant;
import java.util.function.Function;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of commands that book a workflow, with the question before it. */
final class SubmissionOptions {
    private final Terminal terminal;

    @Mixin
    private final WorkflowArgument workflow = new WorkflowArgument();

    @Mixin
    private final PlanningOptions planning = new PlanningOptions();

    @Mixin
    private final BatchOption batch = new BatchOption();

    @Mixin
    private final WorkflowDirectory directory = new WorkflowDirectory();

    @Mixin
    private final PrecedenceOptions precedence = new PrecedenceOptions();

    @Option(names = "--yes", description = "Book the plan without a question.")
    private boolean yes;

    @Option(
            names = {"-A", "--account"},
            paramLabel = "ACCOUNT",
            description = "Account to charge for the jobs.")
    private String account = "";

    SubmissionOptions(Terminal terminal) {
        this.terminal = terminal;
    }

    /** A workflow that is ready to be submitted. */
    record Draft(RunSource source, Workflow model, RunSettings settings) {}

    /** Returns the name of the scheduler, as {@code --batch} names it. */
    String batch() {
        return batch.name();
    }

    /** Returns the place among the workflows that wait. */
    WorkflowSubmission.Precedence precedence() {
        return precedence.precedence();
    }

    /** Returns the store. */
    WorkflowStore open(Asked asked) {
        return directory.open(asked.target());
    }

    /**
     * Returns the workflow.
     *
     * @param isForeign whether another engine starts its tasks, so that steps need no command
     * @throws CommandFailure if an option or a file is wrong, or no question can be asked
     */
    Draft draft(int retries, boolean isForeign) throws IOException {
        precedence.requireValid();
        RunSettings settings = planning.settings(retries, account);
        RunSource source = workflow.source();
        RunSource.Loaded loaded = workflow.loaded(source, new LocalFileView());
        if (!isForeign) {
            try {
                loaded.requireExecutable(source.file());
            } catch (DocumentException e) {
                throw CommandFailure.no(String.valueOf(e.getMessage()));
            }
        }
        if (!yes && !terminal.isInteractive()) {
            throw CommandFailure.wrongUse(
                    "--yes is required if the command cannot ask, because standard input is no terminal");
        }
        return new Draft(source, loaded.workflow(), settings);
    }

    /**
     * Shows the plan, asks, and adds the workflow to the store; the engine books it. Returns its number.
     *
     * @param identity the submission on the scheduler that its argument names
     * @throws CommandFailure if there is no plan, or the user says no
     */
    long submit(WorkflowStore store, Draft draft, Asked asked, Function<String, WorkflowSubmission> identity)
            throws IOException {
        showPlan(draft, asked);
        if (!yes && !terminal.isConfirmed("Book this plan?")) {
            throw CommandFailure.no("nothing was booked");
        }
        WorkflowSubmission submission = identity.apply(ServedBatch.identity(batch.name(), asked.target()));
        long id = store.add(submission, draft.model(), Instant.now().getEpochSecond());
        EngineProcess.ensure(store.directory(), asked.target(), batch.name());
        return id;
    }

    private void showPlan(Draft draft, Asked asked) {
        RunSettings settings = draft.settings();
        WorkflowReduction reduced = ReductionOptions.reduced(draft.model(), settings.reduction(), workflow.name());
        if (reduced.reduced().size() == 0) {
            asked.tell(workflow.name() + ": no step needs resources, so that nothing is reserved");
            return;
        }
        BatchLook look = MachineOptions.now(batch.name(), settings.slotSeconds(), ProblemDraft.types(reduced), asked);
        PlanView view = PlannedRun.of(draft.model(), settings, Formulation.NODES, look, workflow)
                .view(true);
        if (!asked.isData()) {
            terminal.err().print(view.text());
            terminal.err().flush();
        }
    }
}
