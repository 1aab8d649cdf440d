package io.banyan.cli.output;

/** Text that a terminal shows and does not act on: what people named jobs, vertices and instances is not to move its cursor. */
public final class Printable {
    private Printable() {}

    /** The text with its control characters, but for line breaks and tabulators, spelt out. O(length). */
    public static String text(String text) {
        return spelt(text, "\n\t");
    }

    /** The same for what is one line, or a part of one. */
    public static String word(String text) {
        return spelt(text, "");
    }

    private static String spelt(String text, String kept) {
        if (text.chars().noneMatch(c -> Character.isISOControl(c) && kept.indexOf(c) < 0)) {
            return text;
        }
        StringBuilder spelt = new StringBuilder();
        text.chars().forEach(c -> {
            if (Character.isISOControl(c) && kept.indexOf(c) < 0) {
                spelt.append(String.format("\\u%04X", c));
            } else {
                spelt.append((char) c);
            }
        });
        return spelt.toString();
    }
}
