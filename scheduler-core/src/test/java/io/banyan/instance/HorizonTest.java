package io.banyan.instance;

import static io.banyan.fixture.Jobs.nodes;
import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.instance.message.client.BusyParts;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.ReservationRequest;
import io.banyan.instance.message.value.HeldPart;
import io.banyan.instance.message.value.Principal;
import io.banyan.instance.message.value.Recurrence;
import io.banyan.instance.message.value.Reservation;
import io.banyan.instance.message.value.ReservationTarget;
import io.banyan.instance.message.value.Role;
import io.banyan.planner.TimeWindow;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The report on busy resources. */
class HorizonTest {
    private static final Principal RITA = new Principal("rita", Role.READER);

    private final TreeHarness tree = TreeHarness.over("cluster { 2 node { 2 core } }");

    private JobAnswer.Horizon horizon(long from, long to) {
        return (JobAnswer.Horizon) tree.ask("/", RITA, new JobRead.Horizon(from, to));
    }

    private static BusyParts node(long from, long to, int... numbers) {
        List<HeldPart> parts = Arrays.stream(numbers)
                .mapToObj(number -> new HeldPart("/cluster0/node" + number, 1, true, Map.of()))
                .toList();
        return new BusyParts(new TimeWindow(from, to), parts, false);
    }

    @Test
    void heldReservedPlannedAndExpectedResourcesAreBusy() {
        tree.submit("/", nodes(2, 100));
        tree.submit("/", nodes(2, 50));
        tree.submit("/", nodes(1, 20));
        tree.submit("/", "1 slot { 1 core } for 20");
        var target = new ReservationTarget.Where("names=node1");
        var reservation =
                new Reservation("r", "owner", target, 300, 10, Recurrence.ONCE, new TreeSet<>(List.of("owner")));
        tree.ask("/", new ReservationRequest.Create(reservation, false));
        var core = new BusyParts(
                new TimeWindow(150, 170), List.of(new HeldPart("/cluster0/node0/core1", 1, true, Map.of())), false);
        assertThat(horizon(0, 1_000).busy())
                .containsExactly(node(0, 100, 0, 1), node(100, 150, 0, 1), node(150, 170, 1), core, node(300, 310, 1));
        assertThat(horizon(160, 300).busy()).containsExactly(node(150, 170, 1), core);
        assertThat(horizon(400, 500).busy()).isEmpty();
    }

    @Test
    void theVersionChangesWithEveryBookingAndWithNoQuestion() {
        long before = horizon(0, 10).version();
        assertThat(horizon(0, 10).version()).isEqualTo(before);
        tree.submit("/", nodes(1, 100));
        long after = horizon(0, 10).version();
        assertThat(after).isNotEqualTo(before);
        tree.finish("/", 1);
        assertThat(horizon(0, 10).version()).isNotEqualTo(after);
    }

    @Test
    void aJobPastItsLimitIsBusyUntilTheNextSecond() {
        tree.submit("/", nodes(1, 100));
        tree.killMillis = 50_000;
        tree.runFor(105_000);
        assertThat(horizon(105, 200).busy()).containsExactly(node(0, 106, 1));
    }

    @Test
    void aJobWithoutALimitIsBusyUntilTheEndOfThePlan() {
        tree.submit("/", nodes(1, 0));
        assertThat(horizon(500_000, 500_001).busy()).containsExactly(node(0, 1_000_000, 1));
    }

    @Test
    void jobsFarBehindInTheQueueAreExpectedEverywhere() {
        tree.submit("/", nodes(2, 1));
        for (int i = 0; i < 1_010; i++) {
            tree.submit("/", nodes(2, 1));
        }
        List<BusyParts> busy = horizon(0, 10_000).busy();
        assertThat(busy).hasSizeGreaterThan(1_000);
        assertThat(busy.getFirst().everywhere()).isFalse();
        assertThat(busy.getLast().everywhere()).isTrue();
        assertThat(busy.getLast().parts()).isEmpty();
    }
}
