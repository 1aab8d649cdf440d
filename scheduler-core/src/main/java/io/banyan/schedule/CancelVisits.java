package io.banyan.schedule;

import io.banyan.graph.ResourceGraph;
import io.banyan.resource.JobId;
import java.util.BitSet;

/**
 * How many vertices a cancel visits that follows a job's tags from the root down, as Fluxion's does: a vertex is tagged
 * where the job has it or something below it. Nothing is changed, and cancelling here visits the job's holds only; the
 * numbers are for comparing.
 *
 * @param preorder vertices that were looked at: the tagged ones and their children
 * @param postorder the tagged ones
 */
public record CancelVisits(long preorder, long postorder) {
    /** More levels than any graph has; guards the recursion. */
    private static final int MAX_LEVELS = 1_000;

    /**
     * The visits for cancelling a job now. O(the job's holds, implied descendants included, and their children).
     *
     * @param left vertices that count as tagged although the job has nothing there any more
     * @throws IllegalStateException where there is no such job
     */
    public static CancelVisits of(Schedule schedule, JobId job, BitSet left) {
        BitSet tagged = (BitSet) left.clone();
        var selection = schedule.holdings().selection(job);
        for (int i = 0; i < selection.size(); i++) {
            tagged.set(selection.vertex(i));
        }
        var walk = new Walk(schedule.graph(), schedule.aggregates().dominant(), tagged);
        int root = schedule.aggregates().root();
        if (root >= 0) {
            walk.visit(root, 1);
        }
        return new CancelVisits(walk.preorder, walk.postorder);
    }

    /** One descent; a tag is gone once its vertex was visited. */
    private static final class Walk {
        private final ResourceGraph graph;
        private final int subsystem;
        private final BitSet tagged;
        private long preorder;
        private long postorder;

        Walk(ResourceGraph graph, int subsystem, BitSet tagged) {
            this.graph = graph;
            this.subsystem = subsystem;
            this.tagged = tagged;
        }

        void visit(int v, int level) {
            preorder++;
            if (!tagged.get(v) || level > MAX_LEVELS) {
                return;
            }
            tagged.clear(v);
            for (int e = graph.firstOut(v); e >= 0; e = graph.nextOut(e)) {
                if (graph.subsystem(e) == subsystem) {
                    visit(graph.target(e), level + 1);
                }
            }
            postorder++;
        }
    }
}
