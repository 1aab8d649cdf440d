package io.banyan.cli.jobs;

import io.banyan.cli.bulk.BulkJob;
import io.banyan.cli.bulk.BulkOptions;
import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.cli.request.JobArguments;
import io.banyan.cli.request.RequestOptions;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.NestedInstance;
import io.banyan.jobspec.ShellOptions;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code banyan submit}: puts a job into the queue. */
@Command(
        name = "submit",
        description = "Submit a job to a queue.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "banyan submit job.sh",
            "banyan submit -N 2 -t 30 job.sh input.dat",
            "banyan submit -n 4 -t 10 -- ./simulate --steps 1000",
            "banyan submit jobspecs/hello.yaml",
            "banyan submit --each-line runs.txt -t 10",
            "",
            "A batch script runs once, on the first node of the job. Lines at its beginning that "
                    + "start with #BANYAN,",
            "#SBATCH or #FLUX: contain options; the command line overrides them " + "(docs/user/scripts.md).",
            "",
            "'banyan jobs' shows the state of the job, 'banyan wait' waits for its end, and 'banyan "
                    + "run' submits and waits."
        })
public final class SubmitCommand implements Callable<Integer> {
    @Mixin
    private final SubmittedJob submitted;

    @Mixin
    private final BulkOptions many;

    @Mixin
    private final JobArguments job;

    private static final String NO_INPUT = "/dev/null";

    private final Terminal terminal;

    public SubmitCommand(Terminal terminal) {
        this.terminal = terminal;
        this.submitted = new SubmittedJob(terminal);
        this.many = new BulkOptions(terminal);
        this.job = new JobArguments(terminal, JobArguments.Precedence.BATCH_SCRIPT);
    }

    @Override
    public Integer call() {
        if (many.isGiven()) {
            return submitMany();
        }
        JobRequest.Submit read = job.request();
        JobRequest.Submit placed = withoutSubmitter(job.options().withInputFile(read));
        JobRequest.Submit request = submitted.limited(placed, job.options().resources());
        return job.isDryRun() ? RequestOptions.print(JobArguments.named(request), terminal) : submitted.submit(request);
    }

    /** A jobspec of 'banyan alloc' requests input of a command that stays, without which its instance would end. */
    private static JobRequest.Submit withoutSubmitter(JobRequest.Submit request) {
        Jobspec jobspec = request.jobspec();
        boolean readsSubmitter = CheckedValues.value(
                () -> ShellOptions.of(jobspec.attributes()).input().isSubmitters());
        return readsSubmitter && NestedInstance.of(jobspec).isPresent()
                ? request.with(jobspec.withInput(NO_INPUT))
                : request;
    }

    private int submitMany() {
        job.requireNoWords("--each-line and --from-json cannot be used with a script, a jobspec or a command");
        List<BulkJob> jobs = many.jobs();
        if (!job.isDryRun()) {
            return submitted.submit(jobs);
        }
        for (BulkJob each : jobs) {
            var unused = RequestOptions.print(JobArguments.named(each.request()), terminal);
        }
        return ExitStatus.DONE;
    }
}
