package io.banyan.jobspec;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Files that a jobspec carries: {@code attributes.system.files} (RFC 14), in the form of RFC 37. The daemon writes them
 * to the temporary directory of the job before its tasks start. In the words of a task's command, {@link #DIRECTORY}
 * stands for that directory, as in Flux.
 *
 * @param files by name, in the order of the jobspec
 */
public record JobFiles(Map<String, JobFile> files) {
    /** The words that stand for the directory in a command. */
    public static final String DIRECTORY = "{{tmpdir}}";

    /** The most bytes of all files of a jobspec together. */
    public static final int MOST_BYTES = 256 << 10;

    /** The most files of a jobspec. */
    public static final int MOST_FILES = 64;

    /** The key among the system attributes. */
    static final String KEY = "files";

    private static final String MODE = "mode";
    private static final String ENCODING = "encoding";
    private static final String DATA = "data";
    private static final String SIZE = "size";
    private static final String TEXT = "utf-8";
    private static final String BINARY = "base64";
    private static final Pattern NAME = Pattern.compile("[^/\\p{Cntrl}]{1,255}");
    /** The type of a regular file in a mode, as stat(2) has it. */
    private static final long REGULAR = 0100000;

    private static final long PERMISSIONS = 0777;
    private static final long USUAL_MODE = 0600;

    /**
     * One file.
     *
     * @param permissions as in chmod(2)
     * @param data the content, as text or in base64
     */
    public record JobFile(int permissions, String data, boolean isBase64) {
        /** The content. O(its size). */
        public byte[] bytes() {
            return isBase64 ? Base64.getDecoder().decode(data) : data.getBytes(StandardCharsets.UTF_8);
        }
    }

    /** Copies the map. */
    public JobFiles {
        files = Collections.unmodifiableMap(new LinkedHashMap<>(files));
    }

    /** Whether there are none. */
    public boolean isEmpty() {
        return files.isEmpty();
    }

    /**
     * The files of a jobspec. O(their size).
     *
     * @throws IllegalArgumentException with one sentence, if they are not in the form of RFC 37, or are too large
     */
    public static JobFiles of(Attributes attributes) {
        Object said = attributes.system().get(KEY);
        if (said == null) {
            return new JobFiles(Map.of());
        }
        if (!(said instanceof Map<?, ?> entries)) {
            throw new IllegalArgumentException("'" + KEY + "' must be a mapping from names to files, found " + said);
        }
        if (entries.size() > MOST_FILES) {
            throw new IllegalArgumentException(
                    "a jobspec can contain at most " + MOST_FILES + " files, found " + entries.size());
        }
        Map<String, JobFile> files = new LinkedHashMap<>();
        long bytes = 0;
        for (Map.Entry<?, ?> entry : entries.entrySet()) {
            String name = String.valueOf(entry.getKey());
            JobFile file = file(name, entry.getValue());
            files.put(name, file);
            bytes += file.bytes().length;
        }
        if (bytes > MOST_BYTES) {
            throw new IllegalArgumentException(
                    "the files of a jobspec can have at most " + MOST_BYTES + " bytes in total, found " + bytes);
        }
        return new JobFiles(files);
    }

    /** The system attribute that carries one executable text file. */
    public static Map<String, Object> script(String name, String text) {
        Map<String, Object> file = new LinkedHashMap<>();
        file.put(MODE, REGULAR | 0700);
        file.put(ENCODING, TEXT);
        file.put(DATA, text);
        return Map.of(name, file);
    }

    /** Returns the jobspec with these files, which replace the earlier ones. */
    public static Jobspec carriedBy(Jobspec jobspec, Map<String, Object> files) {
        return jobspec.with(KEY, files);
    }

    /** The value of the attribute with the sizes of the files in place of their content. It cannot be submitted. */
    static Map<String, Object> withoutContent(@Nullable Object said) {
        Map<String, Object> files = new LinkedHashMap<>();
        if (said instanceof Map<?, ?> entries) {
            entries.forEach((name, entry) -> {
                Object data = entry instanceof Map<?, ?> file ? file.get(DATA) : entry;
                files.put(String.valueOf(name), Map.of(SIZE, (long)
                        String.valueOf(data).length()));
            });
        }
        return files;
    }

    /** The word of a command with the directory in place of {@link #DIRECTORY}. */
    public static String resolved(String word, String directory) {
        return word.replace(DIRECTORY, directory);
    }

    private static JobFile file(String name, @Nullable Object said) {
        if (!NAME.matcher(name).matches() || name.equals(".") || name.equals("..")) {
            throw new IllegalArgumentException("'" + KEY + "' must contain file names without a slash, found '"
                    + name.replaceAll("\\p{Cntrl}", "?") + "'");
        }
        if (said instanceof String text) {
            return new JobFile((int) USUAL_MODE, text, false);
        }
        String what = KEY + "." + name;
        Map<?, ?> entry = ShellOptions.known(what, said, MODE, ENCODING, DATA, SIZE);
        int permissions = permissions(what, entry.get(MODE));
        if (!(entry.get(DATA) instanceof String data)) {
            throw new IllegalArgumentException("'" + DATA + "' of '" + what + "' must be text");
        }
        Object encoding = Optional.<Object>ofNullable(entry.get(ENCODING)).orElse(TEXT);
        if (!encoding.equals(TEXT) && !encoding.equals(BINARY)) {
            throw new IllegalArgumentException(
                    "'" + ENCODING + "' of '" + what + "' must be " + TEXT + " or " + BINARY + ", found " + encoding);
        }
        var file = new JobFile(permissions, data, encoding.equals(BINARY));
        requireDecodable(what, file);
        return file;
    }

    private static void requireDecodable(String what, JobFile file) {
        try {
            var unused = file.bytes();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("'" + DATA + "' of '" + what + "' is not base64", e);
        }
    }

    private static int permissions(String what, @Nullable Object mode) {
        long value = mode == null ? USUAL_MODE : mode instanceof Long number ? number : -1;
        long permissions = value & PERMISSIONS;
        if (value != permissions && value != (REGULAR | permissions)) {
            throw new IllegalArgumentException("'" + MODE + "' of '" + what
                    + "' must be the mode of a regular file, such as 33216, found " + mode);
        }
        return (int) permissions;
    }
}
