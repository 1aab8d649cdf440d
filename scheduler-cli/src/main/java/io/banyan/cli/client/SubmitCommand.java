package io.banyan.cli.client;

import io.banyan.cli.output.Terminal;
import io.banyan.cli.request.JobArguments;
import io.banyan.instance.JobAnswer;
import io.banyan.instance.JobRequest;
import io.banyan.instance.Submission;
import io.banyan.rpc.client.Outcome;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banyan submit}: puts a job into the queue. */
@Command(
        name = "submit",
        description = "Put a job into the queue: it starts when it is its turn and there is room for it.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "banyan submit jobspecs/hello.yaml",
            "banyan submit -n 4 -t 10m -- ./simulate --steps 1000",
            "",
            "'banyan jobs' shows what became of it, 'banyan wait' waits for its end, and 'banyan run' does both at once."
        })
final class SubmitCommand implements Callable<Integer> {
    @Mixin
    private final Asked asked;

    @Option(names = "--hold", description = "It waits until 'banyan release'.")
    private boolean hold;

    @Mixin
    private final JobArguments job;

    SubmitCommand(Terminal terminal) {
        this.asked = new Asked(terminal);
        this.job = new JobArguments(terminal);
    }

    @Override
    public Integer call() {
        JobRequest.Submit request = hold ? job.held() : job.request();
        Outcome<JobAnswer.Submitted> outcome =
                asked.ask(client -> client.queueing().submit(request));
        return asked.print(outcome, it -> JobView.of(it.job()), it -> text(it));
    }

    private static String text(JobAnswer.Submitted submitted) {
        JobView job = JobView.of(submitted.job());
        boolean isHeld = submitted.job().submission().filter(Submission::isHeld).isPresent();
        String array = submitted
                .job()
                .submission()
                .flatMap(Submission::array)
                .filter(it -> it.count() > 1)
                .map(it -> "-" + (it.first().value() + it.count() - 1))
                .orElse("");
        if (!array.isEmpty()) {
            return "jobs " + job.id() + array;
        }
        String plan = job.startSec() == null || !job.state().equals("reserved") ? "" : ", to start by " + job.start();
        return "job " + job.id() + ": " + job.state() + (isHeld ? ", held" : plan);
    }
}
