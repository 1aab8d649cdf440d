package io.banyan.workflow.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SlotProfileTest {
    private static final long SEED = 1_734_001L;

    private static ProfileNode node(String name, int cores, int gpus, BusyTime... busy) {
        return new ProfileNode(name, new TreeMap<>(Map.of("core", cores, "gpu", gpus)), 64, List.of(busy), List.of());
    }

    @Test
    void numbersResourcesNodeByNode() {
        var profile = SlotProfile.of(1, 0, 600, 4, List.of(node("a", 2, 1), node("b", 1, 1)));
        assertThat(profile.resources())
                .containsExactly(
                        new SingleResource(0, "core", 0),
                        new SingleResource(0, "core", 1),
                        new SingleResource(0, "gpu", 0),
                        new SingleResource(1, "core", 0),
                        new SingleResource(1, "gpu", 0));
        assertThat(profile.counts()).isEqualTo(Map.of("core", 3, "gpu", 2));
    }

    @Test
    void horizonIsTheEndOfTheLastBusyTime() {
        var profile = SlotProfile.of(
                1, 1000, 600, 9, List.of(node("a", 2, 1, new BusyTime("gpu", 0, 1, 1, 5)), node("b", 1, 1)));
        assertThat(profile.horizon()).isEqualTo(5);
        assertThat(profile.busySlots().get(2).nextFree(1, 1)).isEqualTo(5);
        assertThat(profile.busySlots().get(0).size()).isZero();
    }

    @Test
    void roundsDurationsUp() {
        var profile = SlotProfile.of(1, 1000, 600, 9, List.of(node("a", 1, 1)));
        assertThat(profile.slotsFor(601)).isEqualTo(2);
        assertThat(profile.slotsFor(0)).isEqualTo(1);
        assertThat(profile.firstSlotFrom(1001)).isEqualTo(1);
        assertThat(profile.firstSlotFrom(5)).isZero();
        assertThat(profile.secondsAt(2)).isEqualTo(2200);
    }

    @Test
    void refusesBusyTimesBehindTheHorizon() {
        assertThatThrownBy(() ->
                        new SlotProfile(1, 0, 600, 9, 4, List.of(node("a", 1, 1, new BusyTime("core", 0, 1, 0, 5)))))
                .hasMessage("node a is busy until slot 5, which is behind the horizon at slot 4");
    }

    @Test
    void refusesBusyResourcesThatDoNotExist() {
        assertThatThrownBy(() -> node("a", 2, 1, new BusyTime("core", 1, 2, 0, 5)))
                .hasMessage("node a has no resource core2, but it is said to be busy");
    }

    @Test
    void busySlotsAreThoseOfASetOfBits() {
        var random = new SplittableRandom(SEED);
        for (int round = 0; round < 300; round++) {
            var busy = new BusySlots();
            var bits = new BitSet();
            for (int step = 0; step < 12; step++) {
                int from = random.nextInt(30);
                int to = from + 1 + random.nextInt(5);
                if (random.nextInt(5) == 0) {
                    busy.remove(from, to);
                    bits.clear(from, to);
                } else {
                    busy.add(from, to);
                    bits.set(from, to);
                }
                requireSame(busy, bits, random, "seed " + SEED + ", round " + round + ", step " + step);
            }
        }
    }

    private static void requireSame(BusySlots busy, BitSet bits, SplittableRandom random, String where) {
        int slot = random.nextInt(36);
        int length = 1 + random.nextInt(5);
        int expected = slot;
        while (!bits.get(expected, expected + length).isEmpty()) {
            expected++;
        }
        assertThat(busy.nextFree(slot, length)).as(where).isEqualTo(expected);
        assertThat(busy.isFree(slot, slot + length)).as(where).isEqualTo(expected == slot);
        int free = bits.nextClearBit(slot);
        assertThat(busy.freeSince(free)).as(where).isEqualTo(bits.previousSetBit(free) + 1);
        int until = bits.nextSetBit(free);
        assertThat(busy.freeUntil(free)).as(where).isEqualTo(until < 0 ? BusySlots.NEVER : until);
        assertThat(busy.size()).as(where).isEqualTo(intervals(bits));
    }

    private static int intervals(BitSet bits) {
        int intervals = 0;
        for (int from = bits.nextSetBit(0); from >= 0; from = bits.nextSetBit(bits.nextClearBit(from))) {
            intervals++;
        }
        return intervals;
    }
}
