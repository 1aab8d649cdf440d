package io.banyan.cli.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Several numbers of seconds, as they are written: {@code 0,60,300}, or {@code 0-300/30} for each thirtieth.
 *
 * @param seconds in the order in which they were written
 */
record SecondsList(List<Long> seconds) {
    private static final int MOST = 1000;
    private static final Pattern RANGE = Pattern.compile("(\\d{1,7})(?:-(\\d{1,7})/(\\d{1,7}))?");

    /** Copies the list. */
    SecondsList {
        seconds = List.copyOf(seconds);
    }

    /** Reads them. */
    static final class Reader implements ITypeConverter<SecondsList> {
        @Override
        public SecondsList convert(String text) {
            List<Long> all = new ArrayList<>();
            for (String word : text.split(",", -1)) {
                Matcher range = RANGE.matcher(word);
                if (!range.matches() || !add(all, range)) {
                    throw new TypeConversionException(
                            "times must have a form such as 60, 0,60,300 or 0-300/30, with at most " + MOST
                                    + " times, found '" + text + "'");
                }
            }
            return new SecondsList(all);
        }

        private static boolean add(List<Long> all, Matcher range) {
            long first = Long.parseLong(range.group(1));
            if (range.group(2) == null) {
                all.add(first);
            } else {
                long last = Long.parseLong(range.group(2));
                long step = Long.parseLong(range.group(3));
                if (step == 0 || last < first || (last - first) / step > MOST) {
                    return false;
                }
                LongStream.iterate(first, at -> at <= last, at -> at + step).forEach(all::add);
            }
            return all.size() <= MOST;
        }
    }
}
