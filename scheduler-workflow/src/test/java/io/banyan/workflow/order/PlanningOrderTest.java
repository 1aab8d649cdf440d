package io.banyan.workflow.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PlanningOrderTest {
    private static final int STREAMS = 10_000;
    private static final int STEPS = 40;

    private static WaitingWorkflow waiting(long id, long arrivedSec, double coreSeconds, int priority) {
        return new WaitingWorkflow(id, arrivedSec, coreSeconds, priority, "p" + id % 3);
    }

    private static PlanningOrder order(OrderWeights weights) {
        return new PlanningOrder(weights, 8, 0);
    }

    private static List<Long> planned(PlanningOrder order, List<WaitingWorkflow> all) {
        List<WaitingWorkflow> waiting = new ArrayList<>(all);
        List<Long> ids = new ArrayList<>();
        while (!waiting.isEmpty()) {
            WaitingWorkflow next = order.next(waiting, 10_000).orElseThrow();
            order.planned(next, waiting);
            order.charge(next.project(), next.coreSeconds());
            waiting.remove(next);
            ids.add(next.id());
        }
        return ids;
    }

    @Test
    void eachCriterionOrdersByItself() {
        List<WaitingWorkflow> stream = List.of(
                waiting(1, 0, 9_000, 5), waiting(2, 10, 100, 5), waiting(3, 20, 1_000_000, 31), waiting(4, 30, 50, 0));
        assertThat(planned(order(new OrderWeights(1, 0, 0, 0)), stream)).containsExactly(1L, 2L, 3L, 4L);
        assertThat(planned(order(new OrderWeights(-1, 0, 0, 0)), stream)).containsExactly(4L, 3L, 2L, 1L);
        assertThat(planned(order(new OrderWeights(0, 1, 0, 0)), stream)).containsExactly(3L, 1L, 2L, 4L);
        assertThat(planned(order(new OrderWeights(0, -1, 0, 0)), stream)).containsExactly(4L, 2L, 1L, 3L);
        assertThat(planned(order(new OrderWeights(0, 0, 1, 0)), stream)).containsExactly(3L, 1L, 2L, 4L);
        assertThat(planned(order(OrderWeights.USUAL), stream)).containsExactly(3L, 1L, 2L, 4L);
    }

    @Test
    void aProjectWithoutPlannedCoreHoursComesFirst() {
        PlanningOrder order = order(new OrderWeights(0, 0, 0, 1));
        order.charge("p1", 100);
        order.charge("p2", 10);
        assertThat(planned(order, List.of(waiting(1, 0, 1, 0), waiting(2, 0, 1, 0), waiting(3, 0, 1, 0))))
                .containsExactly(3L, 2L, 1L);
    }

    @Test
    void theFirstWorkflowWaitsForTheEndOfItsWindow() {
        PlanningOrder order = new PlanningOrder(OrderWeights.USUAL, 8, 60);
        List<WaitingWorkflow> stream = List.of(waiting(1, 100, 1, 5), waiting(2, 150, 1, 31));
        assertThat(order.next(stream, 159)).isEmpty();
        assertThat(order.next(stream, 160)).contains(stream.getLast());
        assertThat(order.next(List.of(), 160)).isEmpty();
    }

    @Test
    void wrongNumbersAreRefused() {
        assertThatThrownBy(() -> waiting(1, 0, 1, 32)).hasMessage("a priority must be 0 to 31, found 32");
        assertThatThrownBy(() -> waiting(1, 0, Double.NaN, 1)).hasMessageContaining("core seconds");
        assertThatThrownBy(() -> new OrderWeights(1, Double.NaN, 0, 0)).hasMessageContaining("weight");
        assertThatThrownBy(() -> new PlanningOrder(OrderWeights.USUAL, 0, 0)).hasMessageContaining("1 or more");
    }

    /** No starvation: a workflow is planned after at most 8 others and those that waited at its arrival. */
    @Test
    void noWorkflowStarvesUnderAnyWeights() {
        long seed = Long.getLong("banyan.seed", System.nanoTime());
        for (int i = 0; i < STREAMS; i++) {
            new Stream(new Random(seed + i), "seed " + (seed + i)).run();
        }
    }

    /** A random stream of workflows, of which one is planned in each step. */
    private static final class Stream {
        private final Random random;
        private final String name;
        private final PlanningOrder order;
        private final int mostPassed;
        private final List<WaitingWorkflow> waiting = new ArrayList<>();
        /** The number of others that may be planned before each waiting workflow. */
        private final Map<Long, Integer> left = new HashMap<>();

        private long arrived;

        Stream(Random random, String name) {
            this.random = random;
            this.name = name;
            this.mostPassed = 1 + random.nextInt(8);
            this.order = new PlanningOrder(
                    new OrderWeights(weight(), weight(), weight(), weight()), mostPassed, random.nextInt(2) * 60L);
        }

        private double weight() {
            return random.nextInt(4) == 0 ? 0 : random.nextGaussian() * Math.pow(10, random.nextInt(7) - 3.0);
        }

        void run() {
            for (int step = 0; step < STEPS || !waiting.isEmpty(); step++) {
                for (int i = step < STEPS ? random.nextInt(4) : 0; i > 0; i--) {
                    arrive(step);
                }
                order.next(waiting, step * 100L + 60).ifPresent(this::plan);
            }
        }

        private void arrive(int step) {
            left.put(++arrived, mostPassed + waiting.size());
            waiting.add(new WaitingWorkflow(
                    arrived,
                    step * 100L,
                    random.nextDouble() * Math.pow(10, random.nextInt(8)),
                    random.nextInt(32),
                    "p" + random.nextInt(4)));
        }

        private void plan(WaitingWorkflow next) {
            order.planned(next, waiting);
            order.charge(next.project(), next.coreSeconds());
            waiting.remove(next);
            for (WaitingWorkflow other : waiting) {
                assertThat(left.merge(other.id(), -1, Integer::sum))
                        .as("%s: others that may be planned before %s", name, other)
                        .isNotNegative();
            }
        }
    }
}
