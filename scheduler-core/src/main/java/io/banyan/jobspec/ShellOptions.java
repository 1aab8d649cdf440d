package io.banyan.jobspec;

import io.banyan.document.Nearest;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the processes of a job: {@code attributes.system.shell.options}. The names are those of flux-shell(1),
 * except {@code umask} and {@code slurm-env}, for which Flux has no options.
 *
 * @param umask the file mode creation mask; empty where the jobspec does not set one
 * @param softLimits soft resource limits by name, in the units of setrlimit(2); {@link #UNLIMITED} for no limit
 * @param output the file for standard output; empty for the file {@code output} of the job's directory
 * @param errors the file for standard error; empty for where standard output goes
 * @param truncates whether these files are emptied when the job starts, or appended to
 * @param labelsOutput whether each line of standard output begins with the number of its task
 * @param labelsErrors whether each line of standard error does, where that has a file of its own
 * @param input the standard input of the processes
 * @param slurmVariables whether the processes find Slurm's variables in their environment as well
 */
public record ShellOptions(
        OptionalInt umask,
        Map<String, Long> softLimits,
        Optional<OutputName> output,
        Optional<OutputName> errors,
        boolean truncates,
        boolean labelsOutput,
        boolean labelsErrors,
        InputOptions input,
        boolean slurmVariables) {
    /** The option that gives the processes Slurm's variables. */
    public static final String SLURM_ENV = "slurm-env";

    /** The value of a limit that does not limit, as in Flux. */
    public static final long UNLIMITED = -1;

    /** The limits that a jobspec can set. */
    public static final List<String> LIMITS =
            List.of("as", "core", "cpu", "data", "fsize", "memlock", "nofile", "nproc", "rss", "stack");

    /** The key among the system attributes. */
    public static final String SHELL = "shell";

    private static final String OPTIONS = "options";
    private static final String UMASK = "umask";
    private static final String RLIMIT = "rlimit";
    private static final String OUTPUT = "output";
    private static final String INPUT = "input";
    private static final String STDOUT = "stdout";
    private static final String STDERR = "stderr";
    private static final String LABEL = "label";
    private static final String MODE = "mode";
    private static final String TYPE = "type";
    private static final String PATH = "path";
    private static final String FILE = "file";
    /** The name that Flux gives its own store. Here it is the job's directory. */
    private static final String STORE = "kvs";

    private static final ShellOptions NONE = new ShellOptions(
            OptionalInt.empty(),
            Map.of(),
            Optional.empty(),
            Optional.empty(),
            false,
            false,
            false,
            new InputOptions.Nothing(),
            false);

    private static final Pattern OCTAL = Pattern.compile("0?[0-7]{1,3}");
    private static final int RADIX = 8;

    /** Copies the map, in the order of the names. */
    public ShellOptions {
        softLimits = Collections.unmodifiableMap(new TreeMap<>(softLimits));
        boolean hasFiles = output.isPresent() || errors.isPresent();
        if (input instanceof InputOptions.Terminal && (hasFiles || labelsOutput || labelsErrors)) {
            throw new IllegalArgumentException(
                    "a job with a terminal cannot have output files or labels before its lines");
        }
    }

    /**
     * The options of a jobspec. O(their number).
     *
     * @throws IllegalArgumentException with one sentence, where an option has a value that it cannot have
     */
    public static ShellOptions of(Attributes attributes) {
        return attributes.system().containsKey(SHELL) ? read(attributes) : NONE;
    }

    private static ShellOptions read(Attributes attributes) {
        Map<?, ?> shell = known(SHELL, attributes.system().get(SHELL), OPTIONS);
        Map<?, ?> options = known(SHELL + ".options", shell.get(OPTIONS), UMASK, RLIMIT, OUTPUT, INPUT, SLURM_ENV);
        Map<?, ?> output = known(OUTPUT, options.get(OUTPUT), STDOUT, STDERR, MODE);
        return new ShellOptions(
                umask(options.get(UMASK)),
                limits(mapping(RLIMIT, options.get(RLIMIT))),
                file(STDOUT, output.get(STDOUT)),
                file(STDERR, output.get(STDERR)),
                truncates(output.get(MODE)),
                labels(STDOUT, output.get(STDOUT)),
                labels(STDERR, output.get(STDERR)),
                InputOptions.of(options.get(INPUT)),
                flag(options.get(SLURM_ENV)));
    }

    /**
     * The options of a job that was submitted before, maybe to an earlier version that refused less. An option with a
     * value that would be refused now is as if it were not there, and a placeholder that is not known stands for
     * itself. O(their number).
     */
    public static ShellOptions ofEarlier(Attributes attributes) {
        try {
            return of(attributes);
        } catch (IllegalArgumentException refused) {
            Map<?, ?> options = inner(inner(attributes.system().get(SHELL)).get(OPTIONS));
            Map<?, ?> output = inner(options.get(OUTPUT));
            InputOptions input = InputOptions.ofEarlier(options.get(INPUT));
            boolean isTerminal = input instanceof InputOptions.Terminal;
            return new ShellOptions(
                    known(() -> umask(options.get(UMASK)), OptionalInt.empty()),
                    known(() -> limits(inner(options.get(RLIMIT))), Map.of()),
                    isTerminal ? Optional.empty() : earlierFile(inner(output.get(STDOUT))),
                    isTerminal ? Optional.empty() : earlierFile(inner(output.get(STDERR))),
                    known(() -> truncates(output.get(MODE)), false),
                    !isTerminal && Boolean.TRUE.equals(inner(output.get(STDOUT)).get(LABEL)),
                    !isTerminal && Boolean.TRUE.equals(inner(output.get(STDERR)).get(LABEL)),
                    input,
                    known(() -> flag(options.get(SLURM_ENV)), false));
        }
    }

    private static Optional<OutputName> earlierFile(Map<?, ?> said) {
        return said.get(PATH) instanceof String path && OutputName.isName(path) && !STORE.equals(said.get(TYPE))
                ? Optional.of(new OutputName(path))
                : Optional.empty();
    }

    private static Map<?, ?> inner(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? map : Map.of();
    }

    private static <T> T known(Supplier<T> option, T otherwise) {
        try {
            return option.get();
        } catch (IllegalArgumentException refused) {
            return otherwise;
        }
    }

    private static Optional<OutputName> file(String stream, @Nullable Object said) {
        String what = OUTPUT + "." + stream;
        Map<?, ?> options = known(what, said, TYPE, PATH, LABEL);
        Object type = options.get(TYPE);
        Object path = options.get(PATH);
        if (type != null && !type.equals(FILE) && !type.equals(STORE)) {
            throw new IllegalArgumentException(
                    "'type' of '" + what + "' must be " + FILE + " or " + STORE + ", found " + type);
        }
        if (path == null && FILE.equals(type)) {
            throw new IllegalArgumentException("'" + what + "' of the type file requires 'path'");
        }
        if (path != null && (!(path instanceof String) || STORE.equals(type))) {
            throw new IllegalArgumentException(
                    "'path' of '" + what + "' must be text, and requires the type file, found " + path);
        }
        return Optional.ofNullable((String) path).map(OutputName::checked);
    }

    private static boolean labels(String stream, @Nullable Object said) {
        Object label = mapping(stream, said).get(LABEL);
        if (label != null && !(label instanceof Boolean)) {
            throw new IllegalArgumentException(
                    "'" + LABEL + "' of '" + OUTPUT + "." + stream + "' must be true or false, found " + label);
        }
        return Boolean.TRUE.equals(label);
    }

    private static boolean flag(@Nullable Object said) {
        if (said != null && !(said instanceof Boolean)) {
            throw new IllegalArgumentException("'" + SLURM_ENV + "' must be true or false, found " + said);
        }
        return Boolean.TRUE.equals(said);
    }

    private static boolean truncates(@Nullable Object mode) {
        if (mode != null && !mode.equals("append") && !mode.equals("truncate")) {
            throw new IllegalArgumentException(
                    "'" + MODE + "' of '" + OUTPUT + "' must be append or truncate, found " + mode);
        }
        return "truncate".equals(mode);
    }

    /**
     * A mapping in the attributes of a job; empty where there is none.
     *
     * @throws IllegalArgumentException with one sentence, if it has other keys than these: the missing effect of an
     *     unknown key would be noticed only after the job
     */
    static Map<?, ?> known(String what, @Nullable Object value, String... keys) {
        return known(what, value, List.of(keys));
    }

    /** Returns a mapping as {@link #known(String, Object, String...)} does. */
    static Map<?, ?> known(String what, @Nullable Object value, List<String> known) {
        Map<?, ?> map = mapping(what, value);
        for (Object key : map.keySet()) {
            String word = String.valueOf(key);
            if (!known.contains(word)) {
                throw new IllegalArgumentException("'" + word + "' in '" + what + "' is not supported here"
                        + (known.isEmpty() ? "" : ", expected one of " + String.join(", ", known))
                        + Nearest.of(word, known)
                                .map(near -> "\nMaybe '" + near + "' is meant.")
                                .orElse(""));
            }
        }
        return map;
    }

    /** The system attributes with this umask and these limits, where they set none themselves. */
    static Map<String, @Nullable Object> completed(
            Map<String, ? extends @Nullable Object> system, OptionalInt umask, Map<String, Long> softLimits) {
        Map<?, ?> said = mapping(OPTIONS, mapping(SHELL, system.get(SHELL)).get(OPTIONS));
        Map<String, @Nullable Object> changed = new LinkedHashMap<>(system);
        if (umask.isPresent() && !said.containsKey(UMASK)) {
            changed = with(changed, String.format("%04o", umask.getAsInt()), UMASK);
        }
        if (!softLimits.isEmpty()) {
            Map<String, @Nullable Object> limits = new LinkedHashMap<>(softLimits);
            limits.putAll(copy(mapping(RLIMIT, said.get(RLIMIT))));
            changed = with(changed, limits, RLIMIT);
        }
        return changed;
    }

    /**
     * The system attributes with one option set to a value. Other options stay.
     *
     * @param path the keys that lead to the option, such as {@code output}, {@code stdout}, {@code path}
     */
    public static Map<String, @Nullable Object> with(
            Map<String, ? extends @Nullable Object> system, Object value, String... path) {
        Map<String, @Nullable Object> changed = new LinkedHashMap<>(system);
        Map<String, @Nullable Object> at = enter(enter(changed, SHELL), OPTIONS);
        for (int i = 0; i < path.length - 1; i++) {
            at = enter(at, path[i]);
        }
        at.put(path[path.length - 1], value);
        return changed;
    }

    private static Map<String, @Nullable Object> enter(Map<String, @Nullable Object> map, String key) {
        Map<String, @Nullable Object> inner = copy(mapping(key, map.get(key)));
        map.put(key, inner);
        return inner;
    }

    private static Map<String, @Nullable Object> copy(Map<?, ?> map) {
        Map<String, @Nullable Object> copy = new LinkedHashMap<>();
        map.forEach((key, value) -> copy.put(String.valueOf(key), value));
        return copy;
    }

    private static Map<?, ?> mapping(String key, @Nullable Object value) {
        if (value == null) {
            return Map.of();
        }
        if (value instanceof Map<?, ?> map) {
            return map;
        }
        throw new IllegalArgumentException("'" + key + "' must be a mapping, found " + value);
    }

    /** A number in a jobspec was written in decimal notation and is refused, so that 22 and 022 are not confused. */
    private static OptionalInt umask(@Nullable Object value) {
        if (value == null) {
            return OptionalInt.empty();
        }
        if (value instanceof String text && OCTAL.matcher(text).matches()) {
            return OptionalInt.of(Integer.parseInt(text, RADIX));
        }
        throw new IllegalArgumentException(
                "'" + UMASK + "' must be octal digits in quotes, such as \"0022\", found " + value);
    }

    private static Map<String, Long> limits(Map<?, ?> said) {
        Map<String, Long> limits = new TreeMap<>();
        said.forEach((key, value) -> {
            String name = String.valueOf(key);
            if (!LIMITS.contains(name)) {
                throw new IllegalArgumentException("unknown limit '" + name + "' in '" + RLIMIT + "', expected one of "
                        + String.join(", ", LIMITS));
            }
            if (!(value instanceof Long number) || number < UNLIMITED) {
                throw new IllegalArgumentException("the limit '" + name + "' must be a whole number, or " + UNLIMITED
                        + " for no limit, found " + value);
            }
            limits.put(name, number);
        });
        return limits;
    }
}
