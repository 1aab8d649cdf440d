package io.banyan.rpc.execute;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The shell script that asks a job to take another number of slots. The script reads the question from its standard
 * input, so that its arguments and its first environment have nothing of the job: it begins as the daemon's user. A
 * part of the script does nothing.
 */
final class RescaleScript {
    /** Runs the script from standard input after reading all of it. */
    static final List<String> SHELL = List.of("/bin/sh", "-c", "eval \"$(cat)\"");

    private static final String TAKE_R =
            " > \"$BANYAN_R_NEW.tmp\" && mv -f -- \"$BANYAN_R_NEW.tmp\" \"$BANYAN_R_NEW\" || exit 1\n";

    private static final String AWAIT_ANSWER =
            "while :; do if [ -f rescale.answer ] && read -r number word why < rescale.answer "
                    + "&& [ \"$number\" = \"$BANYAN_RESCALE\" ]; then "
                    + "[ \"$word\" = yes ] && exit 0; echo \"$why\"; exit 1; fi; sleep 0.05; done\n";

    /** The next proposal may have been written there by now. */
    private static final String FORGET =
            "read -r number others < rescale && [ \"$number\" = \"$BANYAN_RESCALE\" ] && rm -f rescale rescale.answer\n";

    private RescaleScript() {}

    /**
     * By a command, whose status is the answer.
     *
     * @param resources the job's future resources, as R
     * @param environment of the command alone
     */
    static String byCommand(String resources, Path work, Map<String, String> environment, List<String> command) {
        return whole(take(resources)
                + "cd -- " + JobScript.quoted(work.toString()) + " 2>/dev/null || cd -- \"$BANYAN_JOB_DIR\"\n"
                + JobScript.exports(environment)
                + "exec " + command.stream().map(JobScript::quoted).collect(Collectors.joining(" "))
                + " < /dev/null\n");
    }

    /** By a signal to the job's first process, which answers with a file. */
    static String bySignal(String resources, String signal) {
        return whole(take(resources)
                + "cd -- \"$BANYAN_JOB_DIR\" || exit 1; rm -f rescale.answer\n"
                + "echo \"$BANYAN_RESCALE $BANYAN_SLOTS $BANYAN_SLOTS_NEW $BANYAN_R_NEW\" > rescale.tmp && mv -f rescale.tmp rescale\n"
                + "read first others < ranks && kill -s " + JobScript.quoted(signal) + " -- \"$first\" || exit 1\n"
                + AWAIT_ANSWER);
    }

    /** The script for a job that listens to its input and answers by itself. */
    static String byStream(String resources) {
        return whole(take(resources));
    }

    /** The script that reports whether the proposed resources are now the job's. */
    static String over(boolean isAccepted) {
        return whole("cd -- \"$BANYAN_JOB_DIR\" && "
                + (isAccepted ? "mv -f -- \"$BANYAN_R_NEW\" \"$BANYAN_R\"\n" : "rm -f -- \"$BANYAN_R_NEW\"\n")
                + FORGET);
    }

    private static String take(String resources) {
        return "umask 077; printf %s " + JobScript.quoted(resources) + TAKE_R;
    }

    private static String whole(String text) {
        return "question() {\n" + text + "}\nquestion\n";
    }
}
