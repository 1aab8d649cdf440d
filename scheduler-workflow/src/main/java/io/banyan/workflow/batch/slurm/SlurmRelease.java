package io.banyan.workflow.batch.slurm;

import io.banyan.workflow.batch.BatchException;
import io.banyan.workflow.batch.slurm.SlurmCommandRunner.Answer;
import java.util.ArrayList;
import java.util.List;

/** The end of reservations. */
final class SlurmRelease {
    private static final int ATTEMPTS = 3;

    private final SlurmCall call;

    SlurmRelease(SlurmCall call) {
        this.call = call;
    }

    /** Ends a reservation: cancels the jobs that wait for it, and deletes it when no job runs in it. */
    void release(String name) throws BatchException {
        Answer answer = delete(name);
        for (int attempt = 1; attempt <= ATTEMPTS && answer.status() != 0; attempt++) {
            String errors = SlurmCall.errors(answer);
            if (errors.contains("is invalid") || errors.contains("not found")) {
                return;
            }
            if (errors.contains("in use")) {
                cancelWaiting(name);
            } else if (!SlurmCall.isUnheard(answer)) {
                break;
            }
            call.pause(1);
            answer = delete(name);
        }
        if (answer.status() == 0 || SlurmCall.errors(answer).contains("is invalid")) {
            return;
        }
        if (!SlurmCall.errors(answer).contains("in use")) {
            throw SlurmCall.failure("scontrol delete reservation", answer);
        }
        // Slurm deletes no reservation in which a job runs. It can end a minute after the last of its jobs.
        call.output("scontrol", "update", "ReservationName=" + name, "Flags=PURGE_COMP=00:01:00");
    }

    private Answer delete(String name) throws BatchException {
        return call.run("scontrol", "delete", "ReservationName=" + name);
    }

    private void cancelWaiting(String name) throws BatchException {
        List<String> jobs = call.output(
                        "squeue", "--noheader", "--all", "--states=PENDING", "--reservation=" + name, "--format=%A")
                .lines()
                .filter(line -> !line.isBlank())
                .map(String::strip)
                .distinct()
                .toList();
        if (!jobs.isEmpty()) {
            List<String> words = new ArrayList<>(List.of("scancel", "--quiet"));
            words.addAll(jobs);
            call.output(words);
        }
    }
}
