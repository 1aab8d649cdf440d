package io.banyan.workflow.plan;

import java.util.ArrayList;
import java.util.List;

/** The answer of a solver. */
public sealed interface PlanResult {
    /**
     * A sound plan.
     *
     * @param plan the plan
     * @param value its value
     * @param bound a proved lower bound of the first part of the objective
     * @param proved whether no plan has a lower value, in both parts of the objective
     * @param solver the name of the solver
     * @param seconds the time that the solver took, in seconds; 0 if nobody measured it
     * @param notes sentences for the user about how the plan was made
     */
    record Planned(
            BlockPlan plan,
            PlanValue value,
            long bound,
            boolean proved,
            String solver,
            double seconds,
            List<String> notes)
            implements PlanResult {
        /** Copies the list. */
        public Planned {
            notes = List.copyOf(notes);
        }

        /** Returns the distance of the first part of the objective from the bound, as a share of the bound. */
        public double gap() {
            return bound <= 0 ? 0 : (double) Math.max(0, value.primary() - bound) / bound;
        }

        /** Returns the same result with a measured time. */
        public Planned took(double measured) {
            return new Planned(plan, value, bound, proved, solver, measured, notes);
        }

        /** Returns the same result with another plan of the same value. */
        public Planned with(BlockPlan other) {
            return new Planned(other, value, bound, proved, solver, seconds, notes);
        }

        /** Returns the same result with one more note. */
        public Planned noted(String note) {
            List<String> more = new ArrayList<>(notes);
            more.add(note);
            return new Planned(plan, value, bound, proved, solver, seconds, more);
        }
    }

    /** Proof that no plan exists, with a sentence for each known reason. */
    record Infeasible(List<String> reasons) implements PlanResult {
        /** Copies the list. */
        public Infeasible {
            reasons = List.copyOf(reasons);
        }
    }

    /** No plan was found, and no proof that there is none, with a sentence for each known reason. */
    record NoPlan(List<String> reasons) implements PlanResult {
        /** Copies the list. */
        public NoPlan {
            reasons = List.copyOf(reasons);
        }
    }
}
