package io.banyan.workflow.fill;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.workflow.fill.FillWorld.TaskName;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random sets on workers that come and go, with all checks of {@link FillWorld} at each step. */
class RandomFillTest {
    private static final int ROUNDS = 20;

    private record Scene(FillWorld world, SplittableRandom random, List<FillSet> sets, long seed) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 2_000, 3_000_000})
    void eachTaskEndsOnceWhenWorkersAreLost(long firstSeed) {
        for (int i = 0; i < ROUNDS; i++) {
            Scene scene = scene(firstSeed + i);
            for (int step = 0; step < 12; step++) {
                step(scene, 4);
            }
            finish(scene);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {5, 7_000, 9_000_000})
    void eachTaskEndsOnceWhenServerAndWorkersAreLost(long firstSeed) {
        for (int i = 0; i < ROUNDS; i++) {
            Scene scene = scene(firstSeed + i);
            for (int step = 0; step < 20; step++) {
                step(scene, 6);
            }
            finish(scene);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {4, 8_000, 6_000_000})
    void eachTaskEndsOnceWhenConnectionsBreak(long firstSeed) {
        for (int i = 0; i < ROUNDS; i++) {
            Scene scene = scene(firstSeed + i);
            scene.world().mayRunTwice = true;
            for (int step = 0; step < 20; step++) {
                step(scene, 4);
                List<FillWorld.VirtualWorker> workers = scene.world().workers;
                if (scene.random().nextInt(3) == 0) {
                    scene.world().replaceConnection(workers.getFirst());
                }
                scene.world()
                        .disconnect(
                                workers.get(scene.random().nextInt(workers.size())),
                                scene.random().nextInt(30_000));
            }
            finish(scene);
        }
    }

    private static Scene scene(long seed) {
        System.out.println("seed " + seed);
        var random = new SplittableRandom(seed);
        var world = new FillWorld();
        world.length = task -> Math.floorMod(task.hashCode() * 7919L + seed, 40_000L);
        world.failing = task -> Math.floorMod(task.hashCode() * 31L + seed, 17L) == 0;
        for (int i = 0; i < 3; i++) {
            world.addWorker(offer(random, "n" + i));
        }
        return new Scene(world, random, new ArrayList<>(), seed);
    }

    private static WorkerOffer offer(SplittableRandom random, String host) {
        WorkerOffer offer = WorkerOffer.domains(host, random.nextInt(1, 3), random.nextInt(1, 5));
        return random.nextBoolean() ? offer.with("gpu", 2).withMemory(100) : offer;
    }

    private static void step(Scene scene, int kinds) {
        FillWorld world = scene.world();
        SplittableRandom random = scene.random();
        switch (random.nextInt(kinds)) {
            case 0, 1 -> {
                FillSet set = set(random, scene.sets().size() + 1);
                scene.sets().add(set);
                world.submit(set);
            }
            case 2 -> {
                if (!world.workers.isEmpty()) {
                    world.killWorker(world.workers.get(random.nextInt(world.workers.size())));
                }
                world.addWorker(offer(random, "m" + random.nextInt(1_000_000)));
            }
            case 3 -> {
                if (!scene.sets().isEmpty() && random.nextInt(3) == 0) {
                    world.cancel(random.nextInt(1, scene.sets().size() + 1));
                } else if (!scene.sets().isEmpty()) {
                    FillSet set = scene.sets().get(random.nextInt(scene.sets().size()));
                    int from = random.nextInt(set.tasks());
                    world.cancel(List.of(new TaskRange(set.number(), from, random.nextInt(from, set.tasks()) + 1)));
                }
            }
            default -> world.killServer(worker -> random.nextInt(4) > 0);
        }
        world.runUntil(world.now + random.nextInt(60_000));
    }

    private static FillSet set(SplittableRandom random, int number) {
        int tasks = random.nextInt(1, 60);
        FillNeeds needs = FillNeeds.cores(random.nextInt(5) == 0 ? FillNeeds.ALL_CORES : random.nextInt(1, 3));
        FillNeeds half = FillNeeds.cores(1).with("gpu", random.nextInt(1, 20_000));
        FillRequest request = random.nextBoolean() ? FillRequest.of(half, needs) : FillRequest.of(needs);
        CorePlacement[] placements = CorePlacement.values();
        request = request.placed(placements[random.nextInt(placements.length)])
                .withPriority(random.nextInt(3))
                .withCrashLimit(random.nextInt(1, 4));
        if (random.nextInt(5) == 0) {
            request = request.onNodes(random.nextInt(2, 4));
            tasks = random.nextInt(1, 4);
        }
        FillSet set = FillSet.of(number, tasks, request, FillProgram.of("true"));
        if (random.nextInt(3) == 0 && tasks > 1) {
            set = set.ordered(order(random, tasks));
        }
        return number > 1 && random.nextInt(4) == 0 ? set.after(random.nextInt(1, number)) : set;
    }

    private static TaskOrder order(SplittableRandom random, int tasks) {
        int pairs = random.nextInt(1, 2 * tasks);
        int[] before = new int[pairs];
        int[] after = new int[pairs];
        for (int i = 0; i < pairs; i++) {
            after[i] = random.nextInt(1, tasks);
            before[i] = random.nextInt(after[i]);
        }
        return TaskOrder.of(tasks, before, after);
    }

    private static void finish(Scene scene) {
        FillWorld world = scene.world();
        for (int i = 0; i < 4; i++) {
            world.addWorker(WorkerOffer.domains("last" + i, 2, 4).with("gpu", 2).withMemory(100));
        }
        world.runToEnd();
        for (SetReport report : world.scheduler().reports()) {
            for (int task = 0; task < report.tasks(); task++) {
                TaskPhase phase = world.scheduler().phase(report.set(), task);
                boolean isOver = world.over.contains(new TaskName(report.set(), task));
                assertThat(phase.isOver()).isTrue();
                assertThat(isOver)
                        .as("seed %d: task %d of set %d, %s", scene.seed(), task, report.set(), phase)
                        .isEqualTo(phase != TaskPhase.SKIPPED);
            }
        }
        world.runUntil(world.now + 1_000_000);
        world.workers.forEach(worker -> assertThat(worker.running).isEmpty());
    }
}
