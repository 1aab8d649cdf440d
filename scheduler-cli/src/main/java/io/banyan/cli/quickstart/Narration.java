package io.banyan.cli.quickstart;

import io.banyan.cli.output.Terminal;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Help.Ansi;

/**
 * The text that the quickstart prints while it works: numbered steps, each with its reason and its result. For one
 * thread.
 */
public final class Narration {
    private static final String INDENT = "   ";
    private static final String ERASE_LINE = "\r\u001B[K";

    private final PrintWriter out;
    private final boolean isSilent;
    private final Ansi ansi;
    private boolean inProgress;
    private int number;
    private String step = "";

    private Narration(PrintWriter out, boolean isSilent, Ansi ansi) {
        this.out = out;
        this.isSilent = isSilent;
        this.ansi = ansi;
    }

    /** Speaks to people; shows progress where they look at a terminal. */
    static Narration aloud(Terminal terminal) {
        return new Narration(terminal.out(), false, Ansi.AUTO);
    }

    /** Says nothing, for a reader that wants nothing but the result. */
    public static Narration silent(Terminal terminal) {
        return new Narration(terminal.out(), true, Ansi.OFF);
    }

    /** The first words. */
    void title(String title, String... lines) {
        print(bold(title));
        for (String line : lines) {
            print(line);
        }
    }

    /** Begins the next step. */
    void step(String title, String why) {
        number++;
        step = "step " + number + " (" + title + ")";
        print("");
        print(bold(number + ". " + title));
        print(INDENT + why);
    }

    /** The step that is going on, for messages; empty before the first. */
    String currentStep() {
        return step;
    }

    /** How a user would do it by hand. */
    void command(List<String> arguments) {
        Path here = Path.of("").toAbsolutePath();
        print(INDENT + "$ banyan "
                + arguments.stream()
                        .map(argument -> argument.replace(here + "/", ""))
                        .collect(Collectors.joining(" ")));
    }

    /** A result. */
    void say(String line) {
        print((INDENT + line).stripTrailing());
    }

    /** A result in rows and columns, after an empty line. */
    void table(Object table) {
        print("");
        table.toString().lines().forEach(this::say);
    }

    /** Shows the cause of a wait; the line stands there until the next words. */
    void progress(String what) {
        if (ansi.enabled()) {
            out.print(ERASE_LINE + INDENT + what + " ...");
            out.flush();
            inProgress = true;
        }
    }

    /** The last words. */
    void end(String line) {
        print("");
        print(bold(line));
    }

    /** Prints the commands that a user can type next. */
    void next(String title, List<String> commands, String more) {
        print(title);
        commands.forEach(command -> print(INDENT + "$ " + command));
        print(more);
    }

    private String bold(String text) {
        return ansi.enabled() ? ansi.string("@|bold " + text + "|@") : text;
    }

    private void print(String line) {
        if (!isSilent) {
            out.print((inProgress ? ERASE_LINE : "") + line + "\n");
            out.flush();
            inProgress = false;
        }
    }
}
