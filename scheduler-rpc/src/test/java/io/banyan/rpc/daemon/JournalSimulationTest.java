package io.banyan.rpc.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.config.Elasticity;
import io.banyan.instance.config.InstanceLimits;
import io.banyan.instance.journal.JournalVerifier;
import io.banyan.instance.message.JournalCause;
import io.banyan.instance.message.Transaction;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.VertexTarget;
import io.banyan.instance.message.decision.Decision;
import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecReader;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.prune.PruneFilters;
import io.banyan.queue.QueuePolicy;
import io.banyan.queue.Queues;
import io.banyan.resource.JobId;
import io.banyan.resource.ResourceType;
import io.banyan.resource.Status;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.execute.ExecutionConfig;
import io.banyan.rpc.store.SqlJournal;
import io.banyan.rset.IdSet;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that what a daemon has decided is decided again by an instance that receives the events in its journal. */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(180)
class JournalSimulationTest {
    private static final Path GRAPH = Path.of("..", "resource-graphs", "small.graphml");
    private static final Duration LONG = Duration.ofMinutes(2);

    @TempDir
    private Path directory;

    private final Random random = new Random(11);
    private long submitted;

    @ParameterizedTest
    @CsvSource({"easy, first", "conservative, first", "fcfs, low", "hybrid, hinode"})
    void theSameIsDecidedAgain(String policy, String match) throws Exception {
        try (Daemon daemon = Daemon.start(config(policy, match, GraphFile.of(GRAPH)));
                BanyanClient client = client()) {
            assertThat(daemon.isOver()).isFalse();
            work(client, 250);
        }
        try (Daemon daemon = Daemon.start(config(policy, match, new Founded()));
                BanyanClient client = client()) {
            assertThat(daemon.isOver()).isFalse();
            work(client, 100);
            JournalVerifier.Report live = simulate();
            assertThat(live.difference()).isEmpty();
            client.stop();
            await().atMost(LONG).until(daemon::isOver);
        }
        JournalVerifier.Report report = simulate();
        assertThat(report.difference()).isEmpty();
        assertThat(report.start()).isZero();
        assertThat(report.begun()).isEqualTo(2);
        assertThat(report.takenOver()).isEmpty();
        assertThat(report.same()).isEqualTo(report.records() - 2).isGreaterThan(150);
        assertThat(report.decisions()).isGreaterThan(200);
    }

    @Test
    void aJournalThatWasMadeShorterIsABeginning() throws Exception {
        DaemonConfig often = forgetful(GraphFile.of(GRAPH)).shortenedAfter(100).build();
        JournalVerifier.Report quiet;
        try (Daemon daemon = Daemon.start(often);
                BanyanClient client = client()) {
            assertThat(daemon.isOver()).isFalse();
            // Right after it was made shorter it says of nothing yet what led to it.
            quiet = await().atMost(LONG)
                    .ignoreExceptionsInstanceOf(IOException.class)
                    .until(
                            () -> {
                                work(client, 40);
                                cancelAll(client);
                                return simulate();
                            },
                            report -> report.start() > 0 && report.same() > 20);
            assertThat(quiet.difference()).isEmpty();
        }
        // Nothing was decided any more, so that the daemon could not make it shorter once again.
        assertThat(simulate()).isEqualTo(quiet);
        // At its start it is made shorter where half of it matters no more.
        try (Daemon daemon = Daemon.start(forgetful(new Founded()).build());
                BanyanClient client = client()) {
            assertThat(daemon.isOver()).isFalse();
            work(client, 60);
        }
        assertThat(simulate().difference()).isEmpty();
        assertThat(simulate().same()).isPositive();
    }

    @Test
    void aDecisionThatWasChangedIsFound() throws Exception {
        try (Daemon daemon = Daemon.start(config("easy", "first", GraphFile.of(GRAPH)));
                BanyanClient client = client()) {
            assertThat(daemon.isOver()).isFalse();
            work(client, 60);
        }
        int[] grants = {0};
        try (SqlJournal journal = SqlJournal.open(state().journal())) {
            journal.replay(transaction -> {});
            journal.shorten(transaction -> Optional.of(changed(transaction, grants)));
        }
        JournalVerifier.Difference difference = simulate().difference().orElseThrow();
        assertThat(difference.journaled()).isNotEqualTo(difference.decided());
        assertThat(difference.journaled().toString()).contains("mutant");
    }

    /** The fifth job that was granted something was called otherwise. */
    private static Transaction changed(Transaction transaction, int[] grants) {
        List<Decision> decisions = new ArrayList<>();
        for (Decision decision : transaction.decisions()) {
            boolean isIt = decision instanceof JobDecision.JobGranted && ++grants[0] == 5;
            decisions.add(isIt ? named((JobDecision.JobGranted) decision) : decision);
        }
        return new Transaction(transaction.atMillis(), decisions, transaction.cause());
    }

    private static JobDecision.JobGranted named(JobDecision.JobGranted it) {
        return new JobDecision.JobGranted(
                it.job(),
                "mutant",
                it.owner(),
                it.kind(),
                it.window(),
                it.queue(),
                it.held(),
                it.childPath(),
                it.ifLost());
    }

