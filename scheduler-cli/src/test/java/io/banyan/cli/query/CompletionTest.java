package io.banyan.cli.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphEdge;
import io.banyan.graph.SubgraphVertex;
import io.banyan.resource.JobId;
import io.banyan.resource.ResourceType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompletionTest {
    @TempDir
    private Path directory;

    private final SessionJobs jobs = new SessionJobs();
    private Completion completion = new Completion(List.of(), graph(), jobs);

    /** A cluster of twelve nodes, of which the second has a core. */
    private static Optional<ResourceGraph> graph() {
        List<SubgraphVertex> vertices = new ArrayList<>();
        List<SubgraphEdge> edges = new ArrayList<>();
        vertices.add(SubgraphVertex.of("0", new ResourceType("cluster"), 0, "/cluster0"));
        for (int i = 0; i < 12; i++) {
            vertices.add(SubgraphVertex.of("" + (i + 1), ResourceType.NODE, i, "/cluster0/node" + i));
            edges.add(SubgraphEdge.containment(0, i + 1));
        }
        vertices.add(SubgraphVertex.of("13", new ResourceType("core"), 0, "/cluster0/node1/core0"));
        edges.add(SubgraphEdge.containment(2, 13));
        try {
            return Optional.of(ResourceGraph.of(new Subgraph(vertices, edges)));
        } catch (io.banyan.graph.GraphException e) {
            throw new IllegalStateException(e);
        }
    }

    @BeforeEach
    void knowTheCommands() {
        List<SessionCommand.Syntax> syntaxes = List.of(
                new SessionCommand.Syntax("match", "m", "OPERATION JOBSPEC", ""),
                new SessionCommand.Syntax("multi-match", "M", "OPERATION JOBSPEC...", ""),
                new SessionCommand.Syntax("cancel", "c", "JOBID [stats]", ""),
                new SessionCommand.Syntax("remove", "r", "PATH true | RANKS false", ""),
                new SessionCommand.Syntax("find", "f", "EXPRESSION", ""),
                new SessionCommand.Syntax("set-status", "t", "PATH up|down", ""));
        completion = new Completion(syntaxes, graph(), jobs);
    }

    private List<String> offers(String word, String... before) {
        return completion.of(List.of(before), word).stream()
                .map(Completion.Offer::text)
                .toList();
    }

    @Test
    void offersCommandsByTheirNames() {
        assertThat(offers("m")).containsExactly("match", "multi-match");
        assertThat(offers("x")).isEmpty();
        assertThat(offers("", "x")).isEmpty();
    }

    @Test
    void offersOperationsAndAlternativesAsTheSyntaxHasThem() {
        assertThat(offers("allocate_", "m")).containsExactly("allocate_with_satisfiability", "allocate_orelse_reserve");
        assertThat(offers("", "set-status", "/cluster0")).containsExactly("up", "down");
        assertThat(offers("", "set-status", "/cluster0", "up")).isEmpty();
        assertThat(offers("", "remove", "/cluster0/node1")).containsExactly("true", "false");
        assertThat(offers("", "c", "1")).containsExactly("stats");
    }

    @Test
    void offersCriteriaAgainAndAgain() {
        assertThat(offers("st", "find")).containsExactly("status=up", "status=down");
        assertThat(offers("sched-n", "find", "status=up", "and", "(", "names=x", "or"))
                .containsExactly("sched-now=allocated", "sched-now=free");
        assertThat(completion.of(List.of("find"), "names")).containsExactly(new Completion.Offer("names=", false));
    }

    @Test
    void offersTheIdsOfTheSessionsJobs() {
        jobs.add(new JobId(12), "x.yaml", 0);
        jobs.add(new JobId(3), "x.yaml", 0);
        assertThat(offers("", "cancel")).containsExactly("3", "12");
        assertThat(offers("1", "cancel")).containsExactly("12");
    }

    @Test
    void offersPathsLevelByLevel() {
        assertThat(offers("", "remove")).containsExactly("/cluster0");
        assertThat(offers("/cl", "remove")).containsExactly("/cluster0");
        assertThat(offers("/cluster0", "remove")).hasSize(12).contains("/cluster0/node11");
        // What stands there is a vertex with one below it, and the beginning of two others.
        assertThat(offers("/cluster0/node1", "remove"))
                .containsExactly("/cluster0/node10", "/cluster0/node11", "/cluster0/node1/core0");
        assertThat(offers("/cluster0/node2", "remove")).containsExactly("/cluster0/node2");
        assertThat(offers("/nowhere/", "remove")).isEmpty();
        assertThat(completion.of(List.of("remove"), "/cluster0/node1/"))
                .containsExactly(new Completion.Offer("/cluster0/node1/core0", true));
    }

    @Test
    void offersFilesAndGoesOnInDirectories() throws Exception {
        Files.writeString(directory.resolve("a.yaml"), "");
        Files.createDirectory(directory.resolve("ab"));
        Files.writeString(directory.resolve("b.yaml"), "");
        assertThat(completion.of(List.of("match", "allocate"), directory + "/a"))
                .containsExactly(
                        new Completion.Offer(directory + "/a.yaml", true),
                        new Completion.Offer(directory + "/ab/", false));
        assertThat(offers(directory + "/b", "M", "allocate", "x", "y")).containsExactly(directory + "/b.yaml");
        assertThat(offers(directory + "/none/x", "match", "allocate")).isEmpty();
        assertThat(offers("\0", "match", "allocate")).isEmpty();
    }
}
