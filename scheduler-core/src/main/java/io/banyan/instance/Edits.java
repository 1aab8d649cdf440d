package io.banyan.instance;

import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphVertex;
import io.banyan.instance.jobs.LostResources;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.decision.EditDecision;
import io.banyan.instance.message.decision.ReturnDecision;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.FirstItems;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Parcel;
import io.banyan.instance.message.value.Paths;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.StatusNote;
import io.banyan.instance.message.value.ValueChecks;
import io.banyan.instance.message.value.VertexStatus;
import io.banyan.instance.release.TentativePlans;
import io.banyan.instance.state.GrantOrigin;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.state.Statuses;
import io.banyan.instance.transition.AmbiguousNames;
import io.banyan.instance.transition.MissingVertices;
import io.banyan.instance.transition.Transition;
import io.banyan.match.policy.MatchRules;
import io.banyan.resource.Divisible;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The changes that an administrator makes to the graph: adds and removes resources, and sets statuses and properties.
 *
 * <p>A child's resources are a part of its parent's, except those of its own providers (Milroy et al., section 3).
 * Therefore an administrator cannot attach resources to an instance that has a parent. Resources of a parent or
 * provider cannot be removed, because a shrink returns them; nor can resources that a child instance has. Properties
 * belong to each instance alone. Each instance that has the vertex receives its status, see {@link Statuses}.
 */
final class Edits {
    private final InstanceState state;
    private final Lookups lookups;
    private final LostResources lostResources;
    private final TentativePlans tentativePlans;

    Edits(InstanceState state, Lookups lookups, LostResources lostResources) {
        this.state = state;
        this.lookups = lookups;
        this.lostResources = lostResources;
        this.tentativePlans = new TentativePlans(state);
    }

    void attach(Transition transition, String call, Request.Attach request) {
        Subgraph subgraph = request.subgraph();
        if (state.config().parentJob().isPresent()) {
            transition.fail(
                    call,
                    ErrorCode.WRONG_STATE,
                    "instance " + state.path()
                            + " has a parent, and its resources are part of the resources of that parent; attach to the root of the tree, then grow this instance");
            return;
        }
        int most = state.config().limits().maxGrantVertices();
        if (subgraph.vertices().size() > most) {
            transition.fail(call, ErrorCode.LIMIT, "at most " + most + " vertices can be attached at once");
            return;
        }
        Optional<GrantOrigin> provided = ownerOfNew(subgraph);
        if (provided.isPresent()) {
            transition.fail(
                    call,
                    ErrorCode.WRONG_STATE,
                    "the resources of grow " + provided.get().id()
                            + " must return to their provider unchanged; nothing can be attached below them");
            return;
        }
        ResourceGraph graph = state.resources().graph();
        int vertices = graph.vertexCount();
        int edges = graph.edgeCount();
        try {
            if (request.rules() == MatchRules.BANYAN) {
                new AmbiguousNames(state).requireNew(subgraph.vertices());
            }
            transition.attempt(new EditDecision.Attached(subgraph));
        } catch (GraphException e) {
            transition.fail(call, ErrorCode.INVALID, ValueChecks.sentenceOf(e));
            return;
        }
        transition.reply(call, new Answer.Attached(graph.vertexCount() - vertices, graph.edgeCount() - edges));
    }

    /** The provider's grant below whose resources something new would hang. */
    private Optional<GrantOrigin> ownerOfNew(Subgraph subgraph) {
        return subgraph.vertices().stream()
                .map(SubgraphVertex::path)
                .filter(path -> state.resources().graph().find(path) < 0)
                .flatMap(path -> state.origins().of(path).stream())
                .findFirst();
    }

    void remove(Transition transition, String call, Request.Remove request) {
        List<String> tops;
        try {
            ResourceGraph graph = state.resources().graph();
            tops = Paths.outermost(Arrays.stream(MissingVertices.resolve(state, request.target()))
                    .mapToObj(graph::path)
                    .toList());
        } catch (MissingVertices e) {
            e.tell(transition, call);
            return;
        }
        Optional<String> obstacle = state.schedule()
                .obstacleToChanges()
                .or(() -> tops.stream().flatMap(top -> obstacle(top).stream()).findFirst());
        if (obstacle.isPresent()) {
            transition.fail(call, ErrorCode.WRONG_STATE, obstacle.get());
            return;
        }
        Map<JobId, List<String>> released = new LinkedHashMap<>();
        for (String top : tops) {
            int v = state.resources().index(top);
            for (JobId job : state.users(v)) {
                released.computeIfAbsent(job, it -> new ArrayList<>()).add(top);
            }
        }
        TreeSet<JobId> hurt = new TreeSet<>(released.keySet());
        if (!hurt.isEmpty() && !request.force()) {
            transition.fail(
                    call,
                    ErrorCode.WRONG_STATE,
                    request.target() + " is in use by " + named(hurt) + "; --force removes it anyway");
            return;
        }
        List<ReturnDecision.Release> releases = released.entrySet().stream()
                .map(entry -> new ReturnDecision.Release(entry.getKey(), entry.getValue()))
                .toList();
        tentativePlans.leaving(transition, tops);
        lostResources.remove(transition, released, new EditDecision.Removed(tops, releases), request.rules());
        transition.reply(call, new Answer.Removed(tops, List.copyOf(hurt)));
    }

