package io.banyan.cli.look;

import io.banyan.cli.output.Printable;
import io.banyan.cli.output.WallClock;
import io.banyan.instance.message.client.JobAnswer.JobDetail;
import io.banyan.instance.message.client.JobEvent;
import io.banyan.jobspec.JobFiles;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The facts of one job on a page for people, one on each line. */
public final class JobPage {
    private static final int NAME_WIDTH = 11;
    /** The rest of a longer command is in the jobspec. */
    private static final int LONGEST_COMMAND = 500;

    private static final int MILLIS = 1_000;
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./~^-]+");

    private final StringBuilder text = new StringBuilder();

    private JobPage() {}

    /**
     * The lines that describe a job. O(its nodes + its events + size of its jobspec).
     *
     * @param detail its command and its events, if the daemon reports them
     */
    public static String text(ListedJob job, Optional<JobDetail> detail) {
        var page = new JobPage();
        page.addOwner(job);
        detail.ifPresent(it -> page.addWork(job, it));
        page.addTimes(job);
        page.addResources(job);
        detail.ifPresent(it -> page.addEvents(it.events()));
        return page.text.toString();
    }

    private void addOwner(ListedJob job) {
        add("user", job.record().owner());
        add("queue", job.queue());
        add("account", job.account());
        job.array()
                .ifPresent(place -> add("array", place.first() + ", index " + place.index() + ", of " + place.count()));
        add("urgency", job.urgency());
    }

    private void addWork(ListedJob job, JobDetail detail) {
        if (detail.isWithheld()) {
            add("command", "visible only to its owner and administrators");
        }
        detail.jobspec().map(it -> JobWork.of(job.record(), it)).ifPresent(work -> {
            work.commands().forEach(words -> add("command", command(words)));
            if (!work.commands().isEmpty()) {
                add("directory", Optional.ofNullable(work.directory()).orElse("working directory of the job"));
                add("input", Optional.ofNullable(work.input()).orElse(""));
                add(
                        "output",
                        Optional.ofNullable(work.output())
                                .orElse("kept by the daemon; 'banyan logs " + job.id() + "' prints it"));
                add("errors", Optional.ofNullable(work.errors()).orElse(""));
            }
        });
    }

    /** Returns a command as a shell would read it. */
    private static String command(List<String> words) {
        String line = words.stream().map(JobPage::quoted).collect(Collectors.joining(" "));
        return line.length() <= LONGEST_COMMAND
                ? line
                : line.substring(0, LONGEST_COMMAND) + "... (" + line.length() + " characters)";
    }

    private static String quoted(String word) {
        if (word.startsWith(JobFiles.DIRECTORY + "/")) {
            return "<" + word.substring(JobFiles.DIRECTORY.length() + 1) + ">";
        }
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    private void addTimes(ListedJob job) {
        JobLine line = new JobLine(List.of(job));
        if (job.submitSec().isPresent()) {
            add("submitted", JobField.SUBMIT.text(line));
        }
        add("time limit", job.limitSec().isPresent() ? JobField.LIMIT.text(line) : "");
        if (job.usedSec().isPresent()) {
            String left = job.leftSec().isPresent() ? ", " + JobField.LEFT.text(line) + " left" : "";
            add("time", JobField.TIME.text(line) + " used" + left);
        }
    }

    private void addResources(ListedJob job) {
        JobLine line = new JobLine(List.of(job));
        if (job.nodeList().size() > 0) {
            add("nodes", job.nodeList().size() + ": " + job.nodeList());
        }
        add("cores", job.cores());
        if (job.cpuMicros().isPresent()) {
            add("cpu time", JobField.CPUTIME.text(line));
        }
        if (job.maxMemory().isPresent()) {
            add("max memory", JobField.MAXMEMORY.text(line));
        }
        if (job.record().exitStatus().isPresent()) {
            add("status", String.valueOf(job.record().exitStatus().getAsInt()));
        }
    }

    private void addEvents(List<JobEvent> events) {
        String name = "history";
        for (JobEvent event : events) {
            String detail = event.detail().isEmpty() ? "" : ": " + event.detail();
            add(
                    name,
                    WallClock.shown(Math.floorDiv(event.atMillis(), MILLIS), ZoneId.systemDefault()) + "  "
                            + event.kind().name().toLowerCase(Locale.ROOT) + detail);
            name = "";
        }
    }

    private void add(String name, OptionalLong value) {
        value.ifPresent(it -> add(name, String.valueOf(it)));
    }

    private void add(String name, String value) {
        if (!value.isEmpty()) {
            text.append(name)
                    .append(" ".repeat(NAME_WIDTH - name.length()))
                    .append(Printable.word(value))
                    .append('\n');
        }
    }
}
