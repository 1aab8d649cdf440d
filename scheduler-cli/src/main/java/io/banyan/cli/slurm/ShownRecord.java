package io.banyan.cli.slurm;

import java.util.ArrayList;
import java.util.List;

/** A record of {@code scontrol show}: lines of {@code Key=value}, or all of them on one line. For one thread. */
final class ShownRecord {
    private final List<String> lines = new ArrayList<>();

    /** Adds a line of fields; keys and values by turns. */
    ShownRecord line(Object... fields) {
        List<String> words = new ArrayList<>();
        for (int i = 0; i + 1 < fields.length; i += 2) {
            words.add(fields[i] + "=" + fields[i + 1]);
        }
        lines.add(String.join(" ", words));
        return this;
    }

    /** The text, which an empty line ends unless it is on one line. */
    String text(boolean isOneLine) {
        return isOneLine ? String.join(" ", lines) + "\n" : String.join("\n   ", lines) + "\n\n";
    }
}
