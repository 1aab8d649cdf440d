package io.banyan.cli.client;

import io.banyan.cli.output.Terminal;
import io.banyan.cli.request.JobArguments;
import io.banyan.cli.request.RequestOptions;
import io.banyan.instance.message.client.JobRequest;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banyan run}: submits a job and is there until its end. */
@Command(
        name = "run",
        description = "Submit a job, print what it writes, and end as it does.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "banyan run -n 4 -- hostname",
            "banyan run job.sh",
            "",
            "The status is that of the job's command. Whoever interrupts 'banyan run' cancels the job; 'banyan submit' and "
                    + "'banyan logs -f' leave it alone."
        })
final class RunCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private final ForegroundJob foreground;

    @Option(
            names = "--pty",
            description =
                    "Give the task a terminal of its own, which is this one: keys, Ctrl-C, Ctrl-Z and the size of the window go to task 0, or that of --input. The job ends when this command is gone.")
    private boolean pty;

    @Mixin
    private final JobArguments job;

    RunCommand(Terminal terminal) {
        this.terminal = terminal;
        this.foreground = new ForegroundJob(terminal);
        this.job = new JobArguments(terminal, JobArguments.Precedence.PROGRAM);
    }

    @Override
    public Integer call() {
        JobRequest.Submit submitted = job.request();
        Optional<String> input = job.options().input();
        JobRequest.Submit placed = pty
                ? ForegroundJob.withTerminal(submitted, input)
                : ForegroundJob.withInput(submitted, input, job.readsStandardInput());
        JobRequest.Submit request = foreground.limited(placed, job.options().resources());
        return job.isDryRun() ? RequestOptions.print(JobArguments.named(request), terminal) : foreground.run(request);
    }
}
