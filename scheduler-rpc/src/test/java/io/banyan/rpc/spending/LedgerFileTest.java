package io.banyan.rpc.spending;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.provider.Price;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lines of a ledger on a disk, and what is left of them where a daemon ends in the middle. */
class LedgerFileTest {
    private static final Price PRICE = Price.parse("3.6");

    @TempDir
    private Path directory;

    private Path path;
    private final SpendingLedger ledger = new SpendingLedger(86_400, 60);
    private final List<LedgerLine> lines = new ArrayList<>();
    private long now = 1_000_000;

    @BeforeEach
    void nameIt() {
        path = directory.resolve("ledger-shed");
    }

    @Test
    void whatIsWrittenIsReadByTheNextOne() throws Exception {
        LedgerFile file = written(5);
        assertThat(file.takesMore()).isTrue();
        assertThat(new LedgerFile(path).read()).isEqualTo(lines);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                .isEqualTo("rw-------");
        assertThat(new LedgerFile(directory.resolve("none")).read()).isEmpty();
    }

    @Test
    void aLineWithoutAnEndIsOfAChangeThatNobodyReliesOnAndAllElseIsDamage() throws Exception {
        written(0);
        long first = Files.size(path);
        path = directory.resolve("ledger-more");
        written(4);
        byte[] all = Files.readAllBytes(path);
        int ends = 0;
        for (int length = 0; length < all.length; length++) {
            Files.write(path, Arrays.copyOf(all, length));
            if (length < first) {
                assertDamaged();
            } else {
                ends += length > first && all[length - 1] == '\n' ? 1 : 0;
                assertThat(new LedgerFile(path).read()).as("%d bytes", length).isEqualTo(lines.subList(0, ends + 1));
            }
        }
    }

    @Test
    void aByteThatIsWrongIsFound() throws Exception {
        written(3);
        byte[] all = Files.readAllBytes(path);
        for (int at = 0; at < all.length - 1; at++) {
            for (int bit : new int[] {1, 2, 32, 128}) {
                byte[] wrong = all.clone();
                wrong[at] ^= (byte) bit;
                Files.write(path, wrong);
                assertDamaged();
            }
        }
    }

    @Test
    void whatHasNoEndIsWrittenAnewAndWhatWasLeftBesideItIsNot() throws Exception {
        written(2);
        Files.writeString(path, "0123", StandardOpenOption.APPEND);
        Files.writeString(directory.resolve("ledger-shed.new"), "half of a ledger");
        var file = new LedgerFile(path);
        assertThat(file.read()).isEqualTo(lines);
        assertThat(file.takesMore()).isFalse();
        List<LedgerLine> all = new ArrayList<>(ledger.lines());
        file.replace(all);
        all.add(change());
        file.add(all.getLast());
        assertThat(new LedgerFile(path).read()).isEqualTo(all);
        assertThat(directory.resolve("ledger-shed.new")).doesNotExist();
    }

    @Test
    void whatCannotBeAddedIsNotAddedTo() throws Exception {
        LedgerFile file = written(2);
        Files.delete(path);
        assertThatThrownBy(() -> file.add(change())).isInstanceOf(IOException.class);
        assertThat(file.takesMore()).isFalse();
        file.replace(ledger.lines());
        assertThat(new LedgerFile(path).read()).isEqualTo(ledger.lines());
    }

    @Test
    void itStaysAsLongAsWhatIsInIt() throws Exception {
        LedgerFile file = written(0);
        for (int i = 0; i < 1_000; i++) {
            LedgerLine line = change();
            if (file.takesMore()) {
                file.add(line);
            } else {
                file.replace(ledger.lines());
            }
        }
        assertThat(Files.size(path)).isLessThan(1L << 17);
    }

    @Test
    void aDaemonThatEndsAnywhereForgetsNothingThatIsOutThere() throws Exception {
        LedgerFile file = written(0);
        long bought = Files.size(path);
        file.add(ledger.came("r1", "alice", Map.of("h", Optional.of(PRICE.times(2)))));
        long came = Files.size(path);
        now += 100;
        ledger.advance(now);
        file.add(ledger.closed("r1", List.of()).orElseThrow());
        byte[] all = Files.readAllBytes(path);
        for (int length = (int) bought; length <= all.length; length++) {
            Files.write(path, Arrays.copyOf(all, length));
            SpendingLedger next = SpendingLedger.of(
                    new LedgerFile(path).read(), new Budget(Optional.empty(), Optional.empty(), 1, 60));
            next.advance(now);
            // Put aside, or known, or paid: it counts.
            assertThat(next.sum(Optional.of("alice")).spent())
                    .as("%d bytes", length)
                    .isEqualTo(Money.of(length < came ? PRICE : PRICE.times(2), 101));
        }
    }

    /** A file with a purchase from its beginning, and so many changes more. */
    private LedgerFile written(int more) throws IOException {
        lines.clear();
        ledger.advance(now);
        if (ledger.has("r1")) {
            ledger.refused("r1");
        }
        ledger.open("r1", "alice", PRICE, 0);
        lines.addAll(ledger.lines());
        lines.removeIf(line -> line.request() == null);
        var file = new LedgerFile(path);
        file.replace(lines);
        for (int i = 0; i < more; i++) {
            LedgerLine line = change();
            file.add(line);
            lines.add(line);
        }
        return file;
    }

    private LedgerLine change() {
        ledger.advance(++now);
        if (ledger.has("other")) {
            return ledger.closed("other", List.of()).orElseThrow();
        }
        ledger.open("other", "bob \"the\" builder \u00e4\n", PRICE, 1000);
        return ledger.came(
                "other",
                "bob \"the\" builder \u00e4\n",
                Map.of("/cluster0/node1", Optional.of(PRICE), "i-1", Optional.empty()));
    }

    private void assertDamaged() {
        assertThatThrownBy(() -> new LedgerFile(path).read())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is damaged at line ")
                .hasMessageContaining("Maybe: ");
    }
}
