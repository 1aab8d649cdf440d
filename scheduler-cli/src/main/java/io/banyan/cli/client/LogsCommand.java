package io.banyan.cli.client;

import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.resource.JobId;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code banyan logs}: what a job has written. */
@Command(
        name = "logs",
        description = "Print what the processes of a job have written, where its jobspec names no other file for it.",
        mixinStandardHelpOptions = true)
final class LogsCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private final Asked asked;

    @Option(
            names = {"-f", "--follow"},
            description = "And what they write until the job is over.")
    private boolean follow;

    @Parameters(paramLabel = "JOBID", description = "The job.")
    private long job;

    LogsCommand(Terminal terminal) {
        this.terminal = terminal;
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() {
        JobId id = CheckedValues.value(() -> new JobId(job));
        var output = new JobOutputPrinter(asked, terminal);
        var unused = output.print(id, follow);
        if (output.wasNothing()) {
            asked.tell("banyan: Job " + id
                    + " has written nothing here; where its jobspec names a file for what it writes, it is there.");
        }
        return ExitStatus.DONE;
    }
}
