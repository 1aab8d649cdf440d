package io.banyan.rpc.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.config.Elasticity;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.MalleableAnswer;
import io.banyan.instance.message.client.RescaleRequest;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.RescaleOutcome;
import io.banyan.jobspec.JobspecReader;
import io.banyan.resource.JobId;
import io.banyan.resource.ResourceType;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.client.RequestOutcome;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.daemon.Daemon;
import io.banyan.rpc.daemon.DaemonConfig;
import io.banyan.rpc.daemon.GraphFile;
import io.banyan.rpc.daemon.JournalSimulation;
import io.banyan.rpc.daemon.SecurityConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Malleable jobs of real processes, under a daemon that rescales them by priority. */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(180)
class MalleableJobsTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Path POOL = Path.of("..", "docs", "user", "examples", "malleable", "pool.sh")
            .toAbsolutePath()
            .normalize();
    /** The number of cores that this machine has, but at least two. */
    private static final int CORES = Math.max(2, Runtime.getRuntime().availableProcessors());

    private static final int LOW = 8;
    private static final int HIGH = 24;

    @TempDir
    private Path directory;

    private StateDirectory state;
    private @Nullable Daemon daemon;
    private @Nullable BanyanClient client;

    @BeforeEach
    void start() throws Exception {
        state = new StateDirectory(directory.resolve("state"));
        String recipe = Files.readString(Path.of("..", "resource-graphs", "l4.graphml"));
        Files.writeString(
                graph(),
                recipe.replace("<data key=\"multi_scale\">2</data>", "<data key=\"multi_scale\">1</data>")
                        .replace(
                                "<data key=\"multi_scale\">16</data>",
                                "<data key=\"multi_scale\">" + CORES + "</data>"));
        open("elastic", 60_000);
    }

    private Path graph() {
        return directory.resolve("machine.graphml");
    }

    private void open(String policy, long answerMillis) throws Exception {
        daemon = Daemon.start(DaemonConfig.of(state, "top", GraphFile.of(graph()))
                .secured(SecurityConfig.DEFAULT.withJobsAsRoot(true))
                .rescaling(Elasticity.of(policy, new ResourceType("core"), 0, answerMillis))
                .build());
        client = BanyanClient.ofStateDirectory(state.path());
    }

    /** Closes the daemon as a crash would: what runs goes on. */
    private void crash() {
        client().close();
        Objects.requireNonNull(daemon).close();
    }

    @AfterEach
    void stop() {
        client().close();
        Objects.requireNonNull(daemon).stop();
    }

    private void restart(String policy, long answerMillis) throws Exception {
        stop();
        open(policy, answerMillis);
    }

    private BanyanClient client() {
        return Objects.requireNonNull(client);
    }

    private JobId submit(String jobspec, int urgency) throws Exception {
        RequestOutcome<JobAnswer.Submitted> outcome =
                client().queueing().submit(new JobRequest.Submit(JobspecReader.read(jobspec, "test"), "", urgency));
        return ((RequestOutcome.Done<JobAnswer.Submitted>) outcome)
                .answer()
                .job()
                .id();
    }

    /** A command that runs with one core to all, and is asked like this. */
    private JobId malleable(String told, String environment, String... command) throws Exception {
        String words = Stream.of(command).map(word -> "\"" + word + "\"").collect(Collectors.joining(", "));
        return submit("""
                {"version": 1, "resources": [{"type": "slot", "label": "s", "count": 1, "with": [{"type": "core", "count": 1}]}],
                 "tasks": [{"command": [%s], "slot": "s", "count": {"total": 1}}],
                 "attributes": {"system": {"duration": 3600, "malleable": {"min": 1, "max": %d%s}, "environment": {%s}}}}""".formatted(words, CORES, told, environment), LOW);
    }

    private JobId pool(String environment) throws Exception {
        JobId id = malleable(", \"signal\": \"USR1\"", environment, POOL.toString(), "1000", "1");
        await().atMost(PATIENCE)
                .until(() -> Files.exists(JobDirectory.of(state, id).path().resolve("ranks"))
                        && written(id).contains("begins with " + CORES + " slots"));
        return id;
    }

    private JobId urgent() throws Exception {
        return submit("""
                {"version": 1, "resources": [{"type": "slot", "label": "s", "count": 1, "with": [{"type": "core", "count": 1}]}],
                 "tasks": [{"command": ["sh", "-c", "sleep 1"], "slot": "s", "count": {"total": 1}}],
                 "attributes": {"system": {"duration": 60}}}""", HIGH);
    }

    /** The output of a job so far; empty before its process has started. */
    private String written(JobId id) throws Exception {
        Path output = JobDirectory.of(state, id).output();
        return Files.exists(output) ? Files.readString(output) : "";
    }

    private JobState state(JobId id) throws Exception {
        return client().info(new JobRead.JobInfo(id, MatchFormat.SIMPLE)).job().state();
    }

    private long slots(JobId id) throws Exception {
        return client().rescaling().look(id).slots();
    }

    private MalleableAnswer.Rescaled propose(JobId id, long slots) throws Exception {
        return (MalleableAnswer.Rescaled) client().rescaling().propose(new RescaleRequest.Propose(id, slots));
    }

    /** How many cores a job finds in its R. */
    private String cores(JobId id) throws Exception {
        return Files.readString(JobDirectory.of(state, id).path().resolve("R"));
    }

    @Test
    void aJobOfLowPriorityMakesRoomForOneOfHighPriorityAndExpandsAgain() throws Exception {
        JobId pool = pool("");
        assertThat(slots(pool)).isEqualTo(CORES);

        JobId urgent = urgent();
        await().atMost(PATIENCE).until(() -> state(urgent) == JobState.COMPLETED);
        await().atMost(PATIENCE).until(() -> slots(pool) == CORES);
        // It says so when it has answered.
        await().atMost(PATIENCE).until(() -> written(pool).lines().count() >= 5);

        String less = CORES + " to " + (CORES - 1);
        String more = (CORES - 1) + " to " + CORES;
        assertThat(written(pool).lines())
                .containsExactly(
                        "begins with " + CORES + " slots",
                        "asked to go from " + less + " slots",
                        "answered yes",
                        "asked to go from " + more + " slots",
                        "answered yes");
        assertThat(state(pool)).isEqualTo(JobState.RUNNING);
    }

    /** Rigid, of low priority, for all cores; it counts until it may end. */
    private JobId counting() throws Exception {
        String program = "at=$(cat $BANYAN_CHECKPOINT_DIR/at 2>/dev/null || echo 0); echo from $at; "
                + "trap 'echo $at > $BANYAN_CHECKPOINT_DIR/at; exit 1' TERM; "
                + "while [ ! -e go ]; do sleep 0.1; at=$((at + 1)); done";
        return submit("""
                {"version": 1, "resources": [{"type": "slot", "label": "s", "count": %d, "with": [{"type": "core", "count": 1}]}],
                 "tasks": [{"command": ["sh", "-c", "%s"], "slot": "s", "count": {"total": 1}}],
                 "attributes": {"system": {"duration": 3600, "cwd": "%s", "banyan": {"checkpoint": {"within": 1, "restart": 0}}}}}""".formatted(CORES, program, directory), LOW);
    }

    @Test
    void aLongJobWritesDownWhereItIsForAnUrgentOneAndGoesOnFromThere() throws Exception {
        restart("benefit", 60_000);
        JobId counting = counting();
        await().atMost(PATIENCE).until(() -> written(counting).startsWith("from 0"));

        JobId urgent = urgent();
        await().atMost(PATIENCE).until(() -> state(urgent) == JobState.COMPLETED);
        await().atMost(PATIENCE)
                .until(() -> state(counting) == JobState.RUNNING
                        && !written(counting).isEmpty());
        assertThat(Integer.parseInt(written(counting).strip().replace("from ", "")))
                .isPositive();
        Files.createFile(directory.resolve("go"));
        await().atMost(PATIENCE).until(() -> state(counting) == JobState.COMPLETED);
        assertThat(JournalSimulation.of(state.journal(), done -> {}).difference())
                .isEmpty();
    }

    @Test
    void anApplicationThatDeclinesIsRespected() throws Exception {
        JobId pool = pool("\"POOL_STUBBORN\": \"1\"");
        JobId urgent = urgent();
        await().atMost(PATIENCE).until(() -> written(pool).contains("answered no"));
        await().during(Duration.ofMillis(500)).atMost(PATIENCE).until(() -> slots(pool) == CORES);
        assertThat(state(urgent)).isNotEqualTo(JobState.RUNNING);
        assertThat(propose(pool, 1))
                .isEqualTo(new MalleableAnswer.Rescaled(
                        pool, 2, CORES, 1, RescaleOutcome.DECLINED, "its work cannot be divided now"));
    }

    @Test
    void anApplicationThatNeverAnswersKeepsWhatItHas() throws Exception {
        restart("elastic", 500);
        JobId pool = pool("\"POOL_SILENT\": \"1\"");
        assertThat(propose(pool, 1).outcome()).isEqualTo(RescaleOutcome.UNANSWERED);
        assertThat(slots(pool)).isEqualTo(CORES);
    }

    @Test
    void aProposalOutlivesTheDaemonThatMadeIt() throws Exception {
        restart("none", 60_000);
        JobId pool = malleable("", "", "sleep", "600");
        var asked = CompletableFuture.supplyAsync(() -> {
            try {
                return propose(pool, 1).toString();
            } catch (Exception e) {
                return String.valueOf(e.getMessage());
            }
        });
        await().atMost(PATIENCE)
                .until(() -> client().rescaling().look(pool).proposal().isPresent());
        crash();
        open("none", 60_000);
        assertThat(asked.join()).doesNotContain("Rescaled");

        MalleableAnswer.Proposal proposal =
                client().rescaling().look(pool).proposal().orElseThrow();
        assertThat(client().rescaling().answer(new RescaleRequest.Reply(pool, proposal.number(), true, "")))
                .isEqualTo(new MalleableAnswer.Rescaled(pool, 1, CORES, 1, RescaleOutcome.ACCEPTED, ""));
        await().atMost(PATIENCE).until(() -> cores(pool).contains("\"core\": \"0\""));
        assertThatThrownBy(() -> client().rescaling().answer(new RescaleRequest.Reply(pool, 1, true, "")))
                .isInstanceOf(ClientException.class)
                .hasMessageContaining("has no proposal 1 to answer");
    }

    @Test
    void anApplicationThatListensHearsWhatIsProposed() throws Exception {
        restart("none", 60_000);
        JobId job = malleable("", "", "sleep", "600");
        var heard = new CompletableFuture<MalleableAnswer.Proposal>();
        Thread listening = Thread.ofVirtual().start(() -> {
            try {
                client().rescaling().attend(job, proposal -> {
                    heard.complete(proposal);
                    return false;
                });
            } catch (ClientException e) {
                heard.completeExceptionally(e);
            }
        });
        var outcome = CompletableFuture.supplyAsync(() -> {
            try {
                return propose(job, 1);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        MalleableAnswer.Proposal proposal = heard.join();
        listening.join();
        assertThat(proposal.from()).isEqualTo(CORES);
        assertThat(proposal.resources()).contains("\"core\": \"0\"");
        client().rescaling().answer(new RescaleRequest.Reply(job, proposal.number(), false, "busy"));
        assertThat(outcome.join().why()).isEqualTo("busy");
    }

    @Test
    void aCommandCanBeAskedInTheApplicationsPlace() throws Exception {
        restart("none", 60_000);
        JobId job = malleable(
                ", \"rescale\": [\"sh\", \"-c\", \"echo because of $BANYAN_SLOTS_NEW; test $BANYAN_SLOTS_NEW = 1 && grep -q execution $BANYAN_R_NEW\"]",
                "",
                "sleep",
                "600");
        await().atMost(PATIENCE)
                .until(() -> Files.exists(JobDirectory.of(state, job).path().resolve("ranks")));
        assertThat(propose(job, 1).outcome()).isEqualTo(RescaleOutcome.ACCEPTED);
        await().atMost(PATIENCE).until(() -> cores(job).contains("\"core\": \"0\""));
        assertThat(propose(job, CORES))
                .isEqualTo(
                        new MalleableAnswer.Rescaled(job, 2, 1, CORES, RescaleOutcome.DECLINED, "because of " + CORES));
        await().atMost(PATIENCE)
                .until(() -> !Files.exists(JobDirectory.of(state, job).path().resolve("R.2")));
    }
}
