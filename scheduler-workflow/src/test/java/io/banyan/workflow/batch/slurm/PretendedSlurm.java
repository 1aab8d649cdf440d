package io.banyan.workflow.batch.slurm;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Slurm's commands over texts in memory. Its clock advances when somebody waits, and its backfill then runs. */
final class PretendedSlurm implements SlurmCommandRunner {
    /** The time at which it begins, in seconds since 1970. */
    static final long START = 1_795_977_600L;

    private static final Set<String> PROGRAMS = Set.of("scontrol", "squeue", "sdiag", "sbatch", "scancel", "sacct");

    final List<String> calls = new ArrayList<>();
    final List<String> queue = new ArrayList<>();
    final List<String> waiting = new ArrayList<>();
    final List<String> allocations = new ArrayList<>();
    final Map<String, String> reservations = new LinkedHashMap<>();
    final Map<String, String> waitingIn = new LinkedHashMap<>();
    final Set<String> running = new TreeSet<>();
    String config = "SelectType = select/cons_tres\nSelectTypeParameters = CR_CORE\nPrivateData = none\n";
    String nodes = "";
    String reports = "";
    String accounted = "";
    String mine = "";
    String script = "";
    boolean hasBackfill = true;
    long now = START;
    private long cycle = START;
    private Function<String, Answer> fault = call -> new Answer(0, "", "", false);

    /** Sets the answer to calls for which it has a status, an error or a time limit. */
    void fault(Function<String, Answer> answers) {
        fault = answers;
    }

    static Answer error(String errors) {
        return new Answer(1, "", errors, false);
    }

    static Answer lost() {
        return new Answer(137, "", "", true);
    }

    static Answer fine() {
        return said("");
    }

    private static Answer said(String output) {
        return new Answer(0, output, "", false);
    }

    @Override
    public void pause(int seconds) {
        now += seconds;
        if (hasBackfill) {
            cycle = now;
        }
    }

    @Override
    public Answer run(List<String> words, String input) throws IOException {
        List<String> own =
                words.stream().dropWhile(word -> !PROGRAMS.contains(word)).toList();
        String call = String.join(" ", own);
        calls.add(call);
        Answer planted = fault.apply(call);
        boolean isLost = planted.timedOut();
        if (planted.status() != 0 && !isLost) {
            return planted;
        }
        Answer answer = answer(own, call, input);
        return isLost ? planted : answer;
    }

    private Answer answer(List<String> words, String call, String input) {
        return switch (words.getFirst()) {
            case "scontrol" -> scontrol(words, call);
            case "squeue" -> said(squeue(call));
            case "sdiag" ->
                said("sdiag output at now (" + now + ")\nMain schedule statistics\n\tLast cycle: 5\n"
                        + "Backfilling stats\n\tTotal cycles: 3\n\tLast cycle when: then (" + cycle + ")\n");
            case "sbatch" -> {
                script = input;
                yield said("42;banyan\n");
            }
            case "sacct" -> accounted.isEmpty() ? error("Slurm accounting storage is disabled") : said(accounted);
            default -> fine();
        };
    }

    private String squeue(String call) {
        if (call.contains("--format=" + QueuedSlurmJob.FORMAT)) {
            return String.join("\n", queue);
        }
        if (call.contains("--Format=" + QueuedSlurmJob.LONG_FORMAT)) {
            return String.join("\n", waiting);
        }
        if (call.contains("--reservation=")) {
            return waitingIn.entrySet().stream()
                    .filter(entry -> call.contains("--reservation=" + entry.getKey()))
                    .map(Map.Entry::getValue)
                    .collect(Collectors.joining("\n"));
        }
        return call.contains("--me") ? mine : reports;
    }

    private Answer scontrol(List<String> words, String call) {
        if (call.contains("show config")) {
            return said(config);
        }
        if (call.contains("show partition")) {
            return said("PartitionName=debug Default=NO\nPartitionName=all Default=YES\n");
        }
        if (call.contains("show node")) {
            return said(nodes);
        }
        if (call.contains("show job")) {
            return said(String.join("\n", allocations));
        }
        if (call.contains("show reservation")) {
            return said(
                    reservations.isEmpty()
                            ? "No reservations in the system\n"
                            : String.join("\n", reservations.values()));
        }
        if (call.contains("create reservation")) {
            Map<String, String> fields = SlurmText.fields(call);
            reservations.put(
                    fields.getOrDefault("ReservationName", ""),
                    call.substring(call.indexOf("ReservationName="))
                            .replace("=uts", "=")
                            .replace(" CoreCnt=", " Asked="));
            return fine();
        }
        return call.contains("delete") ? delete(words.getLast().replace("ReservationName=", "")) : fine();
    }

    private Answer delete(String name) {
        if (running.contains(name)
                || (waitingIn.containsKey(name) && calls.stream().noneMatch(it -> it.contains("scancel")))) {
            return error("delete_reservation ReservationName=" + name + ": Requested reservation is in use");
        }
        return reservations.remove(name) == null
                ? error("delete_reservation ReservationName=" + name + ": Requested reservation is invalid")
                : fine();
    }
}
