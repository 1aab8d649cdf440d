package io.banyan.jobspec;

import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a file that a job writes or reads, with placeholders: those of Slurm ({@code %j}) and those of Flux
 * ({@code {{id}}}).
 *
 * @param text as the jobspec has it
 */
public record OutputName(String text) {
    private static final String HINT =
            "; the placeholders are %j or {{id}} (the job), %x or {{name}} (its name), %u (its owner), %A (the first job of its array), %a (its index in the array), %b (its index modulo 10), %N or {{node.name}} (its first node) and %% (a percent sign); a number in a placeholder, as in %4j, pads the value with zeros";
    private static final Pattern PLACEHOLDER = Pattern.compile("%([0-9]{0,2})(.?)|\\{\\{([^{}]*)}}", Pattern.DOTALL);
    private static final String NUMBERS = "jAab";
    private static final String TEXTS = "xuN%";
    private static final Map<String, Character> NAMES = Map.of("id", 'j', "jobid", 'j', "name", 'x', "node.name", 'N');
    /** The most digits to which a number is padded, as in Slurm. */
    private static final int MOST_DIGITS = 10;

    private static final int MODULUS = 10;
    private static final Pattern NO_PART_OF_A_NAME = Pattern.compile("[/\\p{Cntrl}]");

    /**
     * The values that the placeholders stand for.
     *
     * @param job the number of the job
     * @param name the owner's name of the job; may be empty
     * @param first the number of the first job of its array; its own where it is of none
     * @param index its index in the array; 0 where it is of none
     * @param host the name of its first node; empty where it has none
     */
    public record Values(long job, String name, String owner, long first, long index, String host) {}

    /**
     * Checks that it can be a name. Unknown placeholders stand for themselves, as they did before they were refused.
     */
    public OutputName {
        if (!isName(text)) {
            throw new IllegalArgumentException("the name of a file must not be empty or contain NUL");
        }
    }

    static boolean isName(String text) {
        return !text.isEmpty() && text.indexOf('\0') < 0;
    }

    /**
     * The name that a new jobspec has.
     *
     * @throws IllegalArgumentException with one sentence, if it has a placeholder that is not known
     */
    static OutputName checked(String text) {
        Matcher found = PLACEHOLDER.matcher(text);
        while (found.find()) {
            char letter = letter(found);
            boolean isPadded = found.group(1) != null && !found.group(1).isEmpty();
            if (NUMBERS.indexOf(letter) < 0 && (isPadded || TEXTS.indexOf(letter) < 0)) {
                throw new IllegalArgumentException(
                        "unknown placeholder '" + found.group() + "' in the file name '" + text + "'" + HINT);
            }
        }
        return new OutputName(text);
    }

    /** The letter of a placeholder in Slurm; NUL for one that is not known. */
    private static char letter(MatchResult found) {
        if (found.group(3) != null) {
            return NAMES.getOrDefault(found.group(3), '\0');
        }
        return found.group(2).isEmpty() ? '\0' : found.group(2).charAt(0);
    }

    /** The name for one job. A slash in the name of the job or of its owner becomes an underscore. */
    public String of(Values values) {
        return PLACEHOLDER.matcher(text).replaceAll(found -> Matcher.quoteReplacement(value(found, values)));
    }

    private static String value(MatchResult found, Values values) {
        return switch (letter(found)) {
            case 'j' -> padded(found, values.job());
            case 'A' -> padded(found, values.first());
            case 'a' -> padded(found, values.index());
            case 'b' -> padded(found, values.index() % MODULUS);
            case 'x' -> plain(values.name());
            case 'u' -> plain(values.owner());
            case 'N' -> plain(values.host());
            case '%' -> "%";
            default -> found.group();
        };
    }

    private static String padded(MatchResult found, long number) {
        String digits = found.group(1) == null || found.group(1).isEmpty() ? "0" : found.group(1);
        String text = Long.toString(number);
        return "0".repeat(Math.max(0, Math.min(Integer.parseInt(digits), MOST_DIGITS) - text.length())) + text;
    }

    private static String plain(String value) {
        return NO_PART_OF_A_NAME.matcher(value).replaceAll("_");
    }
}
