package io.banyan.cli.slurm;

import io.banyan.instance.message.value.JobRecord;
import io.banyan.rpc.process.UserEntry;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The users of jobs as Slurm's commands name them: by their users of the operating system. The daemon knows its users
 * by the names of its token table. If a job does not name the user of its processes, its owner's name is shown instead;
 * for the caller's own jobs, the user who runs the command is shown.
 *
 * @param asker the name by which the daemon knows the caller
 * @param self the user who runs the command
 */
record SlurmUsers(String asker, String self) {
    /** Returns the user of a job that does not name the user of its processes. */
    String of(JobRecord job) {
        return isOwn(job) ? self : job.owner();
    }

    /** Whether a job belongs to the caller. */
    boolean isOwn(JobRecord job) {
        return job.owner().equals(asker);
    }

    /** Whether this machine knows a user, or the daemon knows the caller by this name. O(1), with a process at most. */
    boolean isKnown(String name) {
        return name.equals(self) || name.equals(asker) || uid(name).isPresent();
    }

    /** The name for a word that is a name or the number of a user. */
    static String name(String word) {
        if (!word.matches("\\d{1,10}")) {
            return word;
        }
        try {
            return UserEntry.find(word).name();
        } catch (IOException e) {
            throw new IllegalArgumentException("Invalid user: " + word, e);
        }
    }

    /** The names for several such words. */
    static Set<String> names(List<String> words) {
        return words.stream().map(SlurmUsers::name).collect(Collectors.toUnmodifiableSet());
    }

    /** The number of a user; empty where this machine does not know it. */
    static OptionalLong uid(String name) {
        try {
            return OptionalLong.of(UserEntry.find(name).uid());
        } catch (IOException unknown) {
            return OptionalLong.empty();
        }
    }
}
