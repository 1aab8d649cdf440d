package io.banyan.cli.output;

/** What the exit status of every command means. */
public final class ExitStatus {
    /** The command did what it was asked for. */
    public static final int DONE = 0;

    /** It could not, and said why on standard error. */
    public static final int NO = 1;

    /** It was asked in a way that it does not understand. */
    public static final int WRONG_USE = 2;

    private ExitStatus() {}
}
