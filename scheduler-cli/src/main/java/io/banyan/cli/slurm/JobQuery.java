package io.banyan.cli.slurm;

import io.banyan.instance.message.client.JobSelection;
import io.banyan.rset.IdSet;
import java.util.List;
import java.util.Set;

/**
 * Which jobs a command is about.
 *
 * @param ids by their numbers; empty for all
 * @param names of jobs; empty for all
 * @param users as Slurm's commands name them; empty for all
 * @param states empty for those that have not ended
 * @param partitions empty for all
 * @param accounts empty for all
 */
record JobQuery(
        JobIds ids,
        Set<String> names,
        Set<String> users,
        Set<SlurmState> states,
        Set<String> partitions,
        Set<String> accounts) {
    /** Copies the sets. */
    JobQuery {
        names = Set.copyOf(names);
        users = Set.copyOf(users);
        states = Set.copyOf(states);
        partitions = Set.copyOf(partitions);
        accounts = Set.copyOf(accounts);
    }

    /** All jobs with these numbers, in any state. */
    static JobQuery of(JobIds ids) {
        return new JobQuery(ids, Set.of(), Set.of(), SlurmState.parse("all"), Set.of(), Set.of());
    }

    /** Whether ended jobs are wanted. */
    boolean isAboutEnded() {
        return states.stream().anyMatch(SlurmState::isOver);
    }

    /** Returns the conditions that the daemon itself can check, besides the numbers: names, and the calling user. */
    JobSelection selection(JobContext context) {
        boolean isOwn = !users.isEmpty() && users.equals(Set.of(context.users().self()));
        return new JobSelection(
                IdSet.empty(),
                List.of(),
                names,
                isOwn ? Set.of(context.users().asker()) : Set.of(),
                Set.of(),
                Set.of(),
                false);
    }

    /** Whether a job is meant. */
    boolean has(SlurmJob job) {
        return (ids.isEmpty() || ids.has(job))
                && (names.isEmpty() || names.contains(job.record().name()))
                && (users.isEmpty() || isOfUsers(job))
                && (states.isEmpty() ? !job.state().isOver() : states.contains(job.state()))
                && (partitions.isEmpty() || partitions.contains(job.partition()))
                && (accounts.isEmpty() || accounts.contains(job.account()));
    }

    /**
     * A job is of the user of its processes, and of its owner in the daemon, who need not be a user of this machine.
     * The caller's jobs count as jobs of the user who runs the command, whichever user their processes have.
     */
    private boolean isOfUsers(SlurmJob job) {
        return users.contains(job.user())
                || users.contains(job.record().owner())
                || (users.contains(job.context().users().self())
                        && job.context().users().isOwn(job.record()));
    }
}
