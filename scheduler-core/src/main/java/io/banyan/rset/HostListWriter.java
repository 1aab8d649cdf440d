package io.banyan.rset;

/** Compresses host names as they come. For one thread. */
final class HostListWriter {
    /** A longer run of digits is treated as part of the name: it would not fit a {@code long}. */
    private static final int MAX_DIGITS = 18;

    private final StringBuilder text = new StringBuilder();

    /** What the names of the open bracket have in common, and its ranges so far. */
    private String prefix = "";

    private final StringBuilder ranges = new StringBuilder();
    private int numbers;

    /** The range that may still grow. */
    private String first = "";

    private String last = "";

    void add(String name) {
        int split = startOfNumber(name);
        String head = name.substring(0, split);
        String digits = name.substring(split);
        if (digits.isEmpty() || numbers == 0 || !head.equals(prefix)) {
            closeBracket();
            open(head, digits);
        } else if (digits.equals(successor())) {
            last = digits;
            numbers++;
        } else {
            closeRange();
            first = digits;
            last = digits;
            numbers++;
        }
    }

    private static int startOfNumber(String name) {
        int start = name.length();
        while (start > 0
                && name.length() - start < MAX_DIGITS
                && Character.digit(name.charAt(start - 1), 10) >= 0
                && name.charAt(start - 1) <= '9') {
            start--;
        }
        return start;
    }

    private String successor() {
        return HostListParser.padded(Long.parseLong(last) + 1, first.length());
    }

    private void open(String head, String digits) {
        if (digits.isEmpty()) {
            separate(text).append(head);
            return;
        }
        prefix = head;
        first = digits;
        last = digits;
        numbers = 1;
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
