package org.example.berths;

import io.banyan.provider.ExternalProvider;
import io.banyan.provider.ProviderContext;
import io.banyan.provider.contract.ProviderBackend;
import io.banyan.provider.contract.ProviderContract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** The contract, of which a harbour keeps all. */
class BerthsTest extends ProviderContract {
    @TempDir
    Path directory;

    @Override
    protected ProviderBackend outside() throws IOException {
        return new Harbour(Files.createTempDirectory(directory, "harbour"));
    }

    /** A directory. What can go wrong in it: others have all of it, or all but one, or it is not there. */
    private record Harbour(Path directory) implements ProviderBackend {
        @Override
        public ExternalProvider provider(ProviderContext context) {
            return new BerthsFactory().create(context, Map.of("path", directory.toString()));
        }

        @Override
        public Set<String> running() {
            if (Files.notExists(directory)) {
                return Set.of();
            }
            try (Stream<Path> files = Files.list(directory)) {
                return files.filter(file -> !read(file).startsWith("others"))
                        .map(Path::toString)
                        .collect(Collectors.toSet());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static String read(Path file) {
            try {
                return Files.readString(file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public List<Fault> faults() {
            return List.of(
                    new Fault("none", () -> {}),
                    new Fault("full", () -> others(8)),
                    new Fault("almost full", () -> others(7)),
                    new Fault("gone", () -> directory.toFile().delete()));
        }

        private void others(int berths) {
            for (int berth = 0; berth < berths; berth++) {
                try {
                    Files.writeString(directory.resolve("berth" + berth), "others\nx\n");
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }

        @Override
        public void settle() {
            // What is done is done.
        }

        @Override
        public void close() {
            // The directory goes with the test.
        }
    }
}
