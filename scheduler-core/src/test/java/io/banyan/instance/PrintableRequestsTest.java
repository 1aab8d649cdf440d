package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphVertex;
import io.banyan.instance.config.GrowOrder;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ReservationRequest;
import io.banyan.instance.message.client.VertexTarget;
import io.banyan.instance.message.value.Recurrence;
import io.banyan.instance.message.value.Reservation;
import io.banyan.instance.message.value.ReservationTarget;
import io.banyan.instance.message.value.StatusNote;
import io.banyan.jobspec.Jobspec;
import io.banyan.match.policy.MatchRules;
import io.banyan.provider.ProvisionResult;
import io.banyan.resource.Status;
import io.banyan.rset.HostList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/**
 * Names and reasons that clients choose have printable characters only, and nodes the names of hosts; what a journal
 * has already stays readable.
 */
class PrintableRequestsTest {
    private static final Jobspec JOBSPEC = Jobs.jobspec("1 slot { 1 core } for 100");
    private static final String WRONG = "a\u202eb";

    @Test
    void requestsRefuseNamesAndReasonsWithFormatCharacters() {
        List<ThrowingCallable> requests = List.of(
                () -> new JobRequest.Submit(JOBSPEC, WRONG, 16),
                () -> new JobRequest.SetQueue("", Optional.of(true), Optional.empty(), WRONG),
                () -> new Request.SetStatus(new VertexTarget.ByPath("/cluster0"), Status.DRAINED, WRONG),
                () -> new Request.Spawn(JOBSPEC, WRONG, Map.of()),
                () -> new Request.SetProperty("/cluster0", "key", Optional.of(WRONG)),
                () -> new ReservationRequest.Create(reservation(WRONG, Set.of()), false),
                () -> new ReservationRequest.Create(reservation("right", Set.of(WRONG)), false),
                () -> new Request.Attach(renamed(Graphs.subgraph("cluster { 1 node }"), WRONG)));
        for (ThrowingCallable request : requests) {
            assertThatThrownBy(request).hasMessageContaining("printable characters, found U+202E");
        }
    }

    private static Reservation reservation(String name, Set<String> accounts) {
        return new Reservation(
                name,
                "owner",
                new ReservationTarget.All(),
                0,
                100,
                Recurrence.ONCE,
                new TreeSet<>(),
                new TreeSet<>(accounts));
    }

    @Test
    void aNodeIsNamedAsAHost() {
        Subgraph nodes = Graphs.subgraph("cluster { 1 node }");
        for (String name : List.of("node 93", "n,1", "n[1]", "n]", "n".repeat(HostList.MAX_NAME_LENGTH + 1))) {
            assertThatThrownBy(() -> new Request.Attach(renamed(nodes, name))).hasMessageContaining("host name");
        }
        assertThat(new Request.Attach(renamed(nodes, "n,1"), MatchRules.FLUXION))
                .isNotNull();
    }

    @Test
    void whatAProviderBringsIsNamedAsThatToo() {
        TreeHarness clouded = TreeHarness.over(
                "cluster { 1 node { 1 core } }", config -> config.asking(GrowOrder.PROVIDER_ONLY, List.of("ec2")));
        clouded.provide("ec2", id -> {
            var brought = (ProvisionResult.Provisioned) Clouds.of(1).apply(id);
            return new ProvisionResult.Provisioned(renamed(brought.subgraph(), "n,1"), brought.handles());
        });
        clouded.allocate("/", "1 slot { 1 node } for 100");

        assertThat(clouded.grow("/", "g1", "1 slot { 1 node } for 100").toString())
                .contains("'n,1' is not a host name");
    }

    /** The subgraph with this name for its nodes. */
    static Subgraph renamed(Subgraph subgraph, String name) {
        return new Subgraph(
                subgraph.vertices().stream()
                        .map(vertex -> vertex.type().name().equals("node") ? named(vertex, name) : vertex)
                        .toList(),
                subgraph.edges());
    }

    private static SubgraphVertex named(SubgraphVertex it, String name) {
        return new SubgraphVertex(
                it.id(),
                it.uniqId(),
                it.type(),
                it.basename(),
                name,
                it.number(),
                it.rank(),
                it.size(),
                it.unit(),
                it.properties(),
                it.exclusive(),
                it.status(),
                it.paths(),
                it.draws());
    }

    /** A journal of an earlier version may have such names in its decisions. */
    @Test
    void valuesOfAJournalTakeWhatAnEarlierVersionTook() {
        assertThat(reservation(WRONG, Set.of(WRONG)).name()).isEqualTo(WRONG);
        assertThat(new StatusNote("alice", 1, WRONG).reason()).isEqualTo(WRONG);
        assertThatIllegalArgumentException().isThrownBy(() -> new StatusNote("alice", 1, "a\nb"));
    }
}
