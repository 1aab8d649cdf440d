package io.banyan.match;

import io.banyan.graph.Selection;
import io.banyan.planner.TimeWindow;
import java.util.List;

/** The answer of a match. It proposes and books nothing; {@code schedule.commit} does that. */
public sealed interface MatchResult {

    /** The resources are free now. */
    record Allocated(Selection selection, TimeWindow window) implements MatchResult {}

    /** The resources are free in a later window, the earliest there is. */
    record Reserved(Selection selection, TimeWindow window) implements MatchResult {}

    /** A dry run found these resources. */
    record Matched(Selection selection, TimeWindow window) implements MatchResult {}

    /** The request could be met on the empty system. */
    record Satisfiable() implements MatchResult {}

    /** Not now; the empty system could, or it was not asked. */
    record Busy(List<Reason> reasons) implements MatchResult {

        public Busy {
            reasons = List.copyOf(reasons);
        }
    }

    /** Not even on the empty system. */
    record Unsatisfiable(List<Reason> reasons) implements MatchResult {

        public Unsatisfiable {
            reasons = List.copyOf(reasons);
        }
    }
}
