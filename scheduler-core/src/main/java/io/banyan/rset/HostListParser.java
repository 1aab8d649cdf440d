package io.banyan.rset;

import java.util.ArrayList;
import java.util.List;

/** Reads the hostlist notation. For one thread and one text. */
final class HostListParser {
    /** Numbers in brackets, each with a minimum number of digits. */
    private record Range(int width, long first, long last) {
        long size() {
            return last - first + 1;
        }

        void expand(String prefix, List<String> names) {
            for (long number = first; number <= last; number++) {
                names.add(prefix + HostRun.padded(number, width));
            }
        }

        /** A run for each number of digits. */
        void expand(String prefix, HostList.Builder names) {
            long from = first;
            while (from <= last) {
                int digits = Math.max(width, Long.toString(from).length());
                long to = Math.min(last, HostRun.powerOfTen(digits) - 1);
                HostListParser.requireLength(prefix.length() + digits);
                names.add(HostRun.of(prefix, digits, from, to));
                from = to + 1;
            }
        }
    }

    private final String text;
    private final HostList.Builder names;

    /** Creates a parser of a text whose names go behind those that there are. */
    HostListParser(String text, HostList.Builder names) {
        this.text = text;
        this.names = names;
    }

    static boolean isReserved(int character) {
        return character == ','
                || character == '['
                || character == ']'
                || Character.isWhitespace(character)
                || Character.isISOControl(character);
    }

    static void requireLength(int length) {
        if (length > HostList.MAX_NAME_LENGTH) {
            throw new IllegalArgumentException(
                    "a host name can have at most " + HostList.MAX_NAME_LENGTH + " characters, found " + length);
        }
    }

    void parse() {
        if (text.isEmpty()) {
            return;
        }
        int start = 0;
        boolean inBrackets = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '[' && inBrackets) {
                throw wrong("a bracket is opened inside another bracket");
            } else if (c == ']' && !inBrackets) {
                throw wrong("a bracket is closed that was not opened");
            } else if (c == ',' && !inBrackets) {
                expand(text.substring(start, i));
                start = i + 1;
            } else if (isReserved(c) && c != ',' && c != '[' && c != ']') {
                throw wrong("it contains a blank or control character");
            }
            inBrackets = c == '[' || (inBrackets && c != ']');
        }
        if (inBrackets) {
            throw wrong("a bracket is not closed");
        }
        expand(text.substring(start));
    }

    /** Expands a pattern; a bracket at the end is kept, and other brackets are expanded. */
    private void expand(String pattern) {
        if (pattern.isEmpty()) {
            throw wrong("a name is empty");
        }
        List<String> prefixes = List.of("");
        int position = 0;
        for (int open = pattern.indexOf('['); open >= 0; open = pattern.indexOf('[', position)) {
            int close = pattern.indexOf(']', open);
            String literal = pattern.substring(position, open);
            List<Range> ranges = ranges(pattern.substring(open + 1, close));
            if (close == pattern.length() - 1) {
                append(prefixes, literal, ranges);
                return;
            }
            prefixes = product(prefixes, literal, ranges);
            position = close + 1;
        }
        String suffix = pattern.substring(position);
        for (String prefix : prefixes) {
            requireLength(prefix.length() + suffix.length());
            names.add(HostRun.of(prefix + suffix));
        }
    }

    private void append(List<String> prefixes, String literal, List<Range> ranges) {
        HostList.requireCount(names.size() + prefixes.size() * size(ranges));
        if (prefixes.size() > 1) {
            names.writeOut((long) prefixes.size() * ranges.size());
        }
        for (String prefix : prefixes) {
            requireLength(prefix.length() + literal.length());
            String longer = prefix + literal;
            ranges.forEach(range -> range.expand(longer, names));
        }
    }

    private List<String> product(List<String> prefixes, String literal, List<Range> ranges) {
        long size = prefixes.size() * size(ranges);
        HostList.requireCount(names.size() + size);
        names.writeOut(size);
        List<String> longer = new ArrayList<>(Math.toIntExact(size));
        for (String prefix : prefixes) {
            requireLength(prefix.length() + literal.length());
            ranges.forEach(range -> range.expand(prefix + literal, longer));
        }
        return longer;
    }

    private static long size(List<Range> ranges) {
        return ranges.stream().mapToLong(Range::size).sum();
    }

    private List<Range> ranges(String brackets) {
        List<Range> ranges = new ArrayList<>();
        long size = 0;
        for (String range : brackets.split(",", -1)) {
            int dash = range.indexOf('-');
            String low = dash < 0 ? range : range.substring(0, dash);
            long first = number(low);
            long last = dash < 0 ? first : number(range.substring(dash + 1));
            if (last < first) {
                throw wrong("the range '" + range + "' runs backwards");
            }
            size += last - first + 1;
            HostList.requireCount(size);
            ranges.add(new Range(low.length(), first, last));
        }
        return ranges;
    }

    private long number(String digits) {
        boolean isNumber = !digits.isEmpty()
                && digits.length() <= HostRun.MAX_DIGITS
                && digits.chars().allMatch(HostRun::isDigit);
        if (!isNumber) {
            throw wrong("expected a number or a range of numbers in brackets, found '" + digits + "'");
        }
        return Long.parseLong(digits);
    }

    private IllegalArgumentException wrong(String why) {
        return new IllegalArgumentException("'" + text + "' is not a hostlist: " + why);
    }
}
