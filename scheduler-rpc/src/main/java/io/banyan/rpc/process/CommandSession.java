package io.banyan.rpc.process;

import io.banyan.rpc.files.ForeignFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The processes of a command: those of the session that it leads, which have the instance's state directory in their
 * environment. Both have to agree, since the number of a session is given out again, and the directory may be in a
 * shell of its user. Those that left for a session of their own are known by a mark that is in the environment of
 * commands only. O(processes of the machine).
 */
public final class CommandSession {
    /** The state directory of the instance for which a command runs, in the environment of the command. */
    public static final String MARK = "BANYAN_COMMAND_OF";

    private static final int MAX_ENVIRONMENT = 1 << 20;

    private CommandSession() {}

    /** The running processes without the leader. */
    public static List<ProcessHandle> of(Path directory, ProcessHandle leader) {
        return of(directory, OptionalLong.of(leader.pid())).stream()
                .filter(process -> !process.equals(leader))
                .toList();
    }

    /**
     * The running processes with the leader.
     *
     * @param session where it is not known, those of the mark alone
     */
    public static List<ProcessHandle> of(Path directory, OptionalLong session) {
        return of(ProcessTable.read(), directory, session);
    }

    static List<ProcessHandle> of(ProcessTable table, Path directory, OptionalLong session) {
        List<Path> names = List.of(directory, real(directory));
        return table.rows().stream()
                .filter(row -> {
                    List<String> environment = environment(row.process().pid());
                    return has(environment, MARK, names)
                            || (session.isPresent()
                                    && session.getAsLong() == row.session()
                                    && has(environment, "BANYAN_STATE", names));
                })
                .map(ProcessTable.Row::process)
                .toList();
    }

    /**
     * The running processes of all commands whose directory is directly below this one. They are found by the mark, as
     * descendants of marked processes, and as members of sessions that these lead, whatever their environment is.
     * O(processes of the machine), however many directories there are.
     */
    public static List<ProcessHandle> below(Path directory) {
        String beginning = MARK + "=" + real(directory) + "/";
        ProcessTable table = ProcessTable.read();
        Set<ProcessHandle> found = new LinkedHashSet<>();
        Set<Long> sessions = new HashSet<>();
        for (ProcessTable.Row row : table.rows()) {
            if (environment(row.process().pid()).stream().anyMatch(entry -> entry.startsWith(beginning))) {
                found.add(row.process());
                sessions.add(row.process().pid());
            }
        }
        table.rows().stream().filter(row -> sessions.contains(row.session())).forEach(row -> found.add(row.process()));
        table.addDescendants(found);
        return List.copyOf(found);
    }

    /**
     * The running processes of a session whose leader was seen, and all processes with the mark. The number of a
     * session is not reused while one of its processes runs. So if one of them began before the leader was last seen,
     * all belong to the command, whatever their environment is.
     *
     * @param seenTicks until when the leader was seen, by {@link #ticks}
     */
    static List<ProcessHandle> seen(ProcessTable table, Path directory, ProcessHandle leader, long seenTicks) {
        List<Path> names = List.of(directory, real(directory));
        List<ProcessHandle> members = new ArrayList<>();
        List<ProcessHandle> marked = new ArrayList<>();
        boolean isSame = false;
        for (ProcessTable.Row row : table.rows()) {
            ProcessHandle process = row.process();
            if (process.equals(leader)) {
                continue;
            }
            if (has(environment(process.pid()), MARK, names)) {
                marked.add(process);
            } else if (row.session() == leader.pid()) {
                members.add(process);
                isSame |= row.startedTicks() <= seenTicks;
            }
        }
        if (isSame) {
            marked.addAll(members);
        }
        return marked;
    }

    /** The present time in the kernel's unit for starts of processes; 0 if it is not known. */
    public static long ticks() {
        try {
            String uptime = Files.readString(Path.of("/proc/uptime"), StandardCharsets.ISO_8859_1);
            return Long.parseLong(uptime.substring(0, uptime.indexOf(' ')).replace(".", ""));
        } catch (IOException | RuntimeException unknown) {
            return 0;
        }
    }

    /** Whether a process still runs: not where only its parent has not looked after it yet. */
    public static boolean runs(ProcessHandle process) {
        return ProcessTable.row(process).isPresent();
    }

    /** Whether a process is in the group that another leads, or led. */
    public static boolean isInGroup(ProcessHandle process, ProcessHandle leader) {
        return ProcessTable.row(process)
                .filter(row -> row.group() == leader.pid())
                .isPresent();
    }

    private static boolean has(List<String> environment, String variable, List<Path> values) {
        return values.stream().anyMatch(value -> environment.contains(variable + "=" + value));
    }

    /** The one name of a directory by which all know it, whichever way they came to it. */
    public static Path real(Path directory) {
        try {
            return directory.toRealPath();
        } catch (IOException gone) {
            return realBelow(directory);
        }
    }

    /** That of one that its user has deleted. */
    private static Path realBelow(Path directory) {
        Path parent = directory.getParent();
        Path name = directory.getFileName();
        try {
            return parent == null || name == null
                    ? directory
                    : parent.toRealPath().resolve(name);
        } catch (IOException gone) {
            return directory;
        }
    }

    /** The initial environment of a process; empty if the process has ended or is another user's. */
    private static List<String> environment(long pid) {
        try (var environment = Files.newInputStream(Path.of("/proc", Long.toString(pid), "environ"))) {
            String text = new String(environment.readNBytes(MAX_ENVIRONMENT), StandardCharsets.UTF_8);
            return List.of(text.split("\0"));
        } catch (IOException goneOrAnothers) {
            return List.of();
        }
    }

    /** The user whose process this is, by number; -1 where it is gone. */
    public static int owner(ProcessHandle process) {
        try {
            return ForeignFile.owner(Path.of("/proc", Long.toString(process.pid())));
        } catch (IOException gone) {
            return -1;
        }
    }

    /**
     * Asks a command to end: a file says so to its first process, which can also get the signal from the command
     * itself, and its group gets SIGTERM.
     */
    public static void stop(ProcessHandle leader, Path stopping) {
        try {
            Files.createFile(stopping);
        } catch (IOException alreadyThereOrNoDirectory) {
            // Without it the first process itself ends the remaining ones, which only takes less time.
        }
        signal(leader, "TERM");
    }

    /** Sends a signal to all processes of the group that a process leads, or led. */
    public static void signal(ProcessHandle leader, String name) {
        String group = Long.toString(leader.pid());
        try {
            Process kill = new ProcessBuilder("/bin/sh", "-c", "kill -s \"$0\" -- \"-$1\"", name, group)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (kill.waitFor() != 0) {
                // It is gone, or leads no group where there is no setsid.
                leader.destroy();
            }
        } catch (IOException e) {
            leader.destroy();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
