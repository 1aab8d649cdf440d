package io.banyan.rpc.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The processes that ran on this machine at one reading of /proc. A process that has ended and waits for its parent
 * does not run.
 */
final class ProcessTable {
    /** The places of fields after the name in the kernel's status line. */
    private static final int STATE = 0;

    private static final int PARENT = 1;
    private static final int GROUP = 2;
    private static final int SESSION = 3;
    static final int USER_TIME = 11;
    static final int SYSTEM_TIME = 12;
    static final int USER_TIME_OF_CHILDREN = 13;
    static final int SYSTEM_TIME_OF_CHILDREN = 14;
    private static final int STARTED = 19;

    private final List<Row> rows;

    /**
     * A process that runs.
     *
     * @param startedTicks when it began, as {@link CommandSession#ticks} counts
     */
    record Row(ProcessHandle process, long parent, long group, long session, long startedTicks) {}

    ProcessTable(List<Row> rows) {
        this.rows = List.copyOf(rows);
    }

    /** O(processes of the machine). */
    static ProcessTable read() {
        return new ProcessTable(ProcessHandle.allProcesses()
                .flatMap(process -> row(process).stream())
                .toList());
    }

    /** One process; empty where it does not run. O(1). */
    static Optional<Row> row(ProcessHandle process) {
        List<String> stat = stat(process.pid());
        if (stat.size() <= STARTED || "ZX".contains(stat.get(STATE)) || !process.isAlive()) {
            return Optional.empty();
        }
        return Optional.of(new Row(
                process,
                Long.parseLong(stat.get(PARENT)),
                Long.parseLong(stat.get(GROUP)),
                Long.parseLong(stat.get(SESSION)),
                Long.parseLong(stat.get(STARTED))));
    }

    List<Row> rows() {
        return rows;
    }

    /**
     * Drops those that do not run any more, also where their number is given to another process. O(processes of the
     * machine).
     */
    void retainRunning(Collection<ProcessHandle> processes) {
        Set<ProcessHandle> running = new HashSet<>();
        rows.forEach(row -> running.add(row.process));
        processes.removeIf(process -> !running.contains(process));
    }

    /**
     * Adds all that descends from these. A process that began before its parent has another parent, whose number was
     * given out again meanwhile. O(processes of the machine).
     */
    void addDescendants(Set<ProcessHandle> found) {
        Map<Long, List<Row>> byParent = new HashMap<>();
        Deque<Row> next = new ArrayDeque<>();
        for (Row row : rows) {
            byParent.computeIfAbsent(row.parent, none -> new ArrayList<>()).add(row);
            if (found.contains(row.process)) {
                next.add(row);
            }
        }
        while (!next.isEmpty()) {
            Row parent = next.remove();
            for (Row child : byParent.getOrDefault(parent.process.pid(), List.of())) {
                if (child.startedTicks >= parent.startedTicks && found.add(child.process)) {
                    next.add(child);
                }
            }
        }
    }

    /**
     * The fields after the name in the kernel's status line of a process: state, parent, group, session, ...; empty if
     * the process has ended. The name is in brackets and may contain anything.
     */
    static List<String> stat(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"), StandardCharsets.ISO_8859_1);
            return List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" "));
        } catch (IOException | StringIndexOutOfBoundsException gone) {
            return List.of();
        }
    }
}
