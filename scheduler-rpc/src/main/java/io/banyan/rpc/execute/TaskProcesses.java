package io.banyan.rpc.execute;

import io.banyan.instance.message.Effect;
import io.banyan.jobspec.InputOptions;
import io.banyan.jobspec.ShellOptions;
import io.banyan.rpc.files.ForeignFile;
import io.banyan.rpc.process.CommandProcesses;
import io.banyan.rpc.process.JobUsers;
import io.banyan.rpc.process.OsUser;
import io.banyan.rpc.process.UserProcess;
import io.banyan.rpc.wire.client.JobSignal;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The processes of a job that runs its tasks: the first ones and all that descends from them. The script that starts
 * the tasks, and the programs that pass on input and labels, are excluded: a signal would end them, and the job with
 * them. Any thread may call.
 *
 * @param users the users that run them
 * @param config how they are started
 */
record TaskProcesses(Effect.StartJob start, JobDirectory directory, JobUsers users, ExecutionConfig config) {
    /** The numbers of the first process of each task fit. */
    private static final int MAX_RANKS = JobLayout.MOST * 8;

    private static final int MOST_SECONDS = 10;

    /**
     * Sends a signal.
     *
     * @param isFirstOnly whether only the first process of each task gets it
     * @throws IOException with a part of a sentence, if no process gets it
     */
    void send(JobSignal signal, boolean isFirstOnly) throws IOException {
        if (config.command().isPresent()) {
            throw new IOException(
                    "execution.command starts the tasks of the job, and signals of the daemon do not reach them");
        }
        Set<ProcessHandle> receivers = new LinkedHashSet<>(firsts());
        if (!isFirstOnly) {
            List.copyOf(receivers).forEach(first -> first.descendants().forEach(receivers::add));
        }
        if (receivers.isEmpty()) {
            throw new IOException("none of its tasks is running");
        }
        kill(signal, receivers);
    }

    /** The first process of each task that runs. A terminal is held by a process in front of the task's own. */
    private List<ProcessHandle> firsts() throws IOException {
        Optional<ProcessHandle> leader = directory.leader();
        if (leader.isEmpty()) {
            return List.of();
        }
        List<String> ranks = ranks();
        Set<String> behindTerminal =
                ShellOptions.ofEarlier(start.jobspec().attributes()).input() instanceof InputOptions.Terminal terminal
                                && terminal.task() < ranks.size()
                        ? Set.of(ranks.get((int) terminal.task()))
                        : Set.of();
        // The job can write anything into the file: only its own processes count.
        return new CommandProcesses(directory.path(), leader)
                .look().stream()
                        .filter(process -> ranks.contains(String.valueOf(process.pid())))
                        .flatMap(process -> behindTerminal.contains(String.valueOf(process.pid()))
                                ? process.children()
                                : Stream.of(process))
                        .toList();
    }

    private List<String> ranks() throws IOException {
        try {
            return List.of(ForeignFile.read(directory.ranks(), MAX_RANKS)
                    .text()
                    .strip()
                    .split(" +"));
        } catch (IOException e) {
            throw new IOException("none of its tasks has started", e);
        }
    }

    /**
     * Sends the signal as the user of the job. A process of another user never gets it, not even one that has just been
     * given the number of a process that ended.
     */
    private void kill(JobSignal signal, Set<ProcessHandle> receivers) throws IOException {
        List<String> words = new ArrayList<>(List.of("/bin/sh", "-c", "kill -s \"$0\" -- \"$@\"", signal.name()));
        receivers.forEach(process -> words.add(String.valueOf(process.pid())));
        Optional<OsUser> user = users.userOf(start.owner(), start.osUser());
        Process kill = new ProcessBuilder(user.isPresent() ? UserProcess.words(user.get(), words) : words)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            if (!kill.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
                kill.destroyForcibly();
                throw new IOException("its processes were not signalled within " + MOST_SECONDS + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the daemon is ending", e);
        }
        boolean isUnheard = kill.exitValue() != 0 && receivers.stream().noneMatch(ProcessHandle::isAlive);
        if (isUnheard) {
            throw new IOException("its tasks have just ended");
        }
    }
}
