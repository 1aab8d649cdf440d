package io.banyan.rpc.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * How a child, or a process of a job, is started elsewhere: the words of a command, such as {@code ssh {host}
 * {shell-start}}, in which the names in braces are replaced when that is done. No shell of this machine reads the
 * result.
 *
 * @param words as they were written, without their quotes
 */
public record LaunchTemplate(List<String> words) {
    /** Becomes the words that start the child's daemon; it is a word of its own. */
    static final String START = "{start}";
    /** Becomes the same as one text, quoted so that a POSIX shell makes these words of it. */
    static final String SHELL_START = "{shell-start}";

    private static final String HOST = "{host}";
    private static final String HOSTS = "{hosts}";
    private static final String JOB = "{job}";
    private static final String USER = "{user}";
    private static final List<String> NAMES = List.of(HOST, HOSTS, JOB, USER);
    private static final Pattern NAME = Pattern.compile("\\{[^{}]*}");
    /** The pattern of words that need no quotes in a shell, and that no program takes for an option. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@-]*");

    private static final int LONGEST_PLAIN = 253;

    /**
     * The values of the placeholders for one child.
     *
     * @param hosts the names of the nodes on which it has resources
     * @param user the name of its owner on this machine
     */
    public record Child(List<String> hosts, String job, String user) {
        /** Copies the list. */
        public Child {
            hosts = List.copyOf(hosts);
        }
    }

    /** Checks the names. */
    public LaunchTemplate {
        words = List.copyOf(words);
        long starts = words.stream().filter(START::equals).count();
        long shells = words.stream().filter(word -> word.contains(SHELL_START)).count();
        if (starts + shells != 1 || words.getFirst().contains("{")) {
            throw new IllegalArgumentException("A launch command must be a program with " + START + " or " + SHELL_START
                    + " exactly once among its arguments, such as: ssh {host} " + SHELL_START);
        }
        for (String word : words) {
            requireKnown(word);
        }
    }

    private static void requireKnown(String word) {
        Matcher names = NAME.matcher(word);
        while (names.find()) {
            String name = names.group();
            if (name.equals(START) ? !word.equals(START) : !name.equals(SHELL_START) && !NAMES.contains(name)) {
                throw new IllegalArgumentException(
                        name.equals(START)
                                ? START + " in a launch command must be a separate word, found '" + word + "'."
                                : "A launch command does not support " + name + "; the placeholders are " + START + ", "
                                        + SHELL_START + ", " + String.join(", ", NAMES) + ".");
            }
        }
    }

    /**
     * Reads the text: words, of which those with blanks in them are in single or double quotes.
     *
     * @throws IllegalArgumentException with one sentence, if it cannot be one
     */
    public static LaunchTemplate parse(String text) {
        List<String> words = new ArrayList<>();
        var word = new StringBuilder();
        boolean isWord = false;
        char quote = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote != 0 ? c == quote : c == '\'' || c == '"') {
                quote = quote == 0 ? c : 0;
                isWord = true;
            } else if (quote == 0 && Character.isWhitespace(c)) {
                if (isWord) {
                    words.add(word.toString());
                }
                word.setLength(0);
                isWord = false;
            } else {
                word.append(c);
                isWord = true;
            }
        }
        if (quote != 0) {
            throw new IllegalArgumentException("A launch command contains a quotation mark that is not closed.");
        }
        if (isWord) {
            words.add(word.toString());
        }
        return new LaunchTemplate(words);
    }

    /**
     * The command that starts a child.
     *
     * @param start the words that start its daemon there
     * @throws IllegalArgumentException with one sentence, if a host or a user has a name that could be anything else
     */
    public List<String> words(Child child, List<String> start) {
        List<String> all = new ArrayList<>();
        for (String word : words) {
            if (word.equals(START)) {
                all.addAll(start);
            } else {
                all.add(NAME.matcher(word)
                        .replaceAll(name -> Matcher.quoteReplacement(value(name.group(), child, start))));
            }
        }
        return all;
    }

    /** Whether the names are such that a command can be made for it. */
    boolean isFor(Child child) {
        try {
            return !words(child, List.of("true")).isEmpty();
        } catch (IllegalArgumentException strange) {
            return false;
        }
    }

    private static String value(String name, Child child, List<String> start) {
        return switch (name) {
            case HOST -> plain(child.hosts.isEmpty() ? "" : child.hosts.getFirst(), "a host");
            case HOSTS ->
                child.hosts.stream().map(host -> plain(host, "a host")).collect(Collectors.joining(","));
            case JOB -> child.job;
            case USER -> plain(child.user, "a user");
            case SHELL_START -> start.stream().map(LaunchTemplate::quoted).collect(Collectors.joining(" "));
            default ->
                throw new IllegalStateException("a parsed launch command contains the unknown placeholder " + name);
        };
    }

    private static String plain(String name, String what) {
        if (name.length() > LONGEST_PLAIN || !PLAIN.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "'" + name + "' is not accepted as the name of " + what
                            + ": a name must consist of letters, digits and '.', '_', '@', '-', and begin with a letter or a digit.");
        }
        return name;
    }

    /** Quotes any text as one word of a POSIX shell. */
    private static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }

    @Override
    public String toString() {
        return words.stream()
                .map(word -> word.isEmpty() || word.chars().anyMatch(Character::isWhitespace)
                        ? (word.contains("'") ? "\"" + word + "\"" : "'" + word + "'")
                        : word)
                .collect(Collectors.joining(" "));
    }
}
