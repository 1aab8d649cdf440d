package io.banyan.sim.elastic;

import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphVertex;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.Inspection;
import io.banyan.instance.Instance;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.jobspec.Attributes;
import io.banyan.jobspec.Count;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.Resource;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchRules;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import io.banyan.resource.ResourceType;
import io.banyan.schedule.GivenPart;
import io.banyan.sim.workload.Machines;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Nodes with cores, and an instance that gives them to jobs, takes a part of them back and gives them more: by the
 * requests that a client would make. A job starts by a match, shrinks by a partial cancel, expands by a MatchGrow into
 * free resources, and ends by a cancel.
 */
final class ElasticMachine {
    private static final long HORIZON_SEC = 1L << 40;
    private static final ResourceType CORE = new ResourceType("core");

    private final Instance instance;
    private final Map<Integer, JobId> ids = new HashMap<>();
    private final long cores;
    private long used;
    private long calls;

    /** A fresh one. */
    ElasticMachine(int nodes, int coresPerNode) {
        ResourceGraph graph = Machines.cluster(nodes, coresPerNode);
        this.instance = Instance.root(InstanceConfig.root("elastic"), graph, new TimeWindow(0, HORIZON_SEC));
        this.cores = (long) nodes * coresPerNode;
    }

    long free() {
        return cores - used;
    }

    private static Jobspec cores(long count) {
        return new Jobspec(
                1,
                List.of(Resource.slot("replica", Count.exactly(count), Resource.of(CORE.name(), Count.exactly(1)))),
                List.of(),
                Attributes.lasting(0));
    }

    void start(int job, long amount, long nowMillis) {
        var match =
                new JobRequest.Match(cores(amount), MatchOperation.ALLOCATE, MatchFormat.SIMPLE, Integer.toString(job));
        if (ask(match, nowMillis) instanceof Answer.Matched matched) {
            ids.put(job, matched.job().orElseThrow());
            used += amount;
            return;
        }
        throw new IllegalStateException("job " + job + " found no " + amount + " of " + free() + " free cores");
    }

    /** Gives up those on the nodes of which it has the fewest, so that it stays together. */
    void shrink(int job, long from, long to, long nowMillis) {
        Inspection inspection = instance.inspect();
        ResourceGraph graph = inspection.graph();
        int core = graph.types().id(CORE);
        List<Integer> held = inspection.held(id(job)).stream()
                .map(it -> graph.find(it.path()))
                .filter(v -> graph.typeId(v) == core)
                .toList();
        Map<Integer, Integer> onNode = new HashMap<>();
        held.forEach(v -> onNode.merge(graph.parent(v), 1, Integer::sum));
        List<SubgraphVertex> given = held.stream()
                .sorted(Comparator.comparingInt((Integer v) -> onNode.getOrDefault(graph.parent(v), 0))
                        .thenComparingInt(graph::parent)
                        .thenComparing(Comparator.reverseOrder()))
                .limit(from - to)
                .map(v -> graph.vertex(v).withExclusive(true))
                .toList();
        var part = new GivenPart.Listed(new Subgraph(given, List.of()));
        Answer answer = ask(new JobRequest.PartialCancel(id(job), part, MatchRules.BANYAN), nowMillis);
        if (!(answer instanceof JobAnswer.PartlyCancelled cancelled) || cancelled.over()) {
            throw new IllegalStateException("job " + job + " gave nothing up: " + answer);
        }
        used -= from - to;
    }

    void expand(int job, long from, long to, long nowMillis) {
        var grow = new Request.Grow("grow" + calls, Optional.of(id(job)), cores(to - from), 0);
        Answer answer = ask(grow, nowMillis);
        if (!(answer instanceof Answer.Grown)) {
            throw new IllegalStateException("job " + job + " did not grow: " + answer);
        }
        used += to - from;
    }

    void end(int job, long amount, long nowMillis) {
        Answer answer = ask(new JobRequest.Cancel(id(job)), nowMillis);
        if (!(answer instanceof JobAnswer.Cancelled)) {
            throw new IllegalStateException("job " + job + " did not end: " + answer);
        }
        ids.remove(job);
        used -= amount;
    }

    /** How many cores a job holds as the instance has it. O(its holds). */
    long held(int job) {
        Inspection inspection = instance.inspect();
        ResourceGraph graph = inspection.graph();
        int core = graph.types().id(CORE);
        return inspection.held(id(job)).stream()
                .filter(it -> graph.typeId(graph.find(it.path())) == core)
                .count();
    }

    void checkInvariants() {
        instance.checkInvariants();
    }

    private JobId id(int job) {
        return Objects.requireNonNull(ids.get(job), "a job that has started");
    }

    private Answer ask(Request request, long nowMillis) {
        String call = "call" + calls++;
        return instance.on(new Event.ClientAsked(call, request), nowMillis).stream()
                .filter(Effect.Reply.class::isInstance)
                .map(it -> ((Effect.Reply) it).answer())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no answer to " + request));
    }
}
