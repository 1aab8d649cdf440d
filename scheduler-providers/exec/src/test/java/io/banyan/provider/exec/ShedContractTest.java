package io.banyan.provider.exec;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.banyan.provider.ExternalProvider;
import io.banyan.provider.ProviderContext;
import io.banyan.provider.ProvisionResult;
import io.banyan.provider.contract.ProviderBackend;
import io.banyan.provider.contract.ProviderContract;
import io.banyan.provider.contract.SampleRequests;
import io.banyan.provider.process.ProgramRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The example in Python, which keeps books, so that nothing of the contract is left out. */
@org.junit.jupiter.api.parallel.Execution(ExecutionMode.CONCURRENT)
class ShedContractTest extends ProviderContract {
    private static final Path EXAMPLE = Path.of("..", "..", "examples", "providers", "shed.py")
            .toAbsolutePath()
            .normalize();

    @TempDir
    Path directory;

    @BeforeAll
    static void needsPython() throws IOException {
        boolean isThere;
        try {
            isThere = ProgramRun.run(List.of("python3", "--version"), new byte[0], Duration.ofSeconds(20))
                            .status()
                    == 0;
        } catch (IOException none) {
            isThere = false;
        }
        Assumptions.assumeTrue(isThere, "there is no python3 on this machine, in which the example is written");
    }

    @Override
    protected ProviderBackend outside() throws IOException {
        return new Shed(Files.createTempDirectory(directory, "shed"));
    }

    /** Where no file can be written, what was lent before stays known. */
    @Test
    void whatIsLentIsNotForgottenWhereItCannotBeWritten() throws Exception {
        try (ProviderBackend outside = outside();
                ExternalProvider shed = outside.provider(new ProviderContext("shed", "test"))) {
            assertThat(provisioned(shed, "a")).isInstanceOf(ProvisionResult.Provisioned.class);
            Set<String> lent = outside.running();
            outside.faults().stream()
                    .filter(fault -> fault.name().equals("full"))
                    .forEach(fault -> fault.inject().run());
            assertThat(provisioned(shed, "b")).isInstanceOf(ProvisionResult.Failed.class);
            assertThat(outside.running()).isEqualTo(lent);
        }
    }

    private static ProvisionResult provisioned(ExternalProvider shed, String id) throws Exception {
        return shed.provision(SampleRequests.request(id, SampleRequests.nodes("2", 1)))
                .toCompletableFuture()
                .get();
    }

    /** The example behind a script that can fail before it, in it and after it. */
    private static final class Shed implements ProviderBackend {
        private static final ObjectMapper JSON = new ObjectMapper();

        private final Path directory;

        Shed(Path directory) throws IOException {
            this.directory = directory;
            Path script = directory.resolve("shed.sh");
            Files.writeString(script, """
                #!/bin/sh
                # What goes wrong is in a file, and goes wrong once.
                export SHED_STATE='%1$s/state.json'
                fault=
                [ "$1" = provision ] && [ -f '%1$s/fault' ] && fault=$(cat '%1$s/fault') && rm '%1$s/fault'
                case $fault in
                    before) echo 'it broke before' >&2; exit 7 ;;
                    after) '%2$s' "$1" >/dev/null; echo 'it broke after' >&2; exit 7 ;;
                    slow) '%2$s' "$1"; sleep 0.3 ;;
                    cut) '%2$s' "$1" | head -c 100 ;;
                    silent) '%2$s' "$1" >/dev/null ;;
                    no) echo 'not today' >&2; exit 1 ;;
                    full) ulimit -f 0; exec '%2$s' "$1" ;;
                    unheard) exec '%2$s' "$1" >/dev/full ;;
                    *) exec '%2$s' "$1" ;;
                esac
                """.formatted(directory, EXAMPLE));
            Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        }

        @Override
        public ExternalProvider provider(ProviderContext context) {
            return new ExecProviderFactory()
                    .create(
                            context,
                            Map.of("path", directory.resolve("shed.sh").toString(), "protocol", "2", "timeout", "60"));
        }

        @Override
        public Set<String> running() {
            Path state = directory.resolve("state.json");
            try {
                JsonNode lent = JSON.readTree(Files.exists(state) ? Files.readString(state) : "{}");
                Set<String> numbers = new TreeSet<>();
                lent.fieldNames().forEachRemaining(numbers::add);
                return numbers;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public List<Fault> faults() {
            return List.of(
                    fault("none"),
                    fault("before"),
                    fault("after"),
                    fault("slow"),
                    fault("cut"),
                    fault("silent"),
                    fault("no"),
                    fault("full"),
                    fault("unheard"));
        }

        private Fault fault(String word) {
            return new Fault(word, () -> {
                try {
                    Files.writeString(directory.resolve("fault"), word);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }

        /** A run that is cut off is killed with all that it has started before its call ends. */
        @Override
        public void settle() {
            // So nothing goes on.
        }

        @Override
        public void close() {
            // The directory goes with the test.
        }
    }
}
