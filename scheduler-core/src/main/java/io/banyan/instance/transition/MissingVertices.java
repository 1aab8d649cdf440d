package io.banyan.instance.transition;

import io.banyan.graph.ResourceGraph;
import io.banyan.instance.message.client.VertexTarget;
import io.banyan.instance.message.value.ErrorCode;
import io.banyan.instance.message.value.FirstItems;
import io.banyan.instance.state.InstanceState;
import io.banyan.rset.HostList;
import io.banyan.schedule.Criteria;
import io.banyan.schedule.Finder;
import java.io.Serial;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A client named vertices that are not here. Control flow within this package. */
public final class MissingVertices extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    private final String sentence;

    private MissingVertices(String sentence) {
        super(sentence, null, false, false);
        this.sentence = sentence;
    }

    public void tell(Transition transition, String call) {
        transition.fail(call, ErrorCode.NOT_FOUND, sentence);
    }

    /** The vertex of a path. */
    public static int require(InstanceState state, String path) throws MissingVertices {
        int v = state.resources().graph().find(path);
        if (v < 0) {
            throw new MissingVertices("there is no vertex " + path + " here");
        }
        return v;
    }

    /** The vertex of a path in any subsystem. */
    public static int requireAnywhere(InstanceState state, String path) throws MissingVertices {
        int v = state.resources().graph().findAnywhere(path);
        return v >= 0 ? v : require(state, path);
    }

    /** The vertices that are meant, at least one; a path may be one of any subsystem. */
    public static int[] resolveAnywhere(InstanceState state, VertexTarget target) throws MissingVertices {
        return target instanceof VertexTarget.ByPath(String path)
                ? new int[] {requireAnywhere(state, path)}
                : resolve(state, target);
    }

    /** The vertices that are meant, at least one. */
    public static int[] resolve(InstanceState state, VertexTarget target) throws MissingVertices {
        return switch (target) {
            case VertexTarget.ByPath(String path) -> new int[] {require(state, path)};
            case VertexTarget.ByRanks ranks -> ofRanks(state, ranks);
            case VertexTarget.ByNames named -> ofNames(state, named.names());
        };
    }

    /** In the order of the names. O(vertices + names). */
    private static int[] ofNames(InstanceState state, HostList names) throws MissingVertices {
        ResourceGraph graph = state.resources().graph();
        Map<String, List<Integer>> byName = Finder.vertices(state.schedule(), new Criteria.Named(names)).stream()
                .boxed()
                .collect(Collectors.groupingBy(graph::name));
        IntStream.Builder found = IntStream.builder();
        for (String name : new LinkedHashSet<>(names.names())) {
            List<Integer> vertices = byName.getOrDefault(name, List.of());
            if (vertices.isEmpty()) {
                throw new MissingVertices("there is no vertex '" + name + "' here; 'banyan nodes' lists the nodes");
            }
            if (vertices.size() > 1) {
                throw new MissingVertices("the name '" + name + "' is ambiguous: " + vertices.size()
                        + " vertices have it, "
                        + FirstItems.of(vertices.stream().map(graph::path).toList()) + "; address them by path");
            }
            found.add(vertices.getFirst());
        }
        return found.build().toArray();
    }

    private static int[] ofRanks(InstanceState state, VertexTarget.ByRanks ranks) throws MissingVertices {
        IntStream.Builder tops = IntStream.builder();
        for (long rank : ranks.ranks().longs().toArray()) {
            int[] beginnings = rank > Integer.MAX_VALUE
                    ? new int[0]
                    : state.resources().graph().verticesOfRank((int) rank);
            if (beginnings.length == 0) {
                throw new MissingVertices("no vertex here has the rank " + rank);
            }
            IntStream.of(beginnings).forEach(tops);
        }
        return tops.build().toArray();
    }
}
