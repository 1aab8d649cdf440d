package io.banyan.rset;

import java.util.ArrayList;
import java.util.List;

/** Expands the hostlist notation. For one thread and one text. */
final class HostListParser {
    private static final int MAX_DIGITS = 18;

    private final String text;

    HostListParser(String text) {
        this.text = text;
    }

    static boolean isReserved(int character) {
        return character == ','
                || character == '['
                || character == ']'
                || Character.isWhitespace(character)
                || Character.isISOControl(character);
    }

    static IllegalArgumentException tooMany() {
        return new IllegalArgumentException("a hostlist may name at most " + HostList.MAX_HOSTS + " hosts");
    }

    static void requireLength(int length) {
        if (length > HostList.MAX_NAME_LENGTH) {
            throw new IllegalArgumentException(
                    "a host name has at most " + HostList.MAX_NAME_LENGTH + " characters, found " + length);
        }
    }

    void appendTo(List<String> names) {
        if (text.isEmpty()) {
            return;
        }
        int start = 0;
        boolean inBrackets = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '[' && inBrackets) {
                throw wrong("a bracket is opened inside of a bracket");
            } else if (c == ']' && !inBrackets) {
                throw wrong("a bracket is closed that was not opened");
            } else if (c == ',' && !inBrackets) {
                expand(text.substring(start, i), names);
                start = i + 1;
            } else if (isReserved(c) && c != ',' && c != '[' && c != ']') {
                throw wrong("it holds a blank or control character");
            }
            inBrackets = c == '[' || (inBrackets && c != ']');
        }
        if (inBrackets) {
            throw wrong("a bracket is not closed");
        }
        expand(text.substring(start), names);
    }

    private void expand(String pattern, List<String> names) {
        if (pattern.isEmpty()) {
            throw wrong("a name is empty");
        }
        List<String> prefixes = List.of("");
        int position = 0;
        for (int open = pattern.indexOf('['); open >= 0; open = pattern.indexOf('[', position)) {
            int close = pattern.indexOf(']', open);
            String literal = pattern.substring(position, open);
            prefixes = product(prefixes, literal, numbers(pattern.substring(open + 1, close)));
            position = close + 1;
        }
        String suffix = pattern.substring(position);
        if (names.size() + prefixes.size() > HostList.MAX_HOSTS) {
            throw tooMany();
        }
        for (String prefix : prefixes) {
            requireLength(prefix.length() + suffix.length());
            names.add(prefix + suffix);
        }
    }

    private static List<String> product(List<String> prefixes, String literal, List<String> numbers) {
        if ((long) prefixes.size() * numbers.size() > HostList.MAX_HOSTS) {
            throw tooMany();
        }
        List<String> longer = new ArrayList<>(prefixes.size() * numbers.size());
        for (String prefix : prefixes) {
            requireLength(prefix.length() + literal.length());
            for (String number : numbers) {
                longer.add(prefix + literal + number);
            }
        }
        return longer;
    }

    private List<String> numbers(String ranges) {
        List<String> numbers = new ArrayList<>();
        for (String range : ranges.split(",", -1)) {
            int dash = range.indexOf('-');
            String low = dash < 0 ? range : range.substring(0, dash);
            long first = number(low);
            long last = dash < 0 ? first : number(range.substring(dash + 1));
            if (last < first) {
                throw wrong("the range '" + range + "' runs backwards");
            }
            if (last - first >= HostList.MAX_HOSTS - numbers.size()) {
                throw tooMany();
            }
            for (long n = first; n <= last; n++) {
                numbers.add(padded(n, low.length()));
            }
        }
        return numbers;
    }

    private long number(String digits) {
        if (digits.isEmpty() || digits.length() > MAX_DIGITS || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw wrong("expected a number or a range of numbers in brackets, found '" + digits + "'");
        }
        return Long.parseLong(digits);
    }

    static String padded(long number, int width) {
        String digits = Long.toString(number);
        return digits.length() >= width ? digits : "0".repeat(width - digits.length()) + digits;
    }

    private IllegalArgumentException wrong(String why) {
        return new IllegalArgumentException("'" + text + "' is no hostlist: " + why);
    }
}
