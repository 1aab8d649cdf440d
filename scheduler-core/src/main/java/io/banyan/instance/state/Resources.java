package io.banyan.instance.state;

import io.banyan.graph.AttachPlan;
import io.banyan.graph.Attachment;
import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphVertex;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.message.decision.EditDecision;
import io.banyan.instance.message.value.GrantedParts;
import io.banyan.instance.message.value.Paths;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.match.Matcher;
import io.banyan.match.explain.Explainer;
import io.banyan.match.explain.Explanation;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import io.banyan.resource.Subsystem;
import io.banyan.schedule.Booking;
import io.banyan.schedule.LeftTags;
import io.banyan.schedule.Schedule;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** The graph of an instance with its schedule and its matcher: attaching, detaching, and subgraphs as selections. */
public final class Resources {
    private final Schedule schedule;
    private final Matcher matcher;
    private final Departures departures;
    private final LeftTags leftTags;
    private final HeldParts held;
    private final Statuses statuses;
    /** Vertices that came with a grant without being granted; they go when nothing is left below them. */
    private final Set<String> contexts = new HashSet<>();

    Resources(ResourceGraph graph, InstanceConfig config, TimeWindow horizon, UnseenChanges unseen) {
        this.schedule = new Schedule(
                graph, config.match().filters(), horizon, config.match().subsystems());
        this.matcher = new Matcher(
                schedule,
                config.match().policy(),
                config.match().traverser(),
                config.match().visits());
        this.departures = new Departures(schedule);
        this.leftTags = new LeftTags(schedule);
        this.held = new HeldParts(schedule);
        this.statuses = new Statuses(schedule, unseen);
    }

    /** The resources of a grant, apart from those of any instance; for a match within them. */
    public static Resources ofGranted(Subgraph granted, InstanceConfig config, TimeWindow horizon)
            throws GraphException {
        return ofGranted(granted, config, horizon, new UnseenChanges());
    }

    /** The resources of a child that has just received its R. */
    static Resources ofGranted(Subgraph granted, InstanceConfig config, TimeWindow horizon, UnseenChanges unseen)
            throws GraphException {
        Resources resources = new Resources(ResourceGraph.of(granted), config, horizon, unseen);
        BitSet contexts = new BitSet();
        for (int i = 0; i < granted.vertices().size(); i++) {
            contexts.set(i, !granted.vertices().get(i).exclusive());
        }
        resources.markContexts(granted.vertices(), contexts, resources.indices(granted));
        return resources;
    }

    public Schedule schedule() {
        return schedule;
    }

    public ResourceGraph graph() {
        return schedule.graph();
    }

    public Matcher matcher() {
        return matcher;
    }

    /** Why a jobspec could start now, or why not, by the policy of the instance. */
    public Explanation explain(Jobspec jobspec, long nowSec) throws JobspecException {
        return new Explainer(schedule, matcher.policy(), matcher.kind()).explain(jobspec, nowSec);
    }

    public LeftTags leftTags() {
        return leftTags;
    }

    /** The statuses of the vertices that are not up, by the level that states them. */
    Statuses statuses() {
        return statuses;
    }

    /** Returns the parts by which the journal names a grant. */
    public HeldParts held() {
        return held;
    }

    /** A vertex gets or loses a property. */
    void change(EditDecision.PropertyChanged change) {
        int v = index(change.path());
        change.value()
                .ifPresentOrElse(
                        value -> graph().setProperty(v, change.key(), value),
                        () -> graph().removeProperty(v, change.key()));
    }

    /** Whether the job holds the vertex of this path itself, and not only something below it. */
    public boolean isHeldBy(JobId job, String path) {
        int v = graph().find(path);
        return v >= 0 && schedule.holdings().holds(job, v);
    }

    /** Whether the job holds anything at all. */
    public boolean holdsAnything(JobId job) {
        Selection held = schedule.holdings().selection(job);
        return IntStream.range(0, held.size()).anyMatch(held::exclusive);
    }

    /**
     * A proposal as the value that is journaled and sent: its vertices along containment paths, by which the receiver
     * finds the place of each vertex, and its draws from elsewhere. The other subsystems stay here, where the draws are
     * booked; a child could not place its vertices in them.
     */
    public Subgraph subgraphOf(Selection selection) {
        Subgraph granted = schedule.asBooked(selection).toSubgraph(graph());
        if (graph().subsystems().size() == 1
                || schedule.aggregates().dominant() != graph().subsystemId(Subsystem.CONTAINMENT)) {
            return granted;
        }
        List<SubgraphVertex> contained = granted.vertices().stream()
                .map(vertex -> vertex.withPaths(Map.of(Subsystem.CONTAINMENT, vertex.path())))
                .toList();
        return new Subgraph(contained, granted.edges());
    }

    /**
     * A granted subgraph as a selection of vertices that are all here, in post-order. O(n + m).
     *
     * @throws IllegalStateException where a vertex is not here
     */
    Selection selectionOf(Subgraph subgraph) {
        return GrantedParts.selection(subgraph, indices(subgraph), graph());
    }

