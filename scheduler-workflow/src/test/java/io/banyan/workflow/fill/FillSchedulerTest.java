package io.banyan.workflow.fill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.workflow.fill.FillWorld.TaskName;
import io.banyan.workflow.fill.FillWorld.VirtualWorker;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Sets of tasks on a few workers in virtual time. */
class FillSchedulerTest {
    private static final FillProgram TRUE = FillProgram.of("true");

    private final FillWorld world = new FillWorld();

    private static FillSet set(int tasks, FillRequest request) {
        return FillSet.of(1, tasks, request, TRUE);
    }

    @Test
    void runsEachTaskOnce() {
        world.addWorker(WorkerOffer.cores("a", 2));
        world.addWorker(WorkerOffer.cores("b", 2));
        world.submit(set(100, FillRequest.cores(1)));
        world.runToEnd();
        assertThat(world.starts).hasSize(100);
        assertThat(world.starts.values()).containsOnly(1);
        assertThat(world.setsOver).singleElement().satisfies(report -> {
            assertThat(report.isSuccess()).isTrue();
            assertThat(report.done()).isEqualTo(100);
        });
    }

    @Test
    void startsHigherPrioritiesFirstAndThenEarlierSets() {
        VirtualWorker worker = world.addWorker(WorkerOffer.cores("a", 1));
        world.runUntil(2_000);
        int first = world.submit(set(5, FillRequest.cores(1)));
        int second = world.submit(set(5, FillRequest.cores(1)));
        int urgent = world.submit(set(5, FillRequest.cores(1).withPriority(7)));
        world.runToEnd();
        assertThat(worker.running).isEmpty();
        List<Integer> order =
                world.startOrder.stream().map(TaskName::set).distinct().toList();
        // The first task of the first set runs already when the urgent set comes.
        assertThat(order).containsExactly(first, urgent, second);
        assertThat(world.startOrder.subList(1, 6)).allMatch(task -> task.set() == urgent);
    }

    @Test
    void takesTheFirstVariantThatFits() {
        FillNeeds gpu = FillNeeds.cores(4).with("gpu", FillNeeds.WHOLE);
        world.length = task -> 1_000_000;
        VirtualWorker worker = world.addWorker(WorkerOffer.cores("a", 24).with("gpu", 1));
        int set = world.submit(set(3, FillRequest.of(gpu, FillNeeds.cores(16))));
        world.runUntil(10_000);
        List<Integer> variants = worker.running.values().stream()
                .map(start -> start.share().variant())
                .toList();
        assertThat(variants).containsExactly(0, 1);
        world.runToEnd();
        assertThat(world.started(set, 2)).isEqualTo(1);
    }

    @Test
    void sharesAnAcceleratorUpToAWhole() {
        world.length = task -> 1_000_000;
        VirtualWorker worker = world.addWorker(WorkerOffer.cores("a", 24).with("gpu", 2));
        world.submit(set(9, FillRequest.of(FillNeeds.cores(1).with("gpu", 4_000))));
        world.runUntil(10_000);
        List<Integer> numbers = worker.running.values().stream()
                .map(start -> start.share().accelerators().getFirst().number())
                .toList();
        assertThat(numbers).containsExactly(0, 0, 1, 1);
    }

    @Test
    void givesAGangWholeIdleWorkers() {
        for (String host : List.of("a", "b", "c", "d")) {
            world.addWorker(WorkerOffer.cores(host, 2));
        }
        int many = world.submit(set(200, FillRequest.cores(1)));
        world.runUntil(30_000);
        int gangs = world.submit(set(3, FillRequest.cores(2).onNodes(3).withPriority(1)));
        world.runToEnd();
        assertThat(world.started(gangs, 0) + world.started(gangs, 1) + world.started(gangs, 2))
                .isEqualTo(3);
        int lastGang = world.startOrder.lastIndexOf(new TaskName(gangs, 2));
        assertThat(lastGang).as("gangs overtake the queues").isLessThan(world.startOrder.size() - 20);
        assertThat(world.scheduler().phase(many, 199)).isEqualTo(TaskPhase.DONE);
    }

