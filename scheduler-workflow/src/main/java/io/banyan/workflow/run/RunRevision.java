package io.banyan.workflow.run;

import io.banyan.workflow.batch.BatchLook;
import io.banyan.workflow.heuristic.HeuristicSolver;
import io.banyan.workflow.model.Workflow;
import io.banyan.workflow.plan.BlockPlacement;
import io.banyan.workflow.plan.PlanCheck;
import io.banyan.workflow.plan.PlanProblem;
import io.banyan.workflow.plan.PlanResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;

/**
 * Another plan for the blocks of a run that have not begun.
 *
 * <p>Blocks that cannot keep their places are planned again with all blocks that wait for them; of these, each returns
 * to its old place if that makes the run no longer. To make a plan better, first all blocks that can move are free, and
 * then, if more moved than may move, the last ones alone, and those that the end of the run depends on. The better of
 * these two stays. A plan is better if the run ends earlier. The cost is that of at most 3 calls of the heuristic: a
 * solver in a process of its own would take longer than a block can wait.
 */
public final class RunRevision {
    /** The longest time of one call of the solver, in seconds. */
    private static final int MOST_SECONDS = 2;

    private final RevisionProblem problem;
    private final RevisionRequest request;
    private final RunSettings settings;
    private final BiFunction<PlanProblem, RunSettings, PlanResult> solver;
    private String solverName = "";

    private RunRevision(
            RevisionProblem problem, RunSettings settings, BiFunction<PlanProblem, RunSettings, PlanResult> solver) {
        this.problem = problem;
        this.request = problem.request();
        this.settings = settings.withSolver(HeuristicSolver.NAME, Math.min(MOST_SECONDS, settings.limitSeconds()));
        this.solver = solver;
    }

    /**
     * Revises a plan.
     *
     * @param look the machine from the time on at which new reservations can begin, with all reservations of the run
     * @param prefix the beginning of the names of new reservations
     * @param solver the method that solves a problem; its settings name the heuristic
     * @param atSec the time of the answer
     */
    public static RunEvent of(
            Workflow workflow,
            RunSettings settings,
            RevisionRequest request,
            BatchLook look,
            String prefix,
            BiFunction<PlanProblem, RunSettings, PlanResult> solver,
            long atSec) {
        Optional<RevisionProblem> problem;
        try {
            problem = RevisionProblem.of(workflow, settings, request, look.profile());
        } catch (IllegalArgumentException e) {
            return new RunEvent.NotRevised(request.cause(), String.valueOf(e.getMessage()), atSec);
        }
        if (problem.isEmpty()) {
            return new RunEvent.NotRevised(
                    request.cause(), "the machine has changed, and the workflow would have other blocks now", atSec);
        }
        RunRevision revision = new RunRevision(problem.get(), settings, solver);
        Optional<NavigableMap<Integer, BlockPlacement>> moved = revision.moved();
        return moved.isEmpty()
                ? new RunEvent.NotRevised(request.cause(), "no other plan is better", atSec)
                : RevisedPlan.of(problem.get(), moved.get(), look.notes(), revision.solverName, prefix, atSec);
    }

    private Optional<NavigableMap<Integer, BlockPlacement>> moved() {
        if (!problem.displaced().isEmpty()) {
            return solved(problem.withSuccessors(problem.displaced())).filter(this::isInOrder);
        }
        int most = request.mostMoved();
        if (most == 0 || problem.movable().isEmpty()) {
            return Optional.empty();
        }
        Optional<NavigableMap<Integer, BlockPlacement>> all =
                solved(problem.movable()).filter(this::isBetter);
        if (all.isEmpty() || all.get().size() <= most) {
            return all;
        }
        return List.of(last(most), critical(most)).stream()
                .flatMap(free -> solved(free).stream())
                .filter(one -> one.size() <= most && isBetter(one) && isInOrder(one))
                .min(Comparator.comparingLong(this::endSec));
    }

    /** Returns new places for some blocks, without those that keep their places after all; empty if there are none. */
    private Optional<NavigableMap<Integer, BlockPlacement>> solved(NavigableSet<Integer> free) {
        if (free.isEmpty()) {
            return Optional.empty();
        }
        PlanProblem part = problem.part(free);
        if (!(solver.apply(part, settings) instanceof PlanResult.Planned planned)
                || !PlanCheck.check(part, planned.plan()).isEmpty()) {
            return Optional.empty();
        }
        solverName = planned.solver();
        NavigableMap<Integer, BlockPlacement> places = new TreeMap<>();
        for (int index : free) {
            places.put(index, planned.plan().placements().get(places.size()));
        }
        putBack(places);
        return places.isEmpty() ? Optional.empty() : Optional.of(places);
    }

