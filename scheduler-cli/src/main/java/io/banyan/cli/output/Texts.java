package io.banyan.cli.output;

import io.banyan.graph.io.FileTrouble;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads whole text files, with a clear message for one that cannot be read. */
public final class Texts {
    /** The character that stands in a decoded text for bytes that are no character, and seldom for itself. */
    private static final char REPLACEMENT = '\uFFFD';

    private Texts() {}

    /**
     * The UTF-8 text of a file that has no more than {@code maxBytes}.
     *
     * @throws CommandFailure where it cannot be read or is too large
     */
    public static String read(Path file, long maxBytes) {
        try (InputStream in = Files.newInputStream(file)) {
            return read(in, file.toString(), maxBytes);
        } catch (IOException e) {
            throw CommandFailure.no(file + ": " + reason(e));
        }
    }

    /**
     * The UTF-8 text of a stream.
     *
     * @param name its name in messages
     * @throws CommandFailure where it is too large or no UTF-8
     */
    public static String read(InputStream in, String name, long maxBytes) throws IOException {
        byte[] bytes = in.readNBytes((int) Math.min(maxBytes + 1, Integer.MAX_VALUE - 8));
        if (bytes.length > maxBytes) {
            throw CommandFailure.no(name + ": larger than the limit of " + maxBytes + " bytes");
        }
        String text = new String(bytes, StandardCharsets.UTF_8);
        if (text.indexOf(REPLACEMENT) >= 0 && !isUtf8(bytes)) {
            throw CommandFailure.no(name + ": not UTF-8 text");
        }
        return text;
    }

    /**
     * Whether an argument, a variable or a path of this process is valid UTF-8. The virtual machine replaces bytes that
     * it cannot decode. A text with the replacement is therefore searched in the bytes of this process's arguments.
     */
    public static boolean isDecoded(String text) {
        return text.indexOf(REPLACEMENT) < 0 || ProcessWords.hasWritten(text);
    }

    static boolean isUtf8(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    /** Returns the meaning of an input or output error, in a few words. */
    public static String reason(IOException e) {
        return switch (e) {
            case NoSuchFileException missing -> "no such file";
            case EOFException cut -> "unexpected end of file; the file may be truncated";
            case AccessDeniedException denied -> "permission denied";
            case IOException directory
            when "Is a directory".equals(e.getMessage()) -> "is a directory, expected a file";
            case FileAlreadyExistsException there -> "the file already exists";
            case FileSystemException directory
            when "Is a directory".equals(directory.getReason()) -> "is a directory, expected a file";
            default -> FileTrouble.reason(e);
        };
    }
}
