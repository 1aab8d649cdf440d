package io.banyan.cli.query;

import io.banyan.graph.ResourceGraph;
import io.banyan.graph.io.MatchFormat;
import io.banyan.match.Matcher;
import io.banyan.planner.TimeWindow;
import io.banyan.prune.PruneFilters;
import io.banyan.schedule.JobId;
import io.banyan.schedule.Schedule;
import java.io.PrintWriter;

/**
 * What the commands of a session share. Its time stands still at {@link #NOW_SEC}.
 *
 * @param results R and INFO blocks: the file of {@code -t}, else standard output
 * @param console what people read and no recorded test compares
 * @param measured whether times and visits are printed with each match
 */
record Session(
        Schedule schedule,
        PruneFilters filters,
        Matcher matcher,
        Written written,
        MatchFormat format,
        JobTable jobs,
        LeftTags leftTags,
        JobspecFiles jobspecs,
        Statistics statistics,
        PrintWriter results,
        PrintWriter console,
        boolean measured) {
    static final long NOW_SEC = 0;

    private static final String RULER = "INFO: =============================";

    ResourceGraph graph() {
        return schedule.graph();
    }

    /** The vertex of a containment path. */
    int vertex(String path) throws QueryFailure {
        int v = graph().find(path);
        if (v < 0) {
            results.println("Could not find path " + path + " in resource graph.");
            throw new QueryFailure("there is no vertex " + path);
        }
        return v;
    }

    /** Prints lines as a block of INFO lines between rulers. */
    void block(String... lines) {
        results.println(RULER);
        for (String line : lines) {
            results.println("INFO: " + line);
        }
        results.println(RULER);
    }

    /** Says what a job was given. */
    void found(JobId job, String how, TimeWindow window) {
        boolean now = window.startSec() == NOW_SEC;
        block("JOBID=" + job, "RESOURCES=" + how, "SCHEDULED AT=" + (now ? "Now" : window.startSec()));
    }

    /** Prints R, which may be nothing. */
    void resources(String text) {
        results.print(text);
        if (!text.isEmpty() && !text.endsWith("\n")) {
            results.println();
        }
    }
}
