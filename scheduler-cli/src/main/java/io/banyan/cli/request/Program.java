package io.banyan.cli.request;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/** Whether a word can only be a program: not the file of a batch script or of a jobspec. */
final class Program {
    private static final Pattern DIRECTORIES = Pattern.compile(File.pathSeparator, Pattern.LITERAL);
    /** The length of the magic number of executables. */
    private static final int MAGIC = 4;
    /** The greatest control character that a text does not begin with. */
    private static final int BEFORE_TAB = 8;

    private static final int DELETE = 0x7f;

    private Program() {}

    /**
     * Whether a word is the name of a program on the search path and of no file here, or names an executable file that
     * is no text.
     */
    static boolean isMeant(String word) {
        return isMeant(word, Optional.ofNullable(System.getenv("PATH")).orElse(""));
    }

    static boolean isMeant(String word, String searchPath) {
        try {
            Path file = Path.of(word);
            if (Files.isRegularFile(file)) {
                return Files.isExecutable(file) && isBinary(file);
            }
            return !word.isEmpty()
                    && !word.contains("/")
                    && Files.notExists(file)
                    && DIRECTORIES
                            .splitAsStream(searchPath)
                            .map(directory -> Path.of(directory, word))
                            .anyMatch(it -> Files.isRegularFile(it) && Files.isExecutable(it));
        } catch (IOException | InvalidPathException unreadable) {
            return false;
        }
    }

    private static boolean isBinary(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            for (byte one : in.readNBytes(MAGIC)) {
                if ((one >= 0 && one <= BEFORE_TAB) || one == DELETE) {
                    return true;
                }
            }
            return false;
        }
    }
}
