package io.banyan.cli.jobs;

import io.banyan.cli.call.Asked;
import io.banyan.cli.call.JobPages;
import io.banyan.cli.call.Target;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.Sentence;
import io.banyan.instance.message.value.JobState;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.wire.Failure;
import io.banyan.rset.IdSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * One request for each of the jobs that a command is about, one after the other, over one connection. A job for which
 * it fails does not keep it from the others; a daemon that cannot answer does. A daemon that is overloaded is asked
 * again for a while.
 */
public final class JobActions {
    private static final Duration USUAL_PATIENCE = Duration.ofSeconds(30);
    private static final long SHORTEST_PAUSE_MILLIS = 100;

    private final Asked asked;
    private final JobSelector selector;
    private final Duration patience;

    /** Creates actions on the jobs that were selected. */
    public JobActions(Asked asked, JobSelector selector) {
        this(asked, selector, USUAL_PATIENCE);
    }

    /**
     * Creates actions with a limit for repeated requests.
     *
     * @param patience how long the request for one job is repeated while the daemon is overloaded
     */
    JobActions(Asked asked, JobSelector selector, Duration patience) {
        this.asked = asked;
        this.selector = selector;
        this.patience = patience;
    }

    /** The request for one job. */
    @FunctionalInterface
    public interface Action<A> {
        /**
         * Performs it.
         *
         * @param states in which the job may be for that; empty for all
         */
        A perform(BanyanClient client, JobId job, Set<JobState> states) throws ClientException;
    }

    /** A job for which it failed, as it is printed. */
    public record NotDone(long job, String message) {
        static NotDone of(JobId job, String message) {
            return new NotDone(job.value(), Sentence.of(message));
        }
    }

    /** A member of a set that had left the states by which it was selected before it was its turn, as it is printed. */
    public record LeftAlone(long job, JobState state) {}

    /**
     * The outcome for the jobs.
     *
     * @param done the answers
     * @param failed also the jobs that were not tried
     */
    public record Outcome<A>(List<A> done, List<LeftAlone> leftAlone, List<NotDone> failed) {
        private boolean isEmpty() {
            return done.isEmpty() && leftAlone.isEmpty() && failed.isEmpty();
        }

        /** The reasons of the failures, each once. */
        List<String> problems() {
            return failed.stream().map(NotDone::message).distinct().toList();
        }

        /** A line for each job that was left alone. */
        String leftAloneText() {
            return leftAlone.stream()
                    .map(job -> job.state().isOver()
                            ? "job %d ended by itself: %s%n".formatted(job.job(), job.state())
                            : "job %d is unchanged: %s%n".formatted(job.job(), job.state()))
                    .collect(Collectors.joining());
        }

        /** Ends the command where it failed for a job, with the reasons. */
        public void requireAll() {
            if (!failed.isEmpty()) {
                throw CommandFailure.no(problems());
            }
        }
    }

    /**
     * Performs the action for the jobs that were named, and for those in the sets that were said that are suitable.
     *
     * @throws CommandFailure where there is no such job, or no daemon
     */
    public <A> Outcome<A> perform(JobSelector.Suitable suitable, Action<A> action) {
        List<JobId> jobs = selector.requireFound(asked, suitable);
        Set<JobId> named = Set.copyOf(selector.plainIds());
        Set<JobState> ofSets = selector.statesOfSets(suitable);
        return asked.ask(client -> {
            Outcome<A> outcome = new Outcome<>(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
            for (int i = 0; i < jobs.size(); i++) {
                JobId job = jobs.get(i);
                try {
                    perform(client, job, named.contains(job) ? Set.of() : ofSets, action, outcome);
                } catch (ClientException e) {
                    boolean isOfDaemon = isOfDaemon(e.failure());
                    if (isOfDaemon && outcome.isEmpty()) {
                        throw e;
                    }
                    outcome.failed.add(NotDone.of(job, String.valueOf(e.getMessage())));
                    if (isOfDaemon) {
                        outcome.failed.addAll(untried(jobs.subList(i + 1, jobs.size())));
                        break;
                    }
                }
            }
            return outcome;
        });
    }

    private <A> void perform(BanyanClient client, JobId job, Set<JobState> states, Action<A> action, Outcome<A> outcome)
            throws ClientException {
        try {
            outcome.done.add(ask(client, it -> action.perform(it, job, states)));
        } catch (ClientException e) {
            Optional<JobState> now = e.failure() == Failure.NOT_NOW && !states.isEmpty()
                    ? state(client, job).filter(state -> !states.contains(state))
                    : Optional.empty();
            outcome.leftAlone.add(new LeftAlone(job.value(), now.orElseThrow(() -> e)));
        }
    }

    /** Empty also if the state cannot be determined; then the original failure is reported. */
    private Optional<JobState> state(BanyanClient client, JobId job) {
        try {
            return ask(client, it -> JobPages.of(it, IdSet.of(job.value()))).stream()
                    .map(found -> found.state())
                    .findFirst();
        } catch (ClientException unknown) {
            return Optional.empty();
        }
    }

    /** Asks again while the daemon is overloaded and has done nothing, after the time that it says. */
    private <A> A ask(BanyanClient client, Target.Question<A> question) throws ClientException {
        long untilNanos = System.nanoTime() + patience.toNanos();
        while (true) {
            try {
                return question.ask(client);
            } catch (ClientException e) {
                long pauseMillis = Math.max(
                        SHORTEST_PAUSE_MILLIS, Failure.retryAfterMillis(e).orElse(0));
                boolean isInTime = pauseMillis < TimeUnit.NANOSECONDS.toMillis(untilNanos - System.nanoTime());
                if (e.failure() != Failure.OVERLOADED || !isInTime || !sleep(pauseMillis)) {
                    throw e;
                }
            }
        }
    }

    /** Returns whether the pause was not interrupted. */
    private static boolean sleep(long millis) {
        try {
            Thread.sleep(millis);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static List<NotDone> untried(List<JobId> jobs) {
        String message = jobs.size() + (jobs.size() == 1 ? " more job was not tried" : " more jobs were not tried");
        return jobs.stream().map(job -> NotDone.of(job, message)).toList();
    }

    /** Whether the daemon, and not the job, is the reason, so that the next job fails as well. */
    private static boolean isOfDaemon(Failure failure) {
        return switch (failure) {
            case UNREACHABLE, STOPPING, STANDBY, JOURNAL, OVERLOADED, UNAUTHENTICATED, INCOMPATIBLE -> true;
            case FORBIDDEN, INVALID, BAD_JOBSPEC, NOT_FOUND, EXISTS, NOT_NOW, TOO_LARGE, DEADLINE, INTERNAL -> false;
        };
    }
}
