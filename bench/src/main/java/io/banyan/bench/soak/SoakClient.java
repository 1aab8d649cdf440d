package io.banyan.bench.soak;

import io.banyan.cli.quickstart.QuickstartScenario;
import io.banyan.graph.GraphException;
import io.banyan.graph.Subgraph;
import io.banyan.graph.io.JgfReader;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.instance.message.client.VertexTarget;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchRules;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.client.Growth;
import io.banyan.rpc.client.RequestOutcome;
import io.banyan.rpc.transport.EventLoops;
import io.banyan.rpc.wire.Failure;
import io.banyan.rset.IdSet;
import io.banyan.schedule.GivenPart;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Random;

/** One client that performs one operation after the other, with the probabilities of {@link Act}. For one thread. */
final class SoakClient implements AutoCloseable {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final long GROW_MILLIS = 30_000;
    private static final int MOST_JOBS = 40;
    private static final int MOST_BURSTS = 1;
    private static final long NO_JOB = 999_999_999_999L;

    private final int number;
    private final Path state;
    private final EventLoops loops;
    private final Random random;
    private final Jobspec core;
    private final Jobspec nodes;
    private final Jobspec large;
    private final ArrayDeque<JobId> jobs = new ArrayDeque<>();
    private final ArrayDeque<String> bursts = new ArrayDeque<>();
    private BanyanClient client;
    private boolean isDown;
    private boolean isMarked;
    private boolean isAttached;
    private int grows;
    private long refused;

    SoakClient(int number, Path state, EventLoops loops, Random random) throws ClientException, JobspecException {
        this.number = number;
        this.state = state;
        this.loops = loops;
        this.random = random;
        this.core = QuickstartScenario.read(Path.of("jobspecs/hello.yaml"));
        this.nodes = QuickstartScenario.read(Path.of("jobspecs/one-more.yaml"));
        this.large = QuickstartScenario.read(Path.of("jobspecs/burst.yaml"));
        this.client = connect();
    }

    private BanyanClient connect() throws ClientException {
        return BanyanClient.ofStateDirectory(state, DEADLINE, loops);
    }

    /** How often the daemon said no. */
    long refused() {
        return refused;
    }

    /**
     * Does so many things.
     *
     * @throws ClientException where the daemon failed
     */
    void run(int operations) throws ClientException, GraphException {
        for (int i = 0; i < operations; i++) {
            try {
                act(possible(Act.pick(random)));
            } catch (ClientException e) {
                switch (e.failure()) {
                    case NOT_FOUND, NOT_NOW -> refused++;
                    case INVALID, EXISTS, BAD_JOBSPEC -> throw e;
                    case UNAUTHENTICATED, FORBIDDEN, OVERLOADED, TOO_LARGE, DEADLINE, INCOMPATIBLE -> throw e;
                    case JOURNAL, STOPPING, STANDBY, UNREACHABLE, INTERNAL -> throw e;
                }
            }
        }
    }

    /** Ends all that it began, so that the daemon is as it was at the start. */
    void settle() throws ClientException, GraphException {
        while (!jobs.isEmpty()) {
            end(jobs.remove());
        }
        while (!bursts.isEmpty()) {
            release();
        }
        if (isDown) {
            act(Act.STATUS);
        }
        if (isMarked) {
            act(Act.PROPERTY);
        }
        if (isAttached) {
            act(Act.ATTACH);
        }
    }

    /** Where there is nothing to do that with, a job begins or ends instead: each operation is one. */
    private Act possible(Act act) {
        return switch (act) {
            case CANCEL, GROW, CANCEL_PART, INFO -> jobs.isEmpty() ? Act.ALLOCATE : act;
            case BURST -> bursts.size() < MOST_BURSTS ? act : Act.RELEASE;
            case RELEASE -> bursts.isEmpty() ? Act.BURST : act;
            case ALLOCATE, RESERVE, FIND, JOBS, EXPLAIN, STAT, STATUS, PROPERTY, ATTACH, WRONG, RECONNECT -> act;
        };
    }

