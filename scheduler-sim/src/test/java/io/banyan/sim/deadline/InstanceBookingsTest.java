package io.banyan.sim.deadline;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.topology.Grid;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Bookings by an instance, which are those of the search over a calendar of nodes. */
class InstanceBookingsTest {
    private static final Grid GRID = Grid.of(16, 8);

    static Stream<MappingRule> booking() {
        return Arrays.stream(MappingRule.values()).filter(rule -> rule.isOfInstance() && rule.booksNodes());
    }

    @ParameterizedTest
    @MethodSource("booking")
    void anInstanceDecidesAsTheSearch(MappingRule rule) {
        List<String> differences = new ArrayList<>();
        for (LoadLevel load : LoadLevel.values()) {
            for (long seed = 31; seed <= 33; seed++) {
                String context = "seed " + seed + ", " + load + ": ";
                InstanceBookings.difference(
                                DeadlineWorkload.USUAL.jobs(300, GRID.nodes(), load.gapSec(), seed), GRID, rule, false)
                        .ifPresent(difference -> differences.add(context + difference));
            }
        }
        assertThat(differences).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("booking")
    void theInvariantsHoldAfterEachEvent(MappingRule rule) {
        Grid small = Grid.of(4, 3);
        assertThat(InstanceBookings.difference(
                        DeadlineWorkload.USUAL.jobs(120, small.nodes(), 150, 34), small, rule, true))
                .isEmpty();
    }
}
