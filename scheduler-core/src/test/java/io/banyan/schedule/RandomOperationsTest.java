package io.banyan.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Shapes;
import io.banyan.graph.ResourceGraph;
import io.banyan.prune.PruneFilters;
import io.banyan.resource.Status;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** 100,000 operations in random order on graphs of several shapes, with all invariants checked after each. */
@Execution(ExecutionMode.CONCURRENT)
class RandomOperationsTest {

    private static final int SEEDS = 25;
    private static final int STEPS = 4_000;
    private static final List<String> FILTERS =
            List.of("ALL:core,ALL:node", "ALL:core,ALL:gpu,ALL:memory", "node:core,rack:node", "cluster:core");

    static Stream<Arguments> seeds() {
        List<Shapes> shapes = Shapes.ALL;
        return IntStream.range(0, SEEDS)
                .mapToObj(seed ->
                        Arguments.of(seed, shapes.get(seed % shapes.size()), FILTERS.get(seed % FILTERS.size())));
    }

    @ParameterizedTest(name = "seed {0}, {2}")
    @MethodSource("seeds")
    void everyInvariantHoldsAfterEveryOperation(int seed, Shapes shape, String filters) throws Exception {
        ResourceGraph graph = ResourceGraph.of(shape.small());
        var schedule = new Schedule(graph, PruneFilters.parse(filters), Graphs.HORIZON);
        assertThat(schedule.holdings().free("core")).as("counted from now on").isPositive();
        var operations = new RandomOperations(schedule, shape, new Random(seed));
        for (int step = 0; step < STEPS; step++) {
            String done = "nothing";
            try {
                done = operations.next();
                schedule.checkInvariants();
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError(
                        "seed " + seed + ", " + shape.name() + ", " + filters + ", step " + step + ", after " + done,
                        e);
            }
        }
        everythingIsFreeWhenAllJobsAreGone(schedule, seed);
    }

    private static void everythingIsFreeWhenAllJobsAreGone(Schedule schedule, int seed) {
        for (Booking booking : schedule.holdings().bookings()) {
            schedule.cancel(booking.job());
        }
        schedule.checkInvariants();
        ResourceGraph graph = schedule.graph();
        for (int v = 0; v < graph.vertexBound(); v++) {
            if (graph.contains(v)) {
                schedule.setStatus(v, Status.UP);
            }
        }
        for (int type = 0; type < graph.types().size(); type++) {
            String name = graph.types().name(type);
            assertThat(schedule.holdings().free(name))
                    .as("%s, seed %d", name, seed)
                    .isEqualTo(schedule.holdings().total(name));
        }
        for (int v = 0; v < graph.vertexBound(); v++) {
            assertThat(schedule.holdings().occupancy(v))
                    .as("vertex %d, seed %d", v, seed)
                    .isNull();
            assertThat(!graph.contains(v) || schedule.aggregates().untouched(v))
                    .as("vertex %d, seed %d", v, seed)
                    .isTrue();
        }
    }
}
