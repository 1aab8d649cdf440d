package io.banyan.workflow.fill;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The steps of a scheduler for each task. */
class FillCostTest {
    private static double stepsPerTask(int tasks, int sets, int workers) {
        var world = new FillWorld();
        world.isChecked = false;
        world.length = task -> 1_000;
        for (int i = 0; i < workers; i++) {
            world.addWorker(WorkerOffer.cores("n" + i, 16));
        }
        for (int i = 1; i <= sets; i++) {
            world.submit(FillSet.of(i, tasks / sets, FillRequest.cores(1 + i % 3), FillProgram.of("true")));
        }
        world.runToEnd();
        return (double) world.scheduler().steps() / tasks;
    }

    @Test
    void stepsOfATaskDoNotGrowWithTheNumberOfTasks() {
        double few = stepsPerTask(10_000, 4, 4);
        double many = stepsPerTask(100_000, 4, 4);
        // A report of a millisecond has up to 16 tasks. It lifts the worker twice, and looks at each of 3 needs once.
        assertThat(many).isLessThan(2).isLessThan(few * 1.2);
    }

    @Test
    void stepsOfATaskDoNotGrowWithTheNumberOfSets() {
        assertThat(stepsPerTask(20_000, 2_000, 4)).isLessThan(10);
    }

    @Test
    void stepsOfATaskGrowLittleWithTheNumberOfWorkers() {
        double few = stepsPerTask(20_000, 4, 4);
        double many = stepsPerTask(80_000, 4, 64);
        assertThat(many).isLessThan(few * 4);
    }
}
