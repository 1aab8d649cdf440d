package io.banyan.sim.deadline;

import io.banyan.graph.ResourceGraph;
import io.banyan.instance.Inspection;
import io.banyan.instance.Instance;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.Submission;
import io.banyan.jobspec.Attributes;
import io.banyan.jobspec.Count;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.Resource;
import io.banyan.mapping.LeakMapping;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.match.policy.MatchRules;
import io.banyan.planner.TimeWindow;
import io.banyan.prune.PruneFilters;
import io.banyan.queue.QueuePolicy;
import io.banyan.queue.Queues;
import io.banyan.resource.JobId;
import io.banyan.schedule.GivenPart;
import io.banyan.sim.program.ProgramSettings;
import io.banyan.sim.workload.Machines;
import io.banyan.topology.NetworkMap;
import io.banyan.topology.Topology;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The nodes that an instance, the code of the daemon, gives to jobs that take nodes while they run: it must choose as
 * the leak mapping does. The jobs of a run start, fork, join and end in the instance too, at the times of the run. The
 * instance places one process on a node. For one run.
 */
public final class InstanceLeaks {
    private static final long DURATION_SEC = 1L << 30;
    private static final String NODE = "node";

    private final Instance instance;
    private final MappingRule rule;
    private final boolean isChecked;
    private final Map<JobId, Set<String>> nodes = new HashMap<>();
    private Optional<String> difference = Optional.empty();
    private long nowMillis;
    private long lastNumber;

    private InstanceLeaks(Topology topology, MappingRule rule, boolean isChecked) {
        ResourceGraph graph = Machines.cluster(topology.nodes(), 1);
        NetworkMap.write(graph, graph.root(), topology);
        InstanceConfig config = InstanceConfig.root("deadlines")
                .queueing(Queues.of(QueuePolicy.DEADLINE))
                .matching(MatchPolicy.parse(rule.word()), PruneFilters.DEFAULT);
        this.instance = Instance.root(config, graph, new TimeWindow(0, 4 * DURATION_SEC));
        this.rule = rule;
        this.isChecked = isChecked;
    }

    /**
     * Runs jobs under a leak mapping, and returns the first node that an instance chooses otherwise, as one sentence;
     * empty where all are the same.
     *
     * @param settings of the programs; each process has a node of its own
     * @param isChecked whether the invariants of the instance are checked after each event
     * @throws IllegalArgumentException if the rule is no leak
     */
    public static Optional<String> difference(
            List<DeadlineJob> jobs,
            Topology topology,
            MappingRule rule,
            ProgramSettings settings,
            DeadlineRun.Programs programs,
            boolean isChecked) {
        if (rule != MappingRule.LEAK && rule != MappingRule.LEAK_SCATTERED) {
            throw new IllegalArgumentException("jobs do not take nodes while they run with the mapping " + rule.word());
        }
        var leaks = new InstanceLeaks(topology, rule, isChecked);
        new DeadlineRun(topology, settings.with("unit=node"))
                .run(jobs, rule, programs, placement -> new MirroredPlacement(placement, leaks));
        return leaks.difference;
    }

    /** An instance without jobs. */
    static InstanceLeaks of(Topology topology, MappingRule rule) {
        return new InstanceLeaks(topology, rule, false);
    }

    /** The first node that the instance has chosen otherwise, as one sentence. */
    Optional<String> difference() {
        return difference;
    }

    /** Starts a job, whose first process the mapping has placed on a node. */
    void start(long job, int node) {
        skipTo(job);
        JobId id = submit(jobspec());
        if (!id.equals(new JobId(job)) || state(id) != JobState.RUNNING) {
            differ("job " + job + " starts on node " + node + ", and in the instance it is job " + id + ", which is "
                    + state(id));
            return;
        }
        nodes.put(id, held(id));
        compare("the first process of job " + job, nodes.get(id), "node" + node);
    }