    @Test
    void runsAGangAgainWhenOneOfItsWorkersIsLost() {
        world.length = task -> 100_000;
        List<VirtualWorker> workers = List.of(
                world.addWorker(WorkerOffer.cores("a", 2)),
                world.addWorker(WorkerOffer.cores("b", 2)),
                world.addWorker(WorkerOffer.cores("c", 2)));
        int set = world.submit(set(1, FillRequest.cores(1).onNodes(2)));
        world.runUntil(20_000);
        world.killWorker(workers.get(1));
        world.runToEnd();
        assertThat(world.started(set, 0)).isEqualTo(2);
        assertThat(world.scheduler().phase(set, 0)).isEqualTo(TaskPhase.DONE);
    }

    @Test
    void startsATaskAfterThoseBeforeIt() {
        world.addWorker(WorkerOffer.cores("a", 8));
        TaskOrder order = TaskOrder.of(4, new int[] {0, 0, 1, 2}, new int[] {1, 2, 3, 3});
        world.submit(set(4, FillRequest.cores(1)).ordered(order));
        world.runToEnd();
        assertThat(world.startOrder.stream().map(TaskName::task)).startsWith(0).endsWith(3);
        // Three rounds of 10 ms, and in between at most 4 ms for the report and the next task.
        assertThat(world.now).isBetween(30_000L, 46_000L);
    }

    @Test
    void skipsTheTasksAndSetsBehindAFailure() {
        world.addWorker(WorkerOffer.cores("a", 8));
        world.failing = task -> task.set() == 1 && task.task() == 1;
        TaskOrder order = TaskOrder.of(5, new int[] {0, 1, 2}, new int[] {1, 2, 3});
        int first = world.submit(set(5, FillRequest.cores(1)).ordered(order));
        int second = world.submit(FillSet.of(2, 3, FillRequest.cores(1), TRUE).after(first));
        int third = world.submit(FillSet.of(3, 3, FillRequest.cores(1), TRUE).after(second));
        world.runToEnd();
        int late = world.submit(FillSet.of(4, 3, FillRequest.cores(1), TRUE).after(first));
        assertThat(world.scheduler().reports().get(first - 1))
                .isEqualTo(new SetReport(first, "set-1", 0, 0, 0, 0, 2, 1, 2));
        for (int set : List.of(second, third, late)) {
            assertThat(world.scheduler().phase(set, 2)).isEqualTo(TaskPhase.SKIPPED);
        }
        assertThat(world.setsOver).hasSize(4);
    }

    @Test
    void runsASetAfterTheSuccessOfOthers() {
        world.addWorker(WorkerOffer.cores("a", 8));
        int first = world.submit(set(20, FillRequest.cores(1)));
        int second = world.submit(
                FillSet.of(2, 2, FillRequest.cores(1).withPriority(9), TRUE).after(first));
        world.runToEnd();
        assertThat(world.startOrder.subList(20, 22)).allMatch(task -> task.set() == second);
    }

    @Test
    void failsATaskWithTheLastWorkerOfItsCrashLimit() {
        world.length = task -> task.task() == 0 ? 1_000_000 : 100;
        int set = world.submit(set(1, FillRequest.cores(1).withCrashLimit(3)));
        for (int i = 0; i < 3; i++) {
            VirtualWorker worker = world.addWorker(WorkerOffer.cores("w" + i, 1));
            world.runUntil(world.now + 50_000);
            assertThat(world.started(set, 0)).isEqualTo(i + 1);
            world.killWorker(worker);
        }
        world.runToEnd();
        assertThat(world.scheduler().phase(set, 0)).isEqualTo(TaskPhase.FAILED);
        List<TaskFailure> failures = world.records.stream()
                .filter(FillRecord.TasksEnded.class::isInstance)
                .flatMap(record -> ((FillRecord.TasksEnded) record).failed().stream())
                .toList();
        assertThat(failures).containsExactly(new TaskFailure(set, 0, FailureKind.CRASHES, 0));
    }

