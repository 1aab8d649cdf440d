package io.banyan.sim.elastic;

import io.banyan.elastic.Malleable;
import io.banyan.elastic.PiecewiseLinear;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads kinds of malleable jobs from a text, a line each: {@code name | min max unit | run times | rescale times}, and
 * for those that can be stopped {@code | checkpoint times | restart times}, where times are seconds at an amount, such
 * as {@code 2:22 4:12.5 8:9}, with straight lines between them. The text after {@code #} is a comment.
 */
public final class ApplicationFile {
    /** How many kinds there can be. */
    public static final int MOST = 1000;

    private static final Pattern BOUNDS = Pattern.compile("(\\d{1,9})\\s+(\\d{1,9})\\s+(\\d{1,9})");
    private static final Pattern POINT = Pattern.compile("(\\d{1,9}):(\\d{1,9}(?:\\.\\d{1,9})?)");

    private ApplicationFile() {}

    /**
     * The kinds, in the order of their lines.
     *
     * @param source its name in messages
     * @throws IllegalArgumentException where a line is none; the message names it
     */
    public static List<Application> read(BufferedReader in, String source) throws IOException {
        List<Application> all = new ArrayList<>();
        int number = 0;
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            number++;
            int comment = line.indexOf('#');
            String words = (comment < 0 ? line : line.substring(0, comment)).strip();
            if (!words.isEmpty()) {
                try {
                    all.add(application(words));
                } catch (IllegalArgumentException e) {
                    throw new IllegalArgumentException(source + ", line " + number + ": " + e.getMessage(), e);
                }
            }
        }
        if (all.isEmpty() || all.size() > MOST) {
            throw new IllegalArgumentException(
                    source + " must have 1 to " + MOST + " kinds of jobs, found " + all.size());
        }
        return List.copyOf(all);
    }

    private static Application application(String line) {
        String[] parts = line.split("\\|", -1);
        if (parts.length < 4) {
            throw new IllegalArgumentException(
                    "expected name | min max unit | run times | rescale times, found '" + line + "'");
        }
        if (parts.length != 4 && parts.length != 6) {
            throw new IllegalArgumentException(
                    "expected | checkpoint times | restart times after the rescale times, or neither, found '" + line
                            + "'");
        }
        if (parts[0].isBlank()) {
            throw new IllegalArgumentException("expected a name before the first |, found none");
        }
        Matcher bounds = BOUNDS.matcher(parts[1].strip());
        if (!bounds.matches()) {
            throw new IllegalArgumentException("expected min, max and unit, found '" + parts[1].strip() + "'");
        }
        return new Application(
                parts[0].strip(),
                new Malleable(
                        Long.parseLong(bounds.group(1)),
                        Long.parseLong(bounds.group(2)),
                        Long.parseLong(bounds.group(3))),
                function(parts[2].strip()),
                function(parts[3].strip()),
                parts.length == 4
                        ? Optional.empty()
                        : Optional.of(
                                new Application.Stopping(function(parts[4].strip()), function(parts[5].strip()))));
    }

    private static PiecewiseLinear function(String words) {
        Map<Long, Double> points = new TreeMap<>();
        Map<Long, String> written = new TreeMap<>();
        for (String word : words.split("\\s+", -1)) {
            Matcher point = POINT.matcher(word);
            if (!point.matches()) {
                throw new IllegalArgumentException(
                        "expected an amount and seconds, such as 8:12.5, found '" + word + "'");
            }
            long amount = Long.parseLong(point.group(1));
            String before = written.putIfAbsent(amount, word);
            if (before != null) {
                throw new IllegalArgumentException("expected each amount once, found '" + word + "' after " + before);
            }
            points.put(amount, Double.parseDouble(point.group(2)));
        }
        return new PiecewiseLinear(points);
    }
}
