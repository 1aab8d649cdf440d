package io.banyan.rpc.launch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.banyan.jobspec.SubmissionCheck;
import io.banyan.rpc.files.ForeignFile;
import io.banyan.rpc.process.ProcessSettings;
import io.banyan.rpc.security.OwnerOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;

/**
 * The command for which an instance is spawned: it runs in the instance, and the instance ends with it.
 *
 * @param words the program and its arguments
 * @param directory in which it runs, if that is there; else in the instance's own
 * @param output the file for all that it writes; empty for files of the instance's directory
 * @param settings the variables, the umask and the soft limits of the client that spawned the instance
 */
public record JobCommand(
        List<String> words, Optional<Path> directory, Optional<Path> output, ProcessSettings settings) {
    /** The option of a spawn with the words, as a JSON array. */
    public static final String WORDS = "command";
    /** The option with the directory. */
    public static final String DIRECTORY = "cwd";
    /** The option with the file. */
    public static final String OUTPUT = "output";

    /** The option with the variables, as a JSON object. */
    public static final String ENVIRONMENT = "environment";
    /** The option with the umask, in octal digits. */
    public static final String UMASK = "umask";
    /** The option with the soft limits, as a JSON object. */
    public static final String LIMITS = "rlimit";
    /** All of these options. */
    static final Set<String> ALL = Set.of(WORDS, DIRECTORY, OUTPUT, ENVIRONMENT, UMASK, LIMITS);

    private static final int SHOWN = 60;
    private static final int OCTAL = 8;
    private static final int MOST_WORDS = 10_000;
    private static final int MOST_CHARACTERS = 128 << 10;
    private static final int MOST_BYTES = 4 * (MOST_CHARACTERS + SubmissionCheck.MOST_CHARACTERS);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final TypeReference<List<String>> WORD_LIST = new TypeReference<>() {};
    private static final TypeReference<LinkedHashMap<String, String>> OPTIONS = new TypeReference<>() {};
    private static final TypeReference<TreeMap<String, Long>> LIMIT_MAP = new TypeReference<>() {};

    /** A command with the settings of the daemon's user. */
    public JobCommand(List<String> words, Optional<Path> directory, Optional<Path> output) {
        this(words, directory, output, ProcessSettings.NONE);
    }

    /** Checks the words. */
    public JobCommand {
        words = List.copyOf(words);
        int characters = words.stream().mapToInt(String::length).sum();
        if (words.isEmpty() || words.getFirst().isEmpty()) {
            throw new IllegalArgumentException("A command must have a program, found none.");
        }
        if (words.size() > MOST_WORDS || characters > MOST_CHARACTERS) {
            throw new IllegalArgumentException("A command can have at most " + MOST_WORDS + " words and "
                    + MOST_CHARACTERS + " characters, found " + words.size() + " and " + characters + ".");
        }
        if (words.stream().anyMatch(word -> word.indexOf('\0') >= 0)) {
            throw new IllegalArgumentException("A word of a command must not contain NUL.");
        }
    }

    /**
     * The command in the options of a spawn; empty where there is none.
     *
     * @throws IllegalArgumentException with one sentence, if it cannot be one
     */
    public static Optional<JobCommand> in(Map<String, String> options) {
        String words = options.get(WORDS);
        if (words == null) {
            Optional<String> lost =
                    options.keySet().stream().filter(ALL::contains).findFirst();
            if (lost.isPresent()) {
                throw new IllegalArgumentException(
                        "A spawn without a command does not accept the option '" + lost.get() + "'.");
            }
            return Optional.empty();
        }
        try {
            return Optional.of(new JobCommand(
                    JSON.readValue(words, WORD_LIST),
                    path(options, DIRECTORY),
                    path(options, OUTPUT),
                    settings(options)));
        } catch (JsonProcessingException | NullPointerException malformed) {
            throw new IllegalArgumentException(
                    "The option '" + WORDS + "' must be a JSON array of texts, found '" + shown(words) + "'.",
                    malformed);
        }
    }

    /** No message shows a value of the environment. */
    private static ProcessSettings settings(Map<String, String> options) {
        String umask = options.get(UMASK);
        try {
            return new ProcessSettings(
                    JSON.readValue(options.getOrDefault(ENVIRONMENT, "{}"), OPTIONS),
                    umask == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(umask, OCTAL)),
                    JSON.readValue(options.getOrDefault(LIMITS, "{}"), LIMIT_MAP));
        } catch (JsonProcessingException | NumberFormatException | NullPointerException malformed) {
            throw new IllegalArgumentException("The options '" + ENVIRONMENT + "' and '" + LIMITS
                    + "' must be JSON objects, and '" + UMASK + "' must be octal digits.");
        }
    }

    private static Optional<Path> path(Map<String, String> options, String key) {
        String text = options.get(key);
        if (text != null && !Path.of(text).isAbsolute()) {
            throw new IllegalArgumentException(
                    "The option '" + key + "' must be an absolute path, found '" + shown(text) + "'.");
        }
        return Optional.ofNullable(text).map(Path::of);
    }

    private static String shown(String text) {
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
    }

    /** The command as options of a spawn. */
    public Map<String, String> options() {
        Map<String, String> options = new LinkedHashMap<>();
        try {
            options.put(WORDS, JSON.writeValueAsString(words));
            if (!settings.environment().isEmpty()) {
                options.put(ENVIRONMENT, JSON.writeValueAsString(settings.environment()));
            }
            if (!settings.softLimits().isEmpty()) {
                options.put(LIMITS, JSON.writeValueAsString(settings.softLimits()));
            }
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("texts can be written as JSON", e);
        }
        directory.ifPresent(path -> options.put(DIRECTORY, path.toString()));
        output.ifPresent(path -> options.put(OUTPUT, path.toString()));
        settings.umask().ifPresent(umask -> options.put(UMASK, settings.umaskText()));
        return options;
    }

    /** Leaves it in a file for its owner only. */
    void write(Path file) throws IOException {
        OwnerOnly.write(file, JSON.writeValueAsString(options()));
    }

    /**
     * The command that was left in a file; empty where there is none.
     *
     * @throws IOException with one sentence, if it cannot be read
     */
    public static Optional<JobCommand> read(Path file) throws IOException {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        try {
            return in(JSON.readValue(ForeignFile.read(file, MOST_BYTES).text(), OPTIONS));
        } catch (JsonProcessingException | IllegalArgumentException e) {
            throw new IOException("The file " + file + " has no command for this instance: " + e.getMessage(), e);
        }
    }
}
