package io.banyan.mapping;

import io.banyan.planner.TimeWindow;
import java.util.List;

/** The answer to a request for nodes. */
public sealed interface ShapeResult {
    /**
     * The nodes that the job takes, and when.
     *
     * @param nodes in the order in which they were chosen
     */
    record Placed(TimeWindow window, List<Integer> nodes) implements ShapeResult {
        /** Copies the list. */
        public Placed {
            nodes = List.copyOf(nodes);
        }
    }

    /** The job cannot end in time. */
    sealed interface Refused extends ShapeResult {
        /** The reason in one sentence. */
        String reason();
    }

    /** The machine does not have so many nodes. */
    record TooLarge(int needed, int nodes) implements Refused {
        @Override
        public String reason() {
            return needed + " nodes are needed, and there are " + nodes;
        }
    }

    /** At no start in time enough nodes are free. */
    record TooFew(int needed) implements Refused {
        @Override
        public String reason() {
            return "there is no start before the deadline from which " + needed + " nodes are free";
        }
    }

    /**
     * At some start enough nodes are free, but nowhere in the shape.
     *
     * @param starts the number of starts that were tried
     * @param free the most nodes that are free from one of them on
     * @param largest the largest number of these nodes that are in the shape together
     * @param shape the requirement of the shape, for people
     */
    record NoShape(int needed, int starts, int free, int largest, String shape) implements Refused {
        @Override
        public String reason() {
            return "up to " + free + " nodes are free, but at none of " + starts + (starts == 1 ? " start" : " starts")
                    + " before the deadline there are " + needed + " " + shape;
        }
    }
}
