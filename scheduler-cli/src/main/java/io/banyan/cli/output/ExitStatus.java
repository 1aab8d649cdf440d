package io.banyan.cli.output;

/** The meaning of the exit status of every command. */
public final class ExitStatus {
    /** The command succeeded. */
    public static final int DONE = 0;

    /** The command failed, and printed the reason on standard error. */
    public static final int NO = 1;

    /** The command was asked in a way that it does not understand. */
    public static final int WRONG_USE = 2;

    private ExitStatus() {}
}
