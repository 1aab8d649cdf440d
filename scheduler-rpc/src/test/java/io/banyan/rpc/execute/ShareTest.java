package io.banyan.rpc.execute;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphVertex;
import io.banyan.graph.io.RExecution;
import io.banyan.resource.ResourceType;
import io.banyan.rset.IdSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests what a job has of one machine, and the limits that result. */
class ShareTest {
    private static final List<RExecution.Host> HOSTS = List.of(
            new RExecution.Host(0, "node1", Map.of("core", IdSet.parse("0-1")), Map.of()),
            new RExecution.Host(1, "node2.cluster", Map.of("core", IdSet.parse("2-5")), Map.of()));

    private static Subgraph memory(String unit) {
        var vertices = List.of(
                SubgraphVertex.of("1", new ResourceType("memory"), 0, "/cluster0/node1/memory0")
                        .withSize(8, unit),
                SubgraphVertex.of("2", new ResourceType("memory"), 1, "/cluster0/node1/memory1")
                        .withSize(8, unit),
                SubgraphVertex.of("3", new ResourceType("memory"), 0, "/cluster0/node2/memory0")
                        .withSize(1, unit));
        return new Subgraph(vertices, List.of());
    }

    private static Share share(String machine, Optional<Subgraph> graph) {
        return Share.of(new HereNodes(machine, true), HOSTS, graph).orElseThrow();
    }

    @Test
    void itIsWhatTheNodeOfTheMachinesNameHas() {
        assertThat(share("node1", Optional.empty()).cores()).isEqualTo(IdSet.parse("0-1"));
        assertThat(share("node2", Optional.empty()).cores()).isEqualTo(IdSet.parse("2-5"));
        assertThat(share("node1.cluster", Optional.empty()).cores()).isEqualTo(IdSet.parse("0-1"));
        assertThat(Share.of(new HereNodes("node12", true), HOSTS, Optional.empty()))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"GB, 17179869184", "GiB, 17179869184", "MB, 16777216", "KiB, 16384", "B, 16", "T, 17592186044416"})
    void itsMemoryIsLimitedInBytes(String unit, String bytes) {
        assertThat(share("node1", Optional.of(memory(unit))).limits(IdSet.parse("0,4")))
                .isEqualTo(Map.of("cpuset.cpus", "0,4", "cpu.max", "200000 100000", "memory.max", bytes));
    }

    @ParameterizedTest
    @CsvSource({"''", "cards", "X"})
    void whereTheUnitIsNotKnownItIsNot(String unit) {
        assertThat(share("node1", Optional.of(memory(unit))).limits(IdSet.empty()))
                .isEmpty();
    }
}
