package io.banyan.cli.jobs;

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
        description = "Submit a job, print its output, and exit with its status.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "banyan run -n 4 -- hostname",
            "banyan run job.sh",
            "",
            "The exit status is that of the job's command. An interrupt of 'banyan run' cancels the "
                    + "job; 'banyan submit' with 'banyan logs -f' does not."
        })
public final class RunCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    private final ForegroundJob foreground;

    @Option(
            names = "--pty",
            description = "Run task 0, or the task of --input, in a terminal of its own, connected to this one: "
                    + "keys, Ctrl-C, Ctrl-Z and the window size are passed on. The job ends when this command "
                    + "ends.")
    private boolean pty;

    @Mixin
    private final JobArguments job;

    public RunCommand(Terminal terminal) {
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
