package io.banyan.rpc.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.banyan.instance.message.Transaction;
import java.io.IOException;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Two daemons on one journal. */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(60)
class LeadTest {
    private static final Duration SHORT = Duration.ofSeconds(2);
    private static final Duration LONG = Duration.ofMinutes(10);

    private final PostgresUrl url = PostgresServer.url();
    private final BlockingQueue<String> lost = new LinkedBlockingQueue<>();
    private SharedJournal first;
    private SharedJournal second;

    @BeforeEach
    void open() throws IOException {
        first = SharedJournal.open(url, Optional.empty(), SHORT);
        second = SharedJournal.open(url, Optional.empty(), SHORT);
    }

    @AfterEach
    void close() throws IOException {
        first.close();
        second.close();
    }

    @Test
    void oneLeadsAndTheOtherKnowsWhoAndWhere() throws Exception {
        assertThat(second.lead().leader()).isEmpty();
        try (SharedJournal leading = SharedJournal.open(url, Optional.empty(), LONG)) {
            assertThat(leading.lead().take("a", "127.0.0.1:7")).isTrue();
            assertThat(leading.lead().isHeld()).isTrue();
            assertThat(second.lead().take("b", "127.0.0.1:8")).isFalse();
            assertThat(second.lead().isHeld()).isFalse();
            assertThat(second.lead().leader()).hasValue(new Lead.Leader(1, "a", "127.0.0.1:7"));
        }
    }

    @Test
    void whoeverLetsGoIsFollowedAtOnce() throws Exception {
        try (SharedJournal leading = SharedJournal.open(url, Optional.empty(), LONG)) {
            assertThat(leading.lead().take("a", "127.0.0.1:7")).isTrue();
        }
        assertThat(second.lead().take("b", "127.0.0.1:8")).isTrue();
        assertThat(second.lead().leader()).hasValue(new Lead.Leader(2, "b", "127.0.0.1:8"));
    }

    @Test
    void whoeverLetsGoIsFollowedAtOnceAlsoWhereItsJournalWasLostBefore() throws Exception {
        try (SharedJournal leading = SharedJournal.open(url, Optional.empty(), LONG)) {
            assertThat(leading.lead().take("a", "127.0.0.1:7")).isTrue();
            leading.journal().close();
        }
        assertThat(second.lead().take("b", "127.0.0.1:8")).isTrue();
    }

    @Test
    void aRenewalThatIsUnderWayDoesNotTakeBackWhatWasLetGo() throws Exception {
        try (SharedJournal leading = SharedJournal.open(url, Optional.empty(), LONG);
                Connection other = PostgresServer.connect(url);
                Statement statement = other.createStatement()) {
            assertThat(leading.lead().take("a", "127.0.0.1:7")).isTrue();
            // The renewal waits for this, and goes on when it is let go.
            statement.execute("BEGIN");
            statement.execute("UPDATE banyan SET expires = '-infinity', holder = ''");
            leading.lead().keep(lost::add);
            await().until(() -> isAnybodyWaiting(statement));
            statement.execute("COMMIT");
            await().until(() -> !leading.lead().isHeld());
        }
        assertThat(second.lead().take("b", "127.0.0.1:8")).isTrue();
    }

    @Test
    void whoeverWasClosedDoesNotBegin() throws Exception {
        assertThat(first.lead().take("a", "127.0.0.1:7")).isTrue();
        first.close();
        assertThatIOException().isThrownBy(() -> first.lead().keep(lost::add)).withMessageContaining("closed");
        second.close();
        assertThatIOException()
                .isThrownBy(() -> second.lead().leader())
                .withMessageContaining("The journal " + url + " has been closed");
    }