    /**
     * Attaches granted resources and, if there is a job, books them to it: both or neither. O(n + m + depth).
     *
     * @param local the tops that are here already, and are only booked
     * @throws GraphException if the subgraph does not fit here; nothing has changed then
     */
    void attach(Subgraph subgraph, Optional<JobId> job, List<String> local) throws GraphException {
        AttachPlan plan = schedule.plan(subgraph);
        List<SubgraphVertex> vertices = subgraph.vertices();
        BitSet contexts = new BitSet();
        Set<String> here = Set.copyOf(local);
        for (int i = 0; i < vertices.size(); i++) {
            boolean isNew = plan.existing()[i] < 0;
            if (vertices.get(i).exclusive()
                    && !isNew
                    && !Paths.isWithinAny(vertices.get(i).path(), here)) {
                throw new GraphException(vertices.get(i).path() + " was granted, but already exists here.");
            }
            contexts.set(i, isNew && !vertices.get(i).exclusive());
        }
        Attachment attachment = schedule.attach(plan);
        if (job.isPresent()) {
            try {
                Selection selection = GrantedParts.selection(subgraph, attachment.vertices(), graph());
                schedule.extend(job.get(), selection);
                departures.keepFromOthers(
                        job.get(), here.isEmpty() ? selection : selectionOf(GrantedParts.without(subgraph, here)));
            } catch (IllegalStateException e) {
                takeBack(job.get(), attachment.added());
                throw new GraphException("the granted resources cannot be booked: " + e.getMessage(), e);
            }
        }
        markContexts(vertices, contexts, attachment.vertices());
    }

    /** Takes subtrees out, and the vertices above them that only said where they belonged. O(removed + depth). */
    void detach(Collection<String> paths) {
        for (String path : paths) {
            int v = require(graph(), path);
            int parent = graph().parent(v);
            detachSubtree(v);
            while (parent >= 0 && contexts.contains(graph().path(parent)) && graph().firstOut(parent) < 0) {
                int above = graph().parent(parent);
                detachSubtree(parent);
                parent = above;
            }
        }
    }

    /** Lets vertices stay that were to leave with their job. */
    void stay(Collection<String> paths) {
        for (int v : indices(paths)) {
            departures.takeDown(v);
        }
    }

    private void detachSubtree(int v) {
        contexts.remove(graph().path(v));
        departures.takeDown(v);
        schedule.detach(new int[] {v});
    }

    private void takeBack(JobId job, int[] parentsFirst) {
        schedule.release(job, parentsFirst);
        for (int v : parentsFirst) {
            if (graph().contains(v)) {
                detachSubtree(v);
            }
        }
    }

    /** How much of a type there is at a path and below it; 0 where there is no such vertex. O(resources). */
    public long amount(String path, String type) {
        int v = graph().find(path);
        int typeId = graph().types().id(type);
        return v < 0 || typeId < 0 ? 0 : amount(v, typeId);
    }

    /**
     * Returns the amount of a type at a vertex and below it; the recursion is as deep as the graph, which has a limit.
     */
    private long amount(int v, int typeId) {
        long sum = graph().typeId(v) == typeId ? graph().size(v) : 0;
        int containment = graph().subsystemId(Subsystem.CONTAINMENT);
        for (int e = graph().firstOut(v); e >= 0; e = graph().nextOut(e)) {
            if (graph().subsystem(e) == containment && graph().parent(graph().target(e)) == v) {
                sum += amount(graph().target(e), typeId);
            }
        }
        return sum;
    }

    /** The jobs that hold something at the vertex or below it, or an ancestor whole. */
    public List<JobId> users(int v) {
        return schedule.holdings().jobsWithin(v).stream()
                .filter(job -> !Departures.isDeparture(job))
                .toList();
    }

    /** The bookings of jobs, in the order of their ids. */
    public List<Booking> bookings() {
        return schedule.holdings().bookings().stream()
                .filter(booking -> !Departures.isDeparture(booking.job()))
                .toList();
    }

    /** The vertex of a path of any subsystem. */
    public int index(String path) {
        return index(graph(), path);
    }

    /** The vertex of a path of any subsystem, in a graph that has it. */
    static int index(ResourceGraph graph, String path) {
        int v = graph.findAnywhere(path);
        return v >= 0 ? v : require(graph, path);
    }

    /** The vertices of these paths. */
    public int[] indices(Collection<String> paths) {
        return paths.stream().mapToInt(path -> require(graph(), path)).toArray();
    }

    private int[] indices(Subgraph subgraph) {
        return subgraph.vertices().stream()
                .mapToInt(vertex -> require(graph(), vertex.path()))
                .toArray();
    }

    private static int require(ResourceGraph graph, String path) {
        int v = graph.find(path);
        if (v < 0) {
            throw new IllegalStateException(path + " is not here.");
        }
        return v;
    }

    /** These came with a grant, but were not granted. */
    private void markContexts(List<SubgraphVertex> vertices, BitSet positions, int[] indices) {
        schedule.markShared(positions.stream().map(i -> indices[i]).toArray());
        positions.stream()
                .filter(i -> indices[i] != graph().root())
                .forEach(i -> contexts.add(vertices.get(i).path()));
    }
}
