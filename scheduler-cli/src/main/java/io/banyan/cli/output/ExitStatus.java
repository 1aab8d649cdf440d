package io.banyan.cli.output;

/** The meaning of the exit status of every command. */
public final class ExitStatus {
    /** The command did what it was asked for. */
    public static final int DONE = 0;

    /** The command could not do what it was asked for, and said why on standard error. */
    public static final int NO = 1;

    /** The command was asked in a way that it does not understand. */
    public static final int WRONG_USE = 2;

    private ExitStatus() {}
}
