package io.banyan.cli.jobs;

import io.banyan.cli.bulk.BulkJob;
import io.banyan.cli.bulk.BulkSubmission;
import io.banyan.cli.bulk.SubmittedView;
import io.banyan.cli.call.Asked;
import io.banyan.cli.call.JobEnd;
import io.banyan.cli.call.JobView;
import io.banyan.cli.call.RefusalPrinter;
import io.banyan.cli.call.RequiredQueue;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.cli.request.RequestOptions;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.value.ArrayPlace;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.Submission;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.client.RequestOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * A job that is put into the queue and left there. The mixin of the commands that submit such a job, with the options
 * of the daemon that they ask.
 */
public final class SubmittedJob {
    @Mixin
    private final Asked asked;

    @Option(
            names = "--parsable",
            description = "Print only the id of the job, or the ids of an array such as 7-10, as other commands "
                    + "accept them.")
    private boolean parsable;

    @Option(
            names = {"-W", "--wait"},
            description = "Wait for the job to end and exit with the status of its command. For an array, this is "
                    + "the highest status.")
    private boolean wait;

    /** A job that this terminal hears of. */
    public SubmittedJob(Terminal terminal) {
        this.asked = Asked.ofStart(terminal);
    }

    /** The request, limited to the nodes of the queue that its options require. */
    public JobRequest.Submit limited(JobRequest.Submit request, RequestOptions options) {
        return RequiredQueue.applied(request, options, asked);
    }

    /** Submits a job and prints its number. Returns the exit status of the command. */
    public int submit(JobRequest.Submit request) {
        RequestOutcome<JobAnswer.Submitted> outcome =
                asked.ask(client -> client.queueing().submit(request));
        int status = asked.print(outcome, it -> JobView.of(it.job()), this::text);
        return wait && outcome instanceof RequestOutcome.Done<JobAnswer.Submitted>(JobAnswer.Submitted submitted)
                ? statusAtEnd(ids(submitted))
                : status;
    }

    /** Submits many jobs and prints their numbers. Returns the exit status of the command. */
    int submit(List<BulkJob> jobs) {
        BulkSubmission.Result result = asked.ask(client -> new BulkSubmission(jobs).send(client));
        List<JobId> ids = result.ids();
        if (!ids.isEmpty()) {
            asked.print(SubmittedView.of(ids), it -> parsable ? it.jobs() : "jobs " + it.jobs());
        }
        result.stop().ifPresent(stop -> {
            throw CommandFailure.no(text(stop));
        });
        return wait ? statusAtEnd(ids) : ExitStatus.DONE;
    }

    private static String text(BulkSubmission.Stop stop) {
        return switch (stop) {
            case BulkSubmission.Stop.Refused(String place, String from, Answer why) ->
                place + ": " + text(why) + "\nNo jobs from " + from + " onwards were submitted.";
            case BulkSubmission.Stop.Failed(String from, ClientException why)
            when why.mayHaveBeenDone() ->
                why.withoutHint() + "\nIt is unknown whether jobs from " + from
                        + " onwards were submitted: 'banyan jobs --all' shows those that were.";
            case BulkSubmission.Stop.Failed(String from, ClientException why) ->
                why.getMessage() + "\nNo jobs from " + from + " onwards were submitted.";
        };
    }

    private static String text(Answer why) {
        return switch (why) {
            case Answer.Refused refused -> RefusalPrinter.text(refused, List.of());
            case Answer.Failed(var code, String message) -> message;
            case Answer other -> other.toString();
        };
    }

    private int statusAtEnd(List<JobId> ids) {
        List<JobRecord> ended = new ArrayList<>();
        new JobEnd(asked.target(), asked::tell).await(ids, job -> {
            ended.add(job);
            asked.tell(WaitCommand.text(JobView.of(job)));
        });
        return ended.stream()
                .mapToInt(job -> ForegroundJob.statusOf(job, asked))
                .max()
                .orElse(ExitStatus.DONE);
    }

    /** The numbers of an array follow each other. */
    private static List<JobId> ids(JobAnswer.Submitted submitted) {
        long first = submitted.job().id().value();
        int count = array(submitted).map(ArrayPlace::count).orElse(1);
        return LongStream.range(first, first + count).mapToObj(JobId::new).toList();
    }

    private static Optional<ArrayPlace> array(JobAnswer.Submitted submitted) {
        return submitted.job().submission().flatMap(Submission::array);
    }

    private String text(JobAnswer.Submitted submitted) {
        JobView job = JobView.of(submitted.job());
        if (parsable) {
            return SubmittedView.of(ids(submitted)).jobs();
        }
        boolean isHeld = submitted.job().submission().filter(Submission::isHeld).isPresent();
        String array = array(submitted)
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
