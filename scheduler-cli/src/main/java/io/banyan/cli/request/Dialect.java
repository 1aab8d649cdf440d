package io.banyan.cli.request;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The forms of directives in a batch script. */
public enum Dialect {
    /** The options of {@code banyan submit} itself. */
    BANYAN("#BANYAN", "#BANYAN(?:\\s+(?<words>.*))?"),
    SLURM("#SBATCH", "#SBATCH(?:\\s+(?<words>.*))?"),
    /** The directives that RFC 36 defines. */
    FLUX("#FLUX:", "#[^A-Za-z0-9]*(?:flux|FLUX):\\s*(?<words>.*)");

    private final String prefix;
    private final Pattern pattern;

    Dialect(String prefix, String pattern) {
        this.prefix = prefix;
        this.pattern = Pattern.compile(pattern);
    }

    /** How a directive begins. */
    public String prefix() {
        return prefix;
    }

    /** The options that a directive can have; empty for those of Banyan itself. */
    public Optional<ForeignOptions> options() {
        return switch (this) {
            case BANYAN -> Optional.empty();
            case SLURM -> Optional.of(SlurmOptions.TABLE);
            case FLUX -> Optional.of(FluxOptions.TABLE);
        };
    }

    /** The words behind the prefix of a line; empty where the line is no directive of this form. */
    Optional<String> words(String line) {
        Matcher found = pattern.matcher(line);
        return found.matches()
                ? Optional.of(Optional.ofNullable(found.group("words")).orElse(""))
                : Optional.empty();
    }
}
