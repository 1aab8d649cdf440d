package io.banyan.cli.nested;

import io.banyan.cli.jobs.SubmittedJob;
import io.banyan.cli.output.Terminal;
import io.banyan.cli.request.InstanceOptions;
import io.banyan.cli.request.JobArguments;
import io.banyan.cli.request.RequestOptions;
import io.banyan.instance.message.client.JobRequest;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code banyan batch}: puts a job into the queue whose script has an instance of its own. */
@Command(
        name = "batch",
        description = "Submit a batch script that runs with its own instance.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "banyan batch -N 2 -t 1h job.sh",
            "banyan batch -N 4 -O queue-policy=easy job.sh input.dat",
            "",
            "When the job starts, an instance starts on its resources, and then the script runs "
                    + "once, on the first node.",
            "'banyan run', 'banyan submit' and the other commands in the script use that instance. "
                    + "When the script ends,",
            "the instance ends and its running jobs are cancelled. Use 'banyan wait --all' in the "
                    + "script to wait for them."
        })
public final class BatchCommand implements Callable<Integer> {
    @Mixin
    private final SubmittedJob submitted;

    @Mixin
    private final InstanceOptions instance = new InstanceOptions();

    @Mixin
    private final JobArguments job;

    private final Terminal terminal;

    /** The command of a terminal. */
    public BatchCommand(Terminal terminal) {
        this.terminal = terminal;
        this.submitted = new SubmittedJob(terminal);
        this.job = new JobArguments(terminal, JobArguments.Precedence.BATCH_SCRIPT);
    }

    @Override
    public Integer call() {
        JobRequest.Submit asked = job.request();
        JobRequest.Submit once = job.isCommand() ? asked.with(NestedJob.once(asked.jobspec())) : asked;
        JobRequest.Submit placed = job.options().withInputFile(once);
        JobRequest.Submit request =
                NestedJob.in(submitted.limited(placed, job.options().resources()), instance);
        return job.isDryRun() ? RequestOptions.print(JobArguments.named(request), terminal) : submitted.submit(request);
    }
}
