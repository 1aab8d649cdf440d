package io.banyan.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The commands in the tables of a document. */
final class DocumentedCommands {
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern BAR = Pattern.compile("(?<!\\\\)\\|");

    private DocumentedCommands() {}

    /** All that stands in code in the cells of tables, in the order of the document. */
    static List<String> inTables(Path document) throws IOException {
        List<String> all = new ArrayList<>();
        for (String line : Files.readAllLines(document)) {
            if (line.startsWith("|")) {
                for (String cell : BAR.split(line, -1)) {
                    Matcher code = CODE.matcher(cell);
                    while (code.find()) {
                        all.add(code.group(1).replace("\\|", "|"));
                    }
                }
            }
        }
        return all;
    }

    /**
     * The words of a command as a shell makes them, where it expands nothing.
     *
     * @throws IllegalArgumentException if it has what a shell would expand or redirect
     */
    static List<String> words(String command) {
        List<String> words = new ArrayList<>();
        var word = new StringBuilder();
        boolean isWord = false;
        char quote = 0;
        for (int i = 0; i < command.length(); i++) {
            char c = command.charAt(i);
            if (quote != 0 ? c == quote : c == '\'' || c == '"') {
                quote = quote == 0 ? c : 0;
                isWord = true;
            } else if (quote == 0 && c == ' ') {
                if (isWord) {
                    words.add(word.toString());
                }
                word.setLength(0);
                isWord = false;
            } else if (quote == 0 && "$&;<>|`*?\\".indexOf(c) >= 0) {
                throw new IllegalArgumentException("a shell does something with '" + c + "' in: " + command);
            } else {
                word.append(c);
                isWord = true;
            }
        }
        if (isWord) {
            words.add(word.toString());
        }
        return words;
    }
}