    /** Why a subtree cannot be removed, whatever jobs hold it. */
    private Optional<String> obstacle(String top) {
        int v = state.resources().index(top);
        if (v == state.resources().graph().root()) {
            return Optional.of("the root of the graph, " + top + ", cannot be removed; remove vertices below it");
        }
        List<String> foreign = state.origins().topsBelow(top);
        Optional<GrantOrigin> origin = state.origins().of(foreign.isEmpty() ? top : foreign.get(0));
        if (origin.isPresent()) {
            String how = origin.get().id().equals(Parcel.SPAWN)
                    ? "came from the parent"
                    : "came with grow " + origin.get().id();
            String what = foreign.isEmpty() ? top : foreign.get(0);
            return Optional.of(what + " " + how + "; return it with a shrink");
        }
        return state.users(v).stream()
                .filter(job ->
                        state.jobs().active(job).filter(JobRecord::isInstance).isPresent())
                .findFirst()
                .map(job -> top + " belongs to instance " + state.childPath(job) + "; shrink that instance first");
    }

    private static String named(Set<JobId> jobs) {
        return (jobs.size() == 1 ? "job " : "jobs ") + FirstItems.of(jobs);
    }

    void setStatus(Transition transition, String call, Request.SetStatus request) {
        try {
            ResourceGraph graph = state.resources().graph();
            int[] vertices = Arrays.stream(MissingVertices.resolveAnywhere(state, request.target()))
                    .filter(v -> !request.ownOnly() || isToSay(transition.asker(), graph.anyPath(v)))
                    .toArray();
            TreeSet<JobId> running = new TreeSet<>();
            Optional<StatusNote> note = request.status() == Status.UP
                    ? Optional.empty()
                    : Optional.of(new StatusNote(transition.asker().name(), transition.nowSec(), request.reason()));
            for (int v : vertices) {
                transition.decide(new EditDecision.StatusChanged(graph.anyPath(v), request.status(), note));
                state.users(v).stream().filter(this::isNotToCome).forEach(running::add);
            }
            List<String> paths =
                    Arrays.stream(vertices).mapToObj(graph::anyPath).toList();
            List<VertexStatus> others = Arrays.stream(vertices)
                    .filter(v -> state.schedule().statuses().of(v) != request.status())
                    .mapToObj(v -> lookups.statusOf(graph.anyPath(v), v))
                    .toList();
            transition.reply(call, new Answer.StatusSet(paths, request.status(), List.copyOf(running), others));
        } catch (MissingVertices e) {
            e.tell(transition, call);
        }
    }

    /** Whether a job has its resources now, and not only from a later time on. */
    private boolean isNotToCome(JobId job) {
        return state.jobs()
                .active(job)
                .filter(it -> it.state() == JobState.RESERVED)
                .isEmpty();
    }

    /** Whether no other client of this instance has set the status of a vertex to another value than up. */
    private boolean isToSay(Principal asker, String path) {
        return !state.statuses().isSaidHere(path)
                || state.statuses()
                        .note(path)
                        .filter(note -> note.by().equals(asker.name()))
                        .isPresent();
    }

    void setProperty(Transition transition, String call, Request.SetProperty request) {
        if (request.key().equals(Divisible.PROPERTY)) {
            try {
                request.value().ifPresent(Divisible::granule);
            } catch (IllegalArgumentException e) {
                transition.fail(call, ErrorCode.INVALID, ValueChecks.sentenceOf(e));
                return;
            }
        }
        try {
            MissingVertices.requireAnywhere(state, request.path());
            transition.decide(new EditDecision.PropertyChanged(request.path(), request.key(), request.value()));
            transition.reply(call, lookups.properties(request.path()));
        } catch (MissingVertices e) {
            e.tell(transition, call);
        }
    }
}
