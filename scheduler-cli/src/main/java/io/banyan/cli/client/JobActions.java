package io.banyan.cli.client;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.Sentence;
import io.banyan.instance.JobState;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.wire.Failure;
import io.banyan.rset.IdSet;
import io.banyan.schedule.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One request for each of the jobs that a command is about, one after the other, over one connection. A job for which it fails does not keep it from the others; a daemon that cannot
 * answer does.
 */
final class JobActions {
    private final Asked asked;
    private final JobSelector selector;

    JobActions(Asked asked, JobSelector selector) {
        this.asked = asked;
        this.selector = selector;
    }

    /** The request for one job. */
    @FunctionalInterface
    interface Action<A> {
        /**
         * Performs it.
         *
         * @param states in which the job may be for that; empty for all
         */
        A perform(BanyanClient client, JobId job, Set<JobState> states) throws ClientException;
    }

    /** A job for which it failed, as it is printed. */
    record NotDone(long job, String message) {
        static NotDone of(JobId job, String message) {
            return new NotDone(job.value(), Sentence.of(message));
        }
    }

    /** A member of a set that had left the states by which it was selected before it was its turn, as it is printed. */
    record LeftAlone(long job, JobState state) {}

    /**
     * What became of the jobs.
     *
     * @param done the answers
     * @param failed also the jobs that were not tried
     */
    record Outcome<A>(List<A> done, List<LeftAlone> leftAlone, List<NotDone> failed) {
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
                            ? "job %d has ended by itself: %s%n".formatted(job.job(), job.state())
                            : "job %d is left alone: it is %s%n".formatted(job.job(), job.state()))
                    .collect(Collectors.joining());
        }

        /** Ends the command where it failed for a job, with the reasons. */
        void requireAll() {
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
    <A> Outcome<A> perform(JobSelector.Suitable suitable, Action<A> action) {
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

    private static <A> void perform(
            BanyanClient client, JobId job, Set<JobState> states, Action<A> action, Outcome<A> outcome)
            throws ClientException {
        try {
            outcome.done.add(action.perform(client, job, states));
        } catch (ClientException e) {
            Optional<JobState> now = e.failure() == Failure.NOT_NOW && !states.isEmpty()
                    ? state(client, job).filter(state -> !states.contains(state))
                    : Optional.empty();
            outcome.leftAlone.add(new LeftAlone(job.value(), now.orElseThrow(() -> e)));
        }
    }

    /** Empty also where that cannot be told: then the failure that made it a question is told. */
    private static Optional<JobState> state(BanyanClient client, JobId job) {
        try {
            return JobPages.of(client, IdSet.of(job.value())).stream()
                    .map(found -> found.state())
                    .findFirst();
        } catch (ClientException unknown) {
            return Optional.empty();
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
