package io.banyan.cli.jobs;

import io.banyan.cli.call.Asked;
import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.Terminal;
import io.banyan.cli.resources.ResourceCommands;
import io.banyan.resource.JobId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code banyan attach}: follows a job. A file name instead of the job adds resources to the graph, as {@code banyan
 * resource add} does; this former meaning works for one more version.
 */
@Command(
        name = "attach",
        description = "Follow a job: print its output and exit with its status.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "An interrupt (Ctrl-C) asks for confirmation; a second one within two seconds cancels the job. A hang-up"
                    + " does not affect the job."
        })
public final class AttachCommand implements Callable<Integer> {
    @Mixin
    private final Asked asked;

    private final Terminal terminal;

    @Option(names = "--read-only", description = "An interrupt ends this command and does not affect the job.")
    private boolean readOnly;

    @Parameters(paramLabel = "JOBID", description = "The job.")
    private Path job = Path.of("");

    public AttachCommand(Terminal terminal) {
        this.terminal = terminal;
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() {
        String word = job.toString();
        if (word.matches("\\d{1,18}") && !Files.exists(job)) {
            JobId id = CheckedValues.value(() -> new JobId(Long.parseLong(word)));
            return new AttachedJob(asked, terminal).stay(id, readOnly);
        }
        if (readOnly) {
            throw CommandFailure.wrongUse("--read-only requires a job id, found '" + word + "'.");
        }
        return ResourceCommands.add(asked, job);
    }
}
