package io.banyan.rset;

/** Writes names in as few brackets as their order allows, O(runs). For one thread. */
final class HostListWriter {
    private final StringBuilder text = new StringBuilder();

    /** The prefix that the names of the open bracket have in common, and the bracket's ranges so far. */
    private String prefix = "";

    private final StringBuilder ranges = new StringBuilder();
    private int numbers;

    /** The range that may still grow. */
    private String first = "";

    private String last = "";

    void add(HostRun run) {
        if (!run.hasNumber() || numbers == 0 || !run.prefix().equals(prefix)) {
            closeBracket();
            open(run);
        } else {
            if (!run.firstDigits().equals(successor())) {
                closeRange();
                first = run.firstDigits();
            }
            last = run.lastDigits();
            numbers += run.size();
        }
    }

    private String successor() {
        return HostRun.padded(Long.parseLong(last) + 1, first.length());
    }

    private void open(HostRun run) {
        if (!run.hasNumber()) {
            separate(text).append(run.prefix());
            return;
        }
        prefix = run.prefix();
        first = run.firstDigits();
        last = run.lastDigits();
        numbers = run.size();
    }

    private void closeRange() {
        separate(ranges).append(first);
        if (!first.equals(last)) {
            ranges.append('-').append(last);
        }
    }

    private void closeBracket() {
        if (numbers == 0) {
            return;
        }
        closeRange();
        separate(text).append(prefix);
        if (numbers == 1) {
            text.append(ranges);
        } else {
            text.append('[').append(ranges).append(']');
        }
        ranges.setLength(0);
        numbers = 0;
    }

    private static StringBuilder separate(StringBuilder builder) {
        return builder.isEmpty() ? builder : builder.append(',');
    }

    String text() {
        closeBracket();
        return text.toString();
    }
}
