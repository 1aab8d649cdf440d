package io.banyan.cli.request;

import io.banyan.cli.output.CommandFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One line of a batch script that says options.
 *
 * @param line the number of the line, from 1
 * @param words the options and their values
 */
record Directive(int line, Dialect dialect, List<String> words) {
    /** Copies the list. */
    Directive {
        words = List.copyOf(words);
    }

    /**
     * The directives of a script, in their order: those before its first command. O(size of the script).
     *
     * @throws CommandFailure wrong use, where a quote is not closed
     */
    static List<Directive> of(BatchScript script) {
        List<Directive> directives = new ArrayList<>();
        List<String> lines = script.text().lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (!line.isBlank() && !line.stripLeading().startsWith("#")) {
                break;
            }
            for (Dialect dialect : Dialect.values()) {
                Optional<String> text = dialect.words(line);
                if (text.isPresent()) {
                    directives.add(new Directive(i + 1, dialect, words(script, i + 1, text.get())));
                }
            }
        }
        return directives;
    }

    private static List<String> words(BatchScript script, int line, String text) {
        try {
            return ShellWords.split(text);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.wrongUse(script.place(line) + e.getMessage());
        }
    }
}
