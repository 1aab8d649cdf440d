package io.banyan.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.resource.ResourceType;
import io.banyan.resource.Subsystem;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Random attaches, detaches and refusals, compared with a map from path to type. */
class RandomChangesTest {
    private static final int RUNS = 60;
    private static final int STEPS = 60;
    private static final List<String> TYPES = List.of("rack", "node", "socket", "core", "disk");

    @Test
    void graphAgreesWithAMapOfPathsAfterEveryStep() {
        for (int run = 0; run < RUNS; run++) {
            long seed = 20_240_601L + run;
            try {
                new Session(new Random(seed)).run();
            } catch (GraphException | RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }

    private static final class Session {
        private final Random random;
        private final ResourceGraph graph = new ResourceGraph();
        private final TreeMap<String, String> model = new TreeMap<>();

        Session(Random random) {
            this.random = random;
        }

        void run() throws GraphException {
            for (int step = 0; step < STEPS; step++) {
                switch (random.nextInt(4)) {
                    case 0 -> detach();
                    case 1 -> attachWithAFlaw();
                    default -> attach();
                }
                graph.checkInvariants();
                compare();
            }
        }

        private void compare() {
            assertThat(graph.vertexCount()).isEqualTo(model.size());
            assertThat(graph.edgeCount()).isEqualTo(Math.max(0, model.size() - 1));
            model.forEach((path, type) -> {
                int v = graph.find(path);
                assertThat(v).as(path).isNotEqualTo(-1);
                assertThat(graph.types().name(graph.typeId(v))).isEqualTo(type);
                assertThat(graph.path(v)).isEqualTo(path);
                String parent = path.substring(0, path.lastIndexOf('/'));
                assertThat(graph.parent(v)).isEqualTo(parent.isEmpty() ? -1 : graph.find(parent));
            });
        }

        private void attach() throws GraphException {
            Map<String, String> grown = grown();
            Attachment attachment = graph.attach(subgraph(grown));
            assertThat(attachment.added()).hasSize((int) grown.keySet().stream()
                    .filter(path -> !model.containsKey(path))
                    .count());
            model.putAll(grown);
        }

        private void attachWithAFlaw() {
            Map<String, String> grown = grown();
            Subgraph good = subgraph(grown);
            List<SubgraphVertex> vertices = new ArrayList<>(good.vertices());
            List<SubgraphEdge> edges = new ArrayList<>(good.edges());
            switch (random.nextInt(3)) {
                case 0 ->
                    vertices.add(SubgraphVertex.of("lost", new ResourceType("node"), 1, "/cluster0/nowhere0/node1"));
                case 1 -> vertices.add(vertices.get(random.nextInt(vertices.size())));
                default -> edges.add(SubgraphEdge.containment(random.nextInt(vertices.size()), rootOf(vertices)));
            }
            Subgraph before = graph.toSubgraph();
            String message = "";
            try {
                graph.attach(new Subgraph(vertices, edges));
            } catch (GraphException e) {
                message = e.getMessage();
            }
            assertThat(message).isNotEmpty();
            assertThat(graph.toSubgraph()).isEqualTo(before);
        }

        private static int rootOf(List<SubgraphVertex> vertices) {
            int i = 0;
            while (!vertices.get(i).path().equals("/cluster0")) {
                i++;
            }
            return i;
        }

        private void detach() {
            if (model.isEmpty()) {
                return;
            }
            List<String> paths = new ArrayList<>(model.keySet());
            String top = paths.get(random.nextInt(paths.size()));
            int[] removed = graph.detach(graph.find(top));
            int size = model.size();
            model.keySet().removeIf(path -> path.equals(top) || path.startsWith(top + "/"));
            assertThat(removed).hasSize(size - model.size());
        }

        /** A random part of what exists, with its ancestors, and some new vertices below it. */
        private Map<String, String> grown() {
            Map<String, String> part = new TreeMap<>();
            part.put("/cluster0", "cluster");
            for (int i = 0; i < 1 + random.nextInt(8); i++) {
                List<String> places = new ArrayList<>(part.keySet());
                String parent = places.get(random.nextInt(places.size()));
                String type = TYPES.get(random.nextInt(TYPES.size()));
                part.put(parent + "/" + type + random.nextInt(12), type);
            }
            return part;
        }

        private Subgraph subgraph(Map<String, String> part) {
            List<String> paths = new ArrayList<>(part.keySet());
            Collections.shuffle(paths, random);
            Map<String, Integer> positions = new HashMap<>();
            List<SubgraphVertex> vertices = new ArrayList<>();
            List<SubgraphEdge> edges = new ArrayList<>();
            for (String path : paths) {
                String type = part.getOrDefault(path, "");
                long number = Long.parseLong(path.substring(path.lastIndexOf('/') + 1 + type.length()));
                int rank = type.equals("node") ? random.nextInt(4) : -1;
                positions.put(path, vertices.size());
                vertices.add(
                        SubgraphVertex.of(Integer.toString(random.nextInt(50)), new ResourceType(type), number, path)
                                .withRank(rank));
            }
            for (String path : paths) {
                Integer parent = positions.get(path.substring(0, path.lastIndexOf('/')));
                if (parent != null) {
                    edges.add(new SubgraphEdge(parent, positions.get(path), Subsystem.CONTAINMENT));
                }
            }
            return new Subgraph(vertices, edges);
        }
    }
}
