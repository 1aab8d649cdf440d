package io.banyan.bench.load;

import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.jobspec.Jobspec;
import io.banyan.match.policy.MatchOperation;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.client.RequestOutcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** A daemon, asked over a few connections in turn. Its jobs are cancelled in the order in which they began. */
final class DaemonTarget implements LoadTarget, AutoCloseable {
    private static final Duration DEADLINE = Duration.ofSeconds(20);

    private final List<BanyanClient> clients = new ArrayList<>();
    private final AtomicInteger next = new AtomicInteger();
    private final Queue<JobId> jobs = new ConcurrentLinkedQueue<>();
    private final AtomicInteger live = new AtomicInteger();
    private final JobRequest.Match match;
    private volatile String problem = "";

    /**
     * Connects.
     *
     * @param state the daemon's state directory
     * @param connections how many, at least one
     * @param jobspec the jobspec of each match
     */
    DaemonTarget(Path state, int connections, Jobspec jobspec) throws ClientException {
        this.match = new JobRequest.Match(jobspec, MatchOperation.ALLOCATE, MatchFormat.RV1_NOSCHED, "");
        for (int i = 0; i < connections; i++) {
            clients.add(BanyanClient.ofStateDirectory(state, DEADLINE));
        }
    }

    /** Something that went wrong, one of the first; empty where nothing did. */
    String problem() {
        return problem;
    }

    /** Jobs that were allocated and not cancelled. */
    int live() {
        return live.get();
    }

    /** Asks the daemon itself to end. */
    void stop() throws ClientException {
        clients.get(0).stop();
    }

    @Override
    public Operation possible(Operation wanted) {
        return jobs.isEmpty() ? Operation.MATCH : wanted;
    }

    @Override
    public Reply call(Operation operation) {
        BanyanClient client = clients.get(Math.floorMod(next.getAndIncrement(), clients.size()));
        try {
            return switch (operation) {
                case MATCH -> match(client);
                case CANCEL -> cancel(client);
                case INFO -> info(client);
            };
        } catch (ClientException e) {
            problem = problem.isEmpty() ? operation.label() + ": " + e.getMessage() : problem;
            return Reply.FAILED;
        }
    }

    private Reply match(BanyanClient client) throws ClientException {
        return switch (client.match(match)) {
            case RequestOutcome.Done<Answer.Matched> done -> {
                JobId job = done.answer().job().orElseThrow();
                jobs.add(job);
                live.incrementAndGet();
                yield Reply.DONE;
            }
            case RequestOutcome.Refused<Answer.Matched> no -> Reply.NO;
        };
    }

    private Reply cancel(BanyanClient client) throws ClientException {
        JobId job = jobs.poll();
        if (job == null) {
            return Reply.NO; // Others took the last one since it was seen.
        }
        client.cancel(new JobRequest.Cancel(job));
        live.decrementAndGet();
        return Reply.DONE;
    }

    private Reply info(BanyanClient client) throws ClientException {
        JobId job = jobs.peek();
        if (job == null) {
            return Reply.NO;
        }
        client.info(new JobRead.JobInfo(job, MatchFormat.RV1_NOSCHED));
        return Reply.DONE;
    }

    @Override
    public void close() {
        clients.forEach(BanyanClient::close);
    }
}
