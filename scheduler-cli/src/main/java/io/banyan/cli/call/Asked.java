package io.banyan.cli.call;

import io.banyan.cli.output.AnswerOutput;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Output;
import io.banyan.cli.output.Printable;
import io.banyan.cli.output.Printer;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.message.client.Answer;
import io.banyan.provider.Quote;
import io.banyan.rpc.client.RequestOutcome;
import java.util.List;
import java.util.function.Function;
import picocli.CommandLine.Mixin;

/** The daemon that a command asks, and how the answer is printed. */
public final class Asked {
    @Mixin
    private final Target target = new Target();

    @Mixin
    private final Printer output;

    private final Terminal terminal;

    /** For a command that prints its answer as others do. */
    public Asked(Terminal terminal) {
        this(terminal, new Output(terminal));
    }

    /** For a command with a form of its answer of its own. */
    public Asked(Terminal terminal, Printer output) {
        this.output = output;
        this.terminal = terminal;
    }

    /** For a command that starts a job, of which {@code -o} names the output file. */
    public static Asked ofStart(Terminal terminal) {
        return new Asked(terminal, new AnswerOutput(terminal));
    }

    public Target target() {
        return target;
    }

    /**
     * The answer.
     *
     * @throws CommandFailure where there is no daemon, or it does not answer the question
     */
    public <A> A ask(Target.Question<A> question) {
        return target.ask(question);
    }

    /** Prints an answer, as data or for people. */
    public <T> void print(T answer, Function<? super T, ?> asText) {
        output.print(answer, asText);
    }

    /** Prints one of many answers on a line of its own, as data or for people; nothing where the text is empty. */
    public <T> void printLine(T answer, Function<? super T, String> asText) {
        output.printLine(answer, asText);
    }

    /** The lines that were printed say all. */
    public void endLines() {
        output.endLines();
    }

    /** Whether the reader of the output is gone. */
    public boolean isLost() {
        return output.isLost();
    }

    /** Whether results are data. */
    public boolean isData() {
        return output.isData();
    }

    /** Prints a progress line on standard error, unbuffered. */
    public void tell(String line) {
        terminal.err().println(Printable.text(line));
        terminal.err().flush();
    }

    /**
     * Prints the answer as JSON if the user asked for JSON; otherwise commands print it for people on standard error.
     */
    public void printData(Object answer) {
        output.printData(answer);
    }

    /** Prints the outcome of a request, and ends the command if it was refused. */
    public <A> int print(RequestOutcome<A> outcome, Function<A, ?> view, Function<A, String> text) {
        return print(outcome, List.of(), view, text);
    }

    /**
     * Prints the outcome of a request, with the providers' estimates below a refusal, and ends the command where the
     * request was refused.
     */
    public <A> int print(RequestOutcome<A> outcome, List<Quote> quotes, Function<A, ?> view, Function<A, String> text) {
        return switch (outcome) {
            case RequestOutcome.Done<A>(A answer) -> {
                output.print(view.apply(answer), shown -> text.apply(answer));
                yield ExitStatus.DONE;
            }
            case RequestOutcome.Refused<A>(Answer.Refused refused) -> {
                output.printData(RefusalPrinter.view(refused, quotes));
                throw CommandFailure.no(RefusalPrinter.text(refused, quotes));
            }
        };
    }
}
