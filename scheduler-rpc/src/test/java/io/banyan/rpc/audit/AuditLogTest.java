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
        var alice = new AuditEntry.Asker("alice", "user", "token");
        return new AuditEntry(
                1_700_000_000_123L,
                alice,
                new AuditEntry.Place("127.0.0.1:5", "", ""),
                "Scheduler/Match",
                "r-1",
                job,
                "",
                "done",
                why);
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
    void afterAFailureItGoesOnAsSoonAsItCan() throws Exception {
        Path below = Files.createDirectory(directory.resolve("below"));
        Path file = below.resolve("audit.log");
        try (AuditLog log = AuditLog.open(file, 100, 1)) {
            log.add(entry(1, ""));
            await().until(() -> Files.exists(file) && Files.size(file) > 0);
            // What is put aside has no place to go to.
            Files.createDirectories(below.resolve("audit.log.1/taken"));
            log.add(entry(2, ""));
            log.writeOut();
            assertThat(Files.readAllLines(file)).as("nothing is left out").hasSize(2);
            Files.delete(below.resolve("audit.log.1/taken"));
            Files.delete(below.resolve("audit.log.1"));
            log.add(entry(3, ""));
        }
        assertThat(Files.readString(file)).contains("\"job\":3");
        assertThat(Files.readAllLines(below.resolve("audit.log.1"))).hasSize(2);
    }

    /** A directory stands in the way, as where no file can be opened any more: the next attempts push nothing out. */
    @Test
    void oldFilesSurviveThatThereCanBeNoNewOne() throws Exception {
        try (AuditLog log = AuditLog.open(file(), 100, 3)) {
            for (int i = 1; i <= 3; i++) {
                log.add(entry(i, ""));
                log.writeOut();
            }
            Path inTheWay = Files.createDirectories(directory.resolve("audit.log.new/taken"));
            for (int i = 4; i <= 9; i++) {
                log.add(entry(i, ""));
                log.writeOut();
            }
            assertThat(Files.readString(directory.resolve("audit.log.2"))).contains("\"job\":1");
            assertThat(Files.readString(directory.resolve("audit.log.1"))).contains("\"job\":2");
            assertThat(Files.readAllLines(file())).hasSize(7);
            Files.delete(inTheWay);
            log.add(entry(10, ""));
        }
        assertThat(Files.readString(file())).contains("\"job\":10");
        assertThat(Files.readString(directory.resolve("audit.log.3"))).contains("\"job\":1");
    }

    /** A file that is half moved is moved no further than is needed. */
    @Test
    void aGapAmongTheOldFilesIsFilledFirst() throws Exception {
        for (int number : List.of(2, 3)) {
            Files.writeString(directory.resolve("audit.log." + number), "old " + number);
        }
        try (AuditLog log = AuditLog.open(file(), 100, 3)) {
            log.add(entry(1, ""));
            log.writeOut();
            log.add(entry(2, ""));
        }
        assertThat(Files.readString(directory.resolve("audit.log.1"))).contains("\"job\":1");
        assertThat(Files.readString(directory.resolve("audit.log.3"))).isEqualTo("old 3");
    }

    @Test
    void takesOtherLimitsWhileItIsOpen() throws Exception {
        try (AuditLog log = AuditLog.open(file(), MUCH, 1)) {
            log.add(entry(1, ""));
            log.writeOut();
            log.limitTo(100, 2);
            log.add(entry(2, ""));
        }
        assertThat(Files.readString(directory.resolve("audit.log.1"))).contains("\"job\":1");
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
