package io.banyan.cli.slurm;

import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of squeue and sinfo that say which fields are printed. */
final class FieldOptions {
    @Option(
            names = {"-o", "--format"},
            paramLabel = "FORMAT",
            description = "Fields as letters, such as '%%.18i %%t'.")
    private @Nullable String format;

    @Option(
            names = {"-O", "--Format"},
            paramLabel = "FIELDS",
            description = "Fields as names, such as Partition:18,NodeList.")
    private @Nullable String names;

    @Option(
            names = {"-h", "--noheader"},
            description = "Do not print the heading.")
    private boolean headless;

    @Option(
            names = {"-l", "--long"},
            description = "Print more fields.")
    private boolean isLong;

    /** Whether the usual fields are those of the long form. */
    boolean isLong() {
        return isLong;
    }

    /** Whether there is a line above the columns. */
    boolean hasHeader() {
        return !headless;
    }

    /**
     * The format that was asked for.
     *
     * @param usual its letters where none were given
     */
    <F extends OutputField<T>, T> OutputFormat<F, T> format(
            Supplier<String> usual, Map<Character, F> byLetter, Map<String, F> byName) {
        return names == null
                ? OutputFormat.ofLetters(Optional.ofNullable(format).orElseGet(usual), byLetter)
                : OutputFormat.ofNames(names, byName);
    }
}
