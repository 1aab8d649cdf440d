package io.banyan.instance;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphEdge;
import io.banyan.graph.SubgraphVertex;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.config.Elasticity;
import io.banyan.instance.config.GrowOrder;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.NodeState;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.RescaleRequest;
import io.banyan.instance.message.client.ReservationRequest;
import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.instance.message.client.VertexTarget;
import io.banyan.instance.message.level.DownMessage;
import io.banyan.instance.message.level.UpMessage;
import io.banyan.instance.message.value.Grant;
import io.banyan.instance.message.value.GrantSource;
import io.banyan.instance.message.value.HeldPart;
import io.banyan.instance.message.value.LevelReasons;
import io.banyan.instance.message.value.Parcel;
import io.banyan.instance.message.value.Paths;
import io.banyan.instance.message.value.Recurrence;
import io.banyan.instance.message.value.Reservation;
import io.banyan.instance.message.value.ReservationTarget;
import io.banyan.instance.message.value.RevokeTarget;
import io.banyan.instance.message.value.StatusAt;
import io.banyan.instance.message.value.StatusNews;
import io.banyan.instance.message.value.Submission;
import io.banyan.instance.message.value.UseRule;
import io.banyan.jobspec.Jobspec;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchRules;
import io.banyan.planner.TimeWindow;
import io.banyan.provider.Handle;
import io.banyan.provider.ProvisionResult;
import io.banyan.queue.Preemption;
import io.banyan.queue.QueuePolicy;
import io.banyan.queue.Queues;
import io.banyan.resource.JobId;
import io.banyan.resource.ResourceType;
import io.banyan.resource.Status;
import io.banyan.rset.HostList;
import io.banyan.rset.IdSet;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.GivenPart;
import io.banyan.schedule.GivenResources;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/** Random events from clients, children, parents, jobs and providers. */
final class RandomEvents {
    private static final TimeWindow HORIZON = new TimeWindow(0, 1_000);
    private static final String GRAPH = "cluster { 3 node { 3 core, memory:16/1 } }";
    private static final List<String> JOBS = List.of(
            "1 slot { 1 node! }",
            "1 core!",
            "2 core! for 50",
            "1 slot { 1 core, 3 memory }",
            "1 node { 1 slot { 1 core } }",
            "9 core!",
            "1 slot { 1 node! } for 100",
            "1 memory!",
            "2 slot { 1 node }",
            "1 slot { 1 quantum }",
            "4 memory",
            "1 cluster!");
    private static final List<Queues> QUEUES = List.of(
            QueuesTest.queues("user.jobs=2", "", "batch,policy=conservative", "debug,policy=fcfs,priority=2"),
            QueuesTest.queues(
                    "total.core=3",
                    "age=5,age-max=10s,fairshare=9,size=1,every=5s,half-life=30s",
                    "debug,node-exclusive=true,user.submitted=3",
                    "batch,policy=hybrid:reservation-depth=2:queue-depth=3,user.node=1,max-time=100s,default-time=50s"));
    private static final List<QueuePolicy> POLICIES = List.of(
            QueuePolicy.FCFS,
            QueuePolicy.EASY,
            QueuePolicy.CONSERVATIVE,
            QueuePolicy.parse("hybrid:reservation-depth=2:queue-depth=3"));
    private static final List<String> BROUGHT = List.of(
            "cluster { 2 node { 2 core, memory:8/1 } }",
            "cluster { 1 node { 2 core, memory:8/1 } }",
            "cluster { 5 node { 4 core } }",
            "cluster { lab { 2 node { 2 core } } }",
            "cloud { 2 node { 2 core } }",
            "cluster { rack { node } }",
            "node { 2 core }",
            "cluster");

    private final Random random;

    RandomEvents(Random random) {
        this.random = random;
    }

    /** The next number of the same source of chance. */
    int next(int bound) {
        return random.nextInt(bound);
    }

    /** How some root decides. */
    InstanceConfig rootConfig() {
        return InstanceConfig.root("top")
                .asking(one(GrowOrder.values()), List.of("lab", "ec2"))
                .queueing(queues())
                .rescaling(elasticity());
    }

