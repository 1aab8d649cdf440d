package io.banyan.workflow.batch.slurm;

import io.banyan.workflow.batch.BatchException;
import io.banyan.workflow.batch.BatchJobReport;
import io.banyan.workflow.batch.BatchJobReport.State;
import io.banyan.workflow.batch.slurm.SlurmCommandRunner.Answer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The states of jobs. The controller knows a job until {@code MinJobAge} after its end; then the accounting does, where
 * there is one.
 */
final class SlurmReports {
    private static final int MOST_IN_CALL = 500;
    private static final int SIGNALS = 128;
    private static final int FIELDS = 6;
    private static final String ACCOUNTED_FOR = "now-30days";

    private final SlurmCall call;

    SlurmReports(SlurmCall call) {
        this.call = call;
    }

    Map<String, BatchJobReport> of(Collection<String> jobs) throws BatchException {
        Map<String, BatchJobReport> reports = new TreeMap<>();
        List<String> all = List.copyOf(new TreeSet<>(jobs));
        for (int from = 0; from < all.size(); from += MOST_IN_CALL) {
            List<String> some = all.subList(from, Math.min(all.size(), from + MOST_IN_CALL));
            addControllers(some, reports);
            List<String> missing =
                    some.stream().filter(job -> !reports.containsKey(job)).toList();
            if (!missing.isEmpty()) {
                addAccountings(missing, reports);
            }
        }
        return reports;
    }

    private void addControllers(List<String> jobs, Map<String, BatchJobReport> reports) throws BatchException {
        Answer answer = call.run(
                "squeue",
                "--noheader",
                "--all",
                "--states=all",
                "--jobs=" + String.join(",", jobs),
                "--Format=JobID:20|,State:20|,exit_code:12|,StartTime:20|,EndTime:20|,Reason:40|,NodeList:4000|");
        // A single job that is not known is an error.
        if (answer.status() != 0 && !answer.errors().contains("Invalid job id")) {
            throw SlurmCall.failure("squeue", answer);
        }
        try {
            answer.output().lines().filter(line -> !line.isBlank()).forEach(line -> addControllers(line, reports));
        } catch (IllegalArgumentException e) {
            throw SlurmCall.unreadable("squeue", e);
        }
    }

    private static void addControllers(String line, Map<String, BatchJobReport> reports) {
        String[] words = line.split("\\|", -1);
        if (words.length < FIELDS + 1) {
            throw new IllegalArgumentException("'" + line + "' has fewer than 7 fields");
        }
        for (int i = 0; i < words.length; i++) {
            words[i] = words[i].strip();
        }
        // The status as wait(2) returns it.
        int status = words[2].isEmpty() ? 0 : Integer.parseInt(words[2]);
        int code = (status & 0x7f) == 0 ? (status >> 8) & 0xff : SIGNALS + (status & 0x7f);
        reports.put(words[0], report(words[1], code, words[3], words[4], words[5], words[6]));
    }

    private void addAccountings(List<String> jobs, Map<String, BatchJobReport> reports) throws BatchException {
        Answer answer = call.run(
                "sacct",
                "--allocations",
                "--noheader",
                "--parsable2",
                "--jobs=" + String.join(",", jobs),
                "--format=JobIDRaw,State,ExitCode,Start,End,NodeList");
        if (answer.status() != 0) {
            // There may be no accounting; the jobs are not known.
            return;
        }
        try {
            answer.output().lines().filter(line -> !line.isBlank()).forEach(line -> addAccountings(line, reports));
        } catch (IllegalArgumentException e) {
            throw SlurmCall.unreadable("sacct", e);
        }
    }

    private static void addAccountings(String line, Map<String, BatchJobReport> reports) {
        String[] words = line.split("\\|", -1);
        if (words.length != FIELDS) {
            throw new IllegalArgumentException("'" + line + "' has not " + FIELDS + " fields");
        }
        String[] codes = words[2].split(":", -1);
        int signal = codes.length > 1 ? Integer.parseInt(codes[1]) : 0;
        int code = signal > 0 ? SIGNALS + signal : Integer.parseInt(codes[0]);
        reports.put(words[0], report(words[1], code, words[3], words[4], "", words[5]));
    }

    private static BatchJobReport report(
            String state, int code, String start, String end, String reason, String nodes) {
        // The accounting writes CANCELLED by 1000.
        State known = state(state.split(" ", 2)[0]);
        boolean isOver = known != State.WAITING && known != State.RUNNING;
        String why = SlurmText.isNothing(reason) || reason.equals(state) ? "" : " (" + reason + ")";
        return new BatchJobReport(
                known,
                known == State.ENDED ? OptionalInt.of(code) : OptionalInt.empty(),
                known == State.ENDED ? "" : state + why,
                // A job that waits has an expected start, and one that was cancelled before has none.
                known == State.WAITING || nodes(nodes).isEmpty() ? OptionalLong.empty() : SlurmText.time(start),
                isOver ? SlurmText.time(end) : OptionalLong.empty(),
                known == State.WAITING ? List.of() : nodes(nodes));
    }

    private static List<String> nodes(String text) {
        return text.equals("None assigned") ? List.of() : SlurmText.names(text);
    }

    private static State state(String text) {
        return switch (text) {
            case "COMPLETED", "FAILED" -> State.ENDED;
            case "TIMEOUT" -> State.TIMED_OUT;
            case "RUNNING", "COMPLETING", "CONFIGURING", "SUSPENDED", "STOPPED", "SIGNALING", "STAGE_OUT", "RESIZING" ->
                State.RUNNING;
            case "PENDING", "REQUEUED", "REQUEUE_FED", "REQUEUE_HOLD", "RESV_DEL_HOLD", "SPECIAL_EXIT" -> State.WAITING;
            default -> State.STOPPED;
        };
    }

    /** Returns the number of the last job of this user with a name. */
    Optional<String> find(String name) throws BatchException {
        Optional<String> found =
                last(call.output("squeue", "--noheader", "--all", "--me", "--states=all", "--format=%A|%j"), name);
        if (found.isPresent()) {
            return found;
        }
        Answer answer = call.run(
                "sacct",
                "--allocations",
                "--noheader",
                "--parsable2",
                "--starttime=" + ACCOUNTED_FOR,
                "--format=JobIDRaw,JobName");
        return answer.status() == 0 ? last(answer.output(), name) : Optional.empty();
    }

    /** Returns the highest number in lines of a number, a bar and a name. */
    private static Optional<String> last(String output, String name) {
        List<String> numbers = new ArrayList<>();
        for (String line : output.lines().toList()) {
            String[] words = line.split("\\|", 2);
            if (words.length == 2 && words[1].strip().equals(name) && words[0].matches("[0-9]{1,18}")) {
                numbers.add(words[0]);
            }
        }
        return numbers.stream().max((one, other) -> Long.compare(Long.parseLong(one), Long.parseLong(other)));
    }

    /** Cancels a job; one that has ended is no error. */
    void cancel(String job) throws BatchException {
        Answer answer = call.run("scancel", "--quiet", job);
        String errors = SlurmCall.errors(answer);
        if (answer.status() != 0 && !errors.contains("Invalid job id") && !errors.contains("already complet")) {
            throw SlurmCall.failure("scancel", answer);
        }
    }
}
