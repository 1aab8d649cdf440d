package io.banyan.rpc.execute;

import io.banyan.provider.process.Subreaper;
import io.banyan.resource.PrintableText;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The shell script by which a job begins: it starts all its processes, waits for them, writes the greatest of their
 * statuses to a file, where a restarted daemon finds it, and ends their remaining processes. The environment of its
 * processes is not its own, so that variables of the job cannot affect the script. A person can read it and run it.
 */
final class JobScript {
    /** A signal that asks the job to end is for its processes: it only interrupts the wait. */
    private static final String WAITING = """
            greatest=0
            for one in $all; do
                while told=; wait "$one"; status=$?; [ "$told" ] && kill -0 "$one" 2>/dev/null; do :; done
                [ "$status" -le "$greatest" ] || greatest=$status
            done
            """;

    private JobScript() {}

    /**
     * Returns the script.
     *
     * @param directory its working directory
     * @param environment of all of its processes
     * @param ranks the command of each
     * @param input their standard input
     * @param labels the prefixes of their output lines
     * @param stopping a file that exists once another process ends the processes of the job
     * @param last the command that it executes at its end, with its status as one more word; none if it just ends
     */
    static String of(
            String title,
            Path directory,
            Map<String, String> environment,
            List<Words> ranks,
            JobInput input,
            JobLabels labels,
            Path status,
            Path stopping,
            List<String> last) {
        StringBuilder text = new StringBuilder("#!/bin/sh\n# ")
                .append(PrintableText.spaced(title))
                .append('\n');
        text.append("trap told=1 TERM\nstopping() { [ -e ")
                .append(quoted(stopping.toString()))
                .append(" ]; }\n");
        text.append("environment() {\n:\n").append(exports(environment));
        String own = quoted(String.valueOf(status.getParent()));
        text.append("}\ncd -- ").append(quoted(directory.toString())).append(" || cd -- ");
        text.append(own).append("\nall=\n").append(input.before()).append(labels.before());
        for (int i = 0; i < ranks.size(); i++) {
            Words rank = ranks.get(i);
            text.append("(environment; ");
            rank.environment()
                    .forEach((name, value) -> text.append("export ")
                            .append(name)
                            .append('=')
                            .append(quoted(value))
                            .append("; "));
            text.append("exec ").append(quoted(rank.words()));
            text.append(input.redirections().get(i))
                    .append(labels.redirections().get(i))
                    .append(") &\nall=\"$all $!\"\n");
        }
        return text.append(input.after())
                .append("echo \"$all\" > ")
                .append(own)
                .append("/ranks\n")
                .append(WAITING)
                .append(writing(quoted(status.toString())))
                .append(Subreaper.CLEARING)
                .append(ending(last))
                .toString();
    }

    /**
     * The shell commands that write a status. The job may have put a pipe in the place of the file, at which the shell
     * would wait.
     */
    private static String writing(String status) {
        return "if [ -e " + status + " ] || [ -L " + status + " ]; then rm -f -- " + status + "; fi\n"
                + "echo \"$greatest\" > " + status + "\n";
    }

    /** A signal that asks the job to end comes too late then. */
    private static String ending(List<String> last) {
        return last.isEmpty() ? "exit \"$greatest\"\n" : "trap '' TERM\nexec " + quoted(last) + " \"$greatest\"\n";
    }

    private static String quoted(List<String> words) {
        return words.stream().map(JobScript::quoted).collect(Collectors.joining(" "));
    }

    /** A line for each variable. */
    static String exports(Map<String, String> environment) {
        return environment.entrySet().stream()
                .map(one -> "export " + one.getKey() + "=" + quoted(one.getValue()) + "\n")
                .collect(Collectors.joining());
    }

    /** A word as a shell takes it back. */
    static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }

    /**
     * The command and the variables of one process.
     *
     * @param environment variables of this process alone
     */
    record Words(List<String> words, Map<String, String> environment) {
        Words {
            words = List.copyOf(words);
        }
    }
}
