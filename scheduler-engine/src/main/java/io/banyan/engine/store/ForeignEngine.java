package io.banyan.engine.store;

import java.time.Instant;
import java.util.Optional;

/**
 * The process of a workflow engine that starts the tasks of a registered workflow.
 *
 * @param pid its number
 * @param startedMillis the start of the process in milliseconds since 1970, which tells it from a later process of the
 *     same number; 0 if the system does not say
 * @param host the name of its machine
 */
public record ForeignEngine(long pid, long startedMillis, String host) {
    /** Returns a process of this machine; empty if there is none of this number. */
    public static Optional<ForeignEngine> of(long pid) {
        return pid < 1
                ? Optional.empty()
                : ProcessHandle.of(pid)
                        .filter(ProcessHandle::isAlive)
                        .map(process -> new ForeignEngine(pid, startedMillis(process), HostName.ofThisMachine()));
    }

    /** Returns whether the process has ended; never true for one of another machine, which cannot be seen. */
    public boolean hasEnded() {
        return host.equals(HostName.ofThisMachine())
                && ProcessHandle.of(pid)
                        .filter(process -> process.isAlive() && startedMillis(process) == startedMillis)
                        .isEmpty();
    }

    private static long startedMillis(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }
}
