package io.banyan.cli.output;

import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Model.CommandSpec;

/** Prints the result of a command in the form that was asked for. */
public abstract class Printer {
    private final Terminal terminal;

    /** Whether the printed output is complete. */
    private boolean hasSaidAll;

    protected Printer(Terminal terminal) {
        this.terminal = terminal;
    }

    /** The form for programs that was asked for; nothing where people read the result. */
    protected abstract Optional<DataForm> data();

    /** Whether a form for programs was asked for, so that nothing else may be printed on standard output. */
    public final boolean isData() {
        return data().isPresent();
    }

    /**
     * Prints a result.
     *
     * @param result a value that Jackson can write: records, lists, maps, strings and numbers
     * @param asText the same for people
     */
    public <T> void print(T result, Function<? super T, ?> asText) {
        hasSaidAll = true;
        terminal.out()
                .print(data().map(form -> form.document(result))
                        .orElseGet(() -> withNewline(Printable.text(String.valueOf(asText.apply(result))))));
        terminal.out().flush();
    }

    /**
     * Prints one of many results: as JSON on one line, as YAML as a document of its own, or for people, where the text
     * is not empty.
     */
    public <T> void printLine(T result, Function<? super T, String> asText) {
        terminal.out()
                .print(data().map(form -> form.item(result))
                        .orElseGet(() -> withNewline(Printable.text(asText.apply(result)))));
        terminal.out().flush();
    }

    /**
     * Whether the reader of the output is gone, for example after it closed a pipe. Known after something was printed.
     */
    public boolean isLost() {
        return terminal.isLost();
    }

    /**
     * Prints a result where a form for programs was asked for, and nothing otherwise: for commands that print for
     * people on standard error.
     */
    public void printData(Object result) {
        if (isData()) {
            print(result, shown -> "");
        }
    }

    /** The printed lines are the complete output, even if their contents make the command fail. */
    public void endLines() {
        hasSaidAll = true;
    }

    /**
     * Prints the reason of a failure if a format for programs was requested and the output so far does not contain it;
     * on one line, because it may replace many results, or follow some of them.
     */
    public void printFailure(String message) {
        if (isData() && !hasSaidAll) {
            printLine(Failed.of(message), shown -> "");
        }
    }

    /** The output of a command, if it is one that prints a result. O(options). */
    public static Optional<Printer> of(CommandSpec command) {
        return command.userObject() instanceof Printer printer
                ? Optional.of(printer)
                : command.mixins().values().stream()
                        .flatMap(mixin -> of(mixin).stream())
                        .findFirst();
    }

    private static String withNewline(String text) {
        return text.isEmpty() || text.endsWith("\n") ? text : text + "\n";
    }
}
