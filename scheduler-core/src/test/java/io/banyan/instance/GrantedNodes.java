package io.banyan.instance;

import io.banyan.fixture.Graphs;
import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphVertex;
import io.banyan.instance.message.value.GrantedParts;
import java.util.List;

/** The resources that a parent grants a child in a test: some nodes, whole, of a cluster of nine. */
final class GrantedNodes {
    private GrantedNodes() {}

    static Subgraph of(String... nodes) {
        Subgraph all = Graphs.subgraph("cluster { 9 node { 2 core } }");
        List<SubgraphVertex> marked = all.vertices().stream()
                .map(vertex -> vertex.withExclusive(vertex.path().lastIndexOf('/') > 0))
                .toList();
        List<String> others = all.vertices().stream()
                .map(SubgraphVertex::path)
                .filter(path ->
                        path.matches("/cluster0/node\\d") && !List.of(nodes).contains(path.substring(10)))
                .toList();
        return GrantedParts.without(new Subgraph(marked, all.edges()), others);
    }
}
