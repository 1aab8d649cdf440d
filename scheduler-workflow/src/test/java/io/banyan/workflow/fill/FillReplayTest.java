package io.banyan.workflow.fill;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.workflow.fill.FillWorld.TaskName;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A new scheduler on each beginning of a journal. */
class FillReplayTest {
    private static final FillProgram TRUE = FillProgram.of("true");

    private static FillWorld worldOfThreeSets() {
        var world = new FillWorld();
        world.length = task -> 1_000 + task.task() * 97L % 5_000;
        world.failing = task -> task.task() % 211 == 210;
        world.addWorker(WorkerOffer.cores("a", 8));
        world.addWorker(WorkerOffer.cores("b", 8));
        return world;
    }

    private static List<FillSet> sets() {
        int[] before = new int[499];
        int[] after = new int[499];
        for (int i = 0; i < 499; i++) {
            before[i] = i / 2;
            after[i] = i + 1;
        }
        return List.of(
                FillSet.of(1, 3_000, FillRequest.cores(1), TRUE),
                FillSet.of(2, 500, FillRequest.cores(1).withPriority(1), TRUE)
                        .ordered(TaskOrder.of(500, before, after)),
                FillSet.of(3, 40, FillRequest.cores(2), TRUE).after(2));
    }

    @Test
    void endsOfTheJournalStayAndTheOthersRunAgain() {
        FillWorld world = worldOfThreeSets();
        sets().forEach(world::submit);
        world.runToEnd();
        assertThat(world.records).hasSizeGreaterThan(6);
        for (int length = 0; length <= world.records.size(); length++) {
            List<FillRecord> kept = List.copyOf(world.records.subList(0, length));
            Set<TaskName> ended = ended(kept);
            var next = new FillWorld(FillScheduler.replay(kept, 0));
            next.over.addAll(ended);
            next.failing = world.failing;
            next.scheduler().checkInvariants();
            next.addWorker(WorkerOffer.cores("c", 16));
            int known = next.scheduler().sets().size();
            sets().subList(known, 3).forEach(next::submit);
            next.runToEnd();
            assertThat(next.starts.keySet()).noneMatch(ended::contains);
            assertThat(next.starts.values()).as("runs of each task").allMatch(runs -> runs == 1);
            assertThat(next.scheduler().reports()).isEqualTo(world.scheduler().reports());
        }
    }

    private static Set<TaskName> ended(List<FillRecord> records) {
        Set<TaskName> ended = new HashSet<>();
        for (FillRecord record : records) {
            if (record instanceof FillRecord.TasksEnded ends) {
                for (TaskRange range : ends.done()) {
                    for (int task = range.from(); task < range.to(); task++) {
                        ended.add(new TaskName(range.set(), task));
                    }
                }
                ends.failed().forEach(failure -> ended.add(new TaskName(failure.set(), failure.task())));
            }
        }
        return ended;
    }

    @Test
    void eachOfTenThousandTasksRunsOnceWhileServersAreLost() {
        var world = new FillWorld();
        world.isChecked = false;
        world.length = task -> 500 + task.task() * 131L % 20_000;
        for (int i = 0; i < 4; i++) {
            world.addWorker(WorkerOffer.cores("n" + i, 8));
        }
        world.submit(FillSet.of(1, 10_000, FillRequest.cores(1), TRUE));
        for (int i = 0; i < 20; i++) {
            world.runUntil(world.now + 100_000);
            world.killServer(worker -> true);
            world.scheduler().checkInvariants();
        }
        assertThat(world.scheduler().isOver()).as("over before the last loss").isFalse();
        world.runToEnd();
        assertThat(world.starts).hasSize(10_000);
        assertThat(world.starts.values()).containsOnly(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void eachTaskRunsOnceWhenServersAreLostBetweenTwoEffects(long seed) {
        System.out.println("seed " + seed);
        var random = new SplittableRandom(seed);
        FillWorld world = worldOfThreeSets();
        world.failing = task -> false;
        sets().forEach(world::submit);
        int[] losses = {0};
        world.breaksOff = () -> {
            boolean isLost = losses[0] < 60 && random.nextInt(40) == 0;
            losses[0] += isLost ? 1 : 0;
            return isLost;
        };
        world.runToEnd();
        assertThat(losses[0]).isGreaterThan(20);
        assertThat(world.starts).hasSize(3_540);
        assertThat(world.starts.values()).as("runs of each task").containsOnly(1);
        assertThat(world.scheduler().reports()).allMatch(SetReport::isSuccess);
    }

    @Test
    void eachOfTenThousandTasksEndsOnceWhileServersAndWorkersAreLost() {
        var world = new FillWorld();
        world.isChecked = false;
        world.length = task -> 500 + task.task() * 131L % 20_000;
        for (int i = 0; i < 4; i++) {
            world.addWorker(WorkerOffer.cores("n" + i, 8));
        }
        int set = world.submit(
                FillSet.of(1, 10_000, FillRequest.cores(1).withCrashLimit(FillRequest.MOST_CRASHES), TRUE));
        for (int i = 0; i < 20; i++) {
            world.runUntil(world.now + 60_000);
            world.killWorker(world.workers.getFirst());
            world.addWorker(WorkerOffer.cores("m" + i, 8));
            world.runUntil(world.now + 60_000);
            world.killServer(worker -> true);
        }
        assertThat(world.scheduler().isOver()).as("over before the last loss").isFalse();
        world.runToEnd();
        assertThat(world.over).hasSize(10_000);
        assertThat(world.scheduler().reports().get(set - 1).done()).isEqualTo(10_000);
        // A lost worker had 8 running tasks and the ends of its last 2 ms, at most as many each.
        assertThat(world.starts.values().stream().mapToInt(runs -> runs).sum()).isLessThan(10_000 + 20 * 3 * 8);
    }
}
