package io.banyan.cli.client;

import io.banyan.cli.output.CommandFailure;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.ChildState;
import io.banyan.instance.JobRecord;
import io.banyan.instance.JobRequest;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.watch.Notice;
import io.banyan.rpc.wire.Failure;
import io.banyan.schedule.JobId;
import java.util.Optional;
import java.util.function.Consumer;

/** Waits for the end of a job, as long as that takes: also while the daemon is away, which may be another process when it is back. */
final class JobEnd {
    private static final long PAUSE_MILLIS = 1_000;

    private final Target target;
    private final Consumer<String> told;
    private String lastTold = "";

    /**
     * Of jobs of this target.
     *
     * @param told what keeps an instance's job from its end that nobody may see to by himself: a provider that takes nothing back, a daemon that was killed
     */
    JobEnd(Target target, Consumer<String> told) {
        this.target = target;
        this.told = told;
    }

    /**
     * The job as it ended.
     *
     * @throws CommandFailure where the daemon refuses to tell
     */
    JobRecord await(JobId job) {
        while (true) {
            try (BanyanClient client = target.connect()) {
                return await(client, job);
            } catch (ClientException e) {
                if (!isPassing(e.failure())) {
                    throw CommandFailure.no(String.valueOf(e.getMessage()));
                }
                pause(job);
            }
        }
    }

    private JobRecord await(BanyanClient client, JobId job) throws ClientException {
        JobRecord[] last = {record(client, job)};
        while (last[0].endedSec().isEmpty()) {
            // It may have ended before it was watched, so that it is looked at once more when the watch has begun.
            client.watching().watch(Optional.empty(), Optional.of(job), (cursor, notice) -> {
                if (notice.kind() == Notice.Kind.WATCHING || notice.kind() == Notice.Kind.CHILD_CHANGED) {
                    last[0] = unchecked(client, job, last[0]);
                    tell(last[0]);
                    return last[0].endedSec().isEmpty();
                }
                return notice.kind() != Notice.Kind.JOB_ENDED;
            });
            last[0] = record(client, job);
        }
        return last[0];
    }

    private void tell(JobRecord job) {
        boolean isLost =
                job.child().filter(child -> child.state() == ChildState.LOST).isPresent();
        String plight = isLost && job.endedSec().isEmpty() ? JobView.of(job).detail() : "";
        if (!plight.isEmpty() && !plight.equals(lastTold)) {
            told.accept(
                    "job " + job.id() + " is " + JobView.lower(job.state()) + ", and its end is waited for: " + plight);
        }
        lastTold = plight;
    }

    private static JobRecord unchecked(BanyanClient client, JobId job, JobRecord before) {
        try {
            return record(client, job);
        } catch (ClientException goesOnWithTheWatch) {
            return before;
        }
    }

    private static JobRecord record(BanyanClient client, JobId job) throws ClientException {
        return client.info(new JobRequest.JobInfo(job, MatchFormat.SIMPLE)).job();
    }

    /** Whether asking again later may help. */
    static boolean isPassing(Failure failure) {
        return switch (failure) {
            case UNREACHABLE, STOPPING, STANDBY, JOURNAL, OVERLOADED, DEADLINE -> true;
            case UNAUTHENTICATED, FORBIDDEN, INVALID, BAD_JOBSPEC, NOT_FOUND, EXISTS, NOT_NOW -> false;
            case TOO_LARGE, INCOMPATIBLE, INTERNAL -> false;
        };
    }

    private static void pause(JobId job) {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CommandFailure.no("the wait for job " + job + " was interrupted; the job goes on");
        }
    }
}
