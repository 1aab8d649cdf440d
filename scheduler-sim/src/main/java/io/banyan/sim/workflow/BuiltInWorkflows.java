package io.banyan.sim.workflow;

import io.banyan.workflow.model.Needs;
import io.banyan.workflow.model.Step;
import io.banyan.workflow.model.StepAction;
import io.banyan.workflow.model.StepId;
import io.banyan.workflow.model.StepPlacement;
import io.banyan.workflow.model.TaskTime;
import io.banyan.workflow.model.Width;
import io.banyan.workflow.model.Workflow;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The workflows that simulations know by name. */
public final class BuiltInWorkflows {
    /** The names. */
    public static final List<String> NAMES = List.of("chain", "forkjoin", "gpus");

    private static final long MINUTE_MILLIS = 60_000;

    private BuiltInWorkflows() {}

    /** Returns the workflow of a name; empty if no built-in workflow has it. */
    public static Optional<Workflow> find(String name) {
        return switch (name) {
            case "chain" -> Optional.of(chain());
            case "forkjoin" -> Optional.of(forkJoin());
            case "gpus" -> Optional.of(gpus());
            default -> Optional.empty();
        };
    }

    /** Six steps one after another, with 4 to 16 cores each. */
    private static Workflow chain() {
        return Workflow.of(
                "chain",
                List.of(
                        step("fetch", 1, cores(4), 20),
                        step("clean", 1, cores(8), 30, "fetch"),
                        step("simulate", 1, cores(16), 60, "clean"),
                        step("filter", 1, cores(8), 20, "simulate"),
                        step("analyse", 1, cores(16), 40, "filter"),
                        step("report", 1, cores(4), 10, "analyse")));
    }

    /** A step, 16 tasks side by side, and a step that joins them. */
    private static Workflow forkJoin() {
        return Workflow.of(
                "forkjoin",
                List.of(
                        step("split", 1, cores(4), 10),
                        step("work", 16, cores(4), 40, "split"),
                        step("join", 1, cores(8), 20, "work")));
    }

    /** Four tasks with GPUs between steps without. */
    private static Workflow gpus() {
        return Workflow.of(
                "gpus",
                List.of(
                        step("prepare", 1, cores(8), 20),
                        step("train", 4, gpus(4, 2), 60, "prepare"),
                        step("evaluate", 1, gpus(4, 1), 20, "train"),
                        step("publish", 1, cores(4), 10, "evaluate")));
    }

    private static Needs cores(int cores) {
        return Needs.ofCores(cores);
    }

    private static Needs gpus(int cores, int gpus) {
        return new Needs(1, cores, 0, new TreeMap<>(Map.of(Needs.GPU, gpus)));
    }

    private static Step step(String id, int tasks, Needs needs, long minutes, String... after) {
        return new Step(
                new StepId(id),
                needs,
                new TaskTime.Known(minutes * MINUTE_MILLIS, TaskTime.Origin.STATED),
                new Width.Exactly(tasks),
                new StepAction.PlanOnly(),
                Arrays.stream(after).map(StepId::new).collect(Collectors.toSet()),
                List.of(),
                List.of(),
                StepPlacement.ANYWHERE,
                0);
    }
}
