package io.banyan.workflow.fill.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.workflow.fill.CorePlacement;
import io.banyan.workflow.fill.FailureKind;
import io.banyan.workflow.fill.FillNeeds;
import io.banyan.workflow.fill.FillProgram;
import io.banyan.workflow.fill.FillRecord;
import io.banyan.workflow.fill.FillRequest;
import io.banyan.workflow.fill.FillSet;
import io.banyan.workflow.fill.TaskFailure;
import io.banyan.workflow.fill.TaskOrder;
import io.banyan.workflow.fill.TaskRange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileFillJournalTest {
    private static final List<FillRecord> RECORDS = List.of(
            new FillRecord.SetSubmitted(FillSet.of(1, 3, FillRequest.cores(1), FillProgram.of("true"))),
            new FillRecord.SetSubmitted(new FillSet(
                    2,
                    "naïve \"set\"",
                    3,
                    new FillRequest(
                            List.of(FillNeeds.cores(4).with("gpu", 5_000), FillNeeds.cores(FillNeeds.ALL_CORES)),
                            1,
                            CorePlacement.TIGHT,
                            -7,
                            1_500,
                            3),
                    new FillProgram(
                            List.of("sh", "-c"), List.of("a\nb", "", "c"), "/tmp", new TreeMap<>(Map.of("A", "b"))),
                    TaskOrder.of(3, new int[] {0, 1}, new int[] {2, 2}),
                    List.of(1))),
            new FillRecord.TasksEnded(
                    List.of(new TaskRange(1, 0, 2), TaskRange.one(2, 1)),
                    List.of(new TaskFailure(1, 2, FailureKind.EXIT, 137)),
                    List.of(TaskRange.one(2, 0))),
            new FillRecord.TasksCancelled(List.of(new TaskRange(1, 2, 4))),
            new FillRecord.SetCancelled(2));

    @TempDir
    private Path directory;

    private Path write() throws IOException {
        Path file = directory.resolve("journal");
        try (FileFillJournal journal = FileFillJournal.open(file)) {
            assertThat(journal.replay()).isEmpty();
            for (FillRecord record : RECORDS) {
                journal.append(record);
            }
        }
        return file;
    }

    private static List<FillRecord> read(Path file) throws IOException {
        try (FileFillJournal journal = FileFillJournal.open(file)) {
            return journal.replay();
        }
    }

    @Test
    void keepsRecords() throws IOException {
        assertThat(read(write())).isEqualTo(RECORDS);
    }

    @Test
    void cutsARecordThatIsNotComplete() throws IOException {
        Path file = write();
        byte[] whole = Files.readAllBytes(file);
        int known = RECORDS.size();
        for (int length = whole.length - 1; length > 0; length--) {
            Files.write(file, Arrays.copyOf(whole, length));
            List<FillRecord> records = read(file);
            assertThat(records).isEqualTo(RECORDS.subList(0, records.size())).hasSizeLessThanOrEqualTo(known);
            known = records.size();
            try (FileFillJournal journal = FileFillJournal.open(file)) {
                journal.append(RECORDS.getLast());
            }
            List<FillRecord> more = new ArrayList<>(records);
            more.add(RECORDS.getLast());
            assertThat(read(file)).isEqualTo(more);
        }
        assertThat(known).isZero();
    }

    @Test
    void refusesDamageBeforeTheLastRecord() throws IOException {
        Path file = write();
        byte[] whole = Files.readAllBytes(file);
        int refused = 0;
        for (int place = 0; place < whole.length; place++) {
            byte[] damaged = whole.clone();
            damaged[place] ^= 0x10;
            Files.write(file, damaged);
            try {
                // Damage in the last record cannot be told from an incomplete one.
                assertThat(read(file)).isEqualTo(RECORDS.subList(0, RECORDS.size() - 1));
            } catch (IOException e) {
                refused++;
            }
        }
        // The last record has a prefix of 12 bytes, of which 8 have a checksum of their own, and a body of 2 bytes.
        assertThat(refused).isEqualTo(whole.length - 6);
    }

    @Test
    void refusesAnotherProcessAndOtherFiles() throws IOException {
        Path file = write();
        try (FileFillJournal journal = FileFillJournal.open(file)) {
            assertThat(journal.toString()).endsWith("journal");
            assertThatThrownBy(() -> FileFillJournal.open(file))
                    .hasMessage("another filler uses the journal '" + file + "'");
        }
        Files.writeString(file, "something else that is not a journal");
        assertThatThrownBy(() -> FileFillJournal.open(file))
                .hasMessage("'" + file + "' is not the journal of a filler");
    }
}
