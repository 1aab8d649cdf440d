package io.banyan.cli.jobs;

import io.banyan.cli.call.Asked;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.Terminal;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.process.Signals;
import java.time.InstantSource;

/** Follows a running job: prints its output, can cancel it, and ends with its status. */
final class AttachedJob {
    private final Asked asked;
    private final Terminal terminal;

    AttachedJob(Asked asked, Terminal terminal) {
        this.asked = asked;
        this.terminal = terminal;
    }

    /**
     * Stays until the job is over.
     *
     * @param isReadOnly whether an interrupt is for this process alone
     * @return the exit status of the job's command
     */
    int stay(JobId id, boolean isReadOnly) {
        JobRecord job = asked.ask(client -> client.info(new JobRead.JobInfo(id, MatchFormat.SIMPLE)))
                .job();
        if (job.submission().isEmpty()) {
            throw CommandFailure.no("job " + id + " was not submitted to a queue and has no output to follow");
        }
        if (!job.state().isActive() && !job.state().isOver()) {
            ForegroundJob.tellWhyItWaits(id, asked);
        }
        JobRecord ended = isReadOnly ? follow(id) : followAsked(id);
        return ForegroundJob.statusOf(ended, asked);
    }

    private JobRecord follow(JobId id) {
        return new JobOutputPrinter(asked, terminal).printToEnd(id);
    }

    private JobRecord followAsked(JobId id) {
        var question = new CancelQuestion(id, asked::tell, () -> cancel(id));
        Signals interrupt = Signals.on(
                "INT", () -> question.interrupted(InstantSource.system().millis()));
        try {
            return follow(id);
        } finally {
            interrupt.close();
        }
    }

    private void cancel(JobId id) {
        try (BanyanClient client = asked.target().connect()) {
            var unused = client.cancel(new JobRequest.Cancel(id));
        } catch (ClientException | CommandFailure e) {
            asked.tell("job " + id + " may continue: " + e.getMessage());
        }
    }
}
