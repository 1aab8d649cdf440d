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
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The file of a state directory that is there as long as something may be out there of the daemons on it: which providers were asked for it, and as whose. Whoever
 * ends such a daemon finds there whom to ask for it back. Any thread may call.
 */
public final class Purchases {
    private static final int MOST_BYTES = 4 << 20;
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * What stands in it.
     *
     * @param owner as whose it was brought
     * @param providers each with the options that it had when it was asked last
     */
    public record Noted(String owner, List<ProviderSpec> providers) {
        /** Copies the list. */
        public Noted {
            providers = List.copyOf(providers);
        }
    }

    private record Content(String owner, List<Line> providers) {}

    private record Line(String kind, String name, Map<String, String> options) {}

    private final Path file;
    private final String owner;
    /** What stands in the file; null until it was read. */
    private @Nullable List<ProviderSpec> written;

    /** The file, whether it is there or not, for what is brought as this owner's. */
    public Purchases(Path file, String owner) {
        this.file = file;
        this.owner = owner;
    }

    /**
     * A provider is about to be asked for something. When this returns, that is on the disk. O(1) but for the first time.
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
            WholeFile.write(file, JSON.writeValueAsBytes(new Content(owner, lines)));
            written = now;
        }
    }

    /** Nothing is out there any more. */
    public synchronized void end() throws IOException {
        written = null;
        WholeFile.delete(file);
    }

    /**
     * What a file says; empty where there is none.
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
                    content.providers().stream()
                            .map(line -> new ProviderSpec(line.kind(), line.name(), line.options()))
                            .toList()));
        } catch (JsonProcessingException | NullPointerException | IllegalArgumentException e) {
            throw new IOException(
                    "The file " + file + " does not say at which providers something may be out there; it is damaged.",
                    e);
        }
    }
}
