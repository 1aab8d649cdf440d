package io.banyan.cli.jobs;

import io.banyan.cli.call.Asked;
import io.banyan.cli.call.JobEnd;
import io.banyan.cli.call.JobView;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Sentence;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.message.value.JobState;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banyan wait}: waits for the ends of jobs. */
@Command(
        name = "wait",
        description = "Wait for jobs to end. The exit status is 0 if all of them complete.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Jobs given by id, range or array are all waited for, including ended ones. Names and "
                    + "selections include",
            "only jobs that have not ended when the command starts. A name selects your own jobs " + "unless --user is",
            "given. Each job is printed when it ends.",
            "",
            "banyan wait 5-9,12",
            "banyan wait --all",
            "banyan wait --user alice --queue batch"
        })
public final class WaitCommand implements Callable<Integer> {
    @Mixin
    private final Asked asked;

    @Option(names = "--all", description = "All of your jobs that have not ended.")
    private boolean all;

    @Mixin
    private final JobSelector jobs = new JobSelector();

    public WaitCommand(Terminal terminal) {
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() {
        var end = new JobEnd(asked.target(), asked::tell);
        List<JobId> awaited = all ? jobs.findOwn(end::ask) : jobs.findAwaited(end::ask);
        if (awaited.isEmpty()) {
            asked.tell("banyan: " + Sentence.of(jobs.none(JobSelector.Suitable.ACTIVE)));
        }
        List<String> others = new ArrayList<>();
        end.await(awaited, ended -> {
            asked.printLine(JobView.of(ended), WaitCommand::text);
            if (ended.state() != JobState.COMPLETED) {
                others.add("job " + ended.id() + " is " + JobView.lower(ended.state()));
            }
        });
        asked.endLines();
        if (!others.isEmpty()) {
            throw CommandFailure.no(others);
        }
        return ExitStatus.DONE;
    }

    static String text(JobView job) {
        return "job " + job.id() + ": " + job.state() + JobView.because(job.state(), job.detail());
    }
}
