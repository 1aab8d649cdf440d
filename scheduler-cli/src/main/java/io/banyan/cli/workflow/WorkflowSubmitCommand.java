package io.banyan.cli.workflow;

import io.banyan.cli.call.Asked;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.engine.fill.FillerChoice;
import io.banyan.engine.store.WorkflowStore;
import io.banyan.engine.store.WorkflowSubmission;
import io.banyan.workflow.run.RunSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banyan workflow submit}: plans a workflow, books the plan, and lets the engine execute it. */
@Command(
        name = "submit",
        description = "Plan a workflow, reserve its resources, and run its steps at the planned times.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "The command shows the plan and asks before it books. A reservation is booked only if no job "
                    + "starts later because of it. If the schedule has changed meanwhile, another plan is made.",
            "",
            "A process in the background, the engine, runs the workflow; 'banyan workflow serve' starts it again "
                    + "after a restart of the machine. It keeps the texts of the workflow: later changes of the "
                    + "files do not matter.",
            "",
            "Exit status: 0 the workflow was submitted, or with --wait succeeded; 1 not, 2 incorrect usage."
        })
final class WorkflowSubmitCommand implements Callable<Integer> {
    private static final int MOST_RETRIES = 100;
    private static final int ALL = 100;
    private static final List<String> KEPT_VARIABLES = List.of("PATH", "HOME", "USER", "LANG");

    @Mixin
    private final Asked asked;

    @Mixin
    private final SubmissionOptions submission;

    @Option(
            names = {"-W", "--wait"},
            description = "Wait for the end of the workflow, and print its progress.")
    private boolean wait;

    @Option(
            names = "--retries",
            paramLabel = "N",
            description = "Further attempts of each task that fails, in addition to those of its step (default "
                    + "${DEFAULT-VALUE}).")
    private int retries;

    @Option(
            names = "--most-moved",
            paramLabel = "PERCENT",
            description = "Most blocks that a new plan moves to end earlier, of those that have not begun; 0 keeps the "
                    + "first plan in any case (default ${DEFAULT-VALUE}).")
    private int mostMoved = RunSettings.USUAL_MOST_MOVED;

    @Option(
            names = "--filler",
            paramLabel = "auto|always|never",
            description = "Blocks whose tasks run in a filler, with a job for each node in place of one for each task: "
                    + "those with 16 or more tasks, and more than can run side by side (auto), all whose tasks use a "
                    + "single node (always), or none (never) (default ${DEFAULT-VALUE}).")
    private String filler = "auto";

    @Option(
            names = "--env",
            paramLabel = "NAME=VALUE",
            description = "Set an environment variable of each task. NAME without a value copies the variable from "
                    + "this environment. PATH, HOME, USER and LANG are always copied.")
    private List<String> variables = List.of();

    WorkflowSubmitCommand(Terminal terminal) {
        this.asked = new Asked(terminal);
        this.submission = new SubmissionOptions(terminal);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (retries < 0 || retries > MOST_RETRIES) {
            throw CommandFailure.wrongUse("--retries: expected 0 to " + MOST_RETRIES + ", found " + retries);
        }
        if (mostMoved < 0 || mostMoved > ALL) {
            throw CommandFailure.wrongUse("--most-moved: expected 0 to " + ALL + ", found " + mostMoved);
        }
        FillerChoice choice = choice();
        SubmissionOptions.Draft draft = submission.draft(retries, false);
        SortedMap<String, String> environment = environment();
        try (WorkflowStore store = submission.open(asked)) {
            long id = submission.submit(
                    store,
                    draft,
                    asked,
                    scheduler -> new WorkflowSubmission(
                            draft.source(),
                            draft.settings().withMostMoved(mostMoved),
                            scheduler,
                            Path.of("").toAbsolutePath().toString(),
                            environment,
                            submission.precedence(),
                            null,
                            choice));
            return wait ? waited(store, id) : told(store, id);
        }
    }

    private FillerChoice choice() {
        for (FillerChoice choice : FillerChoice.values()) {
            if (choice.name().toLowerCase(Locale.ROOT).equals(filler)) {
                return choice;
            }
        }
        throw CommandFailure.wrongUse("--filler: expected auto, always or never, found '" + filler + "'");
    }

    private int waited(WorkflowStore store, long id) throws IOException, InterruptedException {
        asked.tell("workflow " + id + ": submitted");
        return new WorkflowWait(store, asked, submission.batch()).await(id);
    }

    private int told(WorkflowStore store, long id) throws IOException {
        asked.print(
                WorkflowResult.of(WorkflowDirectory.required(store, id), null),
                it -> "workflow " + it.id() + ": submitted; 'banyan workflow status " + it.id()
                        + "' shows when its steps are booked");
        return ExitStatus.DONE;
    }

    private SortedMap<String, String> environment() {
        SortedMap<String, String> environment = new TreeMap<>();
        KEPT_VARIABLES.forEach(name -> copy(name, environment));
        for (String variable : variables) {
            int sign = variable.indexOf('=');
            if (sign == 0) {
                throw CommandFailure.wrongUse("--env: expected NAME=VALUE or NAME, found '" + variable + "'");
            } else if (sign > 0) {
                environment.put(variable.substring(0, sign), variable.substring(sign + 1));
            } else {
                copy(variable, environment);
            }
        }
        return environment;
    }

    private static void copy(String name, SortedMap<String, String> environment) {
        String value = System.getenv(name);
        if (value != null) {
            environment.put(name, value);
        }
    }
}
