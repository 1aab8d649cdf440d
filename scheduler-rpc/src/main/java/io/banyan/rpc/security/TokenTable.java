package io.banyan.rpc.security;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.banyan.graph.io.FileTrouble;
import io.banyan.instance.message.value.Role;
import io.banyan.rpc.files.DiskFull;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The named tokens of an instance, as its state directory keeps them: a JSON file that only its owner can read, and
 * that holds digests and no secret. It is replaced whole, so that a daemon that reads it meanwhile sees the one or the
 * other.
 *
 * @param file where they are
 */
public record TokenTable(Path file) {
    /** The most tokens of an instance. */
    public static final int MOST = 10_000;

    /**
     * Maximal size of the table. A thread that serves all clients reads it: 1.5 MB with 9,500 tokens take 30 ms of
     * processor time, and 100 ms the first time.
     */
    private static final long MAX_BYTES = 2L << 20;

    private static final FileAttribute<?> OWNERS_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * All of them, in the order of their names; none where there is no file. O(tokens).
     *
     * @throws IOException with one sentence, if the file is open to others than its owner or holds something else
     */
    public List<NamedToken> read() throws IOException {
        try {
            OwnerOnly.requireOwn(file, "token file");
            if (Files.size(file) > MAX_BYTES) {
                throw new IOException("The token file " + file + " is longer than " + MAX_BYTES + " bytes.");
            }
            return read(JSON.readTree(file.toFile()));
        } catch (NoSuchFileException none) {
            return List.of();
        } catch (AccessDeniedException e) {
            throw FileTrouble.of("read the table of tokens", file, e);
        } catch (JsonProcessingException | IllegalArgumentException e) {
            throw new IOException("The token file " + file + " cannot be parsed: " + firstLine(e), e);
        }
    }

    /**
     * Adds one.
     *
     * @throws IOException with one sentence, if there is one of that name or with that certificate, or the file cannot
     *     be written
     */
    @SuppressWarnings("try") // The lock is held, not used.
    public void add(NamedToken token) throws IOException {
        try (FileChannel channel = lockFile();
                FileLock lock = channel.lock()) {
            List<NamedToken> tokens = new ArrayList<>(read());
            for (NamedToken other : tokens) {
                if (other.name().equals(token.name())) {
                    throw new IOException("The token '" + token.name()
                            + "' already exists.\nMaybe: banyan token revoke " + token.name());
                }
                if (token.certificate().isPresent() && token.certificate().equals(other.certificate())) {
                    throw new IOException("The certificate '"
                            + token.certificate().get() + "' already belongs to '" + other.name() + "'.");
                }
            }
            if (tokens.size() >= MOST) {
                throw new IOException("There are " + MOST + " tokens already, which is the limit.");
            }
            tokens.add(token);
            write(tokens);
        }
    }

    /**
     * Removes a token; a running daemon refuses it within a second.
     *
     * @return whether there was one
     */
    @SuppressWarnings("try") // The lock is held, not used.
    public boolean revoke(String name) throws IOException {
        try (FileChannel channel = lockFile();
                FileLock lock = channel.lock()) {
            List<NamedToken> tokens = new ArrayList<>(read());
            boolean isGone = tokens.removeIf(token -> token.name().equals(name));
            if (isGone) {
                write(tokens);
            }
            return isGone;
        }
    }

    private FileChannel lockFile() throws IOException {
        Path lock = file.resolveSibling(file.getFileName() + ".lock");
        try {
            return FileChannel.open(lock, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), OWNERS_ONLY);
        } catch (IOException e) {
            throw DiskFull.named(e, lock);
        }
    }

    private void write(List<NamedToken> tokens) throws IOException {
        var sorted = new TreeMap<String, NamedToken>();
        tokens.forEach(token -> sorted.put(token.name(), token));
        ArrayNode list = JSON.createArrayNode();
        for (NamedToken token : sorted.values()) {
            ObjectNode entry = list.addObject()
                    .put("name", token.name())
                    .put("role", token.role().toString());
            token.sha256().ifPresent(it -> entry.put("sha256", it));
            token.osUser().ifPresent(it -> entry.put("os_user", it));
            token.certificate().ifPresent(it -> entry.put("certificate", it));
        }
        String text = JSON.writerWithDefaultPrettyPrinter()
                .writeValueAsString(JSON.createObjectNode().set("tokens", list));
        if (text.length() >= MAX_BYTES) {
            throw new IOException("The token file " + file + " would be longer than " + MAX_BYTES
                    + " bytes, which is the limit.\nMaybe: revoke unused tokens with 'banyan token revoke'.");
        }
        OwnerOnly.write(file, text + "\n");
    }

    private static List<NamedToken> read(JsonNode root) {
        JsonNode list = root.path("tokens");
        if (!list.isArray() || list.size() > MOST) {
            throw new IllegalArgumentException("expected a list 'tokens' of at most " + MOST);
        }
        var tokens = new TreeMap<String, NamedToken>();
        for (JsonNode entry : list) {
            NamedToken token = new NamedToken(
                    entry.path("name").asText(),
                    Role.parse(entry.path("role").asText()),
                    text(entry, "sha256"),
                    text(entry, "os_user"),
                    text(entry, "certificate"));
            if (tokens.put(token.name(), token) != null) {
                throw new IllegalArgumentException("'" + token.name() + "' occurs twice");
            }
        }
        return List.copyOf(tokens.values());
    }

    private static Optional<String> text(JsonNode entry, String key) {
        return entry.hasNonNull(key) ? Optional.of(entry.get(key).asText()) : Optional.empty();
    }

    private static String firstLine(Exception e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }
}
