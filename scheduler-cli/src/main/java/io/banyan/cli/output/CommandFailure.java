package io.banyan.cli.output;

import io.banyan.graph.io.FileTrouble;
import java.io.IOException;
import java.io.Serial;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Ends a command: its message goes to standard error as {@link Sentence} has it, its status is the command's exit
 * status.
 */
public final class CommandFailure extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String reason;

    private CommandFailure(int status, List<String> reasons) {
        super(reasons.stream().map(Sentence::of).collect(Collectors.joining("\nbanyan: ")));
        this.status = status;
        this.reason = reasons.stream().map(Sentence::of).collect(Collectors.joining("\n"));
    }

    /** The answer is no, for this reason. */
    public static CommandFailure no(String reason) {
        return no(List.of(reason));
    }

    /** The answer is no, for a file or a connection failed. */
    public static CommandFailure no(IOException failure) {
        return no(FileTrouble.sentence(failure));
    }

    /** The answer is no, for several reasons, each on a line of its own. */
    public static CommandFailure no(List<String> reasons) {
        return new CommandFailure(ExitStatus.NO, reasons);
    }

    /** The command was used wrongly. */
    public static CommandFailure wrongUse(String message) {
        return new CommandFailure(ExitStatus.WRONG_USE, List.of(message));
    }

    /** Returns this failure with the place of the error before its reasons. */
    public CommandFailure at(String place) {
        boolean isPlaced = reason.regionMatches(true, 0, place, 0, place.length());
        return isPlaced ? this : new CommandFailure(status, List.of(place + ": " + reason));
    }

    /** The reasons, each on a line of its own, without the name of the program. */
    public String reason() {
        return reason;
    }

    public int status() {
        return status;
    }
}
