package io.banyan.rpc.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditLogTest {
    private static final long MUCH = 1 << 20;

    @TempDir
    private Path directory;

    private static AuditEntry entry(int job, String why) {
        return new AuditEntry(
                1_700_000_000_123L, "alice", "user", "token", "127.0.0.1:5", "Scheduler/Match", job, "done", why);
    }

    private Path file() {
        return directory.resolve("audit.log");
    }

    @Test
    void aLineIsJsonWhateverIsSaid() throws Exception {
        try (AuditLog log = AuditLog.open(file(), MUCH, 1)) {
            log.add(entry(7, "a \"quoted\" \n line"));
        }
        List<String> lines = Files.readAllLines(file());
        assertThat(lines).hasSize(1);
        JsonNode line = new ObjectMapper().readTree(lines.getFirst());
        assertThat(line.get("at").asText()).isEqualTo("2023-11-14T22:13:20.123Z");
        assertThat(line.get("job").asLong()).isEqualTo(7);
        assertThat(line.get("why").asText()).isEqualTo("a \"quoted\" \n line");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
    }

    @Test
    void anEntryIsThereSoonWithoutBeingAskedFor() throws Exception {
        try (AuditLog log = AuditLog.open(file(), MUCH, 1)) {
            log.add(entry(7, ""));
            await().until(() -> Files.size(file()) > 0);
        }
    }

    @Test
    void aLongFileIsPutAsideAndFewAreKept() throws Exception {
        for (int round = 0; round < 5; round++) {
            try (AuditLog log = AuditLog.open(file(), 2_000, 2)) {
                IntStream.range(0, 10).forEach(i -> log.add(entry(i + 1, "")));
            }
        }
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.map(it -> it.getFileName().toString()))
                    .containsExactlyInAnyOrder("audit.log", "audit.log.1", "audit.log.2");
        }
        assertThat(Files.size(directory.resolve("audit.log.1"))).isLessThanOrEqualTo(2_000);
    }

    @Test
    void nothingIsLeftOutWhereManyBringMuch() throws Exception {
        int threads = 4;
        int each = 40_000;
        try (AuditLog log = AuditLog.open(file(), 1L << 30, 1)) {
            var done = new CountDownLatch(threads);
            for (int t = 0; t < threads; t++) {
                Thread.ofPlatform().start(() -> {
                    IntStream.range(0, each).forEach(i -> log.add(entry(i + 1, "")));
                    done.countDown();
                });
            }
            done.await();
        }
        try (Stream<String> lines = Files.lines(file())) {
            assertThat(lines.count()).isEqualTo((long) threads * each);
        }
    }
}