    /** A root over the graph that all of it is about. */
    static Instance root(InstanceConfig config) {
        return Instance.root(config, Graphs.graph(GRAPH), HORIZON);
    }

    private Elasticity elasticity() {
        return Elasticity.of(
                one(Elasticity.POLICIES),
                new ResourceType(one("core", "node")),
                random.nextInt(10),
                1 + random.nextInt(9_000));
    }

    /** A child that has some of that graph. */
    Instance child() {
        Instance child = Instance.child(InstanceConfig.child("middle", new JobId(7))
                .asking(one(GrowOrder.values()), List.of("lab", "ec2"))
                .queueing(queues())
                .rescaling(elasticity()));
        Subgraph graph = Graphs.subgraph(GRAPH);
        List<SubgraphVertex> granted = graph.vertices().stream()
                .map(vertex -> vertex.withExclusive(vertex.path().lastIndexOf('/') > 0))
                .toList();
        child.on(new Event.ParentLinked(), 1_000);
        var welcome = new DownMessage.Registered("/7", new Subgraph(granted, graph.edges()), HORIZON, 5_000);
        child.on(new Event.ParentSaid(welcome), 1_000);
        return child;
    }

    private Queues queues() {
        Queues queues = random.nextBoolean() ? Queues.of(one(POLICIES)) : one(QUEUES);
        return random.nextBoolean()
                ? queues
                : queues.stopping(
                        Preemption.parse(one("urgency=20", "urgency=9,mode=cancel", "urgency=9,victims=willing")));
    }

    @SafeVarargs
    private <T> T one(T... all) {
        return all[random.nextInt(all.length)];
    }

