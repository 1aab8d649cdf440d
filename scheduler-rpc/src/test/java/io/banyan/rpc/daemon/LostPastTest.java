package io.banyan.rpc.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.resource.JobId;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.store.JournalKind;
import io.banyan.rpc.store.SqlJournal;
import io.banyan.rpc.transport.Address;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A state directory whose journal is gone, and one that never had any. */
@Timeout(60)
class LostPastTest {
    private static final Path GRAPH = Path.of("..", "resource-graphs", "small.graphml");

    @TempDir
    private Path directory;

    private StateDirectory state() {
        return new StateDirectory(directory.resolve("state"));
    }

    private DaemonConfig.Builder config(ResourceSource resources) {
        return DaemonConfig.of(state(), "top", resources);
    }

    private void startAndEnd() throws DaemonException {
        Daemon.start(config(GraphFile.of(GRAPH)).build()).close();
    }

    private void refused(String words) {
        for (ResourceSource resources : new ResourceSource[] {GraphFile.of(GRAPH), new Founded()}) {
            assertThatThrownBy(() -> Daemon.start(config(resources).build()))
                    .isInstanceOf(DaemonException.class)
                    .hasMessageContaining(words)
                    .hasMessageContaining("banyan restore")
                    .hasMessageContaining("another --state");
        }
    }

    @Test
    void aDirectoryThatWasUsedIsNotBegunAnewWithoutItsJournal() throws Exception {
        startAndEnd();
        Files.delete(state().journal());
        refused("is missing");
        assertThat(state().journal()).doesNotExist();
        assertThat(LostPast.at(state(), false)).isPresent();
    }

    @Test
    void aWriteAheadLogWithoutItsDatabaseIsKept() throws Exception {
        startAndEnd();
        Files.delete(state().journal());
        Path log = Files.write(state().path().resolve("journal.db-wal"), new byte[4_096]);
        refused("is missing");
        Files.createFile(state().journal());
        refused("is empty");
        assertThat(log).hasSize(4_096);
        Files.delete(state().journal());
        assertThatThrownBy(() -> Daemon.start(
                        config(GraphFile.of(GRAPH)).journal(JournalKind.MEMORY).build()))
                .hasMessageContaining("has a journal on disk");
    }

    @Test
    void aJournalThatIsEmptiedIsFoundOutAndLeftAsItIs() throws Exception {
        startAndEnd();
        Files.write(state().journal(), new byte[0]);
        refused("is empty");
        assertThat(state().journal()).isEmptyFile();
        // The tables, and nothing in them.
        SqlJournal.delete(state().journal());
        SqlJournal.open(state().journal()).close();
        refused("is empty");
    }

    @Test
    void childrenWithoutAJournalAreNotForgotten() throws Exception {
        state().create();
        Files.createDirectories(state().children().resolve("1"));
        refused("is missing");
        var parent = new Parent(new Address("127.0.0.1", 1), new JobId(1), state().token());
        assertThatThrownBy(() -> Daemon.start(config(parent).build())).hasMessageContaining("is missing");
    }

    @Test
    void aFirstStartThatWasEndedBeforeItFoundedAnythingIsMadeAgain() throws Exception {
        state().create();
        Files.writeString(state().pid(), "1");
        Files.createFile(state().lock());
        SqlJournal.open(state().journal()).close();
        startAndEnd();
        startAndEnd();
    }

    @Test
    void aDirectoryOfAJournalInMemoryIsBegunAnew() throws Exception {
        Daemon.start(config(GraphFile.of(GRAPH)).journal(JournalKind.MEMORY).build())
                .close();
        Files.createDirectories(state().children().resolve("1"));
        Daemon.start(config(GraphFile.of(GRAPH)).journal(JournalKind.MEMORY).build())
                .close();
        startAndEnd();
        Files.delete(state().journal());
        refused("is missing");
    }
}
