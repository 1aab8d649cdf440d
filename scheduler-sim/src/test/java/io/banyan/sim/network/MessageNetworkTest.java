package io.banyan.sim.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.banyan.topology.Grid;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Messages that occupy the links of their routes in turn. */
class MessageNetworkTest {
    private static final double LATENCY = 0.1;

    private final List<Double> ends = new ArrayList<>();

    private MessageRound round(MessageNetwork network, TrafficPattern pattern, boolean isSynchronous, int... nodes) {
        return new MessageRound(network, pattern, nodes, 2, isSynchronous, ends::add);
    }

    private static void run(MessageNetwork network) {
        while (network.nextSec() < Double.POSITIVE_INFINITY) {
            network.step();
        }
    }

    @Test
    void aMessageTakesItsTimeOnEachLinkOfItsRoute() {
        var network = new MessageNetwork(new Links(Grid.of(4, 1)), LATENCY);
        round(network, TrafficPattern.FIRST_WITH_EACH, false, 0, 3).begin(10);
        run(network);
        // Both directions at once, three links each of 2 s and a latency of 0.2 s.
        assertThat(ends).singleElement().satisfies(end -> assertThat(end).isCloseTo(16.6, within(1e-9)));
        assertThat(network.hops()).isEqualTo(6);
    }

    @Test
    void messagesWaitForALinkThatIsOccupied() {
        var network = new MessageNetwork(new Links(Grid.of(4, 1)), LATENCY);
        round(network, TrafficPattern.FIRST_WITH_EACH, false, 0, 3).begin(0);
        round(network, TrafficPattern.FIRST_WITH_EACH, false, 0, 3).begin(0);
        run(network);
        assertThat(ends).hasSize(2);
        assertThat(ends.get(0)).isCloseTo(6.6, within(1e-9));
        assertThat(ends.get(1)).isCloseTo(8.6, within(1e-9));
    }

    @Test
    void aSynchronousSenderWaitsUntilItsMessageIsReceived() {
        var network = new MessageNetwork(new Links(Grid.of(4, 1)), LATENCY);
        round(network, TrafficPattern.FIRST_WITH_EACH, true, 0, 1, 2).begin(0);
        run(network);
        // One link to node 1, and then two links to node 2.
        assertThat(ends).singleElement().satisfies(end -> assertThat(end).isCloseTo(2.2 + 4.4, within(1e-9)));
        ends.clear();
        var other = new MessageNetwork(new Links(Grid.of(4, 1)), LATENCY);
        round(other, TrafficPattern.FIRST_WITH_EACH, false, 0, 1, 2).begin(0);
        run(other);
        // The second message waits for the first link alone.
        assertThat(ends).singleElement().satisfies(end -> assertThat(end).isCloseTo(2 + 4.4, within(1e-9)));
    }

    @Test
    void aRoundWithinANodeTakesNoTime() {
        var network = new MessageNetwork(new Links(Grid.of(4, 1)), LATENCY);
        round(network, TrafficPattern.ALL_PAIRS, true, 2, 2, 2).begin(5);
        run(network);
        round(network, TrafficPattern.ALL_PAIRS, false, 1).begin(7);
        assertThat(ends).containsExactly(5.0, 7.0);
        assertThat(network.hops()).isZero();
    }

    @Test
    void aCancelledRoundIsNotOver() {
        var network = new MessageNetwork(new Links(Grid.of(4, 1)), LATENCY);
        MessageRound round = round(network, TrafficPattern.ALL_PAIRS, false, 0, 1, 2);
        round.begin(0);
        network.step();
        round.cancel();
        run(network);
        assertThat(ends).isEmpty();
        assertThat(network.hops()).isEqualTo(1);
    }

    /** Each link is passed as often as its load says. */
    @ParameterizedTest
    @EnumSource(TrafficPattern.class)
    void theHopsAreThoseOfTheFlows(TrafficPattern pattern) {
        var links = new Links(Grid.of(4, 3));
        int[] nodes = {0, 1, 5, 6, 6, 11, 3};
        var network = new MessageNetwork(links, LATENCY);
        round(network, pattern, false, nodes).begin(0);
        run(network);
        double loads = 0;
        Traffic traffic = pattern.between(links, nodes);
        for (int link = 0; link < links.count(); link++) {
            loads += traffic.load(link);
        }
        assertThat((double) network.hops()).isEqualTo(loads);
        assertThat(ends.getFirst()).isGreaterThanOrEqualTo(2 * traffic.busiest());
    }
}
