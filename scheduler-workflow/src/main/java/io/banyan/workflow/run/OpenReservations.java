package io.banyan.workflow.run;

import io.banyan.workflow.batch.BatchReservation;
import io.banyan.workflow.model.StepId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** The reservations of a run that are booked and not given back, with the steps that they are for. */
final class OpenReservations {
    private final Map<String, BatchReservation> open = new LinkedHashMap<>();
    private final Map<String, List<StepId>> steps = new HashMap<>();
    private final Map<StepId, String> byStep = new HashMap<>();

    /** Takes the reservations of a plan in place of those before. */
    void open(RunPlan plan) {
        open.clear();
        revise(plan, plan.reservations());
    }

    /** Adds reservations, and gives each step that of its block in a plan. Reservations without steps stay open. */
    void revise(RunPlan plan, List<BatchReservation> fresh) {
        add(fresh);
        steps.clear();
        byStep.clear();
        for (RunPlan.PlannedBlock block : plan.blocks()) {
            for (String path : block.steps()) {
                StepId step = new StepId(path);
                byStep.put(step, block.reservation());
                steps.computeIfAbsent(block.reservation(), it -> new ArrayList<>())
                        .add(step);
            }
        }
    }

    /** Adds reservations that no step uses. */
    void add(List<BatchReservation> more) {
        more.forEach(reservation -> open.put(reservation.name(), reservation));
    }

    void remove(String name) {
        open.remove(name);
    }

    boolean isEmpty() {
        return open.isEmpty();
    }

    /** Returns whether a reservation is booked and not given back. */
    boolean isOpen(String name) {
        return open.containsKey(name);
    }

    /** Returns whether the block of a step has another reservation than this one. */
    boolean isLeft(StepId step, String name) {
        return !name.isEmpty() && !name.equals(byStep.getOrDefault(step, name));
    }

    Set<String> names() {
        return Set.copyOf(open.keySet());
    }

    /** Returns the reservation of a step, if it ends after a time. */
    Optional<BatchReservation> of(StepId step, long sec) {
        return Optional.ofNullable(byStep.get(step)).map(open::get).filter(it -> it.endSec() > sec);
    }

    /** Returns the reservations all of whose steps are complete. */
    List<String> needless(Predicate<StepId> isComplete) {
        return open.keySet().stream()
                .filter(name -> steps.getOrDefault(name, List.of()).stream().allMatch(isComplete))
                .toList();
    }
}
