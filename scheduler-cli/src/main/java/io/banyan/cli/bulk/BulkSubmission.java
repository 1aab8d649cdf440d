package io.banyan.cli.bulk;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.wire.client.BulkMessages;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/** Submits many jobs by as few calls as their size allows. Each call submits all of its jobs or none. */
public final class BulkSubmission {
    private static final int MOST_BYTES = 2 << 20;

    private final List<BulkJob> jobs;

    /** A submission of these jobs, in their order. */
    public BulkSubmission(List<BulkJob> jobs) {
        this.jobs = List.copyOf(jobs);
    }

    /**
     * The result of a submission.
     *
     * @param ids of the jobs that are submitted, in their order
     * @param stop why the others are not; empty where all are
     */
    public record Result(List<JobId> ids, Optional<Stop> stop) {}

    /** The reason why jobs are not submitted. */
    public sealed interface Stop {
        /**
         * A job was refused.
         *
         * @param place where it is described
         * @param from where the first of those is described that are not submitted
         */
        record Refused(String place, String from, Answer why) implements Stop {}

        /**
         * The failure of a call. If the daemon did not answer, the client does not know whether the jobs were
         * submitted.
         *
         * @param from the place of the description of its first job
         */
        record Failed(String from, ClientException why) implements Stop {}
    }

    /** Submits them, up to the first call that fails. */
    public Result send(BanyanClient client) {
        List<JobId> ids = new ArrayList<>();
        while (ids.size() < jobs.size()) {
            List<BulkJob> chunk = next(ids.size());
            String from = chunk.getFirst().place();
            try {
                switch (client.queueing()
                        .submitAll(new JobRequest.SubmitAll(
                                chunk.stream().map(BulkJob::request).toList()))) {
                    case JobAnswer.AllSubmitted(JobId first, int count) ->
                        LongStream.range(first.value(), first.value() + count)
                                .mapToObj(JobId::new)
                                .forEach(ids::add);
                    case JobAnswer.NoneSubmitted(int index, Answer why) -> {
                        return new Result(
                                ids,
                                Optional.of(new Stop.Refused(chunk.get(index).place(), from, why)));
                    }
                    case JobAnswer other -> throw new IllegalStateException("an unexpected answer: " + other);
                }
            } catch (ClientException e) {
                return new Result(ids, Optional.of(new Stop.Failed(from, e)));
            }
        }
        return new Result(ids, Optional.empty());
    }

    /** Returns as many jobs as one call takes, but at least one. */
    private List<BulkJob> next(int begin) {
        int end = begin;
        long bytes = 0;
        while (end < jobs.size() && end - begin < JobRequest.SubmitAll.MOST) {
            bytes += BulkMessages.bytes(jobs.get(end).request());
            if (end > begin && bytes > MOST_BYTES) {
                break;
            }
            end++;
        }
        return jobs.subList(begin, end);
    }
}
