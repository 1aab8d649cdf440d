package io.banyan.rpc.watch;

/**
 * The position of a watching client. Written as {@code RUN-NUMBER}.
 *
 * @param run of the daemon: each run counts from the beginning
 * @param number of the last notice that was sent
 */
public record Cursor(String run, long number) {
    private static final String FORM = "[0-9a-z]{1,16}";
    private static final int MOST_DIGITS = 18;

    /** Checks the run. */
    public Cursor {
        if (!run.matches(FORM) || number < 0) {
            throw new IllegalArgumentException("'" + run + "-" + number + "' is not a cursor.");
        }
    }

    /**
     * Reads one.
     *
     * @throws IllegalArgumentException with one sentence, if it is none
     */
    public static Cursor parse(String text) {
        int dash = text.indexOf('-');
        String run = dash < 0 ? "" : text.substring(0, dash);
        String number = text.substring(dash + 1);
        if (!run.matches(FORM) || !number.matches("[0-9]{1," + MOST_DIGITS + "}")) {
            throw new IllegalArgumentException(
                    "That is not a cursor. A watch prints cursors such as 'mfx2k1-42'; each cursor marks the events up to it.");
        }
        return new Cursor(run, Long.parseLong(number));
    }

    @Override
    public String toString() {
        return run + "-" + number;
    }
}
