package io.banyan.instance.transition;

import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.SubgraphVertex;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ReservationRequest;
import io.banyan.instance.message.value.FirstItems;
import io.banyan.instance.message.value.ReservationTarget;
import io.banyan.instance.state.InstanceState;
import io.banyan.jobspec.Constraint;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.Resource;
import io.banyan.match.policy.MatchRules;
import io.banyan.resource.ResourceType;
import io.banyan.rset.HostList;
import io.banyan.schedule.Criteria;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Names that several nodes have. No resources come under a name that a node has already, and no request addresses a
 * node by a name that is not unique. An older state, or the graph of a site, can have such names all the same. Under
 * Fluxion's rules names are not looked at.
 */
public final class AmbiguousNames {
    private final InstanceState state;

    public AmbiguousNames(InstanceState state) {
        this.state = state;
    }

    /**
     * Why a request cannot be answered: it names nodes by a name that is not unique. O(ambiguous names), and O(request)
     * where there are any.
     */
    public Optional<String> refusal(Request request) {
        if (!state.isJoined() || graph().ambiguousNames().isEmpty()) {
            return Optional.empty();
        }
        return hostsOf(request).stream().flatMap(hosts -> in(hosts).stream()).findFirst();
    }

    /** Returns why a jobspec is refused, because it names nodes by a name that is not unique. */
    public Optional<String> refusal(Jobspec jobspec) {
        return graph().ambiguousNames().isEmpty()
                ? Optional.empty()
                : hostsOf(jobspec).stream().flatMap(hosts -> in(hosts).stream()).findFirst();
    }

    /**
     * The first of these names, of which nodes have just come, that others have as well; empty where none has.
     * O(vertices).
     */
    public Optional<String> sharedBy(Collection<SubgraphVertex> vertices) {
        if (graph().ambiguousNames().isEmpty()) {
            return Optional.empty();
        }
        return vertices.stream()
                .filter(vertex -> vertex.type().equals(ResourceType.NODE))
                .map(SubgraphVertex::name)
                .filter(name -> graph().nodesNamed(name).length > 1)
                .findFirst()
                .map(this::sentence);
    }

    private ResourceGraph graph() {
        return state.resources().graph();
    }

    private Optional<String> in(HostList hosts) {
        return graph().ambiguousNames().stream()
                .filter(hosts::contains)
                .findFirst()
                .map(this::sentence);
    }

    private String sentence(String name) {
        List<String> paths =
                Arrays.stream(graph().nodesNamed(name)).mapToObj(graph()::path).toList();
        return "the name '" + name + "' is ambiguous: " + paths.size() + " nodes have it, " + FirstItems.of(paths)
                + "; address them by path, rank or property";
    }

    private static List<HostList> hostsOf(Request request) {
        return switch (request) {
            case JobRequest.Match match -> match.rules() == MatchRules.FLUXION ? List.of() : hostsOf(match.jobspec());
            case JobRequest.MultiMatch multi ->
                multi.matches().stream()
                        .flatMap(match -> hostsOf(match).stream())
                        .toList();
            case JobRequest.Submit submit -> hostsOf(submit.jobspec());
            case JobRequest.SubmitAll all ->
                all.jobs().stream()
                        .flatMap(submit -> hostsOf(submit.jobspec()).stream())
                        .toList();
            case JobRead.Explain explain -> hostsOf(explain.jobspec());
            case Request.Spawn spawn -> hostsOf(spawn.jobspec());
            case ReservationRequest.Create create ->
                hostsOf(create.reservation().target());
            case ReservationRequest.Book book ->
                book.reservations().stream()
                        .flatMap(reservation -> hostsOf(reservation.target()).stream())
                        .toList();
            case Request other -> List.of();
        };
    }

    private static List<HostList> hostsOf(ReservationTarget target) {
        List<HostList> hosts = new ArrayList<>();
        switch (target) {
            case ReservationTarget.All it -> {
                // Nothing is named.
            }
            case ReservationTarget.Parts it -> {
                // A path belongs to one vertex.
            }
            case ReservationTarget.Where where ->
                hosts.addAll(Criteria.parse(where.criteria()).namedHosts());
            case ReservationTarget.Fitting fitting -> hosts.addAll(hostsOf(fitting.jobspec()));
        }
        return hosts;
    }

    private static List<HostList> hostsOf(Jobspec jobspec) {
        List<HostList> hosts = new ArrayList<>();
        add(jobspec.attributes().constraint(), hosts);
        jobspec.resources().forEach(resource -> add(resource, hosts));
        return hosts;
    }

    /**
     * Adds the host lists of a resource and of its children; the recursion is as deep as a jobspec, which has a limit.
     */
    private static void add(Resource resource, Collection<HostList> hosts) {
        add(resource.requires(), hosts);
        resource.with().forEach(below -> add(below, hosts));
    }

    /** Adds the host lists of a constraint; the recursion is as deep as a constraint, which has a limit. */
    private static void add(Constraint constraint, Collection<HostList> hosts) {
        switch (constraint) {
            case Constraint.Hosts named -> hosts.add(named.hosts());
            case Constraint.And and -> and.all().forEach(part -> add(part, hosts));
            case Constraint.Or or -> or.any().forEach(part -> add(part, hosts));
            case Constraint.Not not -> not.all().forEach(part -> add(part, hosts));
            case Constraint.Any it -> {
                // Nothing is named.
            }
            case Constraint.Properties it -> {
                // Properties are not names.
            }
            case Constraint.Ranks it -> {
                // Ranks are not names.
            }
        }
    }

    /**
     * Refuses new nodes whose name a node has already. O(vertices).
     *
     * @throws GraphException with the name, and the nodes that have it or would have it
     */
    public void requireNew(Collection<SubgraphVertex> vertices) throws GraphException {
        Map<String, String> coming = new HashMap<>();
        for (SubgraphVertex vertex : vertices) {
            boolean isNewNode = vertex.type().equals(ResourceType.NODE)
                    && !vertex.path().isEmpty()
                    && graph().find(vertex.path()) < 0;
            if (isNewNode) {
                String name = vertex.name();
                int[] present = graph().nodesNamed(name);
                String other = present.length > 0 ? graph().path(present[0]) : coming.put(name, vertex.path());
                if (other != null) {
                    throw new GraphException("There would be two nodes with the name '" + name + "', " + other + " and "
                            + vertex.path() + ".\nMaybe: give the new node another name.");
                }
            }
        }
    }
}
