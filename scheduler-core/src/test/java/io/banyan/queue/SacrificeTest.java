package io.banyan.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SacrificeTest {
    private int looks;

    private Predicate<BitSet> counted(Predicate<BitSet> makesRoom) {
        looks = 0;
        return set -> {
            looks++;
            return makesRoom.test(set);
        };
    }

    private static Predicate<BitSet> atLeast(long[] sizes, long wanted) {
        return set -> set.stream().mapToLong(i -> sizes[i]).sum() >= wanted;
    }

    private static long cost(long[] costs, List<Integer> chosen) {
        return chosen.stream().mapToLong(i -> costs[i]).sum();
    }

    private static OptionalLong cheapest(long[] costs, Predicate<BitSet> makesRoom) {
        return IntStream.range(1, 1 << costs.length)
                .mapToObj(bits -> BitSet.valueOf(new long[] {bits}))
                .filter(makesRoom)
                .mapToLong(set -> set.stream().mapToLong(i -> costs[i]).sum())
                .min();
    }

    @Test
    void whereItIsFoundSoonNothingIsCheaper() {
        long seed = new Random().nextLong();
        var random = new Random(seed);
        for (int run = 0; run < 2_000; run++) {
            int count = 1 + random.nextInt(5);
            long[] costs = random.longs(count, 0, 20).toArray();
            long[] sizes = random.longs(count, 1, 9).toArray();
            Predicate<BitSet> makesRoom = atLeast(sizes, 1 + random.nextInt(20));
            Optional<List<Integer>> chosen = Sacrifice.choose(costs, counted(makesRoom));
            OptionalLong least = cheapest(costs, makesRoom);
            assertThat(chosen.isPresent()).as("seed %d, run %d", seed, run).isEqualTo(least.isPresent());
            if (chosen.isPresent()) {
                assertThat(cost(costs, chosen.get()))
                        .as("seed %d, run %d", seed, run)
                        .isEqualTo(least.getAsLong());
            }
        }
    }

    @Test
    void ofManyNobodyCanBeLeftOut() {
        long seed = new Random().nextLong();
        var random = new Random(seed);
        int found = 0;
        for (int run = 0; run < 300; run++) {
            int count = 20 + random.nextInt(200);
            long[] costs = random.longs(count, 0, 1_000).toArray();
            // Whoever is on the nodes that are wanted is in the way, and nobody else.
            var needed = new BitSet();
            IntStream.range(0, 1 + random.nextInt(8)).forEach(i -> needed.set(random.nextInt(count)));
            Predicate<BitSet> makesRoom = set -> {
                var missing = (BitSet) needed.clone();
                missing.andNot(set);
                return missing.isEmpty();
            };
            Optional<List<Integer>> chosen = Sacrifice.choose(costs, counted(makesRoom));
            assertThat(looks).as("seed %d, run %d", seed, run).isLessThanOrEqualTo(Sacrifice.MOST_LOOKS);
            if (chosen.isPresent()) {
                found++;
                assertThat(chosen.get())
                        .containsExactlyElementsOf(needed.stream().boxed().toList());
            }
        }
        assertThat(found).isGreaterThan(250);
    }

    @Test
    void theCheapArePreferredWhereThereAreManyWays() {
        long[] costs = IntStream.range(0, 100).mapToLong(i -> 1_000 - i).toArray();
        long[] sizes = IntStream.range(0, 100).mapToLong(i -> 1).toArray();
        List<Integer> chosen =
                Sacrifice.choose(costs, counted(atLeast(sizes, 10))).orElseThrow();
        assertThat(chosen).containsExactly(90, 91, 92, 93, 94, 95, 96, 97, 98, 99);
        assertThat(looks).isLessThanOrEqualTo(Sacrifice.MOST_LOOKS);
    }

    @Test
    void whereNobodyHelpsNobodyIsChosen() {
        assertThat(Sacrifice.choose(new long[] {1, 2}, counted(set -> false))).isEmpty();
        assertThat(looks).isEqualTo(1);
        assertThat(Sacrifice.choose(new long[0], set -> true)).isEmpty();
    }

    @Test
    void rulesAreReadAsTheyAreWritten() {
        for (String text :
                List.of("", "urgency=28,mode=requeue,victims=all", "urgency=1,mode=cancel,victims=willing")) {
            assertThat(Preemption.parse(text)).hasToString(text);
        }
        assertThat(Preemption.parse("urgency=20"))
                .isEqualTo(new Preemption(20, Preemption.Mode.REQUEUE, Preemption.Victims.ALL));
        for (String wrong :
                List.of("mode=cancel", "urgency=0", "urgency=32", "urgency=20,mode=kill", "28", "urgency=1,x=2")) {
            assertThatThrownBy(() -> Preemption.parse(wrong)).as(wrong).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
