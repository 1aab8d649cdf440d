package io.banyan.workflow.fill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkerQueueTest {
    private static final FillProgram TRUE = FillProgram.of("true");

    private static List<TaskStart> start(WorkerQueue queue, int set, int tasks, FillRequest request) {
        queue.introduce(FillSet.of(set, tasks, request, TRUE));
        queue.add(List.of(new TaskRange(set, 0, tasks)));
        List<TaskStart> starts = queue.start();
        queue.checkInvariants();
        return starts;
    }

    private static List<Integer> cores(TaskStart start) {
        return start.share().cores();
    }

    @Test
    void compactTakesTheFullestDomainThatFits() {
        var queue = new WorkerQueue(WorkerOffer.domains("a", 3, 4));
        assertThat(cores(start(queue, 1, 1, FillRequest.cores(2)).getFirst())).containsExactly(0, 1);
        assertThat(cores(start(queue, 2, 1, FillRequest.cores(3)).getFirst())).containsExactly(4, 5, 6);
        assertThat(cores(start(queue, 3, 1, FillRequest.cores(2)).getFirst())).containsExactly(2, 3);
        assertThat(cores(start(queue, 4, 1, FillRequest.cores(5)).getFirst())).containsExactly(7, 8, 9, 10, 11);
    }

    @Test
    void scatterTakesEqualPartsOfAllDomains() {
        var queue = new WorkerQueue(WorkerOffer.domains("a", 3, 4));
        FillRequest request = FillRequest.cores(4).placed(CorePlacement.SCATTER);
        assertThat(cores(start(queue, 1, 1, request).getFirst())).containsExactly(0, 1, 4, 8);
        assertThat(cores(start(queue, 2, 1, request).getFirst())).containsExactly(2, 5, 6, 9);
    }

    @Test
    void tightWaitsForOneDomain() {
        var queue = new WorkerQueue(WorkerOffer.domains("a", 2, 4));
        start(queue, 1, 2, FillRequest.cores(2).placed(CorePlacement.SCATTER));
        assertThat(start(queue, 2, 1, FillRequest.cores(3).placed(CorePlacement.TIGHT)))
                .isEmpty();
        queue.end(1, 0);
        assertThat(queue.start())
                .singleElement()
                .satisfies(one -> assertThat(cores(one)).containsExactly(0, 2, 3));
    }

    @Test
    void tightOfMoreThanADomainTakesAsFewAsItCan() {
        var queue = new WorkerQueue(WorkerOffer.domains("a", 3, 4));
        start(queue, 1, 1, FillRequest.cores(1));
        FillRequest request = FillRequest.cores(7).placed(CorePlacement.TIGHT);
        assertThat(cores(start(queue, 2, 1, request).getFirst())).containsExactly(1, 2, 3, 4, 5, 6, 7);
    }

    @Test
    void aPartOfAnAcceleratorAndWholeOnesAreDifferentAccelerators() {
        var queue = new WorkerQueue(WorkerOffer.cores("a", 8).with("gpu", 3));
        List<TaskStart> starts =
                start(queue, 1, 2, FillRequest.of(FillNeeds.cores(1).with("gpu", 15_000)));
        assertThat(starts.get(0).share().accelerators())
                .containsExactly(new AcceleratorPart("gpu", 0, 5_000), new AcceleratorPart("gpu", 1, 10_000));
        assertThat(starts.get(1).share().accelerators())
                .containsExactly(new AcceleratorPart("gpu", 0, 5_000), new AcceleratorPart("gpu", 2, 10_000));
    }

    @Test
    void aLaterTaskOvertakesIfTheFirstOneLosesNothing() {
        var queue = new WorkerQueue(WorkerOffer.cores("a", 8).with("gpu", 1));
        FillNeeds gpu = FillNeeds.cores(2).with("gpu", FillNeeds.WHOLE);
        assertThat(start(queue, 1, 2, FillRequest.of(gpu))).hasSize(1);
        // Of the 6 free cores, two stay free for the second task with a GPU.
        assertThat(start(queue, 2, 8, FillRequest.cores(1))).hasSize(4);
        queue.end(1, 0);
        assertThat(queue.start()).extracting(one -> one.set().number()).containsExactly(1, 2, 2);
    }

    @Test
    void aTaskOfAllCoresIsNotOvertakenForEver() {
        var queue = new WorkerQueue(WorkerOffer.cores("a", 4));
        start(queue, 1, 1, FillRequest.cores(1));
        assertThat(start(queue, 2, 1, FillRequest.cores(FillNeeds.ALL_CORES))).isEmpty();
        assertThat(start(queue, 3, 9, FillRequest.cores(1))).isEmpty();
        queue.end(1, 0);
        assertThat(queue.start())
                .singleElement()
                .satisfies(one -> assertThat(one.set().number()).isEqualTo(2));
    }

    @Test
    void aTightTaskIsOvertakenAHundredTimesAtMost() {
        var queue = new WorkerQueue(WorkerOffer.domains("a", 2, 2));
        start(queue, 1, 2, FillRequest.cores(1).placed(CorePlacement.SCATTER));
        assertThat(start(queue, 2, 1, FillRequest.cores(2).placed(CorePlacement.TIGHT)))
                .isEmpty();
        queue.introduce(FillSet.of(
                3, 1_000, FillRequest.of(new FillNeeds(0, 0, new TreeMap<>(Map.of("gpu", 1)))), TRUE));
        queue.introduce(FillSet.of(4, 1_000, FillRequest.cores(1), TRUE));
        queue.add(List.of(new TaskRange(4, 0, 1_000)));
        // Both free cores are needed by the first task, in whatever domain they are.
        assertThat(queue.start()).isEmpty();
        queue.end(1, 0);
        assertThat(queue.start()).extracting(one -> one.set().number()).containsExactly(2, 4);
    }

    @Test
    void givesBackTheLastTasksThatHaveNotStarted() {
        var queue = new WorkerQueue(WorkerOffer.cores("a", 2));
        assertThat(start(queue, 1, 10, FillRequest.cores(1))).hasSize(2);
        assertThat(queue.recall(1, 3)).containsExactly(new TaskRange(1, 7, 10));
        assertThat(queue.recall(2, 3)).isEmpty();
        assertThat(queue.withdraw(new TaskRange(1, 0, 5))).containsExactly(new TaskRange(1, 2, 5));
        assertThat(queue.recall(1, 100)).containsExactly(new TaskRange(1, 5, 7));
        assertThat(queue.runningCount()).isEqualTo(2);
        assertThat(queue.running()).containsExactly(new TaskRange(1, 0, 2));
    }

    @Test
    void refusesTasksOfUnknownSets() {
        var queue = new WorkerQueue(WorkerOffer.cores("a", 2));
        assertThatThrownBy(() -> queue.add(List.of(new TaskRange(1, 0, 5))))
                .hasMessageStartingWith("the worker does not know the tasks");
        assertThatThrownBy(() -> new WorkerOffer("a", List.of(), 0, new TreeMap<>()))
                .hasMessageStartingWith("a worker has 1 to 100000 cores");
        assertThatThrownBy(() -> new WorkerOffer(
                        "a",
                        List.of(new CoreDomain("x", List.of(1, 2)), new CoreDomain("y", List.of(2))),
                        0,
                        new TreeMap<>()))
                .hasMessage("the numbers of type core are different and not negative: [1, 2, 2]");
    }

    /** Random starts and ends, beside a count of what each running task has. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void noResourceHasTwoTasks(long seed) {
        System.out.println("seed " + seed);
        var random = new SplittableRandom(seed);
        var queue =
                new WorkerQueue(WorkerOffer.domains("a", 3, 5).with("gpu", 3).withMemory(64));
        List<TaskStart> running = new ArrayList<>();
        int started = 0;
        for (int set = 1; set <= 300; set++) {
            FillNeeds needs = new FillNeeds(
                    random.nextInt(1, 8), random.nextInt(32), new TreeMap<>(Map.of("gpu", random.nextInt(1, 25_000))));
            CorePlacement placement = List.of(CorePlacement.values()).get(random.nextInt(3));
            FillRequest request = FillRequest.of(needs, FillNeeds.cores(random.nextInt(1, 16)))
                    .placed(placement);
            List<TaskStart> starts = new ArrayList<>(start(queue, set, random.nextInt(1, 4), request));
            while (!running.isEmpty() && random.nextInt(3) > 0) {
                TaskStart ended = running.remove(random.nextInt(running.size()));
                assertThat(queue.end(ended.set().number(), ended.task())).contains(ended);
                starts.addAll(queue.start());
                queue.checkInvariants();
            }
            running.addAll(starts);
            started += starts.size();
            assertNothingTwice(running);
        }
        assertThat(started).isGreaterThan(200);
    }

    private static void assertNothingTwice(List<TaskStart> running) {
        List<Integer> cores =
                running.stream().flatMap(one -> cores(one).stream()).toList();
        assertThat(cores).doesNotHaveDuplicates();
        Map<Integer, Integer> units = new HashMap<>();
        long memory = 0;
        for (TaskStart one : running) {
            one.share().accelerators().forEach(part -> units.merge(part.number(), part.units(), Integer::sum));
            memory += one.share().memoryMib();
            FillNeeds needs = one.set().request().variants().get(one.share().variant());
            assertThat(cores(one)).hasSize(needs.cores());
            assertThat(one.share().accelerators().stream()
                            .mapToInt(AcceleratorPart::units)
                            .sum())
                    .isEqualTo(needs.accelerators().getOrDefault("gpu", 0));
        }
        assertThat(units.values()).allMatch(sum -> sum <= FillNeeds.WHOLE);
        assertThat(memory).isLessThanOrEqualTo(64);
    }
}
