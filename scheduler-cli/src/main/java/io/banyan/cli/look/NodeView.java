package io.banyan.cli.look;

import io.banyan.cli.output.WallClock;
import io.banyan.instance.message.client.NodeReport;
import io.banyan.instance.message.client.NodeState;
import io.banyan.instance.message.value.StatusNote;
import io.banyan.resource.JobId;
import io.banyan.schedule.VertexUse;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One node as it is printed.
 *
 * @param status up, draining, drained, down or lost
 * @param said the path of the vertex whose status causes this, if it is not up
 * @param by the client that set the status, if it was a client of this instance
 * @param atSec when
 * @param reason why
 * @param usage free, partly taken or taken
 * @param resources the total and used amounts below it, by type
 * @param jobs those on it that may be seen
 * @param othersJobs how many may not
 */
public record NodeView(
        String path,
        String name,
        @Nullable Integer rank,
        String status,
        @Nullable String said,
        List<String> saidBy,
        @Nullable String by,
        @Nullable Long atSec,
        @Nullable String reason,
        String usage,
        Map<String, VertexUse.Quantity> resources,
        List<Long> jobs,
        int othersJobs) {
    private static final int MOST_JOBS = 5;

    /** The node of a report. */
    public static NodeView of(NodeReport node) {
        Optional<StatusNote> note = node.note();
        return new NodeView(
                node.path(),
                node.name(),
                node.rank().isPresent() ? node.rank().getAsInt() : null,
                lower(node.state()),
                node.said().orElse(null),
                node.saidBy(),
                note.map(StatusNote::by).orElse(null),
                note.map(StatusNote::atSec).orElse(null),
                note.map(StatusNote::reason).orElse(null),
                node.use().usage().words(),
                node.use().below(),
                node.jobs().stream().map(JobId::value).toList(),
                node.othersJobs());
    }

    private static String lower(NodeState state) {
        return state.name().toLowerCase(Locale.ROOT);
    }

    boolean isUp() {
        return status.equals(lower(NodeState.UP));
    }

    /** How much of a type jobs have, and how much there is; nothing where there is none. */
    String used(String type) {
        VertexUse.Quantity quantity = resources.get(type);
        return quantity == null ? "" : quantity.used() + "/" + quantity.total();
    }

    int jobCount() {
        return jobs.size() + othersJobs;
    }

    /** The jobs, as many as fit. */
    String jobsText() {
        String shown = jobs.stream().limit(MOST_JOBS).map(String::valueOf).collect(Collectors.joining(" "));
        int more = Math.max(0, jobs.size() - MOST_JOBS) + othersJobs;
        String rest =
                more == 0 ? "" : (shown.isEmpty() ? "" : " and ") + more + (shown.isEmpty() ? " of others" : " more");
        return shown + rest;
    }

    /** Returns which client set the node's status to another value than up, when and why. */
    String why() {
        if (isUp()) {
            return "";
        }
        String where = path.equals(said) ? "" : said + ": ";
        if (by == null) {
            return where + "reported by " + String.join(", ", saidBy).replace("here", "this instance");
        }
        String when = atSec == null ? "" : ", " + WallClock.shown(atSec, ZoneId.systemDefault());
        return where + (reason == null || reason.isEmpty() ? "" : reason + " ") + "(" + by + when + ")";
    }
}