    /** Gives blocks their old places back as long as the run ends no later and the order holds. */
    private void putBack(NavigableMap<Integer, BlockPlacement> places) {
        long end = endSec(places);
        boolean hasChanged = true;
        while (hasChanged) {
            hasChanged = false;
            for (int index : List.copyOf(places.keySet())) {
                if (canStay(index, places, end)) {
                    places.remove(index);
                    hasChanged = true;
                }
            }
        }
    }

    private boolean canStay(int index, NavigableMap<Integer, BlockPlacement> places, long end) {
        RunPlan.PlannedBlock old = request.plan().blocks().get(index);
        if (problem.displaced().contains(index) || old.endSec() > end || isInGroup(index, places)) {
            return false;
        }
        for (int before : problem.block(index).after()) {
            if (endSec(before, places) > old.startSec()) {
                return false;
            }
        }
        return places.keySet().stream()
                .filter(later -> problem.block(later).after().contains(index))
                .allMatch(later -> startSec(later, places) >= old.endSec());
    }

    /** Blocks of a group move together, or not at all. */
    private boolean isInGroup(int index, NavigableMap<Integer, BlockPlacement> places) {
        return problem.groupsOf(index).stream()
                .flatMap(List::stream)
                .anyMatch(other -> other != index && places.containsKey(other));
    }

    private long startSec(int index, NavigableMap<Integer, BlockPlacement> places) {
        BlockPlacement place = places.get(index);
        return place == null
                ? request.plan().blocks().get(index).startSec()
                : problem.profile().secondsAt(place.start());
    }

    private long endSec(int index, NavigableMap<Integer, BlockPlacement> places) {
        BlockPlacement place = places.get(index);
        return place == null
                ? request.blocks().get(index).untilSec()
                : problem.profile()
                        .secondsAt(place.start() + problem.block(index).slots());
    }

    /** Returns the end of the run if some blocks have new places, in seconds since 1970. */
    private long endSec(NavigableMap<Integer, BlockPlacement> places) {
        long end = 0;
        for (int i = 0; i < request.blocks().size(); i++) {
            end = Math.max(end, endSec(i, places));
        }
        return end;
    }

    private boolean isBetter(NavigableMap<Integer, BlockPlacement> places) {
        return endSec(places) < endSec(new TreeMap<>());
    }

    /** Returns whether the blocks that keep their places still begin after those that they wait for. */
    private boolean isInOrder(NavigableMap<Integer, BlockPlacement> places) {
        for (int i = 0; i < request.blocks().size(); i++) {
            BlockSituation.Stage stage = request.blocks().get(i).stage();
            boolean begins = stage == BlockSituation.Stage.MOVABLE || places.containsKey(i);
            for (int before : problem.block(i).after()) {
                if (begins && places.containsKey(before) && endSec(before, places) > startSec(i, places)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Returns the blocks that begin last. All blocks that wait for one of them are among them. */
    private NavigableSet<Integer> last(int most) {
        List<Integer> byStart = new ArrayList<>(problem.movable());
        byStart.sort(Comparator.comparingLong(
                        (Integer index) -> -request.plan().blocks().get(index).startSec())
                .thenComparing(Comparator.reverseOrder()));
        return new TreeSet<>(byStart.subList(0, Math.min(most, byStart.size())));
    }

    /** Returns the blocks that end last, and those before them that end last, in turn. */
    private NavigableSet<Integer> critical(int most) {
        NavigableSet<Integer> found = new TreeSet<>();
        List<Integer> byEnd = new ArrayList<>(problem.movable());
        byEnd.sort(Comparator.comparingLong(
                (Integer index) -> -request.plan().blocks().get(index).endSec()));
        for (int index : byEnd) {
            boolean isLast = request.plan().blocks().get(index).endSec()
                    == request.plan().blocks().get(byEnd.getFirst()).endSec();
            boolean isBefore = found.stream()
                    .anyMatch(later -> problem.block(later).after().contains(index));
            if (found.size() < most && (isLast || isBefore)) {
                found.add(index);
            }
        }
        return found;
    }
}