    @Test
    void doesNotCountALostWorkerForTasksThatHaveNotStarted() {
        world.length = task -> 100_000;
        int set = world.submit(set(2, FillRequest.cores(1).withCrashLimit(1)));
        VirtualWorker worker = world.addWorker(WorkerOffer.cores("a", 1));
        world.runUntil(50_000);
        world.killWorker(worker);
        world.addWorker(WorkerOffer.cores("b", 1));
        world.runToEnd();
        assertThat(world.scheduler().phase(set, 0)).isEqualTo(TaskPhase.FAILED);
        assertThat(world.scheduler().phase(set, 1)).isEqualTo(TaskPhase.DONE);
    }

    @Test
    void cancelsWhatIsNotOver() {
        VirtualWorker worker = world.addWorker(WorkerOffer.cores("a", 2));
        int set = world.submit(set(50, FillRequest.cores(1)));
        world.runUntil(35_000);
        world.cancel(set);
        world.runToEnd();
        assertThat(worker.running).isEmpty();
        SetReport report = world.scheduler().reports().getFirst();
        assertThat(report.done()).isBetween(2, 6);
        assertThat(report.failed()).as("those that ran").isEqualTo(2);
        assertThat(report.skipped()).isEqualTo(50 - report.done() - report.failed());
    }

    @Test
    void cancelsSingleTasksAlsoAfterALossOfTheServer() {
        VirtualWorker worker = world.addWorker(WorkerOffer.cores("a", 2));
        world.length = task -> 10_000_000;
        int set = world.submit(set(6, FillRequest.cores(1)));
        world.runUntil(35_000);
        assertThat(worker.running).hasSize(2);
        world.length = task -> 10_000;
        world.cancel(List.of(new TaskRange(set, 1, 4)));
        world.killServer(any -> true);
        world.runToEnd();
        assertThat(IntStream.range(0, 6).mapToObj(task -> world.scheduler().phase(set, task)))
                .containsExactly(
                        TaskPhase.DONE,
                        TaskPhase.SKIPPED,
                        TaskPhase.SKIPPED,
                        TaskPhase.SKIPPED,
                        TaskPhase.DONE,
                        TaskPhase.DONE);
        assertThat(worker.running).isEmpty();
        assertThat(world.starts.keySet().stream().map(TaskName::task)).containsExactlyInAnyOrder(0, 1, 4, 5);
    }

    @Test
    void startsAgainOnceTheHoldOfItsJournalHasEnded() {
        var scheduler = FillScheduler.replay(
                List.of(new FillRecord.SetSubmitted(FillSet.of(1, 1, FillRequest.cores(1), TRUE))), 1_000);
        var came = new FillEvent.WorkerCame(1, WorkerOffer.cores("a", 1), HeldTasks.none(), 0);
        assertThat(scheduler.on(came, 0)).noneMatch(FillEffect.Send.class::isInstance);
        assertThat(scheduler.on(new FillEvent.HoldEnded(), 1))
                .contains(new FillEffect.Send(1, List.of(TaskRange.one(1, 0))));
    }

    @Test
    void writesOneRecordForAThousandEndsOrASecond() {
        world.addWorker(WorkerOffer.cores("a", 10));
        world.length = task -> 1_000;
        world.submit(set(10_000, FillRequest.cores(1)));
        world.runToEnd();
        // A record of the set, one for a thousand ends or a little more, and one when the set is over.
        assertThat(world.records).hasSizeBetween(9, 12);
        world.submit(set(11, FillRequest.cores(10)));
        world.length = task -> 700_000;
        int before = world.records.size();
        world.runToEnd();
        // The ends of 7.7 s: each record has the ends of a second.
        assertThat(world.records.size() - before).isBetween(6, 9);
    }

