package io.banyan.sim.deadline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.topology.Grid;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Jobs with deadlines that are booked or refused at their submission. */
class BookingRunTest {
    private static final List<MappingRule> BOOKING =
            Arrays.stream(MappingRule.values()).filter(rule -> !rule.isLeak()).toList();
    private static final Grid GRID = Grid.of(16, 8);

    private static List<DeadlineJob> jobs(long gapSec, long seed) {
        return DeadlineWorkload.USUAL.jobs(300, GRID.nodes(), gapSec, seed);
    }

    @Test
    void aJobIsAcceptedIfItsShapeIsFreeInTime() {
        Grid grid = Grid.of(4, 1);
        var jobs = List.of(
                new DeadlineJob(1, 2, 0, 100, 100),
                new DeadlineJob(2, 3, 0, 100, 199),
                new DeadlineJob(3, 3, 0, 100, 200),
                new DeadlineJob(4, 2, 0, 100, 150),
                new DeadlineJob(5, 5, 0, 100, 900));
        for (MappingRule rule : BOOKING) {
            BookingRun.Outcome outcome = BookingRun.of(jobs, grid, rule);
            assertThat(outcome.accepted()).as("%s", rule).isEqualTo(3);
            assertThat(outcome.acceptedNodeSec()).isEqualTo(700);
            assertThat(outcome.lastEndSec()).isEqualTo(200);
        }
        assertThat(BookingRun.of(jobs, grid, MappingRule.HILBERT).meanDistance())
                .isEqualTo((1 + 1 + 4) / 5.0);
    }

    @ParameterizedTest
    @EnumSource(
            value = MappingRule.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"LEAK", "LEAK_SCATTERED", "FORESIGHT", "FORESIGHT_BLIND"})
    void theSameJobsHaveTheSameOutcome(MappingRule rule) {
        List<DeadlineJob> jobs = jobs(150, 3);
        BookingRun.Outcome outcome = BookingRun.of(jobs, GRID, rule);
        assertThat(outcome).isEqualTo(BookingRun.of(jobs, GRID, rule));
        assertThat(outcome.accepted()).isBetween(50L, 300L);
    }

    @Test
    void fewerJobsAreAcceptedUnderHeavierLoad() {
        long normal = BookingRun.of(jobs(1500, 5), GRID, MappingRule.HILBERT).accepted();
        long heavy = BookingRun.of(jobs(1, 5), GRID, MappingRule.HILBERT).accepted();
        assertThat(heavy).isLessThan(normal);
    }

    @Test
    void compactPartitionsHaveSmallerDistances() {
        // No job is refused, so that both place the same jobs.
        List<DeadlineJob> jobs = jobs(1_000_000, 9);
        assertThat(BookingRun.of(jobs, GRID, MappingRule.MANHATTAN_MEDIAN).meanDistance())
                .isLessThan(BookingRun.of(jobs, GRID, MappingRule.HILBERT).meanDistance());
    }

    @Test
    void anUnknownMappingIsRefused() {
        assertThat(MappingRule.parse("manhattan-median")).isEqualTo(MappingRule.MANHATTAN_MEDIAN);
        assertThatThrownBy(() -> MappingRule.parse("hilbrt"))
                .hasMessage("expected one of count, hilbert, manhattan-median, manhattan-median-strict, "
                        + "median-centred, leak, leak-scattered, foresight, foresight-blind, random, found 'hilbrt'");
        assertThatThrownBy(() -> BookingRun.of(List.of(), GRID, MappingRule.LEAK))
                .hasMessage("jobs book no nodes with the mapping leak");
        assertThatThrownBy(() -> BookingRun.accepted(List.of(), GRID, MappingRule.COUNT))
                .hasMessage("the mapping count chooses no nodes");
    }
}