    /** The entry node of a job depends on its number: jobs that never start have a number too. */
    private void skipTo(long job) {
        while (++lastNumber < job) {
            Jobspec later =
                    jobspec().with("dependencies", List.of(Map.of("scheme", "begin-time", "value", DURATION_SEC)));
            ask(new JobRequest.Cancel(submit(later), false, Set.of()));
        }
    }

    /** Forks a process of a job on a node, which the mapping has placed. */
    void fork(long job, int parent, LeakMapping.Fork placed) {
        if (difference.isPresent()) {
            return;
        }
        JobId id = new JobId(job);
        Jobspec wanted = jobspec().near(NODE + parent, rule.word(), false);
        Answer answer = ask(new Request.Grow("grow" + nowMillis, Optional.of(id), wanted, 0));
        String what = "a process that job " + job + " forks on node " + parent;
        Set<String> before = nodes.getOrDefault(id, Set.of());
        Set<String> after = held(id);
        nodes.put(id, after);
        Set<String> more = new TreeSet<>(after);
        more.removeAll(before);
        switch (placed) {
            case LeakMapping.Fork.Node(int node) -> compare(what, more, NODE + node);
            case LeakMapping.Fork.Shared shared -> {
                if (!(answer instanceof Answer.Refused)) {
                    differ(what + " shares that node, and the instance gives it " + more);
                }
            }
        }
    }

    /** Frees a node of a job; its last one is freed when the job ends. */
    void free(long job, int node) {
        JobId id = new JobId(job);
        Set<String> held = nodes.getOrDefault(id, Set.of());
        if (difference.isPresent() || held.size() < 2) {
            return;
        }
        String name = NODE + node;
        Answer answer = ask(new JobRequest.PartialCancel(id, new GivenPart.OfPaths(List.of(name)), MatchRules.BANYAN));
        if (!(answer instanceof JobAnswer.PartlyCancelled) || !held.remove(name)) {
            differ("job " + job + " frees " + name + ", and the instance answers " + answer);
        }
    }

    /** Ends a job that has started. */
    void end(long job) {
        JobId id = new JobId(job);
        if (difference.isEmpty() && nodes.remove(id) != null) {
            on(new Event.JobFinished(id, false, "", true));
        }
    }

    private void compare(String what, Set<String> found, String expected) {
        if (!found.equals(Set.of(expected))) {
            differ(what + " is placed on " + expected + ", and by the instance on " + found);
        }
    }

    private void differ(String what) {
        difference = difference.or(() -> Optional.of(what));
    }

    private static Jobspec jobspec() {
        Resource slot = Resource.slot("task", Count.exactly(1), Resource.of(NODE, Count.exactly(1)));
        return new Jobspec(
                1, List.of(slot), List.of(), Attributes.lasting(DURATION_SEC).by(3 * DURATION_SEC));
    }

    private JobId submit(Jobspec jobspec) {
        Answer answer = ask(new JobRequest.Submit(jobspec, "", Submission.USUAL_URGENCY));
        if (answer instanceof JobAnswer.Submitted submitted) {
            return submitted.job().id();
        }
        throw new IllegalStateException("a job for one node was answered with " + answer);
    }

    private Answer ask(Request request) {
        return on(new Event.ClientAsked("call", Principal.OWNER, request)).stream()
                .filter(Effect.Reply.class::isInstance)
                .map(effect -> ((Effect.Reply) effect).answer())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no answer to " + request));
    }

    private List<Effect> on(Event event) {
        List<Effect> effects = instance.on(event, ++nowMillis);
        if (isChecked) {
            instance.checkInvariants();
        }
        return effects;
    }

    private JobState state(JobId id) {
        return instance.inspect().job(id).orElseThrow().state();
    }

    private Set<String> held(JobId id) {
        Set<String> names = new TreeSet<>();
        for (Inspection.Held held : instance.inspect().held(id)) {
            String name = held.path().substring(held.path().lastIndexOf('/') + 1);
            if (name.startsWith(NODE)) {
                names.add(name);
            }
        }
        return names;
    }
}
