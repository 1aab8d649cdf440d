package io.banyan.cli.call;

import io.banyan.cli.output.CommandFailure;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.value.ChildState;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.watch.Notice;
import io.banyan.rpc.wire.Failure;
import io.banyan.rset.IdSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Waits for the ends of jobs, as long as that takes: also while the daemon is away, which may be another process when
 * it is back. A job may end, and be forgotten by the instance, while others are waited for: then the history has its
 * record. For one thread.
 */
public final class JobEnd {
    private static final long PAUSE_MILLIS = 1_000;
    private static final long MILLIS = 1_000;
    /** How much the clocks of this machine and the daemon's may differ. */
    private static final long SLACK_SEC = 3_600;

    private static final int PAGE = 10_000;

    private final Target target;
    private final Consumer<String> told;
    private final SequencedSet<JobId> awaited = new LinkedHashSet<>();
    private final Set<JobId> seen = new HashSet<>();
    private final long beganSec = Instant.now().getEpochSecond();
    private String lastTold = "";
    /** Whether the user was notified that the daemon does not answer. */
    private boolean isAway;

    /**
     * Creates a wait for the ends of jobs of this target.
     *
     * @param told receives what delays the end of the wait and needs a person: an instance that was killed, a provider
     *     that takes nothing back, a daemon that does not answer
     */
    public JobEnd(Target target, Consumer<String> told) {
        this.target = target;
        this.told = told;
    }

    /**
     * Waits for the end of the job and returns its record.
     *
     * @throws CommandFailure if the daemon refuses to answer
     */
    public JobRecord await(JobId job) {
        List<JobRecord> ended = new ArrayList<>();
        await(List.of(job), ended::add);
        return ended.getFirst();
    }

    /**
     * Passes on the record of each job as soon as the job has ended. Ended jobs come first, in the given order.
     *
     * @throws CommandFailure if the daemon refuses to answer
     */
    public void await(List<JobId> jobs, Consumer<JobRecord> ended) {
        awaited.addAll(jobs);
        while (!awaited.isEmpty()) {
            var unused = ask(client -> {
                watch(client, ended);
                return awaited.size();
            });
        }
    }

    /**
     * Returns the answer, and waits until the daemon gives one. The first failure after which it retries is reported.
     *
     * @throws CommandFailure where the daemon refuses to answer
     */
    public <A> A ask(Target.Question<A> question) {
        while (true) {
            try (BanyanClient client = target.connect()) {
                return question.ask(client);
            } catch (ClientException e) {
                String why = String.valueOf(e.getMessage());
                if (!isPassing(e.failure())) {
                    throw CommandFailure.no(why);
                }
                if (!isAway) {
                    isAway = true;
                    String first = why.lines().findFirst().orElse("");
                    told.accept("banyan: " + first + " Retrying until the daemon answers.");
                }
                pause();
            }
        }
    }

    private void watch(BanyanClient client, Consumer<JobRecord> ended) throws ClientException {
        look(client, ended);
        if (awaited.isEmpty()) {
            return;
        }
        Optional<JobId> only = awaited.size() == 1 ? Optional.of(awaited.getFirst()) : Optional.empty();
        List<ClientException> failure = new ArrayList<>();
        client.watching().watch(Optional.empty(), only, (cursor, notice) -> {
            try {
                hear(client, notice, ended);
            } catch (ClientException e) {
                failure.add(e);
            }
            return failure.isEmpty() && !awaited.isEmpty();
        });
        if (!failure.isEmpty()) {
            throw failure.getFirst();
        }
    }

    /** A job may have ended before it was watched, so that all are looked at once more when the watch has begun. */
    private void hear(BanyanClient client, Notice notice, Consumer<JobRecord> ended) throws ClientException {
        if (notice.kind() == Notice.Kind.WATCHING) {
            look(client, ended);
        } else if (notice.kind() == Notice.Kind.JOB_ENDED || notice.kind() == Notice.Kind.CHILD_CHANGED) {
            Optional<JobId> job = notice.job().filter(awaited::contains);
            if (job.isPresent()) {
                look(client, List.of(job.get()), notice.atMillis() / MILLIS - 1, ended);
            }
        }
    }

    private void look(BanyanClient client, Consumer<JobRecord> ended) throws ClientException {
        look(client, List.copyOf(awaited), beganSec - SLACK_SEC, ended);
    }

    /** O(jobs), however many others are awaited, and of those that are forgotten also what ended since then. */
    private void look(BanyanClient client, List<JobId> jobs, long sinceSec, Consumer<JobRecord> ended)
            throws ClientException {
        IdSet.Builder ids = IdSet.builder();
        jobs.forEach(job -> ids.add(job.value()));
        Map<JobId, JobRecord> found = new HashMap<>();
        JobPages.of(client, ids.build()).forEach(job -> found.put(job.id(), job));
        Set<JobId> missing = new HashSet<>();
        for (JobId job : jobs) {
            if (!found.containsKey(job)) {
                if (!seen.contains(job)) {
                    // The daemon's answer states why it does not report this job.
                    found.put(
                            job,
                            client.info(new JobRead.JobInfo(job, MatchFormat.SIMPLE))
                                    .job());
                } else {
                    missing.add(job);
                }
            }
        }
        if (!missing.isEmpty()) {
            found.putAll(forgotten(client, missing, sinceSec));
        }
        for (JobId job : jobs) {
            JobRecord record = found.get(job);
            if (record != null) {
                seen.add(job);
                tell(record);
                if (record.endedSec().isPresent() && awaited.remove(job)) {
                    ended.accept(record);
                }
            }
        }
    }

    private static Map<JobId, JobRecord> forgotten(BanyanClient client, Set<JobId> missing, long sinceSec)
            throws ClientException {
        Map<JobId, JobRecord> found = new HashMap<>();
        new PastPages(client::history, Optional.empty(), PAGE).each(Math.max(0, sinceSec), Long.MAX_VALUE, job -> {
            if (missing.contains(job.id())) {
                found.put(job.id(), job);
            }
        });
        for (JobId job : missing) {
            if (!found.containsKey(job)) {
                throw CommandFailure.no(
                        "job " + job + " has ended; its result is no longer known to the instance or its history");
            }
        }
        return found;
    }

    private void tell(JobRecord job) {
        boolean isLost =
                job.child().filter(child -> child.state() == ChildState.LOST).isPresent();
        String plight = isLost && job.endedSec().isEmpty() ? JobView.of(job).detail() : "";
        if (!plight.isEmpty() && !plight.equals(lastTold)) {
            told.accept("job " + job.id() + " is " + JobView.lower(job.state()) + "; waiting for its end: " + plight);
        }
        if (isLost || awaited.size() == 1) {
            lastTold = plight;
        }
    }

    /** Whether asking again later may help. */
    public static boolean isPassing(Failure failure) {
        return switch (failure) {
            case UNREACHABLE, STOPPING, STANDBY, JOURNAL, OVERLOADED, DEADLINE -> true;
            case UNAUTHENTICATED, FORBIDDEN, INVALID, BAD_JOBSPEC, NOT_FOUND, EXISTS, NOT_NOW -> false;
            case TOO_LARGE, INCOMPATIBLE, INTERNAL -> false;
        };
    }

    private void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            if (awaited.isEmpty()) {
                throw CommandFailure.no("interrupted while waiting for the daemon");
            }
            boolean isOne = awaited.size() == 1;
            throw CommandFailure.no(
                    "interrupted while waiting for " + (isOne ? "job " + awaited.getFirst() : awaited.size() + " jobs")
                            + " was interrupted; " + (isOne ? "the job continues" : "they continue"));
        }
    }
}
