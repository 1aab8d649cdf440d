package io.banyan.rpc.config;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Writes a configuration with the description of each key, as a file that can be edited and read back. */
public final class ConfigDocument {
    private static final int WIDTH = 110;
    private static final int LIST_WIDTH = 116;
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z/][A-Za-z0-9_./-]*|[0-9]+(ms|[smhd]|[KMG]?i?B)?");
    private static final Pattern WORD_WITH_MEANING = Pattern.compile("(?i)true|false|null|y|n|yes|no|on|off");

    private final StringBuilder text = new StringBuilder();
    private List<String> open = List.of();

    private ConfigDocument() {}

    /** Every key with its default; those that have none stand in comments. */
    public static String defaults(Keys keys) {
        var document = new ConfigDocument();
        document.text
                .append("# The configuration of a Banyan daemon: banyan start --config FILE.\n")
                .append("# This lists every key with its default. Options of 'banyan start' override the file.\n");
        keys.all().forEach(document::append);
        return document.text.toString();
    }

    /** A list of every key, in Markdown. */
    public static String list(Keys keys) {
        StringBuilder list = new StringBuilder();
        for (Key<?> key : keys.all()) {
            String lines = String.join("\n  ", wrapped(item(key), LIST_WIDTH));
            list.append("* ").append(lines).append('\n');
        }
        return list.toString();
    }

    private static String item(Key<?> key) {
        List<String> facts = new ArrayList<>();
        facts.add(code(key.type().label()) + several(key));
        if (!key.fallbackWords().isEmpty()) {
            facts.add("default " + code(String.join(", ", key.fallbackWords())));
        }
        if (!key.options().isEmpty()) {
            facts.add("option " + code(key.options().getFirst()));
        }
        if (key.reloads()) {
            facts.add("changes on reload");
        }
        if (key.inherited()) {
            facts.add("children inherit it");
        }
        return code(key.name()) + " (" + String.join(", ", facts) + "): " + key.meaning();
    }

    private static String several(Key<?> key) {
        return switch (key.type().shape()) {
            case TEXT, NUMBER, SWITCH -> "";
            case LIST -> " list";
            case TEXTS -> " or a list";
        };
    }

    private static String code(String text) {
        return text.isEmpty() ? "" : "`" + text + "`";
    }

    private void append(Key<?> key) {
        List<String> sections = key.sections();
        text.append('\n');
        openSections(sections);
        String indent = "  ".repeat(sections.size());
        for (String line : wrapped(key.meaning() + about(key), WIDTH - indent.length())) {
            text.append(indent).append("# ").append(line).append('\n');
        }
        List<String> words = key.fallbackWords();
        boolean isList = key.type().shape() == ValueType.Shape.LIST;
        text.append(indent);
        if (words.isEmpty() && !isList) {
            text.append("# ")
                    .append(key.lastName())
                    .append(": ")
                    .append(key.type().label());
        } else {
            text.append(key.lastName()).append(": ").append(value(key, words));
        }
        text.append('\n');
    }

    private void openSections(List<String> sections) {
        int same = 0;
        while (same < Math.min(sections.size(), open.size())
                && sections.get(same).equals(open.get(same))) {
            same++;
        }
        for (int i = same; i < sections.size(); i++) {
            text.append("  ".repeat(i)).append(sections.get(i)).append(":\n");
        }
        open = sections;
    }

    private static String about(Key<?> key) {
        List<String> facts = new ArrayList<>();
        if (!key.options().isEmpty()) {
            facts.add("option " + key.options().getFirst());
        }
        if (key.reloads()) {
            facts.add("changes on reload");
        }
        if (key.inherited()) {
            facts.add("children get the same value");
        }
        return facts.isEmpty() ? "" : " (" + String.join("; ", facts) + ")";
    }

    /** The words as YAML. */
    static String value(Key<?> key, List<String> words) {
        return switch (key.type().shape()) {
            case TEXT -> quoted(words.getFirst());
            case NUMBER, SWITCH -> words.getFirst();
            case LIST, TEXTS ->
                "["
                        + String.join(
                                ", ", words.stream().map(ConfigDocument::quoted).toList()) + "]";
        };
    }

    private static String quoted(String word) {
        return PLAIN.matcher(word).matches() && !WORD_WITH_MEANING.matcher(word).matches()
                ? word
                : "'" + word.replace("'", "''") + "'";
    }

    private static List<String> wrapped(String sentence, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : sentence.split(" ", -1)) {
            if (!line.isEmpty() && line.length() + 1 + word.length() > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }
}
