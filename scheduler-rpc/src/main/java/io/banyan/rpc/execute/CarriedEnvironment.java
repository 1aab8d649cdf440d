package io.banyan.rpc.execute;

import io.banyan.jobspec.ShellOptions;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The environment of processes that a launch command starts on other machines, with the files that the jobspec carries.
 * They read both from their standard input: all users of the machines on which the launch command and its processes run
 * can read arguments.
 */
final class CarriedEnvironment {
    private static final String END = "# end";

    /** Reads the given number of bytes one by one, because later bytes belong to another program. */
    private static final String RECEIVE = "cd -- \"$0\" 2>/dev/null; all=$(dd bs=1 count=\"$1\" 2>/dev/null); "
            + "case $all in *'" + END + "') ;; *) echo 'banyan: the launch command does not pass standard input on, "
            + "which has the environment of the job' >&2; exit 126;; esac; shift; eval \"$all\"; unset all; ";

    private final String text;
    private final CarriedFiles files;

    /**
     * Variables, with the umask and the soft limits; limits that the other machine does not permit stay as they are
     * there.
     */
    CarriedEnvironment(Map<String, String> environment, int umask, ShellOptions options, CarriedFiles files) {
        this.files = files;
        var lines = new StringBuilder(String.format("umask %04o\n", umask));
        options.softLimits()
                .forEach((name, limit) -> lines.append("prlimit --pid $$ --")
                        .append(name)
                        .append('=')
                        .append(limit == ShellOptions.UNLIMITED ? "unlimited" : Long.toString(limit))
                        .append(": 2>/dev/null\n"));
        this.text = lines.append(JobScript.exports(environment))
                .append(files.sent())
                .append(END)
                .toString();
    }

    /** The text that is sent. */
    String text() {
        return text;
    }

    /**
     * The words that run a command elsewhere as it would run here.
     *
     * @param directory where it works, if the other machine has that directory
     * @param own variables of this process alone, which are no secret
     */
    List<String> receivedBy(Path directory, Map<String, String> own, List<String> command) {
        int length = text.getBytes(StandardCharsets.UTF_8).length;
        List<String> words = new ArrayList<>(
                List.of("/bin/sh", "-c", RECEIVE + files.run(), directory.toString(), Integer.toString(length), "env"));
        own.forEach((name, value) -> words.add(name + "=" + value));
        words.addAll(command);
        return words;
    }
}
