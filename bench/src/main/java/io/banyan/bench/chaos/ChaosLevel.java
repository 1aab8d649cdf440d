package io.banyan.bench.chaos;

import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.jobspec.Jobspec;
import io.banyan.match.policy.MatchOperation;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.client.RequestOutcome;
import io.banyan.rpc.config.StateDirectory;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * One instance of the tree.
 *
 * @param above its parent, with the job that it is there
 */
record ChaosLevel(String path, StateDirectory state, Optional<Above> above) {
    private static final Duration DEADLINE = Duration.ofSeconds(8);

    /** A parent, and the job in which its child runs. */
    record Above(ChaosLevel level, JobId job) {}

    /** The top of a tree, whose daemon runs. */
    static ChaosLevel top(StateDirectory state) {
        return new ChaosLevel("/", state, Optional.empty());
    }

    /** Spawns a child. */
    ChaosLevel spawn(String name, Jobspec jobspec) throws ClientException {
        try (BanyanClient client = client()) {
            return switch (client.spawn(new Request.Spawn(jobspec, name, Map.of()))) {
                case RequestOutcome.Done<Answer.Spawned> done -> {
                    JobId job = done.answer().job().id();
                    String below = done.answer().job().child().orElseThrow().path();
                    yield new ChaosLevel(below, state.child(job), Optional.of(new Above(this, job)));
                }
                case RequestOutcome.Refused<Answer.Spawned> no ->
                    throw new IllegalStateException("There is no room for " + name + " at " + path + ".");
            };
        }
    }

    /** Allocates all resources of the level to one job, so that each further request must ask the parent. */
    JobId fill(Jobspec jobspec) throws ClientException {
        try (BanyanClient client = client()) {
            return switch (client.match(
                    new JobRequest.Match(jobspec, MatchOperation.ALLOCATE, MatchFormat.SIMPLE, "filling"))) {
                case RequestOutcome.Done<Answer.Matched> done ->
                    done.answer().job().orElseThrow();
                case RequestOutcome.Refused<Answer.Matched> no ->
                    throw new IllegalStateException("There is no room at " + path);
            };
        }
    }

    /** A client of it. */
    BanyanClient client() throws ClientException {
        return BanyanClient.ofStateDirectory(state.path(), DEADLINE);
    }
}
