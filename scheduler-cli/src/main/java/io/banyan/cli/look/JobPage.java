package io.banyan.cli.look;

import java.util.List;
import java.util.OptionalLong;

/** The facts of one job on a page for people, one on each line. */
public final class JobPage {
    private static final int NAME_WIDTH = 11;

    private JobPage() {}

    /** The lines of what is known of a job. O(its nodes). */
    public static String text(ListedJob job) {
        JobLine line = new JobLine(List.of(job));
        StringBuilder text = new StringBuilder();
        add(text, "user", job.record().owner());
        add(text, "queue", job.queue());
        add(text, "account", job.account());
        job.array()
                .ifPresent(place ->
                        add(text, "array", place.first() + ", index " + place.index() + ", of " + place.count()));
        add(text, "urgency", job.urgency());
        if (job.submitSec().isPresent()) {
            add(text, "submitted", JobField.SUBMIT.text(line));
        }
        add(text, "time limit", job.limitSec().isPresent() ? JobField.LIMIT.text(line) : "");
        if (job.usedSec().isPresent()) {
            String left = job.leftSec().isPresent() ? ", " + JobField.LEFT.text(line) + " left" : "";
            add(text, "time", JobField.TIME.text(line) + " used" + left);
        }
        if (job.nodeList().size() > 0) {
            add(text, "nodes", job.nodeList().size() + ": " + job.nodeList());
        }
        add(text, "cores", job.cores());
        if (job.cpuMicros().isPresent()) {
            add(text, "cpu time", JobField.CPUTIME.text(line));
        }
        if (job.maxMemory().isPresent()) {
            add(text, "max memory", JobField.MAXMEMORY.text(line));
        }
        if (job.record().exitStatus().isPresent()) {
            add(text, "status", String.valueOf(job.record().exitStatus().getAsInt()));
        }
        return text.toString();
    }

    private static void add(StringBuilder text, String name, OptionalLong value) {
        value.ifPresent(it -> add(text, name, String.valueOf(it)));
    }

    private static void add(StringBuilder text, String name, String value) {
        if (!value.isEmpty()) {
            text.append(name)
                    .append(" ".repeat(NAME_WIDTH - name.length()))
                    .append(value)
                    .append('\n');
        }
    }
}