    @Test
    void namesSetsThatNoWorkerCanRun() {
        world.addWorker(WorkerOffer.cores("a", 4));
        int large = world.submit(set(1, FillRequest.cores(5)));
        int gang = world.submit(set(1, FillRequest.cores(1).onNodes(2)));
        int gpu = world.submit(set(1, FillRequest.of(FillNeeds.cores(1).with("gpu", 1))));
        int small = world.submit(set(1, FillRequest.cores(4)));
        world.runUntil(1_000_000);
        assertThat(world.scheduler().unplaceable()).containsExactly(large, gang, gpu);
        assertThat(world.scheduler().phase(small, 0)).isEqualTo(TaskPhase.DONE);
        world.addWorker(WorkerOffer.cores("b", 5).with("gpu", 1));
        world.runToEnd();
        assertThat(world.scheduler().unplaceable()).isEmpty();
    }

    @Test
    void refusesASetWithAWrongNumberAndTooManyDifferentNeeds() {
        var scheduler = new FillScheduler();
        FillSet wrong = FillSet.of(3, 1, FillRequest.cores(1), TRUE);
        assertThat(scheduler.on(new FillEvent.Submitted(wrong), 0))
                .containsExactly(new FillEffect.Refused("the next set has number 1, not 3"));
        assertThat(scheduler.on(new FillEvent.Cancelled(9), 0))
                .containsExactly(new FillEffect.Refused("there is no set 9"));
        for (int i = 1; i <= 256; i++) {
            scheduler.on(new FillEvent.Submitted(FillSet.of(i, 1, FillRequest.cores(i), TRUE)), 0);
        }
        FillSet other = FillSet.of(257, 1, FillRequest.cores(999), TRUE);
        assertThat(scheduler.on(new FillEvent.Submitted(other), 0))
                .containsExactly(new FillEffect.Refused("the sets of a filler have at most 256 different needs"));
    }

    @Test
    void refusesOrdersThatCannotBe() {
        assertThatThrownBy(() -> TaskOrder.of(3, new int[] {0, 1, 2}, new int[] {1, 2, 1}))
                .hasMessage("tasks wait for each other, task 1 among them or behind them");
        assertThatThrownBy(() -> TaskOrder.of(3, new int[] {0}, new int[] {3}))
                .hasMessage("task 3 cannot wait for task 0: the set has the tasks 0 to 2");
        assertThatThrownBy(() -> set(1, FillRequest.cores(1)).after(1))
                .hasMessage("set 1 waits for set 1, which is not before it");
        assertThatThrownBy(() -> new FillNeeds(0, 5, new java.util.TreeMap<>()))
                .hasMessage("a task needs a core or a part of an accelerator");
    }

    @Test
    void findsTasksAgainWhenTheServerIsLost() {
        world.length = task -> 200_000;
        VirtualWorker worker = world.addWorker(WorkerOffer.cores("a", 4));
        int set = world.submit(set(12, FillRequest.cores(1)));
        world.runUntil(100_000);
        Set<TaskName> running = Set.copyOf(worker.running.keySet());
        world.killServer(any -> true);
        world.runToEnd();
        assertThat(running).hasSize(4);
        assertThat(world.starts.values()).as("runs of each task").containsOnly(1);
        assertThat(world.over.stream().map(TaskName::set).collect(Collectors.toSet()))
                .containsExactly(set);
    }

    @Test
    void keepsTheTasksOfAWorkerThatComesAgainBeforeItIsMissed() {
        world.length = task -> 200_000;
        VirtualWorker worker = world.addWorker(WorkerOffer.cores("a", 2));
        world.addWorker(WorkerOffer.cores("b", 2));
        int set = world.submit(set(8, FillRequest.cores(1).withCrashLimit(1)));
        world.runUntil(100_000);
        world.replaceConnection(worker);
        world.runToEnd();
        assertThat(world.starts.values()).as("runs of each task").containsOnly(1);
        assertThat(world.scheduler().reports().get(set - 1).done()).isEqualTo(8);
    }
}
