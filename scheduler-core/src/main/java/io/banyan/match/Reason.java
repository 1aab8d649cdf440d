package io.banyan.match;

import java.util.OptionalLong;
import java.util.function.LongFunction;
import java.util.regex.Pattern;

/**
 * One reason for a refusal: the requirement, the needed amount, the available amount, and the obstacle to more; or the
 * text of another party, see {@link #said(String)}.
 *
 * @param requirement the requirement that was not met, for example {@code node} or {@code slot[4]/core}; empty where
 *     the reason is a text
 * @param needed the needed amount
 * @param available the available amount
 * @param why the obstacle to more, as the end of a sentence; or the text
 * @param untilSec the time until which the needed amount is available, if it is available now but not for long enough;
 *     else empty
 */
public record Reason(String requirement, long needed, long available, String why, OptionalLong untilSec) {
    /** The length of the longest text of {@link #said(String)}, in characters. */
    public static final int MAX_TEXT = 500;

    private static final String CUT = "...";

    /** A reason that does not depend on how long it is for. */
    public Reason(String requirement, long needed, long available, String why) {
        this(requirement, needed, available, why, OptionalLong.empty());
    }

    /** All that was asked for is there, but none of it is to be had by the asker. */
    public static final Reason SHARED_ONLY =
            new Reason("exclusive resource", 1, 0, "found: the jobspec requests shared resources only");

    /** The reason of a match that would be at a time that is not planned any more. */
    public static final Reason NO_TIME = new Reason("time in seconds", 1, 0, "left to plan");

    /** A terminal's escape sequences (ECMA-48): CSI with its parameters, OSC up to its end, others of one character. */
    private static final Pattern ESCAPES =
            Pattern.compile("(?:\\x1b\\[|\\x9b)[0-?]*[ -/]*[@-~]|\\x1b\\][^\\x07\\x1b]*(?:\\x07|\\x1b\\\\)|\\x1b[ -~]");

    private static final Pattern CONTROLS = Pattern.compile("[\\s\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]+");

    /**
     * A reason in the words of a provider or parent that gave no numbers. Since they end up on a terminal, escape
     * sequences are taken out, control characters become spaces, and what is longer than {@link #MAX_TEXT} is cut. Any
     * thread; O(length).
     */
    public static Reason said(String text) {
        String plain = CONTROLS.matcher(ESCAPES.matcher(text).replaceAll(""))
                .replaceAll(" ")
                .strip();
        return new Reason("", 0, 0, plain.isEmpty() ? "no reason was given" : shortened(plain));
    }

    private static String shortened(String text) {
        if (text.length() <= MAX_TEXT) {
            return text;
        }
        int end = MAX_TEXT - CUT.length();
        return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + CUT;
    }

    /** Returns this reason as text, with the time in the words of a caller that knows the clock. */
    public String text(LongFunction<String> time) {
        String until = untilSec.isEmpty() ? "" : ", but only until " + time.apply(untilSec.getAsLong());
        return (requirement.isEmpty() ? why : requirement + ": " + needed + " needed, " + available + " " + why)
                + until;
    }

    @Override
    public String toString() {
        return text(sec -> "t=" + sec);
    }
}
