package io.banyan.cli.client;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.Sentence;
import io.banyan.instance.JobRecord;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.wire.Failure;
import io.banyan.rset.IdSet;
import io.banyan.schedule.JobId;
import java.util.ArrayList;
import java.util.List;

/** The same request for each of the jobs that a command is about, one after the other, over one connection. A job for which it fails does not keep it from the others. */
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
        A perform(BanyanClient client, JobId job) throws ClientException;
    }

    /** A job for which it failed, as it is printed. */
    record NotDone(long job, String message) {
        static NotDone of(JobId job, String message) {
            return new NotDone(job.value(), Sentence.of(message));
        }
    }

    /**
     * What became of the jobs.
     *
     * @param done the answers
     * @param over jobs that had ended before it was their turn, where that is as good
     */
    record Outcome<A>(List<A> done, List<JobRecord> over, List<NotDone> failed) {
        /** Ends the command where it failed for a job, with the reasons. */
        void requireAll() {
            if (!failed.isEmpty()) {
                throw CommandFailure.no(
                        failed.stream().map(NotDone::message).distinct().toList());
            }
        }
    }

    /**
     * Performs the action for the jobs that were named, and for those in the sets that were said that are suitable.
     *
     * @param isEndAsGood whether a job of a set that ends before it is its turn needs nothing more
     * @throws CommandFailure where there is no such job, or no daemon
     */
    <A> Outcome<A> perform(JobSelector.Suitable suitable, boolean isEndAsGood, Action<A> action) {
        List<JobId> jobs = selector.requireFound(asked, suitable);
        List<JobId> named = selector.plainIds();
        return asked.ask(client -> {
            Outcome<A> outcome = new Outcome<>(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
            for (JobId job : jobs) {
                try {
                    outcome.done.add(action.perform(client, job));
                } catch (ClientException e) {
                    if (e.failure() == Failure.UNREACHABLE && outcome.done.isEmpty()) {
                        throw e;
                    }
                    List<JobRecord> over = isEndAsGood && !named.contains(job) ? over(client, job) : List.of();
                    outcome.over.addAll(over);
                    if (over.isEmpty()) {
                        outcome.failed.add(NotDone.of(job, String.valueOf(e.getMessage())));
                    }
                }
            }
            return outcome;
        });
    }

    private static List<JobRecord> over(BanyanClient client, JobId job) throws ClientException {
        return JobPages.of(client, IdSet.of(job.value())).stream()
                .filter(it -> it.state().isOver())
                .toList();
    }
}
