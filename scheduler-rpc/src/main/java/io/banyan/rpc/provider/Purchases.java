package io.banyan.rpc.provider;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.banyan.rpc.files.ForeignFile;
import io.banyan.rpc.files.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The file of a state directory that exists as long as providers may hold resources of its daemons: the asked
 * providers, and the owners. The process that ends such a daemon finds there the providers that must take resources
 * back. Any thread may call.
 */
public final class Purchases {
    private static final int MOST_BYTES = 4 << 20;
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * The content of the file.
     *
     * @param owner as whose it was brought
     * @param ofChild whether the instance is a child: of the top of a tree another daemon may go on
     * @param providers each with the options that it had when it was asked last
     */
    public record Noted(String owner, boolean ofChild, List<ProviderSpec> providers) {
        /** Copies the list. */
        public Noted {
            Objects.requireNonNull(owner, "owner");
            providers = List.copyOf(providers);
        }
    }

    private record Content(String owner, boolean ofChild, List<Line> providers) {}

    private record Line(String kind, String name, Map<String, String> options) {
        ProviderSpec spec() {
            return new ProviderSpec(Objects.requireNonNull(kind), name, options);
        }
    }

    private final Path file;
    private final String owner;
    private final boolean ofChild;
    /** The last written content of the file; null before it was read. */
    private @Nullable List<ProviderSpec> written;

    /**
     * Creates the record in a file, which need not exist, for resources of this owner, in a child or the top of a tree.
     */
    public Purchases(Path file, String owner, boolean ofChild) {
        this.file = file;
        this.owner = owner;
        this.ofChild = ofChild;
    }

    /**
     * A provider is about to be asked for something. When this returns, that is on the disk. O(1) but for the first
     * time.
     *
     * @throws IOException if that is not possible: then it is not to be asked
     */
    public synchronized void begin(ProviderSpec provider) throws IOException {
        List<ProviderSpec> before = written;
        if (before == null) {
            before = read(file).map(Noted::providers).orElse(List.of());
        }
        if (written == null || !before.contains(provider)) {
            List<ProviderSpec> now = new ArrayList<>(before);
            now.removeIf(it -> it.name().equals(provider.name()));
            now.add(provider);
            var lines = now.stream()
                    .map(it -> new Line(it.kind(), it.name(), it.options()))
                    .toList();
            WholeFile.write(file, JSON.writeValueAsBytes(new Content(owner, ofChild, lines)));
            written = now;
        }
    }

    /** Removes the record, because no provider holds resources any more. */
    public synchronized void end() throws IOException {
        written = null;
        end(file);
    }

    /** Ends the note that another process has written. */
    public static void end(Path file) throws IOException {
        WholeFile.delete(file);
    }

    /**
     * Reads a file; empty if there is none.
     *
     * @throws IOException with one sentence, if it cannot be read, or is none
     */
    public static Optional<Noted> read(Path file) throws IOException {
        if (Files.notExists(file)) {
            return Optional.empty();
        }
        try {
            Content content = JSON.readValue(ForeignFile.read(file, MOST_BYTES).text(), Content.class);
            return Optional.of(new Noted(
                    content.owner(),
                    content.ofChild(),
                    content.providers().stream().map(Line::spec).toList()));
        } catch (JsonProcessingException | NullPointerException | IllegalArgumentException e) {
            throw new IOException(
                    "The file " + file + " is damaged, so the providers that may hold resources are unknown.", e);
        }
    }
}