    private <T> T one(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    /** Returns the result of one of these suppliers; where that one is not allowed, the result of another one. */
    @SafeVarargs
    private <T> T oneOf(Supplier<? extends T>... all) {
        while (true) {
            try {
                return all[random.nextInt(all.length)].get();
            } catch (IllegalArgumentException e) {
                // It is refused before it reaches an instance.
            }
        }
    }

    // ---- what is said ---------------------------------------------------------------------------------------------

    /** Returns an event that anybody may send to any instance. */
    Event event(int number) {
        return oneOf(
                () -> new Event.ClientAsked("c" + number, request()),
                () -> new Event.ClientAsked("c" + number, request()),
                () -> new Event.ClientAsked("c" + number, change()),
                () -> new Event.ClientAsked("c" + number, change()),
                () -> new Event.ClientAsked("c" + number, reservation()),
                () -> childSaid(job()),
                () -> childSaid(job()),
                () -> new Event.ParentSaid(fromParent()),
                () -> new Event.ProviderAnswered(one("lab", "ec2"), id(), brought()),
                () -> new Event.ProviderReleased(id(), id(), one("", "failed")),
                () -> new Event.ChildExited(job(), "exit status 1"),
                () -> new Event.JobFinished(job(), random.nextBoolean(), "", random.nextBoolean()),
                () -> new Event.EpilogStarted(job()),
                () -> one(new Event.ParentLinked(), new Event.ParentUnlinked(), new Event.TimeReached()));
    }

    private Request request() {
        return oneOf(
                () -> new JobRequest.Match(
                        jobspec(),
                        one(MatchOperation.values()),
                        one(MatchFormat.values()),
                        "",
                        one(MatchRules.values())),
                () -> new JobRequest.Match(
                        jobspec(), MatchOperation.ALLOCATE, one(MatchFormat.values()), "", MatchRules.BANYAN),
                () -> new JobRequest.Submit(jobspec(), "", random.nextInt(32)),
                () -> new JobRequest.Submit(jobspec(), "", Submission.USUAL_URGENCY),
                () -> new JobRequest.Urge(job(), random.nextInt(32)),
                () -> new JobRequest.Submit(
                        conditioned(),
                        one("", "train", "sweep"),
                        random.nextInt(20),
                        one(IdSet.empty(), IdSet.parse("1-2"))),
                () -> new JobRequest.Submit(conditioned(), one("", "train"), Submission.USUAL_URGENCY),
                () -> new JobRequest.Submit(malleable(), "", 1 + random.nextInt(31)),
                () -> new JobRequest.Submit(malleable(), "", 1 + random.nextInt(31)),
                () -> new JobRequest.SubmitAll(List.of(
                        new JobRequest.Submit(jobspec(), "", random.nextInt(32)),
                        new JobRequest.Submit(one(jobspec(), queued(), conditioned()), "sweep", 16))),
                () -> new RescaleRequest.Propose(job(), 1 + random.nextInt(5)),
                () -> new RescaleRequest.Reply(job(), 1 + random.nextInt(3), random.nextBoolean(), ""),
                () -> look(job()),
                () -> new RescaleRequest.Attend(job()),
                () -> new JobRequest.Submit(queued(), "", Submission.USUAL_URGENCY),
                () -> new JobRequest.Submit(queued(), "", Submission.USUAL_URGENCY),
                () -> new JobRequest.SetQueue(
                        one("", "batch", "debug"),
                        one(Optional.<Boolean>empty(), Optional.of(true), Optional.of(random.nextBoolean())),
                        one(Optional.<Boolean>empty(), Optional.of(true), Optional.of(random.nextBoolean())),
                        one("", "why")),
                JobRead.Queues::new,
                () -> new JobRequest.Requeue(job()),
                () -> new JobRequest.Limit(job(), random.nextInt(120)),
                () -> new JobRead.Pending(
                        random.nextBoolean() ? Optional.of(job()) : Optional.empty(), random.nextBoolean()),
                () -> new JobRead.Timeline(random.nextInt(50), 50L + random.nextInt(500)),
                () -> new JobRead.Explain(jobspec()),
                () -> new JobRead.JobLook(job()),
                () -> new JobRead.JobInfo(
                        job(), one(MatchFormat.values()), one(JobRead.Reasons.values()), random.nextBoolean()),
                () -> new JobRead.Priorities(
                        random.nextBoolean() ? Optional.of(job()) : Optional.empty(), 1 + random.nextInt(5)),
                () -> new JobRead.Overview(random.nextInt(5)),
                () -> new Request.Find(
                        one("status=up", "jobid-alloc=1 or status=down", "("), one(MatchFormat.values())),
                () -> new Request.Grow(
                        id(), random.nextBoolean() ? Optional.of(job()) : Optional.empty(), jobspec(), one(0L, 5L)),
                () -> new Request.Shrink(id(), shrinkTarget()),
                () -> new Request.Shrink(id(), shrinkTarget(), one(UseRule.values()), one(0L, 5_000L), false),
                () -> new Request.Reclaim(id(), job(), revokeTarget(), one(0L, 5_000L), random.nextBoolean()),
                () -> new Request.Spawn(one(jobspec(), malleable()), "below", Map.of()),
                () -> new JobRequest.Cancel(job(), random.nextBoolean()));
    }

    private Request change() {
        return oneOf(
                () -> new JobRequest.PartialCancel(
                        job(),
                        one(new GivenPart.Listed(subgraph()), new GivenPart.OfRanks(IdSet.of(random.nextInt(5)))),
                        one(MatchRules.values())),
                () -> new JobRequest.Update(
                        job(),
                        one(BookingKind.values()),
                        one(new GivenResources.Listed(subgraph()), new GivenResources.Shorthand(subgraph())),
                        OptionalLong.of(random.nextInt(50)),
                        random.nextInt(50),
                        one(MatchFormat.values())),
                () -> new Request.SetStatus(
                        one(new VertexTarget.ByPath(path()), new VertexTarget.ByRanks(IdSet.of(random.nextInt(4)))),
                        one(Status.values()),
                        one("", "its disk")),
                () -> new Request.Nodes(
                        one("node", "core", "cluster", "disk"),
                        one(HostList.of(List.of()), HostList.parse("node[0-1]")),
                        one(Set.<NodeState>of(), Set.of(NodeState.DRAINED, NodeState.LOST)),
                        one(Optional.<String>empty(), Optional.of(path())),
                        one(1, Request.Nodes.MOST)),
                () -> new Request.SetProperty(
                        path(),
                        one("divisible", "gpu"),
                        one(Optional.<String>empty(), Optional.of("4"), Optional.of("x"))),
                () -> new Request.Remove(new VertexTarget.ByPath(path()), random.nextBoolean()),
                () -> new Request.Attach(subgraph()));
    }

    /** Returns an event that the clients, the jobs or the clock of an instance send. */
    Event own(int number) {
        return oneOf(
                () -> new Event.ClientAsked("c" + number, request()),
                () -> new Event.ClientAsked("c" + number, request()),
                () -> new Event.ClientAsked("c" + number, change()),
                () -> new Event.ClientAsked("c" + number, reservation()),
                () -> new Event.JobFinished(job(), random.nextBoolean(), "", random.nextBoolean()),
                Event.TimeReached::new);
    }

    private Request reservation() {
        long now = random.nextInt(60);
        ReservationTarget target = oneOf(
                ReservationTarget.All::new,
                () -> new ReservationTarget.Where("names=node[0-" + random.nextInt(3) + "]"),
                () -> new ReservationTarget.Where("names=" + one("core1", "memory0", "lab", "rack")),
                () -> new ReservationTarget.Parts(
                        List.of(new HeldPart(path(), 1L + random.nextInt(2), random.nextBoolean(), Map.of()))),
                () -> new ReservationTarget.Fitting(jobspec()));
        Recurrence again = oneOf(
                () -> Recurrence.ONCE,
                () -> new Recurrence(
                        Recurrence.Every.SECONDS,
                        20L + random.nextInt(40),
                        "",
                        random.nextInt(500),
                        random.nextInt(4)));
        return oneOf(
                () -> new ReservationRequest.Create(
                        new Reservation(
                                one("r1", "r2"),
                                "owner",
                                target,
                                now,
                                1L + random.nextInt(40),
                                again,
                                one(new TreeSet<>(), new TreeSet<>(List.of("owner")))),
                        random.nextBoolean()),
                () -> new ReservationRequest.Book(List.of(new Reservation(
                        one("r1", "r2"),
                        "owner",
                        target,
                        now,
                        1L + random.nextInt(40),
                        Recurrence.ONCE,
                        new TreeSet<>(List.of("owner"))))),
                () -> new JobRequest.Submit(
                        Jobs.with(jobspec(), Map.of("banyan", Map.of("reservation", one("r1", "r2")))), "", 16),
                () -> new JobRequest.Submit(
                        Jobs.with(
                                jobspec().lasting(1L + random.nextInt(30)),
                                Map.of("banyan", Map.of("reservation", one("r1", "r2")))),
                        "",
                        16),
                () -> new Request.Spawn(
                        Jobs.with(jobspec(), Map.of("banyan", Map.of("reservation", one("r1", "r2")))),
                        "child",
                        Map.of()),
                () -> new ReservationRequest.Cancel(one("r1", "r2"), random.nextBoolean()),
                ReservationRequest.All::new);
    }

    private Event childSaid(JobId child) {
        return new Event.ChildSaid(
                child,
                oneOf(
                        () -> new UpMessage.Register(child, "below", "", random.nextBoolean(), List.of(id())),
                        () -> new UpMessage.Grow(id(), jobspec(), random.nextInt(3), 1 + random.nextInt(100)),
                        () -> new UpMessage.Return(
                                id(), List.of(new Parcel(one("spawn", id()), List.of(path(), path())))),
                        () -> new UpMessage.Statuses(statuses()),
                        UpMessage.AskStatuses::new,
                        () -> new UpMessage.GiveUp(id()),
                        () -> new UpMessage.Leave("it is done")));
    }

    private StatusNews statuses() {
        Status status = one(Status.UP, Status.DRAINED, Status.DOWN, Status.LOST);
        long after = random.nextInt(3);
        return new StatusNews(after, after + 1 + random.nextInt(3), List.of(new StatusAt(path(), status)));
    }

    private DownMessage fromParent() {
        return oneOf(
                () -> new DownMessage.Registered("/7", subgraph(), HORIZON, 5_000),
                () -> new DownMessage.Granted(new Grant(id(), subgraph(), GrantSource.graphOf("/")), ""),
                () -> new DownMessage.Granted(
                        new Grant(one("!offer!7!1/", "!offer!7!2/"), subgraph(), GrantSource.graphOf("/")),
                        "",
                        Optional.of(jobspec())),
                () -> new DownMessage.GrowRefused(id(), "", List.of(LevelReasons.because("/", "local", "it is busy"))),
                () -> new DownMessage.Statuses(statuses()),
                DownMessage.AskStatuses::new,
                () -> new DownMessage.Revoke(id(), revokeTarget(), one(UseRule.values()), one(0L, 5_000L)),
                () -> new DownMessage.Freed(one(id(), "/7!end" + random.nextInt(4)), List.of()));
    }

    /**
     * Takes one of the things that the instance wants done, and returns the event that says it is done, well or badly.
     */
    Event answer(List<Effect> open) {
        return switch (open.remove(random.nextInt(open.size()))) {
            case Effect.CallProvider call ->
                new Event.ProviderAnswered(call.provider(), call.request().requestId(), brought());
            case Effect.ReleaseProvider release ->
                new Event.ProviderReleased(release.returnId(), release.requestId(), one("", "too late"));
            case Effect.ToParent(UpMessage.Grow grow) ->
                new Event.ParentSaid(oneOf(() -> new DownMessage.Granted(
                        new Grant(grow.requestId(), subgraph(), GrantSource.graphOf("/")), "")));
            case Effect.ToParent(UpMessage.Return returned) ->
                new Event.ParentSaid(new DownMessage.Freed(returned.returnId(), List.of()));
            case Effect.StartChild start ->
                new Event.ChildSaid(
                        start.child(), new UpMessage.Register(start.child(), "below", "", false, List.of()));
            case Effect.ToChild(JobId child, DownMessage.Revoke revoke) -> given(child, revoke);
            case Effect.ToChild(JobId child, DownMessage.Granted granted)
            when random.nextBoolean() ->
                new Event.ChildSaid(
                        child,
                        new UpMessage.Return("back", List.of(granted.grant().whole())));
            case Effect.Rescale rescale ->
                new Event.RescaleAnswered(rescale.job(), rescale.number(), random.nextBoolean(), "");
            case Effect.StartJob start -> new Event.JobFinished(start.job(), random.nextBoolean(), "", true);
            case Effect.StopJob stop -> new Event.JobFinished(stop.job(), true, "killed");
            case Effect other -> new Event.TimeReached();
        };
    }

    /**
     * Returns a child's answer to a revoke; what it gives back is a guess, because what it was granted is not known
     * here.
     */
    private Event given(JobId child, DownMessage.Revoke revoke) {
        return new Event.ChildSaid(
                child,
                random.nextBoolean()
                        ? new UpMessage.Revoked(revoke.revokeId(), one("", "in use"))
                        : new UpMessage.Return(
                                revoke.revokeId() + "!up!give/7!" + random.nextInt(3),
                                List.of(new Parcel("spawn", List.of(path(), path())))));
    }

    private ProvisionResult brought() {
        Subgraph subgraph = subgraph();
        String top = subgraph.vertices().getFirst().path();
        return one(
                new ProvisionResult.Provisioned(subgraph, List.of(new Handle(one("", top), "i-1"))),
                new ProvisionResult.Refused("there is nothing"),
                new ProvisionResult.Failed("the line is dead"));
    }

    // ---- what it is about -----------------------------------------------------------------------------------------

    private String id() {
        return one("g1", "g2", "g3", "s1", "s2", "spawn", "g1!back/7", "/7!end1", "!endless");
    }

    private JobId job() {
        return new JobId(1 + random.nextInt(6));
    }

    private Jobspec jobspec() {
        return Jobs.jobspec(one(JOBS));
    }

    private static RescaleRequest look(JobId job) {
        return job.value() % 2 == 0 ? new RescaleRequest.Attend(job) : new RescaleRequest.Look(job);
    }

    private Jobspec queued() {
        Jobspec plain = jobspec();
        return new Jobspec(
                plain.version(),
                plain.resources(),
                plain.tasks(),
                plain.attributes()
                        .inQueue(
                                one("batch", "debug", "none"),
                                plain.attributes().constraint())
                        .paidBy(one("", "physics", "chemistry")));
    }

    /** One that waits for something before it is in the queue, or must be done by some time. */
    private Jobspec conditioned() {
        String others = (1 + random.nextInt(4)) + one("", "-5");
        Map<String, Object> dependency = one(
                Map.of(
                        "scheme",
                        one("after", "afterok", "afterany", "afternotok", "afterexcept"),
                        "value",
                        others,
                        "any",
                        random.nextBoolean()),
                Map.of("scheme", "singleton", "value", ""),
                Map.of("scheme", "begin-time", "value", String.valueOf(random.nextInt(40))));
        Map<String, Object> system = one(
                Map.of("banyan", Map.of("checkpoint", Map.of("within", 1 + random.nextInt(60)))),
                Map.of("dependencies", List.of(dependency)),
                Map.of("banyan", Map.of("deadline", random.nextInt(200))));
        return Jobs.with(jobspec(), system);
    }

    private Jobspec malleable() {
        String slot = one("core", "node!", "node { 2 core }", "2 core", "node { 1 core, 2 memory }", "core, 3 memory");
        Map<String, Object> sizes = Map.of("min", 1 + random.nextInt(2), "max", 2 + random.nextInt(5));
        Map<String, Object> paced = new HashMap<>(sizes);
        paced.put("times", Map.of("1", 20 + random.nextInt(100), "4", 10 + random.nextInt(50)));
        Map<String, Object> system = new HashMap<>(Map.of("malleable", one(sizes, paced)));
        if (random.nextBoolean()) {
            system.put("banyan", Map.of("checkpoint", Map.of("within", 1 + random.nextInt(3), "restart", 1)));
        }
        return Jobs.with(Jobs.jobspec("1 slot { " + slot + " } for " + (10 + random.nextInt(90))), system);
    }

    private ShrinkTarget shrinkTarget() {
        return oneOf(
                () -> new ShrinkTarget.ByGrow(id()),
                () -> new ShrinkTarget.ByPaths(List.of(path(), path())),
                () -> new ShrinkTarget.ByIdle(random.nextInt(10_000)),
                () -> new ShrinkTarget.ByCount(counts()),
                () -> new ShrinkTarget.ByJob(job()));
    }

    private RevokeTarget revokeTarget() {
        return oneOf(this::counts, () -> new RevokeTarget.ByPaths(List.of(path())));
    }

    private RevokeTarget.ByCounts counts() {
        return RevokeTarget.ByCounts.of(Map.of(one("node", "core"), 1L + random.nextInt(3)));
    }

    private String path() {
        String node = one("/cluster0/node", "/cluster0/lab/node") + random.nextInt(4);
        return one(
                "/cluster0",
                "/cluster0/lab",
                "/nowhere",
                node,
                node,
                node + "/core" + random.nextInt(4),
                node + "/memory0",
                node + "/");
    }

    /** Some of it is granted: what one is given is given with all below it, as it is everywhere. */
    private Subgraph subgraph() {
        Subgraph plain = Graphs.subgraph(one(BROUGHT));
        String one = one(plain.vertices()).path();
        String other = one(plain.vertices()).path();
        List<SubgraphVertex> vertices = plain.vertices().stream()
                .map(vertex -> vertex.withExclusive(
                        Paths.isWithin(vertex.path(), one) || Paths.isWithin(vertex.path(), other)))
                .map(vertex -> random.nextInt(40) == 0 ? vertex.withSize(random.nextInt(20), "") : vertex)
                .toList();
        List<SubgraphEdge> edges = new ArrayList<>(plain.edges());
        if (!edges.isEmpty() && random.nextInt(10) == 0) {
            edges.remove(random.nextInt(edges.size()));
        }
        return new Subgraph(vertices, edges);
    }
}
