package io.banyan.cli.output;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The bytes of the arguments and variables of this process. They distinguish a character U+FFFD that the user wrote
 * from one that the virtual machine put in place of bytes that it could not decode.
 */
final class ProcessWords {
    private static final Path SELF = Path.of("/proc/self");

    private ProcessWords() {}

    /** Whether a text of this process is as the user wrote it, as far as this system can determine. */
    static boolean hasWritten(String text) {
        try {
            return isIn(text, Files.readAllBytes(SELF.resolve("cmdline")), Files.readAllBytes(SELF.resolve("environ")));
        } catch (IOException unknown) {
            return false;
        }
    }

    /**
     * Whether words of valid UTF-8 contain a text and no other words do where they are decoded.
     *
     * @param blocks of words, each with NUL behind it
     */
    static boolean isIn(String text, byte[]... blocks) {
        boolean isWritten = false;
        for (byte[] block : blocks) {
            for (byte[] word : words(block)) {
                if (new String(word, StandardCharsets.UTF_8).contains(text)) {
                    if (!Texts.isUtf8(word)) {
                        return false;
                    }
                    isWritten = true;
                }
            }
        }
        return isWritten;
    }

    private static byte[][] words(byte[] block) {
        return Arrays.stream(new String(block, StandardCharsets.ISO_8859_1).split("\0", -1))
                .map(word -> word.getBytes(StandardCharsets.ISO_8859_1))
                .toArray(byte[][]::new);
    }
}
