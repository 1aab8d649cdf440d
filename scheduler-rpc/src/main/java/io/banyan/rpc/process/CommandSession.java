package io.banyan.rpc.process;

import io.banyan.rpc.files.ForeignFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The processes of a command: those of the session that it leads, which have the instance's state directory in their environment. Both have to agree, since the number of a session is given out again,
 * and the directory may be in a shell of its user. Those that left for a session of their own are known by a mark that is in the environment of commands only. O(processes of the machine).
 */
public final class CommandSession {
    /** The state directory of the instance for which a command runs, in the environment of the command. */
    public static final String MARK = "BANYAN_COMMAND_OF";

    private static final int MAX_ENVIRONMENT = 1 << 20;
    /** Of what the kernel says of a process behind its name, by place. */
    private static final int STATE = 0;

    private static final int PARENT = 1;
    private static final int GROUP = 2;
    private static final int SESSION = 3;
    private static final int STARTED = 19;

    private CommandSession() {}

    /** Those that run, without the leader. */
    public static List<ProcessHandle> of(Path directory, ProcessHandle leader) {
        return of(directory, OptionalLong.of(leader.pid())).stream()
                .filter(process -> !process.equals(leader))
                .toList();
    }

    /**
     * Those that run, with the leader.
     *
     * @param session where it is not known, those of the mark alone
     */
    public static List<ProcessHandle> of(Path directory, OptionalLong session) {
        List<Path> names = List.of(directory, real(directory));
        return ProcessHandle.allProcesses()
                .filter(process -> {
                    List<String> environment = environment(process.pid());
                    return has(environment, MARK, names)
                            || (session.isPresent()
                                    && has(environment, "BANYAN_STATE", names)
                                    && isOf(session.getAsLong(), process.pid()));
                })
                .toList();
    }

    /**
     * Those that run of all commands that have a directory directly below this one: by the mark, and all that descends from one of the marked or is in a session that it leads, whatever that has made of its
     * environment. O(processes of the machine), however many directories there are.
     */
    public static List<ProcessHandle> below(Path directory) {
        String beginning = MARK + "=" + real(directory) + "/";
        List<ProcessHandle> running = ProcessHandle.allProcesses().toList();
        Set<ProcessHandle> found = new LinkedHashSet<>();
        Set<String> sessions = new HashSet<>();
        for (ProcessHandle process : running) {
            if (environment(process.pid()).stream().anyMatch(entry -> entry.startsWith(beginning))) {
                found.add(process);
                sessions.add(Long.toString(process.pid()));
            }
        }
        Map<String, List<ProcessHandle>> byParent = new HashMap<>();
        for (ProcessHandle process : running) {
            List<String> stat = sessions.isEmpty() ? List.of() : stat(process.pid());
            if (stat.size() > SESSION) {
                byParent.computeIfAbsent(stat.get(PARENT), none -> new ArrayList<>())
                        .add(process);
                if (sessions.contains(stat.get(SESSION))) {
                    found.add(process);
                }
            }
        }
        addDescendants(found, byParent);
        return found.stream().filter(CommandSession::runs).toList();
    }

    private static void addDescendants(Set<ProcessHandle> found, Map<String, List<ProcessHandle>> byParent) {
        Deque<ProcessHandle> next = new ArrayDeque<>(found);
        while (!next.isEmpty()) {
            for (ProcessHandle child :
                    byParent.getOrDefault(Long.toString(next.pop().pid()), List.of())) {
                if (found.add(child)) {
                    next.push(child);
                }
            }
        }
    }

    /**
     * Those that run of a session whose leader was seen until now, or until its end, and all of the mark. The number of a session is not given out again while one of its processes runs, so that
     * where one began before that end all are the command's, whatever they have made of their environment.
     *
     * @param seenTicks until when the leader was seen, by {@link #ticks}
     */
    public static List<ProcessHandle> seen(Path directory, ProcessHandle leader, long seenTicks) {
        List<Path> names = List.of(directory, real(directory));
        String session = Long.toString(leader.pid());
        List<ProcessHandle> members = new ArrayList<>();
        List<ProcessHandle> marked = new ArrayList<>();
        boolean isSame = false;
        for (ProcessHandle process : ProcessHandle.allProcesses().toList()) {
            List<String> stat = stat(process.pid());
            if (process.equals(leader) || !runs(stat)) {
                continue;
            }
            if (has(environment(process.pid()), MARK, names)) {
                marked.add(process);
            } else if (stat.get(SESSION).equals(session)) {
                members.add(process);
                isSame |= Long.parseLong(stat.get(STARTED)) <= seenTicks;
            }
        }
        if (isSame) {
            marked.addAll(members);
        }
        return marked;
    }

    /** What time it is, as the kernel counts when processes began; 0 where that is not known. */
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
        return process.isAlive() && runs(stat(process.pid()));
    }

    private static boolean runs(List<String> stat) {
        return stat.size() > STARTED && !"ZX".contains(stat.get(STATE));
    }

    /** Whether a process is in the group that another leads, or led. */
    public static boolean isInGroup(ProcessHandle process, ProcessHandle leader) {
        List<String> stat = stat(process.pid());
        return runs(stat) && stat.get(GROUP).equals(Long.toString(leader.pid()));
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

    private static boolean isOf(long session, long pid) {
        List<String> stat = stat(pid);
        return stat.size() > SESSION && stat.get(SESSION).equals(Long.toString(session));
    }

    /** What the kernel says of a process behind its name, which is in brackets and may have anything in it: state, parent, group, session, ...; nothing where it is gone. */
    private static List<String> stat(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"), StandardCharsets.ISO_8859_1);
            return List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" "));
        } catch (IOException | StringIndexOutOfBoundsException gone) {
            return List.of();
        }
    }

    /** What a process began with; nothing where it is gone, or another user's. */
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
