package io.banyan.workflow.batch.slurm;

import io.banyan.workflow.batch.BatchException;
import io.banyan.workflow.batch.BatchJob;
import io.banyan.workflow.batch.slurm.SlurmCommandRunner.Answer;
import io.banyan.workflow.model.Needs;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The submission of jobs by {@code sbatch}. */
final class SlurmSubmission {
    private static final int MINUTE_SEC = 60;
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Pattern NUMBER = Pattern.compile("([0-9]+)(;.*)?");
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

    private final SlurmCall call;
    private final SlurmBatchSettings settings;

    SlurmSubmission(SlurmCall call, SlurmBatchSettings settings) {
        this.call = call;
        this.settings = settings;
    }

    String submit(BatchJob job, long nowSec) throws BatchException {
        Optional<SlurmReservation> reservation =
                job.reservation().isPresent() ? Optional.of(reservation(job)) : Optional.empty();
        long minutes = minutes(job, reservation, nowSec);
        Answer answer = call.run(words(job, minutes), script(job, minutes, reservation));
        if (answer.status() != 0) {
            throw SlurmCall.failure("sbatch", answer);
        }
        return answer.output()
                .lines()
                .map(NUMBER::matcher)
                .filter(matcher -> matcher.matches())
                .map(matcher -> matcher.group(1))
                .findFirst()
                .orElseThrow(() -> BatchException.noAnswer("Slurm's command sbatch printed no number of a job."));
    }

    private SlurmReservation reservation(BatchJob job) throws BatchException {
        String name = job.reservation().orElse("");
        return SlurmReading.reservations(call).stream()
                .filter(it -> it.name().equals(name))
                .findFirst()
                .orElseThrow(() -> BatchException.refused(
                        "The reservation " + name + " of job " + job.name() + " does not exist at the Slurm."));
    }

    /** Returns the time limit in the minutes in which Slurm counts. */
    private static long minutes(BatchJob job, Optional<SlurmReservation> reservation, long nowSec) {
        long seconds = job.limitSec()
                .orElseGet(() -> reservation
                        .map(it -> it.endSec() - Math.max(it.startSec(), nowSec))
                        .orElse(0L));
        return Math.max(1, Math.ceilDiv(seconds, MINUTE_SEC));
    }

    private List<String> words(BatchJob job, long minutes) throws BatchException {
        Needs needs = job.needs();
        int nodes = Math.max(1, needs.nodes());
        List<String> words = new ArrayList<>(List.of(
                "sbatch",
                "--parsable",
                "--export=NONE",
                "--no-requeue",
                "--job-name=" + text(job, job.name()),
                "--chdir=" + text(job, job.directory().toString()),
                // In the name of the output, % begins a pattern.
                "--output=" + text(job, job.output().toString()).replace("%", "%%"),
                "--nodes=" + nodes,
                "--ntasks=" + nodes,
                "--ntasks-per-node=1",
                "--time=" + minutes));
        if (needs.cores() > 0) {
            words.add("--cpus-per-task=" + needs.cores());
            words.add("--threads-per-core=1");
        }
        if (needs.memoryMib() > 0) {
            words.add("--mem=" + needs.memoryMib() + "M");
        }
        if (!needs.accelerators().isEmpty()) {
            List<String> all = new ArrayList<>();
            needs.accelerators().forEach((type, count) -> all.add(type + ":" + count));
            words.add("--gres=" + String.join(",", all));
        }
        settings.partition().ifPresent(it -> words.add("--partition=" + it));
        if (job.account().isPresent()) {
            words.add("--account=" + text(job, job.account().get()));
        }
        if (job.reservation().isPresent()) {
            words.add("--reservation=" + text(job, job.reservation().get()));
            // A job starts some seconds after its reservation, so a limit that is as long as the reservation would
            // reach into the next one on the nodes, and the job would never start. Slurm may cut the limit.
            words.add("--time-min=1");
        }
        return words;
    }

    private static String text(BatchJob job, String text) throws BatchException {
        if (CONTROL.matcher(text).find()) {
            throw BatchException.refused(
                    "Job " + job.name() + " cannot be submitted to Slurm: a name has a control character.");
        }
        return text;
    }

    /** Slurm may have cut the limit to the whole minutes until the end of the reservation; this rounds them up. */
    private static String restoredLimit(long endSec, long minutes) {
        return """
            left=$(( (%d - $(date +%%s) + 59) / 60 ))
            [ "$left" -lt %d ] || left=%d
            [ "$left" -lt 1 ] || scontrol update JobId="$SLURM_JOB_ID" TimeLimit="$left" >/dev/null 2>&1
            unset left
            """.formatted(endSec, minutes, minutes);
    }

    /** Returns the script. Variables and arguments are in it, and on no command line that other users see. */
    private static String script(BatchJob job, long minutes, Optional<SlurmReservation> reservation)
            throws BatchException {
        StringBuilder script = new StringBuilder("#!/bin/sh\n");
        // Otherwise a program that srun starts would not get the variables.
        script.append("unset SLURM_EXPORT_ENV\n");
        reservation.ifPresent(it -> script.append(restoredLimit(it.endSec(), minutes)));
        for (var variable : job.environment().entrySet()) {
            if (!VARIABLE.matcher(variable.getKey()).matches()) {
                throw BatchException.refused("Job " + job.name() + " cannot be submitted to Slurm: '"
                        + variable.getKey() + "' is not the name of a variable of a shell.");
            }
            script.append("export ")
                    .append(variable.getKey())
                    .append('=')
                    .append(quoted(job, variable.getValue()))
                    .append('\n');
        }
        script.append("exec");
        for (String word : job.words()) {
            script.append(' ').append(quoted(job, word));
        }
        return script.append('\n').toString();
    }

    private static String quoted(BatchJob job, String text) throws BatchException {
        if (text.indexOf('\0') >= 0) {
            throw BatchException.refused(
                    "Job " + job.name() + " cannot be submitted to Slurm: a word has a zero character.");
        }
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
