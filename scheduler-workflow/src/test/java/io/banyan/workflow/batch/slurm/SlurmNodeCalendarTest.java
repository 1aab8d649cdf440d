package io.banyan.workflow.batch.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.workflow.batch.slurm.SlurmNodeCalendar.Span;
import io.banyan.workflow.profile.BusySlots;
import io.banyan.workflow.profile.ProfileNode;
import io.banyan.workflow.profile.SlotProfile;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SlurmNodeCalendarTest {
    private static final long SEED = 4_711L;
    private static final int CORES = 6;
    private static final int SECONDS = 600;
    private static final int SLOT = 60;
    private static final long START = 1_000;

    @Test
    void agreesWithAGridOfSeconds() {
        var random = new SplittableRandom(SEED);
        for (int round = 0; round < 200; round++) {
            var calendar = new SlurmNodeCalendar(node());
            boolean[][] grid = new boolean[CORES][SECONDS];
            for (int i = random.nextInt(8); i > 0; i--) {
                int from = random.nextInt(SECONDS - 1);
                int to = random.nextInt(from + 1, SECONDS);
                var span = new Span(START + from, START + to, "1");
                if (random.nextBoolean()) {
                    int first = random.nextInt(CORES);
                    int last = random.nextInt(first, CORES);
                    List<Integer> numbers =
                            IntStream.rangeClosed(first, last).boxed().toList();
                    assertThat(calendar.hold("core", numbers, span)).isTrue();
                    numbers.forEach(number -> Arrays.fill(grid[number], from, to, true));
                } else {
                    int count = random.nextInt(1, CORES + 1);
                    List<Integer> chosen = chosen(grid, count, from, to);
                    calendar.holdAny("core", count, span);
                    chosen.forEach(number -> Arrays.fill(grid[number], from, to, true));
                }
            }
            compare(calendar, grid, random, "seed " + SEED + " round " + round);
        }
    }

    /** The first free numbers; all if there are not enough. */
    private static List<Integer> chosen(boolean[][] grid, int count, int from, int to) {
        List<Integer> free = free(grid, from, to);
        return free.size() < count ? IntStream.range(0, CORES).boxed().toList() : free.subList(0, count);
    }

    private static List<Integer> free(boolean[][] grid, int from, int to) {
        return IntStream.range(0, CORES)
                .filter(number -> IntStream.range(from, to).noneMatch(second -> grid[number][second]))
                .boxed()
                .toList();
    }

    private static void compare(SlurmNodeCalendar calendar, boolean[][] grid, SplittableRandom random, String what) {
        for (int i = 0; i < 20; i++) {
            int from = random.nextInt(SECONDS - 1);
            int to = random.nextInt(from + 1, SECONDS);
            assertThat(calendar.free("core", START + from, START + to)).as(what).isEqualTo(free(grid, from, to));
        }
        var empty = new SlotProfile(0, START, SLOT, 1, 0, List.of());
        ProfileNode profile = calendar.profile(empty, Set.of("core"));
        List<BusySlots> slots = new SlotProfile(0, START, SLOT, 10, 10, List.of(profile)).busySlots();
        for (int number = 0; number < CORES; number++) {
            for (int slot = 0; slot < SECONDS / SLOT; slot++) {
                boolean isFree = free(grid, slot * SLOT, (slot + 1) * SLOT).contains(number);
                assertThat(slots.get(number).isFree(slot, slot + 1)).as(what).isEqualTo(isFree);
            }
        }
    }

    @Test
    void neighboursThatAreBusyTogetherAreOneBusyTime() {
        var calendar = new SlurmNodeCalendar(node());
        calendar.hold("core", List.of(1, 2, 3), new Span(START, START + 90, "7"));
        calendar.hold("core", List.of(5), new Span(START - 500, START + 60, ""));
        ProfileNode profile = calendar.profile(new SlotProfile(0, START, SLOT, 1, 0, List.of()), Set.of("core"));
        assertThat(profile.busy()).hasSize(2);
        assertThat(profile.busy().getFirst().count()).isEqualTo(3);
        assertThat(profile.busy().getFirst().to()).isEqualTo(2);
        assertThat(profile.resources()).isEqualTo(Map.of("core", CORES));
        assertThat(calendar.jobs(START, START + 10)).containsExactly("7");
        assertThat(calendar.hold("core", List.of(CORES), new Span(0, 1, ""))).isFalse();
    }

    private static SlurmNode node() {
        return new SlurmNode("n", 1, new TreeMap<>(Map.of("core", CORES, "gpu", 2)), 1_000, List.of("all"), true);
    }
}