    @Test
    void theSameHolderNeedNotWaitForItself() throws Exception {
        try (SharedJournal leading = SharedJournal.open(url, Optional.empty(), LONG)) {
            assertThat(leading.lead().take("a", "127.0.0.1:7")).isTrue();
            assertThat(second.lead().take("a", "127.0.0.1:9")).isTrue();
            assertThat(second.lead().leader()).hasValue(new Lead.Leader(2, "a", "127.0.0.1:9"));
        }
    }

    @Test
    void whoeverIsSilentLosesTheLeadByItsOwnClockAndCannotWriteAnyMore() throws Exception {
        assertThat(first.lead().take("a", "127.0.0.1:7")).isTrue();
        first.journal().replay(transaction -> {});
        first.journal().append(one());
        await().until(() -> second.lead().take("b", "127.0.0.1:8"));
        assertThat(first.lead().isHeld()).isFalse();
        assertThatIOException()
                .isThrownBy(() -> first.journal().append(one()))
                .withMessageContaining("now belongs to another daemon");
        first.lead().keep(lost::add);
        assertThat(lost.poll(10, TimeUnit.SECONDS)).contains("This daemon no longer leads");
        second.journal().replay(transaction -> {});
        second.journal().append(one());
        assertThat(second.journal().size()).isEqualTo(2);
    }

    @Test
    void whoeverRenewsKeepsTheLead() throws Exception {
        assertThat(first.lead().take("a", "127.0.0.1:7")).isTrue();
        first.lead().keep(lost::add);
        for (int i = 0; i < 5; i++) {
            assertThat(lost.poll(SHORT.toMillis() / 2, TimeUnit.MILLISECONDS)).isNull();
            assertThat(second.lead().take("b", "127.0.0.1:8")).isFalse();
        }
        assertThat(first.lead().isHeld()).isTrue();
    }

    @Test
    void aLeaderThatCannotRenewKnowsIt() throws Exception {
        assertThat(first.lead().take("a", "127.0.0.1:7")).isTrue();
        first.lead().keep(lost::add);
        try (Connection other = PostgresServer.connect(url);
                Statement statement = other.createStatement()) {
            // As if the server were out of reach: what names the leader cannot be changed.
            statement.execute("BEGIN");
            statement.execute("LOCK TABLE banyan IN ACCESS EXCLUSIVE MODE");
            assertThat(lost.poll(10, TimeUnit.SECONDS)).contains("This daemon no longer leads");
            assertThat(first.lead().isHeld()).isFalse();
            statement.execute("ROLLBACK");
        }
    }

    @Test
    void aTakingOverWaitsForTheAppendThatIsBeingMadeAndReadsIt() throws Exception {
        assertThat(first.lead().take("a", "127.0.0.1:7")).isTrue();
        try (Connection appending = PostgresServer.connect(url);
                Statement statement = appending.createStatement();
                SharedJournal patient = SharedJournal.open(url, Optional.empty(), LONG)) {
            statement.execute("BEGIN");
            // What every append begins with.
            statement.execute("SELECT 1 FROM banyan WHERE epoch = 1 FOR KEY SHARE");
            await().until(() -> second.lead().leader().isEmpty());
            assertThatThrownBy(() -> second.lead().take("b", "127.0.0.1:8"))
                    .as("half its lease is over, and it may try again")
                    .isInstanceOf(UnreachableException.class)
                    .hasMessageContaining("another process keeps it locked");
            CompletableFuture<Boolean> taken = CompletableFuture.supplyAsync(() -> {
                try {
                    return patient.lead().take("b", "127.0.0.1:8");
                } catch (IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
            });
            await().until(() -> isAnybodyWaiting(statement));
            assertThat(taken).isNotDone();
            statement.execute("COMMIT");
            assertThat(taken.get(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static boolean isAnybodyWaiting(Statement statement) throws java.sql.SQLException {
        try (var row = statement.executeQuery("SELECT count(*) FROM pg_locks WHERE NOT granted")) {
            return row.next() && row.getInt(1) > 0;
        }
    }

    private static List<Transaction> one() {
        return JournalContract.transactions(1);
    }
}
