package io.banyan.cli;

import io.banyan.resource.Numeral;
import java.nio.file.Path;
import picocli.CommandLine.TypeConversionException;

/**
 * Conversions of the words of a command line; stricter than the library, which takes an empty path for the current
 * directory and the digits of every script.
 */
final class Values {
    private Values() {}

    static Path path(String word) {
        if (word.isBlank()) {
            throw new TypeConversionException("'" + word + "' is no path");
        }
        return Path.of(word);
    }

    static long number(String word) {
        try {
            return Numeral.parse(word);
        } catch (NumberFormatException e) {
            throw new TypeConversionException("'" + word + "' is not a long");
        }
    }

    static int smallNumber(String word) {
        long value = number(word);
        if (value != (int) value) {
            throw new TypeConversionException("'" + word + "' is not an int");
        }
        return (int) value;
    }
}
