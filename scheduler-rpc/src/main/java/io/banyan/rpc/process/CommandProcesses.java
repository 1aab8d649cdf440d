package io.banyan.rpc.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The processes of a command, such as a job's, without its first one: those of its session, those with its mark in
 * their environment, and all descendants of the first one, which adopts orphaned processes. A process that was found
 * once stays known. One thread uses it.
 */
public final class CommandProcesses {
    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    private final Path directory;
    private final Optional<ProcessHandle> leader;
    private final long seenTicks;
    private final Set<ProcessHandle> known = new LinkedHashSet<>();

    /**
     * Creates a search for the processes of the command of a directory. The leader, its first process, runs or has just
     * ended; it is empty if it is not known.
     */
    public CommandProcesses(Path directory, Optional<ProcessHandle> leader) {
        this.directory = directory;
        this.leader = leader;
        this.seenTicks = CommandSession.ticks();
    }

    /** The running processes. O(processes of the machine): the process table is read once. */
    public List<ProcessHandle> look() {
        ProcessTable table = ProcessTable.read();
        table.retainRunning(known);
        Set<ProcessHandle> family = new LinkedHashSet<>();
        leader.filter(CommandSession::runs).ifPresentOrElse(family::add, () -> family.addAll(known));
        table.addDescendants(family);
        known.addAll(family);
        known.addAll(
                leader.isPresent()
                        ? CommandSession.seen(table, directory, leader.get(), seenTicks)
                        : CommandSession.of(table, directory, OptionalLong.empty()));
        leader.ifPresent(known::remove);
        return List.copyOf(known);
    }

    /** Waits until none runs, or that time has come. */
    public void awaitNone(long untilNanos) throws InterruptedException {
        List<ProcessHandle> left = look();
        while (!left.isEmpty() && System.nanoTime() < untilNanos) {
            Thread.sleep(PAUSE);
            if (left.stream().noneMatch(CommandSession::runs)) {
                left = look();
            }
        }
    }

    /** Kills all until none is left. One that the kernel does not let go is waited for. */
    public void end() throws InterruptedException {
        List<ProcessHandle> left = look();
        Duration pause = PAUSE;
        while (!left.isEmpty()) {
            left.forEach(ProcessHandle::destroyForcibly);
            Thread.sleep(pause);
            pause = pause.compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : pause;
            left = look();
        }
    }
}
