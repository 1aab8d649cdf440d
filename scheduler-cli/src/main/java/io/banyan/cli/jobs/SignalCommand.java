package io.banyan.cli.jobs;

import io.banyan.cli.call.Asked;
import io.banyan.cli.call.JobView;
import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.rpc.wire.client.JobSignal;
import io.banyan.rpc.wire.client.SignalMessages;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banyan signal}: signals for the processes of jobs. */
@Command(
        name = "signal",
        description = "Send a signal to the processes of running jobs. The jobs continue, unless the signal ends them.",
        mixinStandardHelpOptions = true)
public final class SignalCommand implements Callable<Integer> {
    @Option(
            names = {"-s", "--signal"},
            paramLabel = "SIGNAL",
            required = true,
            description = "A name such as USR1, STOP or CONT, with or without SIG, or a number.")
    private String signal = "";

    @Option(
            names = "--first",
            description =
                    "Send the signal only to the first process of each task, such as the shell of a batch script.")
    private boolean isFirstOnly;

    @Mixin
    private final Asked asked;

    @Mixin
    private final JobSelector jobs = new JobSelector();

    public SignalCommand(Terminal terminal) {
        this.asked = new Asked(terminal);
    }

    @Override
    public Integer call() {
        JobSignal checked = CheckedValues.value(() -> JobSignal.parse(signal));
        JobActions.Outcome<JobView> outcome = new JobActions(asked, jobs)
                .perform(
                        JobSelector.Suitable.RUNNING,
                        (client, job, states) -> JobView.of(client.queueing()
                                .signal(new SignalMessages.Wanted(job, checked, isFirstOnly))
                                .job()));
        List<Object> all = new ArrayList<>(outcome.done());
        all.addAll(outcome.failed());
        asked.print(all, shown -> text(outcome.done(), checked) + outcome.leftAloneText());
        outcome.requireAll();
        return ExitStatus.DONE;
    }

    private static String text(List<JobView> jobs, JobSignal signal) {
        StringBuilder text = new StringBuilder();
        jobs.forEach(job -> text.append("sent %2$s to job %1$d%n".formatted(job.id(), signal)));
        return text.toString();
    }
}
