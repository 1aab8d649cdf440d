package io.banyan.graph.io;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/** The reason why a file cannot be used, in words for people. Java's exceptions mostly contain only its path. */
public final class FileTrouble {
    private FileTrouble() {}

    /**
     * Returns a sentence with the attempted operation and the reason of the failure. A failure that says a sentence
     * itself says that.
     *
     * @param action what was tried, such as {@code read the token file}
     * @param file the file
     */
    public static String sentence(String action, Path file, IOException failure) {
        String said = String.valueOf(failure.getMessage());
        return isSentence(said) ? said : reason(failure) + ": cannot " + action + " " + file + ".";
    }

    /** A failure with such a sentence. */
    public static IOException of(String action, Path file, IOException failure) {
        return new IOException(sentence(action, file, failure), failure);
    }

    /**
     * Checks that this user may look at a file and read it. Whether there is one is not checked: the caller says that
     * in its own words.
     *
     * @param action what is tried, such as {@code read the journal}
     * @throws IOException with one sentence, if permission is denied
     */
    public static void requirePermitted(String action, Path file) throws IOException {
        try {
            Files.readAttributes(file, BasicFileAttributes.class);
        } catch (AccessDeniedException e) {
            throw of(action, file, e);
        } catch (IOException missing) {
            return;
        }
        if (!Files.isReadable(file)) {
            throw of(action, file, new AccessDeniedException(file.toString()));
        }
    }

    /** Returns the sentence of a failure without a known operation; for an exception of Java it names the file. */
    public static String sentence(IOException failure) {
        String said = String.valueOf(failure.getMessage());
        if (isSentence(said)) {
            return said;
        }
        return failure instanceof FileSystemException known && known.getFile() != null
                ? reason(failure) + ": " + known.getFile() + "."
                : reason(failure) + ".";
    }

    private static boolean isSentence(String said) {
        return said.indexOf(' ') > 0 && (said.endsWith(".") || said.indexOf('\n') > 0);
    }

    /** In a few words, the first with a capital letter. */
    public static String reason(IOException failure) {
        return switch (failure) {
            case AccessDeniedException e -> "Permission denied";
            case NoSuchFileException e -> "No such file or directory";
            case FileAlreadyExistsException e -> "The file already exists";
            case NotDirectoryException e -> "Not a directory";
            case DirectoryNotEmptyException e -> "The directory is not empty";
            case FileSystemLoopException e -> "Too many levels of symbolic links";
            case CharacterCodingException e -> "The content is not UTF-8 text";
            case FileNotFoundException e -> inParentheses(e).orElse("No such file or directory");
            case FileSystemException e when e.getReason() != null -> capital(e.getReason());
            default -> capital(Optional.ofNullable(failure.getMessage()).orElse("Input or output failed"));
        };
    }

    /** Returns the reason from a message of Java's older calls, {@code /path (Permission denied)}. */
    private static Optional<String> inParentheses(FileNotFoundException failure) {
        String said = String.valueOf(failure.getMessage());
        int open = said.lastIndexOf('(');
        return open >= 0 && said.endsWith(")")
                ? Optional.of(said.substring(open + 1, said.length() - 1))
                : Optional.empty();
    }

    private static String capital(String words) {
        String plain = words.endsWith(".") ? words.substring(0, words.length() - 1) : words;
        return plain.isEmpty() ? plain : Character.toUpperCase(plain.charAt(0)) + plain.substring(1);
    }
}