    private void act(Act act) throws ClientException, GraphException {
        switch (act) {
            case ALLOCATE -> match(core, MatchOperation.ALLOCATE);
            case RESERVE -> match(nodes, MatchOperation.ALLOCATE_ORELSE_RESERVE);
            case CANCEL -> end(jobs.remove());
            case GROW -> grow();
            case BURST -> burst();
            case RELEASE -> release();
            case CANCEL_PART -> cancelPart();
            case INFO -> client.info(new JobRead.JobInfo(jobs.element(), MatchFormat.RV1_NOSCHED));
            case FIND -> client.find(new Request.Find("sched-now=free and status=up", MatchFormat.RV1_NOSCHED));
            case JOBS -> client.jobs(new JobRead.Jobs(false));
            case EXPLAIN -> client.explain(new JobRead.Explain(large));
            case STAT -> client.stat();
            case STATUS -> {
                client.setStatus(new Request.SetStatus(node(), isDown ? Status.UP : Status.DOWN));
                isDown = !isDown;
            }
            case PROPERTY -> {
                Optional<String> value = isMarked ? Optional.empty() : Optional.of("v" + random.nextInt(9));
                client.setProperty(new Request.SetProperty(node(), "soak", value));
                isMarked = !isMarked;
            }
            case ATTACH -> attach();
            case WRONG -> client.cancel(new JobRequest.Cancel(new JobId(NO_JOB)));
            case RECONNECT -> {
                client.close();
                client = connect();
            }
        }
    }

    private void match(Jobspec jobspec, MatchOperation operation) throws ClientException {
        while (jobs.size() >= MOST_JOBS) {
            end(jobs.remove());
        }
        switch (client.match(new JobRequest.Match(jobspec, operation, MatchFormat.RV1_NOSCHED, "soak"))) {
            case RequestOutcome.Done<Answer.Matched> done ->
                jobs.add(done.answer().job().orElseThrow());
            case RequestOutcome.Refused<Answer.Matched> full -> refused++;
        }
    }

    /** A job may have ended by itself: because a part of it was cancelled, and nothing is left. */
    private void end(JobId job) throws ClientException {
        try {
            client.cancel(new JobRequest.Cancel(job));
        } catch (ClientException e) {
            if (e.failure() != Failure.NOT_FOUND && e.failure() != Failure.NOT_NOW) {
                throw e;
            }
            refused++;
        }
    }

    private void grow() throws ClientException {
        String id = "s" + number + "g" + grows++;
        switch (client.grow(new Request.Grow(id, Optional.of(jobs.element()), core, GROW_MILLIS))) {
            case RequestOutcome.Done<Growth> done -> {
                // It goes with its job.
            }
            case RequestOutcome.Refused<Growth> full -> refused++;
        }
    }

    private void burst() throws ClientException {
        String id = "s" + number + "b" + grows++;
        switch (client.grow(new Request.Grow(id, Optional.empty(), large, GROW_MILLIS))) {
            case RequestOutcome.Done<Growth> done -> bursts.add(id);
            case RequestOutcome.Refused<Growth> full -> refused++;
        }
    }

    private void release() throws ClientException {
        String id = bursts.remove();
        client.shrink(new Request.Shrink("s" + number + "r" + grows++, new ShrinkTarget.ByGrow(id)));
    }

    /** A job may have nothing on that node. */
    private void cancelPart() throws ClientException {
        var part = new GivenPart.OfRanks(IdSet.of(number));
        try {
            client.partialCancel(new JobRequest.PartialCancel(jobs.element(), part, MatchRules.BANYAN));
        } catch (ClientException e) {
            if (e.failure() != Failure.INVALID) {
                throw e;
            }
            refused++;
        }
    }

    private void attach() throws ClientException, GraphException {
        if (isAttached) {
            client.remove(new Request.Remove(new VertexTarget.ByPath("/cluster0/extra" + number), true));
        } else {
            client.attach(new Request.Attach(extraNode()));
        }
        isAttached = !isAttached;
    }

    /** Each client's own. */
    private String node() {
        return "/cluster0/node" + number;
    }

    private Subgraph extraNode() throws GraphException {
        String path = "/cluster0/extra" + number;
        return JgfReader.read("""
                {"graph": {"nodes": [
                {"id": "0", "metadata": {"type": "cluster", "id": 0, "paths": {"containment": "/cluster0"}}},
                {"id": "1", "metadata": {"type": "node", "name": "extra%d", "id": %d, "rank": %d, "paths": {"containment": "%s"}}},
                {"id": "2", "metadata": {"type": "core", "id": 0, "rank": %d, "paths": {"containment": "%s/core0"}}}],
                "edges": [{"source": "0", "target": "1", "metadata": {"subsystem": "containment"}},
                {"source": "1", "target": "2", "metadata": {"subsystem": "containment"}}]}}
                """.formatted(number, number, 1000 + number, path, 1000 + number, path), "extra node");
    }

    @Override
    public void close() {
        client.close();
    }
}
