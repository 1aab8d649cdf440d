package io.banyan.rpc.provider;

import io.banyan.resource.Numeral;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The options of one provider, checked as they are read.
 *
 * @param name of the provider, for messages
 * @param values by key
 */
record Options(String name, Map<String, String> values) {

    Options requireOnly(List<String> known) {
        for (String key : values.keySet()) {
            if (!known.contains(key)) {
                throw new IllegalArgumentException("The provider '" + name + "' has no option '" + key + "'; it has "
                        + String.join(", ", known) + ".");
            }
        }
        return this;
    }

    Path path() {
        String path = values.get(ProviderSpec.MAIN);
        if (path == null || path.isBlank()) {
            throw new IllegalArgumentException("The provider '" + name + "' needs a path.");
        }
        return Path.of(path).toAbsolutePath();
    }

    long number(String key, long otherwise, long most) {
        String text = values.get(key);
        if (text == null) {
            return otherwise;
        }
        try {
            long number = Numeral.parse(text);
            if (number >= 0 && number <= most) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException(wrong(key, text, most), notANumber);
        }
        throw new IllegalArgumentException(wrong(key, text, most));
    }

    private String wrong(String key, String text, long most) {
        return "The option '" + key + "' of the provider '" + name + "' is a whole number from 0 to " + most + ", not '"
                + text + "'.";
    }
}
