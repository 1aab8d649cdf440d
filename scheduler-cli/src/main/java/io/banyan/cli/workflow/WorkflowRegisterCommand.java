package io.banyan.cli.workflow;

import io.banyan.cli.call.Asked;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.engine.fill.FillerChoice;
import io.banyan.engine.store.ForeignEngine;
import io.banyan.engine.store.WorkflowStore;
import io.banyan.engine.store.WorkflowSubmission;
import java.io.IOException;
import java.nio.file.Path;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banyan workflow register}: plans and books a workflow for another workflow engine. */
@Command(
        name = "register",
        description = "Plan a workflow and reserve its resources for another workflow engine, which starts the steps.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "The other engine asks with 'banyan workflow reservation ID STEP' for the reservation of a step, and "
                    + "submits its jobs into it. The reservations are released when the process of --pid ends, "
                    + "when the plan ends, or by 'banyan workflow cancel ID'.",
            "",
            "Exit status: 0 the workflow was registered; 1 not, 2 incorrect usage."
        })
final class WorkflowRegisterCommand implements Callable<Integer> {
    @Mixin
    private final Asked asked;

    @Mixin
    private final SubmissionOptions submission;

    @Option(
            names = "--pid",
            required = true,
            paramLabel = "PID",
            description = "Process of the other engine, on this machine.")
    private long pid;

    WorkflowRegisterCommand(Terminal terminal) {
        this.asked = new Asked(terminal);
        this.submission = new SubmissionOptions(terminal);
    }

    @Override
    public Integer call() throws IOException {
        ForeignEngine engine = ForeignEngine.of(pid)
                .orElseThrow(
                        () -> CommandFailure.no("--pid: there is no process " + pid + " of yours on this machine"));
        SubmissionOptions.Draft draft = submission.draft(0, true);
        try (WorkflowStore store = submission.open(asked)) {
            long id = submission.submit(
                    store,
                    draft,
                    asked,
                    scheduler -> new WorkflowSubmission(
                            draft.source(),
                            draft.settings(),
                            scheduler,
                            Path.of("").toAbsolutePath().toString(),
                            new TreeMap<>(),
                            submission.precedence(),
                            engine,
                            FillerChoice.NEVER));
            asked.print(
                    WorkflowResult.of(WorkflowDirectory.required(store, id), null),
                    it -> "workflow " + it.id() + ": registered; 'banyan workflow reservation " + it.id()
                            + " STEP' prints the reservation of a step");
        }
        return ExitStatus.DONE;
    }
}
