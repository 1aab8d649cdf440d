package io.banyan.cli.jobs;

import io.banyan.cli.call.Asked;
import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.resource.JobId;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code banyan logs}: the output of a job. */
@Command(
        name = "logs",
        description = "Print the output of a job whose jobspec names no output file.",
        mixinStandardHelpOptions = true)
public final class LogsCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private final Asked asked;

    @Option(
            names = {"-f", "--follow"},
            description = "Keep printing new output until the job ends.")
    private boolean follow;

    @Parameters(paramLabel = "JOBID", description = "The job.")
    private long job;

    public LogsCommand(Terminal terminal) {
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
                    + " has no output here. If its jobspec names an output file, the output is in that file.");
        }
        return ExitStatus.DONE;
    }
}
