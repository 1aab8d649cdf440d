package io.banyan.bench.replanning;

import io.banyan.workflow.model.Needs;
import io.banyan.workflow.model.Step;
import io.banyan.workflow.model.TaskTime;
import io.banyan.workflow.model.Workflow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A random workflow with what happens to it, and the jobs of other users, all from one seed. The program of a task ends
 * early, as planned, or not before its limit; it may fail in its first attempt.
 */
final class ReplanningCase {
    private static final int MINUTE = 60;
    private static final int MOST_STEP_MINUTES = 15;
    private static final int LEVEL = 4;
    private static final double FAILS = 0.05;
    private static final double TOO_LONG = 0.05;
    private static final double EARLY = 0.4;
    private static final double MEAN_LIMIT_MINUTES = 32.5;
    private static final double MEAN_PART = 0.6;

    private final long seed;
    private final int nodes;
    private final int coresEach;
    private final Workflow workflow;
    private final List<Arrival> arrivals = new ArrayList<>();
    private final Loss loss;

    /** A job of another user. */
    record Arrival(int atSec, int cores, int limitSec, int runSec) {}

    /** The time in which a node is down. */
    record Loss(int node, int fromSec, int toSec) {}

    /** The run time and the exit code of an attempt of a task. */
    record Attempt(int runSec, int exitCode) {}

    /**
     * Makes a case.
     *
     * @param steps the number of steps
     * @param load the core time that the jobs of other users take, as a share of the machine
     */
    ReplanningCase(long seed, int nodes, int coresEach, int steps, double load) {
        this.seed = seed;
        this.nodes = nodes;
        this.coresEach = coresEach;
        SplittableRandom random = new SplittableRandom(seed);
        this.workflow = workflow(random.split(), steps);
        others(random.split(), load);
        int from = MINUTE * (20 + random.nextInt(60));
        this.loss = new Loss(random.nextInt(nodes), from, from + 30 * MINUTE);
    }

    private Workflow workflow(SplittableRandom random, int size) {
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            List<String> after = new ArrayList<>();
            int level = i / LEVEL;
            for (int j = Math.max(0, (level - 1) * LEVEL); j < level * LEVEL; j++) {
                if (random.nextInt(3) == 0) {
                    after.add("s" + j);
                }
            }
            int minutes = 2 + random.nextInt(MOST_STEP_MINUTES - 1);
            int cores = 1 + random.nextInt(coresEach / 2);
            steps.add(Step.of("s" + i, Needs.ofCores(cores), 1_000L * MINUTE * minutes, after.toArray(String[]::new)));
        }
        return Workflow.of("case-" + seed, steps);
    }

    private void others(SplittableRandom random, double load) {
        double cores = (1 + coresEach) / 2.0;
        double seconds = MINUTE * MEAN_LIMIT_MINUTES * MEAN_PART;
        double gap = cores * seconds / (load * nodes * coresEach);
        double at = 0;
        while (load > 0 && at < 12 * 60 * MINUTE) {
            int limit = MINUTE * (5 + random.nextInt(56));
            int run = (int) (limit * (MEAN_PART + 0.4 * (2 * random.nextDouble() - 1)));
            arrivals.add(new Arrival((int) at, 1 + random.nextInt(coresEach), limit, run));
            at += -gap * Math.log(1 - random.nextDouble());
        }
    }

    VirtualMachine machine() {
        return new VirtualMachine(nodes, coresEach);
    }

    Workflow workflow() {
        return workflow;
    }

    List<Arrival> arrivals() {
        return arrivals;
    }

    Loss loss() {
        return loss;
    }

    /** Returns an attempt of a task. The result depends on the seed, the task and the number alone. */
    Attempt attempt(String task, int number, long plannedSec) {
        SplittableRandom random = new SplittableRandom(seed * 1_000_003 + 31L * task.hashCode() + number);
        double kind = random.nextDouble();
        double part = random.nextDouble();
        if (number == 1 && kind < FAILS) {
            return new Attempt((int) Math.max(1, plannedSec * part), 1);
        }
        if (number == 1 && kind < FAILS + TOO_LONG) {
            return new Attempt((int) (plannedSec * (1.2 + part)), 0);
        }
        boolean isEarly = kind < FAILS + TOO_LONG + EARLY;
        return new Attempt((int) Math.max(1, plannedSec * (isEarly ? 0.1 + 0.5 * part : 0.85 + 0.13 * part)), 0);
    }

    /** Returns the planned seconds of each step. */
    Map<String, Long> plannedSeconds() {
        Map<String, Long> seconds = new HashMap<>();
        for (Step step : workflow.steps()) {
            if (step.time() instanceof TaskTime.Known known) {
                seconds.put(step.id().path(), known.millis() / 1_000);
            }
        }
        return seconds;
    }
}
