package io.banyan.workflow.model;

import java.util.List;
import java.util.stream.Collectors;

/** A reason why a set of steps is no workflow. */
public sealed interface WorkflowFault {
    /** Returns the step that a message about the fault points to. */
    StepId step();

    /** Returns one sentence about the fault, without a position. */
    String sentence();

    /** Steps that wait for each other, in the order of the waiting; each once. */
    record Cycle(List<StepId> steps) implements WorkflowFault {
        /** Copies the list. */
        public Cycle {
            steps = List.copyOf(steps);
        }

        @Override
        public StepId step() {
            return steps.getFirst();
        }

        @Override
        public String sentence() {
            return "steps wait for each other: "
                    + steps.stream().map(StepId::path).collect(Collectors.joining(" after ")) + " after "
                    + steps.getFirst();
        }
    }

    /** A step that refers to a step that does not exist. */
    record UnknownStep(StepId step, StepId named) implements WorkflowFault {
        @Override
        public String sentence() {
            return "step '" + step + "' refers to step '" + named + "', which does not exist";
        }
    }

    /** Two steps with one name. */
    record SameName(StepId step) implements WorkflowFault {
        @Override
        public String sentence() {
            return "two steps have the name '" + step + "'";
        }
    }

    /** A file that two steps write. */
    record TwoWriters(StepId step, StepId other, String file) implements WorkflowFault {
        @Override
        public String sentence() {
            return "steps '" + other + "' and '" + step + "' both write file '" + file + "'";
        }
    }

    /** Steps that must start together although one of them, or of their companions, waits for the other. */
    record Contradiction(StepId step, StepId other) implements WorkflowFault {
        @Override
        public String sentence() {
            return "step '" + step + "' cannot start together with step '" + other
                    + "', because they wait for each other";
        }
    }
}
