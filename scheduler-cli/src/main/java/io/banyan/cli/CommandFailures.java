package io.banyan.cli;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Printable;
import io.banyan.cli.output.Printer;
import io.banyan.cli.output.Sentence;
import io.banyan.cli.output.Texts;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.function.BooleanSupplier;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns every failure into one message and an exit status; the stack trace is shown only where it is asked for. */
final class CommandFailures implements IParameterExceptionHandler, IExecutionExceptionHandler {
    /** A subcommand of other programs. */
    private static final String HELP = "help";

    private final BooleanSupplier debug;

    CommandFailures(BooleanSupplier debug) {
        this.debug = debug;
    }

    @Override
    public int handleParseException(ParameterException e, String[] args) {
        CommandLine command = e.getCommandLine();
        PrintWriter err = command.getErr();
        err.println("banyan: " + Printable.text(Sentence.of(WrongUse.sentence(e))));
        if (e instanceof UnmatchedArgumentException unmatched) {
            List<String> near = unmatched.getSuggestions();
            if (WrongUse.isOfACommandToRun(unmatched, List.of(args))) {
                err.println("Maybe '--' is missing before the command to run and its options.");
            } else if (unmatched.getUnmatched().contains(HELP)) {
                err.println("Maybe '" + command.getCommandSpec().qualifiedName() + " --help' is meant.");
            } else if (!near.isEmpty()) {
                err.println("Maybe '" + near.get(0) + "' is meant.");
            }
        }
        err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
        trace(e, err);
        return ExitStatus.WRONG_USE;
    }

    @Override
    public int handleExecutionException(Exception e, CommandLine command, ParseResult parsed) {
        PrintWriter err = command.getErr();
        CommandFailure failure = failure(e);
        err.println("banyan: " + Printable.text(String.valueOf(failure.getMessage())));
        trace(e, err);
        if (failure.status() == ExitStatus.NO) {
            Printer.of(command.getCommandSpec()).ifPresent(output -> output.printFailure(failure.reason()));
        }
        return failure.status();
    }

    private CommandFailure failure(Exception e) {
        return switch (e) {
            case CommandFailure failure -> failure;
            case IOException io -> CommandFailure.no(file(io) + Texts.reason(io));
            default ->
                CommandFailure.no("Internal error: " + e + "."
                        + (debug.getAsBoolean() ? "" : "\nUse --debug to print the stack trace."));
        };
    }

    private static String file(IOException e) {
        return e instanceof java.nio.file.FileSystemException fs && fs.getFile() != null ? fs.getFile() + ": " : "";
    }

    private void trace(Exception e, PrintWriter err) {
        if (debug.getAsBoolean()) {
            e.printStackTrace(err);
        }
        err.flush();
    }
}
