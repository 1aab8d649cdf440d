package io.banyan.jobspec;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a file that a job writes or reads, with placeholders: those of Slurm ({@code %j}) and those of Flux ({@code {{id}}}).
 *
 * @param text as the jobspec has it
 */
public record OutputName(String text) {
    private static final String HINT = "; there are %j or {{id}} (the job), %x or {{name}} (its name), %u (its owner), "
            + "%A (the first job of its array), %a (its index in the array), and %% for a percent sign";
    private static final Pattern PLACEHOLDER = Pattern.compile("%.?|\\{\\{[^{}]*}}", Pattern.DOTALL);
    private static final List<String> KNOWN = List.of("%j", "%x", "%u", "%A", "%a", "%%", "{{id}}", "{{name}}");
    private static final Pattern NO_PART_OF_A_NAME = Pattern.compile("[/\\p{Cntrl}]");

    /**
     * What the placeholders stand for.
     *
     * @param job the number of the job
     * @param name what the owner calls it; may be empty
     * @param first the number of the first job of its array; its own where it is of none
     * @param index its index in the array; 0 where it is of none
     */
    public record Values(long job, String name, String owner, long first, long index) {}

    /** Checks that it can be a name. Unknown placeholders stand for themselves, as they did before they were refused. */
    public OutputName {
        if (!isName(text)) {
            throw new IllegalArgumentException("the name of a file is not empty, and has no NUL");
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
            if (!KNOWN.contains(found.group())) {
                throw new IllegalArgumentException(
                        "unknown placeholder '" + found.group() + "' in the file name '" + text + "'" + HINT);
            }
        }
        return new OutputName(text);
    }

    /** The name for one job. A slash in the name of the job or of its owner becomes an underscore. */
    public String of(Values values) {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("%j", Long.toString(values.job()));
        all.put("{{id}}", Long.toString(values.job()));
        all.put("%x", plain(values.name()));
        all.put("{{name}}", plain(values.name()));
        all.put("%u", plain(values.owner()));
        all.put("%A", Long.toString(values.first()));
        all.put("%a", Long.toString(values.index()));
        all.put("%%", "%");
        return PLACEHOLDER
                .matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(all.getOrDefault(found.group(), found.group())));
    }

    private static String plain(String value) {
        return NO_PART_OF_A_NAME.matcher(value).replaceAll("_");
    }
}
