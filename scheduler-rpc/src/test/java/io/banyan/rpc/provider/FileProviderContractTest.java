package io.banyan.rpc.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.jobspec.Jobspec;
import io.banyan.provider.ExternalProvider;
import io.banyan.provider.Handle;
import io.banyan.provider.Inventory;
import io.banyan.provider.ProviderContext;
import io.banyan.provider.ProvisionResult;
import io.banyan.provider.contract.ProviderBackend;
import io.banyan.provider.contract.ProviderContract;
import io.banyan.provider.contract.SampleRequests;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pool from a file, which knows what it has lent by its notes alone. */
class FileProviderContractTest extends ProviderContract {
    private static final ProviderContext CONTEXT = new ProviderContext("cloud", "test");

    @TempDir
    Path directory;

    @Override
    protected ProviderBackend outside() throws IOException {
        return new Pool(Files.createTempDirectory(directory, "pool"));
    }

    /** The cores of the pool's nodes are in sockets. */
    @Override
    protected Jobspec modest() {
        return nodes("2");
    }

    private static Jobspec nodes(String count) {
        return SampleRequests.jobspec(
                "[{type: slot, count: " + count + ", label: s, with: [{type: node, count: 1, with: "
                        + "[{type: socket, count: 1, with: [{type: core, count: 1}]}]}]}]");
    }

    @Test
    void whatWentBackInPartIsSoAfterARestart() throws Exception {
        try (ProviderBackend outside = outside()) {
            ((Pool) outside).options.put("capacity", "2");
            List<Handle> handles;
            try (ExternalProvider provider = outside.provider(CONTEXT)) {
                handles = brought(provider, "a", "2").handles();
                provider.release("a", handles.subList(0, 1))
                        .toCompletableFuture()
                        .get();
            }
            try (ExternalProvider next = outside.provider(CONTEXT)) {
                assertThat(brought(next, "a", "2").handles()).isEqualTo(handles.subList(1, 2));
                assertThat(holdings(next)).hasSize(1);
                assertThat(brought(next, "b", "1").handles()).isNotEqualTo(handles.subList(1, 2));
                assertThat(next.provision(SampleRequests.request("c", nodes("1")))
                                .toCompletableFuture()
                                .get())
                        .isInstanceOf(ProvisionResult.Refused.class);
            }
        }
    }

    /** Anything that is in the pool again and could not be written is written before anything is said to be back. */
    @Test
    void whatCannotBeWrittenIsNotBackUntilItIs() throws Exception {
        try (ProviderBackend outside = outside();
                ExternalProvider provider = outside.provider(CONTEXT)) {
            brought(provider, "a", "1");
            Set<String> lent = outside.running();
            fail(outside, "unwritable");
            assertThat(provider.release("a", List.of())).isCompletedExceptionally();
            assertThat(outside.running()).isEqualTo(lent);
            ((Pool) outside).mend();
            provider.release("a", List.of()).toCompletableFuture().get();
            assertThat(outside.running()).isEmpty();
        }
    }

    /** Whoever is interrupted knows not which of the two versions of the notes is there. */
    @Test
    void whatWasCutOffInTheMiddleOfWritingLeavesNothingBeside() throws Exception {
        try (ProviderBackend outside = outside();
                ExternalProvider provider = outside.provider(CONTEXT)) {
            brought(provider, "b", "1");
            Set<String> lent = outside.running();
            Thread.currentThread().interrupt();
            var cutOff = provider.provision(SampleRequests.request("a", nodes("1")));
            assertThat(Thread.interrupted()).isTrue();
            assertThat(cutOff.toCompletableFuture().get()).isInstanceOf(ProvisionResult.Failed.class);
            assertThat(((Pool) outside).directory).isDirectoryNotContaining("glob:**.new");
            provider.release("a", List.of()).toCompletableFuture().get();
            assertThat(outside.running()).isEqualTo(lent);
        }
    }

    @Test
    void damagedNotesAreToldAndNothingIsLent() throws Exception {
        try (ProviderBackend outside = outside()) {
            for (String damaged : List.of("", "{", "{\"leases\": [{\"request\": \"a\"}]}", "{\"leases\": 7}", "[]")) {
                Files.writeString(((Pool) outside).notes("test"), damaged);
                assertThatThrownBy(() -> outside.provider(CONTEXT))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("are damaged, so the loans of the pool are unknown");
            }
        }
    }

    @Test
    void whatThePoolHasNoMoreIsNotOutThereEither() throws Exception {
        try (ProviderBackend outside = outside()) {
            try (ExternalProvider provider = outside.provider(CONTEXT)) {
                brought(provider, "a", "1");
            }
            Path notes = ((Pool) outside).notes("test");
            Files.writeString(notes, Files.readString(notes).replace("us-east-1", "moon-1"));
            try (ExternalProvider next = outside.provider(CONTEXT)) {
                assertThat(holdings(next)).isEmpty();
                brought(next, "b", "1");
            }
        }
    }

    private static void fail(ProviderBackend outside, String fault) {
        outside.faults().stream()
                .filter(it -> it.name().equals(fault))
                .forEach(it -> it.inject().run());
    }

    private static ProvisionResult.Provisioned brought(ExternalProvider provider, String id, String count)
            throws Exception {
        return (ProvisionResult.Provisioned) provider.provision(SampleRequests.request(id, nodes(count)))
                .toCompletableFuture()
                .get();
    }

    private static List<Inventory.Holding> holdings(ExternalProvider provider) throws Exception {
        return ((Inventory.Listed) provider.inventory().toCompletableFuture().get()).holdings();
    }

    /** A directory with the notes of each owner. */
    private static final class Pool implements ProviderBackend {
        private final Path directory;
        private final Map<String, String> options = new HashMap<>();

        Pool(Path directory) {
            this.directory = directory;
            options.put("path", ProviderTest.POOL.toString());
        }

        Path notes(String owner) {
            return directory.resolve(owner);
        }

        @Override
        public ExternalProvider provider(ProviderContext context) {
            Optional<Path> notes = Optional.of(notes(context.owner()));
            return new FileProviderFactory()
                    .create(new ProviderContext(context.name(), context.owner(), notes), options);
        }

        @Override
        public Set<String> running() {
            try (Stream<Path> owners = Files.list(directory).filter(Files::isRegularFile)) {
                return owners.flatMap(file -> new LeaseNotes(Optional.of(file))
                                .read().stream()
                                        .flatMap(lent -> lent.graph().vertices().stream())
                                        .filter(vertex -> vertex.type().name().equals("node"))
                                        .map(vertex -> file.getFileName() + vertex.path()))
                        .collect(Collectors.toSet());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public List<Fault> faults() {
            return List.of(
                    new Fault("none", () -> {}),
                    new Fault("slow", () -> options.put("delay", "300")),
                    new Fault("empty", () -> options.put("capacity", "0")),
                    new Fault("unwritable", () -> obstruct(true)));
        }

        void mend() {
            obstruct(false);
        }

        /** Where its new version is to be written is a directory. */
        private void obstruct(boolean isObstructed) {
            for (String owner : List.of("contract-0815", "test")) {
                Path there = directory.resolve(owner + ".new");
                try {
                    if (isObstructed) {
                        Files.createFile(Files.createDirectory(there).resolve("in-the-way"));
                    } else {
                        Files.delete(there.resolve("in-the-way"));
                        Files.delete(there);
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }

        /** Nothing goes on. */
        @Override
        public void settle() {
            // So nothing is to be waited for.
        }

        @Override
        public void close() {
            // The directory goes with the test.
        }
    }
}
