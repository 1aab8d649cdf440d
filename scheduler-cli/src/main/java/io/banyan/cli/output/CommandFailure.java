package io.banyan.cli.output;

import java.io.Serial;
import java.util.List;

/** Ends a command: its message goes to standard error as it is, its status is the command's exit status. */
public final class CommandFailure extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final int status;

    private CommandFailure(int status, String message) {
        super(message);
        this.status = status;
    }

    /** The answer is no, for this reason. */
    public static CommandFailure no(String reason) {
        return new CommandFailure(ExitStatus.NO, reason);
    }

    /** The answer is no, for several reasons, each on a line of its own. */
    public static CommandFailure no(List<String> reasons) {
        return no(String.join("\nbanyan: ", reasons));
    }

    /** The command was used wrongly. */
    public static CommandFailure wrongUse(String message) {
        return new CommandFailure(ExitStatus.WRONG_USE, message);
    }

    public int status() {
        return status;
    }
}
