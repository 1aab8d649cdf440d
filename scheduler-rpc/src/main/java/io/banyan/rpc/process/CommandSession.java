package io.banyan.rpc.process;

import io.banyan.rpc.files.ForeignFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * The processes of a command: those of the session that it leads, which have the instance's state directory in their environment. Both have to agree, since the number of a session is given out again,
 * and the directory may be in a shell of its user. Those that left for a session of their own are known by a mark that is in the environment of commands only. O(processes of the machine).
 */
public final class CommandSession {
    /** The state directory of the instance for which a command runs, in the environment of the command. */
    public static final String MARK = "BANYAN_COMMAND_OF";

    private static final int MAX_ENVIRONMENT = 1 << 20;
    private static final int SESSION = 3;

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

    private static boolean has(List<String> environment, String variable, List<Path> values) {
        return values.stream().anyMatch(value -> environment.contains(variable + "=" + value));
    }

    /** The one name of a directory by which all know it, whichever way they came to it. */
    public static Path real(Path directory) {
        try {
            return directory.toRealPath();
        } catch (IOException gone) {
            return directory;
        }
    }

    private static boolean isOf(long session, long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"), StandardCharsets.ISO_8859_1);
            // Behind the name, which is in brackets and may have anything in it: state, parent, group, session.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", SESSION + 2);
            return fields.length > SESSION && fields[SESSION].equals(Long.toString(session));
        } catch (IOException | StringIndexOutOfBoundsException gone) {
            return false;
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
