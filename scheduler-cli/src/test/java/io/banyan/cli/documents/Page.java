package io.banyan.cli.documents;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page of the documentation as the commands in its blocks of code, in the order of the page. A line that begins with
 * a dollar sign and a blank is a command; a backslash at its end continues it, and so does a here-document. The lines
 * up to the next command, or to the end of the block, are its output.
 */
final class Page {
    private static final String PROMPT = "$ ";
    private static final String FENCE = "```";
    private static final String INDENTATION = "    ";
    private static final Pattern HERE_DOCUMENT = Pattern.compile("<<'?(\\w+)'?$");

    private final List<Step> steps = new ArrayList<>();
    private final StringBuilder command = new StringBuilder();
    private final StringBuilder output = new StringBuilder();
    private int line;
    private int indentation;
    private boolean continued;
    private String endOfDocument = "";

    /**
     * A command of a page.
     *
     * @param line the number of its line, from 1
     * @param output the lines below it
     */
    record Step(int line, String command, String output) {}

    private Page() {}

    /** The commands of a page. */
    static List<Step> steps(Path file) {
        try {
            return steps(Files.readAllLines(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The commands in the lines of a page. */
    static List<Step> steps(List<String> lines) {
        var page = new Page();
        boolean fenced = false;
        for (int i = 0; i < lines.size(); i++) {
            String text = lines.get(i);
            if (text.strip().startsWith(FENCE)) {
                fenced = !fenced;
                page.endStep();
            } else if (fenced || text.startsWith(INDENTATION)) {
                page.add(i + 1, text);
            } else if (!text.isBlank()) {
                page.endStep();
            }
        }
        page.endStep();
        return List.copyOf(page.steps);
    }

    private void add(int number, String text) {
        if (!endOfDocument.isEmpty()) {
            String dedented = dedented(text);
            command.append('\n').append(dedented);
            endOfDocument = dedented.equals(endOfDocument) ? "" : endOfDocument;
        } else if (continued) {
            append(text);
        } else if (text.strip().startsWith(PROMPT)) {
            endStep();
            line = number;
            indentation = text.indexOf(PROMPT);
            append(text.strip().substring(PROMPT.length()));
        } else if (!command.isEmpty()) {
            output.append(dedented(text)).append('\n');
        }
    }

    /** The text without the indentation of the command. */
    private String dedented(String text) {
        int begin = 0;
        while (begin < Math.min(indentation, text.length()) && text.charAt(begin) == ' ') {
            begin++;
        }
        return text.substring(begin);
    }

    private void append(String text) {
        command.append(command.isEmpty() ? "" : "\n").append(text);
        continued = text.endsWith("\\");
        Matcher document = HERE_DOCUMENT.matcher(text);
        endOfDocument = document.find() ? document.group(1) : "";
    }

    private void endStep() {
        if (!command.isEmpty()) {
            steps.add(new Step(line, command.toString(), output.toString()));
        }
        command.setLength(0);
        output.setLength(0);
        continued = false;
        endOfDocument = "";
    }
}