    @Test
    void anOlderJournalSaysThatNothingCanBeAskedAgain() throws Exception {
        try (Daemon daemon = Daemon.start(config("easy", "first", GraphFile.of(GRAPH)));
                BanyanClient client = client()) {
            assertThat(daemon.isOver()).isFalse();
            client.queueing().submit(new JobRequest.Submit(nodes(1, 100, 50), "", 16));
        }
        try (SqlJournal journal = SqlJournal.open(state().journal())) {
            journal.replay(transaction -> {});
            journal.shorten(transaction -> transaction.cause().orElseThrow() instanceof JournalCause.Begun
                    ? Optional.empty()
                    : Optional.of(new Transaction(transaction.atMillis(), transaction.decisions())));
        }
        assertThatThrownBy(this::simulate)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("does not record the causes of its decisions");
    }

    private JournalVerifier.Report simulate() throws Exception {
        return JournalSimulation.of(state().journal(), done -> {});
    }

    // ---- what clients do ------------------------------------------------------------------------------------------

    private void work(BanyanClient client, int steps) throws Exception {
        for (int i = 0; i < steps; i++) {
            try {
                step(client);
            } catch (ClientException refused) {
                // Of a job that has ended, for example.
            }
            Thread.sleep(random.nextInt(12));
        }
    }

    /** No job is left, of which something would have to be decided. */
    private static void cancelAll(BanyanClient client) throws Exception {
        for (JobRecord job : client.jobs(new JobRead.Jobs(false)).jobs()) {
            try {
                client.cancel(new JobRequest.Cancel(job.id()));
            } catch (ClientException ended) {
                // By itself, meanwhile.
            }
        }
        await().atMost(LONG)
                .until(() -> client.jobs(new JobRead.Jobs(false)).jobs().isEmpty());
    }

    private void step(BanyanClient client) throws Exception {
        var job = new JobId(1 + random.nextLong(Math.max(1, submitted)));
        switch (random.nextInt(16)) {
            case 0, 1 -> client.cancel(new JobRequest.Cancel(job));
            case 2 -> client.queueing().urge(new JobRequest.Urge(job, random.nextInt(32)));
            case 3 -> client.queueing().limit(new JobRequest.Limit(job, 1 + random.nextInt(20)));
            case 4 -> client.queueing().requeue(new JobRequest.Requeue(job));
            case 5 -> {
                submitted++;
                client.match(new JobRequest.Match(
                        nodes(1 + random.nextInt(3), 1, 1 + random.nextInt(3)),
                        random.nextBoolean() ? MatchOperation.ALLOCATE : MatchOperation.ALLOCATE_ORELSE_RESERVE,
                        MatchFormat.SIMPLE,
                        "m"));
            }
            case 6 ->
                client.grow(new Request.Grow("g" + random.nextInt(1_000_000), Optional.of(job), nodes(1, 1, 5), 1_000));
            case 7 -> {
                client.setStatus(
                        new Request.SetStatus(node(random.nextInt(3)), random.nextBoolean() ? Status.DOWN : Status.UP));
            }
            case 8 -> {
                submitted += 3;
                client.queueing().submit(new JobRequest.Submit(nodes(1, 50, 2), "array", 16, IdSet.parse("1-3")));
            }
            default -> {
                submitted++;
                client.queueing()
                        .submit(new JobRequest.Submit(
                                nodes(1 + random.nextInt(8), 20 + random.nextInt(400), 1 + random.nextInt(30)),
                                "job" + submitted,
                                random.nextInt(32)));
            }
        }
        if (random.nextInt(10) == 0) {
            client.queueing().pending(new JobRead.Pending(Optional.empty(), true));
        }
    }

    private static VertexTarget node(int number) {
        return new VertexTarget.ByPath("/cluster0/rack0/node" + number);
    }

    private static Jobspec nodes(int count, int runMillis, int limitSec) throws Exception {
        return JobspecReader.read("""
                version: 1
                resources:
                  - {type: slot, count: %d, label: s, with: [{type: node, count: 1, exclusive: true}]}
                tasks: [{command: [app], slot: s, count: {per_slot: 1}}]
                attributes: {system: {duration: %d, banyan: {checkpoint: {within: 1, restart: 0}}, exec: {test: {run_duration: %dms}}}}
                """.formatted(count, limitSec, runMillis), "jobspec");
    }

    private StateDirectory state() {
        return new StateDirectory(directory.resolve("state"));
    }

    private BanyanClient client() throws Exception {
        return BanyanClient.ofStateDirectory(state().path());
    }

    private DaemonConfig config(String policy, String match, ResourceSource resources) {
        return builder(policy, match, resources).build();
    }

    /** Returns the configuration of a daemon that remembers only the last five jobs that have ended. */
    private DaemonConfig.Builder forgetful(ResourceSource resources) {
        InstanceLimits usual = InstanceLimits.DEFAULT;
        var limits = new InstanceLimits(
                usual.maxHops(),
                usual.maxPendingGrows(),
                usual.maxGrantVertices(),
                5,
                usual.growMillis(),
                usual.leaseMillis(),
                usual.heartbeatMillis(),
                usual.newsMillis(),
                usual.startMillis(),
                usual.stopMillis());
        return builder("easy", "first", resources).within(limits, 1_000);
    }

    private DaemonConfig.Builder builder(String policy, String match, ResourceSource resources) {
        return DaemonConfig.of(state(), "top", resources)
                .executing(ExecutionConfig.MOCK)
                .rescaling(Elasticity.of("benefit", new ResourceType("node"), 0, 1_000))
                .queueing(Queues.of(QueuePolicy.parse(policy)))
                .matching(MatchPolicy.parse(match), PruneFilters.DEFAULT);
    }
}
