package io.banyan.rpc.security;

import io.banyan.graph.io.FileTrouble;
import io.banyan.rpc.files.ForeignFile;
import io.banyan.rpc.files.ThisUser;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Keeps a token in a file that only its owner can read. */
public final class TokenFile {
    private static final int MAX_BYTES = 1024;

    private TokenFile() {}

    /** The token in a file, or a new one where there is no such file; that is written nowhere yet. */
    public static Token readOrMake(Path file) throws IOException {
        return Files.notExists(file) ? Token.random() : read(file);
    }

    /**
     * The token in a file.
     *
     * @throws IOException with one sentence, if it is missing, open to others than its owner, or holds something else
     */
    public static Token read(Path file) throws IOException {
        try {
            OwnerOnly.require(file, "token file");
            if (Files.size(file) > MAX_BYTES) {
                throw new FileSystemException("The token file " + file + " is too long to contain a token.");
            }
            return Token.of(Files.readString(file).strip());
        } catch (NoSuchFileException e) {
            throw new IOException("There is no token file " + file + ".", e);
        } catch (AccessDeniedException e) {
            throw FileTrouble.of("read the token file", file, e);
        } catch (IllegalArgumentException e) {
            throw new IOException("The token file " + file + " holds no token: " + e.getMessage(), e);
        }
    }

    /** Returns the text of a token in its file: to be written only to files that no other user can read. */
    public static String text(Token token) {
        return token.secret();
    }

    /**
     * Returns the token of a state directory, which is sent to the daemon that the directory names. In another user's
     * directory, the file must belong to the owner of the directory.
     *
     * @throws IOException with one sentence, as {@link #read} and {@link #readForeign} do, or if it is not that user's
     */
    public static Token readOf(Path directory, Path file) throws IOException {
        if (ThisUser.trusts(directory)) {
            return read(file);
        }
        Token token = readForeign(file);
        if (ForeignFile.owner(file) != ForeignFile.owner(directory)) {
            throw new IOException("The token file " + file + " does not belong to the owner of its directory.");
        }
        return token;
    }

    /**
     * The token in a file in a directory that may be another user's, who may have put anything there.
     *
     * @throws IOException with one sentence, if it is missing, no plain file, open to others than its owner, or holds
     *     something else
     */
    public static Token readForeign(Path file) throws IOException {
        try {
            String text = ForeignFile.read(file, MAX_BYTES).text();
            OwnerOnly.require(file, "token file", LinkOption.NOFOLLOW_LINKS);
            return Token.of(text.strip());
        } catch (NoSuchFileException e) {
            throw new IOException("There is no token file " + file + ".", e);
        } catch (AccessDeniedException e) {
            throw FileTrouble.of("read the token file", file, e);
        } catch (IllegalArgumentException e) {
            throw new IOException("The token file " + file + " holds no token: " + e.getMessage(), e);
        }
    }

    /** Prints a token, for a command that requests exactly this. */
    public static void print(Token token, PrintWriter out) {
        out.println(token.secret());
    }

    /** Writes a token to a file that no other user can read at any moment; an existing file is replaced whole. */
    public static void write(Path file, Token token) throws IOException {
        OwnerOnly.write(file, token.secret() + "\n");
    }
}
