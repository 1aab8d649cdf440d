package io.banyan.cli.resources;

import io.banyan.cli.call.JobView;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.value.StatusNote;
import io.banyan.instance.message.value.VertexStatus;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The status that was set for vertices, as it is printed.
 *
 * @param others those that are not so all the same
 */
record StatusView(List<String> paths, String status, List<Long> running, List<Shown> others) {
    /**
     * One vertex.
     *
     * @param by the client of this instance that set the status
     * @param atSec when
     * @param reason why
     */
    record Shown(
            String path,
            String status,
            boolean usable,
            List<String> saidBy,
            @Nullable String by,
            @Nullable Long atSec,
            @Nullable String reason) {
        static Shown of(VertexStatus status) {
            return new Shown(
                    status.path(),
                    JobView.lower(status.status()),
                    status.usable(),
                    status.saidBy(),
                    status.note().map(StatusNote::by).orElse(null),
                    status.note().map(StatusNote::atSec).orElse(null),
                    status.note().map(StatusNote::reason).orElse(null));
        }

        /** Returns the client that set the status, and its reason. */
        String who() {
            String all = String.join(", ", saidBy);
            if (by == null || atSec == null) {
                return all;
            }
            String words = reason == null || reason.isEmpty() ? "" : ", " + reason;
            return all + " (" + by + ", " + JobView.time(atSec) + words + ")";
        }
    }

    static StatusView of(Answer.StatusSet set) {
        return new StatusView(
                set.paths(),
                JobView.lower(set.status()),
                set.running().stream().map(JobId::value).toList(),
                set.others().stream().map(Shown::of).toList());
    }

    /** For people; all of the same status. */
    static String text(List<Answer.StatusSet> sets) {
        Status status = sets.get(0).status();
        StringBuilder text = new StringBuilder(JobView.lower(status)).append(": ");
        text.append(sets.stream().flatMap(set -> set.paths().stream()).collect(Collectors.joining(" ")));
        TreeSet<JobId> running = new TreeSet<>();
        sets.forEach(set -> running.addAll(set.running()));
        if (!running.isEmpty() && status != Status.UP) {
            text.append('\n').append(Vertices.named(List.copyOf(running)));
            text.append(status == Status.LOST ? " affected: see 'banyan jobs'" : " still running on them");
        }
        for (Answer.StatusSet set : sets) {
            for (VertexStatus it : set.others()) {
                text.append("\nbut ").append(it.path()).append(" is ").append(JobView.lower(it.status()));
                text.append(", set by ").append(String.join(", ", it.saidBy()).replace("here", "this instance"));
            }
        }
        return text.toString();
    }
}
