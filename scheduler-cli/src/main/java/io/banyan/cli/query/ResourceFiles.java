package io.banyan.cli.query;

import io.banyan.cli.output.Texts;
import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphEdge;
import io.banyan.graph.SubgraphVertex;
import io.banyan.graph.io.JgfReader;
import io.banyan.instance.Instance;
import io.banyan.resource.Subsystem;
import io.banyan.schedule.GivenFormat;
import io.banyan.schedule.GivenPart;
import io.banyan.schedule.GivenResources;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads resources that were given to jobs from files. All methods refuse a file that cannot be read, or has other
 * contents. Of several vertices to which JGF gives one path, the session's graph knows each by its rank.
 */
record ResourceFiles(QuerySession session) {
    /** Makes a value of a file's content. */
    private interface Reader<T> {
        T read(InputStream in, String source) throws GraphException, IOException;
    }

    GivenResources resources(String format, String file) throws QueryFailure, GraphException {
        return switch (format(format)) {
            case JGF -> new GivenResources.Listed(subgraph(file));
            case JGF_SHORTHAND -> new GivenResources.Shorthand(subgraph(file));
            case RV1EXEC -> read(file, (in, source) -> GivenResources.read(GivenFormat.RV1EXEC, in, source));
            case RV1 -> read(file, (in, source) -> GivenResources.read(GivenFormat.RV1, in, source));
        };
    }

    GivenPart part(String format, String file) throws QueryFailure, GraphException {
        return switch (format(format)) {
            case JGF -> new GivenPart.Listed(subgraph(file));
            case JGF_SHORTHAND -> new GivenPart.Shorthand(subgraph(file));
            case RV1EXEC -> read(file, (in, source) -> GivenPart.read(GivenFormat.RV1EXEC, in, source));
            case RV1 -> read(file, (in, source) -> GivenPart.read(GivenFormat.RV1, in, source));
        };
    }

    private static GivenFormat format(String name) throws QueryFailure {
        try {
            return GivenFormat.parse(name);
        } catch (IllegalArgumentException e) {
            throw QueryFailure.malformed(String.valueOf(e.getMessage()));
        }
    }

    private static <T> T read(String file, Reader<T> reader) throws QueryFailure, GraphException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(Path.of(file)))) {
            return reader.read(in, file);
        } catch (IOException e) {
            throw new QueryFailure(file + ": " + Texts.reason(e));
        }
    }

    private Subgraph subgraph(String file) throws QueryFailure, GraphException {
        Subgraph read = read(file, JgfReader::readShared);
        Optional<ResourceGraph> graph = session.backend().local().flatMap(Instance::graph);
        List<SubgraphVertex> vertices = new ArrayList<>(read.vertices().size());
        Set<Map.Entry<Subsystem, String>> seen = new HashSet<>();
        for (SubgraphVertex vertex : read.vertices()) {
            SubgraphVertex known = graph.map(it -> known(it, vertex)).orElse(vertex);
            for (Map.Entry<Subsystem, String> path : known.paths().entrySet()) {
                if (!seen.add(Map.entry(path.getKey(), path.getValue()))) {
                    throw new GraphException(file + ": the path " + path.getValue() + " occurs twice in the subsystem "
                            + path.getKey() + ".");
                }
            }
            vertices.add(known);
        }
        return new Subgraph(vertices, read.edges());
    }

    /**
     * A subgraph (JGF) to attach, with the paths of existing vertices in the session's graph.
     *
     * @throws QueryFailure where a vertex has the path of one of another rank: it is not that one, and is not passed
     *     over for it
     */
    Subgraph attached(String file) throws QueryFailure {
        Subgraph read = SessionGraph.subgraph(Path.of(file));
        Optional<ResourceGraph> graph = session.backend().local().flatMap(Instance::graph);
        if (graph.isEmpty()) {
            return read;
        }
        List<SubgraphVertex> vertices = new ArrayList<>(read.vertices().size());
        for (SubgraphVertex vertex : read.vertices()) {
            requireOfRank(graph.get(), vertex, file);
            vertices.add(known(graph.get(), vertex));
        }
        List<SubgraphEdge> downwards = read.edges().stream()
                .sorted(Comparator.comparingInt(
                        edge -> read.vertices().get(edge.target()).path().length()))
                .toList();
        for (SubgraphEdge edge : downwards) {
            SubgraphVertex child = read.vertices().get(edge.target());
            boolean isNew = graph.get().verticesWritten(child.path()).length == 0;
            if (isNew && child.isChildOf(read.vertices().get(edge.source()), Subsystem.CONTAINMENT)) {
                String segment = child.path().substring(child.path().lastIndexOf('/'));
                String path = vertices.get(edge.source()).path() + segment;
                vertices.set(edge.target(), withPath(child, path));
            }
        }
        return new Subgraph(vertices, read.edges());
    }

    private static void requireOfRank(ResourceGraph graph, SubgraphVertex vertex, String file) throws QueryFailure {
        int[] same = graph.verticesWritten(vertex.path());
        if (same.length > 0 && vertex.rank() >= 0 && Arrays.stream(same).allMatch(v -> isOfOther(graph, v, vertex))) {
            throw new QueryFailure(file + ": " + vertex.path() + " exists with the rank " + graph.rank(same[0])
                    + ", not " + vertex.rank());
        }
    }

    private static SubgraphVertex withPath(SubgraphVertex vertex, String path) {
        Map<Subsystem, String> paths = new LinkedHashMap<>(vertex.paths());
        paths.put(Subsystem.CONTAINMENT, path);
        return vertex.withPaths(paths);
    }

    private static boolean isOfOther(ResourceGraph graph, int v, SubgraphVertex vertex) {
        return graph.rank(v) >= 0 && graph.rank(v) != vertex.rank();
    }

    /** With the path by which the graph knows the vertex, if it is one of those that share the written one. */
    private static SubgraphVertex known(ResourceGraph graph, SubgraphVertex vertex) {
        int[] same = Arrays.stream(graph.verticesWritten(vertex.path()))
                .filter(v -> graph.rank(v) == vertex.rank())
                .toArray();
        if (same.length != 1 || graph.path(same[0]).equals(vertex.path())) {
            return vertex;
        }
        return withPath(vertex, graph.path(same[0]));
    }
}
