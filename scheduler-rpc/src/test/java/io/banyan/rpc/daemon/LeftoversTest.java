package io.banyan.rpc.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.value.ChildState;
import io.banyan.instance.message.value.InstancePath;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.match.policy.MatchOperation;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.client.RequestOutcome;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.launch.Elsewhere;
import io.banyan.rpc.launch.Fencing;
import io.banyan.rpc.launch.LaunchTemplate;
import io.banyan.rpc.process.PidFile;
import io.banyan.rpc.store.JournalKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Tests that what a child's own provider has brought goes back, however the child ends. */
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
class LeftoversTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final JobId CHILD = new JobId(1);

    @TempDir
    private Path directory;

    private Path lent;
    private Path script;
    private Daemon daemon;
    private BanyanClient top;

    @BeforeEach
    void writeTheProvider() throws Exception {
        lent = Files.createDirectory(directory.resolve("lent"));
        Path graph =
                Path.of("..", "resource-graphs", "ec2.json").toAbsolutePath().normalize();
        script = Files.writeString(directory.resolve("lab.sh"), """
                #!/usr/bin/env bash
                cd %s
                input=$(cat)
                id=$(sed -E 's/.*"request_id":"([^"]*)".*/\\1/' <<<"$input")
                case $1 in
                    provision)
                        if [ -e slow ]; then echo $$ > called.new; mv called.new called; sleep 300; fi
                        touch "lent/$id"; cat %s;;
                    release) echo "$id" >> releases; while [ -e held ]; do sleep 0.1; done
                        [ ! -e down ] || { echo "the API is down" >&2; exit 3; }; rm -f "lent/$id";;
                    inventory)
                        printf '{"holdings": ['
                        for id in lent/*; do
                            [ ! -e "$id" ] || printf '%%s{"request_id": "%%s", "handle": "%%s"}' "$comma" "${id#*/}" "${id#*/}"
                            comma=,
                        done
                        echo ']}';;
                esac
                """.formatted(directory, graph));
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    }

    @AfterEach
    void stop() throws Exception {
        Files.deleteIfExists(directory.resolve("held"));
        Files.deleteIfExists(directory.resolve("down"));
        top.close();
        daemon.stop();
    }

    private void start(UnaryOperator<DaemonConfig.Builder> more) throws Exception {
        var state = new StateDirectory(directory.resolve("top"));
        daemon = Daemon.start(more.apply(
                        DaemonConfig.of(state, "top", GraphFile.of(Path.of("..", "resource-graphs", "small.graphml")))
                                .launcher(DaemonProcess.command())
                                .secured(SecurityConfig.DEFAULT.withJobsAsRoot(true)))
                .build());
        top = BanyanClient.ofStateDirectory(state.path());
    }

    private void spawnAndGrow(BanyanClient at, InstancePath child, int protocol) throws Exception {
        String provider = "exec=" + script + ",name=lab,protocol=" + protocol;
        spawn(at, Map.of("provider", provider, "grow-order", "provider-only"));
        BanyanClient client = top.of(child);
        client.match(new JobRequest.Match(DaemonTest.nodes(1), MatchOperation.ALLOCATE, MatchFormat.SIMPLE, ""));
        var outcome = client.grow(
                new Request.Grow(UUID.randomUUID().toString(), Optional.empty(), DaemonTest.nodes(1), 30_000));
        assertThat(outcome).isInstanceOf(RequestOutcome.Done.class);
        assertThat(lent()).isPositive();
    }

    private static void spawn(BanyanClient at, Map<String, String> options) throws Exception {
        var outcome = at.spawn(new Request.Spawn(DaemonTest.nodes(1), "child", options));
        assertThat(outcome).isInstanceOf(RequestOutcome.Done.class);
        assertThat(((RequestOutcome.Done<Answer.Spawned>) outcome)
                        .answer()
                        .job()
                        .id())
                .isEqualTo(CHILD);
    }

    private long lent() throws Exception {
        try (Stream<Path> files = Files.list(lent)) {
            return files.count();
        }
    }

    private StateDirectory child() {
        return new StateDirectory(directory.resolve("top")).child(CHILD);
    }

    private void kill(StateDirectory state) throws Exception {
        PidFile.running(state.pid()).orElseThrow().destroyForcibly();
        await().atMost(PATIENCE).until(() -> job().child().orElseThrow().state() == ChildState.LOST);
    }

    private JobRecord job() throws Exception {
        return top.info(new JobRead.JobInfo(CHILD, MatchFormat.SIMPLE)).job();
    }

    private void cancelAndAwaitTheEnd() throws Exception {
        var unused = top.cancel(new JobRequest.Cancel(CHILD));
        await().atMost(PATIENCE).until(() -> job().state() == JobState.CANCELLED);
    }

    @Test
    void whatAKilledChildHadGoesBackByItsJournal() throws Exception {
        start(it -> it);
        spawnAndGrow(top, InstancePath.parse("/1"), 1);
        kill(child());
        assertThat(lent()).isEqualTo(1);
        cancelAndAwaitTheEnd();
        assertThat(lent()).isZero();
        assertThat(job().detail()).isEqualTo("cancelled");
        assertThat(child().purchases()).doesNotExist();
    }

    @Test
    void whatOneWithoutAJournalHadGoesBackByWhatTheProviderLists() throws Exception {
        start(it -> it.journal(JournalKind.MEMORY));
        spawnAndGrow(top, InstancePath.parse("/1"), 2);
        assertThat(child().journal()).doesNotExist();
        kill(child());
        cancelAndAwaitTheEnd();
        assertThat(lent()).isZero();
    }

    @Test
    void whatOneBelowAKilledChildHadGoesBack() throws Exception {
        start(it -> it);
        spawn(top, Map.of());
        spawnAndGrow(top.of(InstancePath.parse("/1")), InstancePath.parse("/1/1"), 1);
        kill(child());
        cancelAndAwaitTheEnd();
        assertThat(lent()).isZero();
    }

    @Test
    void whatOneElsewhereHadGoesBack() throws Exception {
        Path there = Files.createDirectory(directory.resolve("the other's disk"));
        var template = LaunchTemplate.parse("/usr/bin/env -u LANG /bin/sh -c {shell-start}");
        start(it -> it.launching(
                Optional.of(new Elsewhere(template, Optional.empty(), Optional.of(there), Optional.of("localhost")))));
        spawnAndGrow(top, InstancePath.parse("/1"), 1);
        try (Stream<Path> all = Files.list(there)) {
            kill(new StateDirectory(all.findFirst().orElseThrow()));
        }
        cancelAndAwaitTheEnd();
        assertThat(lent()).isZero();
    }

    @Test
    void untilTheProviderTakesItTheJobWaitsAndSaysWhy() throws Exception {
        start(it -> it);
        spawnAndGrow(top, InstancePath.parse("/1"), 1);
        kill(child());
        Files.createFile(directory.resolve("down"));
        assertThatThrownBy(() -> top.cancel(new JobRequest.Cancel(CHILD)))
                .isInstanceOf(ClientException.class)
                .hasMessageContaining("job 1 is ending but has not ended yet, because parts of it may be left on")
                .hasMessageContaining("the API is down");
        assertThat(job().child().orElseThrow().detail()).contains("the API is down");
        assertThat(job().state()).isEqualTo(JobState.STOPPING);
        assertThat(lent()).isEqualTo(1);
        Files.delete(directory.resolve("down"));
        await().atMost(PATIENCE).until(() -> job().state() == JobState.CANCELLED);
        assertThat(lent()).isZero();
    }

    @Test
    void whenAnAdministratorWaitsNoLongerItIsGivenBackOn() throws Exception {
        start(it -> it);
        spawnAndGrow(top, InstancePath.parse("/1"), 1);
        kill(child());
        Files.createFile(directory.resolve("down"));
        assertThatThrownBy(() -> top.cancel(new JobRequest.Cancel(CHILD))).hasMessageContaining("the API is down");
        var unused = top.abandon(new Request.Abandon(CHILD));
        await().atMost(PATIENCE).until(() -> job().state() == JobState.CANCELLED);
        assertThat(job().detail()).contains("asking the providers to release them");
        assertThat(lent()).isEqualTo(1);
        Files.delete(directory.resolve("down"));
        await().atMost(PATIENCE).until(() -> lent() == 0);
    }

    @Test
    void aChildThatIsStoppedGivesItBackItselfAndLeavesNoNote() throws Exception {
        start(it -> it);
        spawnAndGrow(top, InstancePath.parse("/1"), 1);
        assertThat(child().purchases()).exists();
        cancelAndAwaitTheEnd();
        assertThat(lent()).isZero();
        assertThat(child().purchases()).doesNotExist();
    }

    @Test
    void ofAChildThatEndsByItselfItIsSaidWhyItsJobIsNotOver() throws Exception {
        start(it -> it);
        spawnAndGrow(top, InstancePath.parse("/1"), 1);
        Files.createFile(directory.resolve("down"));
        top.of(InstancePath.parse("/1")).stop();
        await().atMost(PATIENCE)
                .until(() -> job().child().orElseThrow().detail().contains("the API is down"));
        assertThat(job().state()).isEqualTo(JobState.STOPPING);
        Files.delete(directory.resolve("down"));
        await().atMost(PATIENCE).until(() -> job().state() == JobState.COMPLETED);
        assertThat(lent()).isZero();
    }

    @Test
    void whatACallWouldBringThatIsUnderWayWhenItsChildIsKilledDoesNotCome() throws Exception {
        start(it -> it);
        Files.createFile(directory.resolve("slow"));
        Request.Grow request =
                new Request.Grow(UUID.randomUUID().toString(), Optional.empty(), DaemonTest.nodes(1), 30_000);
        spawn(top, Map.of("provider", "exec=" + script + ",name=lab", "grow-order", "provider-only"));
        BanyanClient client = top.of(InstancePath.parse("/1"));
        client.match(new JobRequest.Match(DaemonTest.nodes(1), MatchOperation.ALLOCATE, MatchFormat.SIMPLE, ""));
        var growing = CompletableFuture.runAsync(() -> {
            try {
                var unused = client.grow(request);
            } catch (ClientException itsDaemonIsKilled) {
                // Nobody waits for it.
            }
        });
        await().atMost(PATIENCE).until(() -> Files.exists(directory.resolve("called")));
        kill(child());
        cancelAndAwaitTheEnd();
        long run = Long.parseLong(Files.readString(directory.resolve("called")).strip());
        // One that is killed is there until somebody has heard of its end.
        await().atMost(PATIENCE)
                .until(() ->
                        ProcessHandle.of(run).filter(ProcessHandle::isAlive).isEmpty());
        assertThat(lent()).isZero();
        growing.join();
    }

    /** A killed child that is given back for by another process, which waits for the provider. */
    private CompletableFuture<Void> cancelAndAwaitItsGiver() throws Exception {
        kill(child());
        Files.createFile(directory.resolve("held"));
        var cancelling = CompletableFuture.runAsync(() -> {
            try {
                var unused = top.cancel(new JobRequest.Cancel(CHILD));
            } catch (ClientException itsDaemonIsGone) {
                // Nobody waits for it.
            }
        });
        await().atMost(PATIENCE).until(() -> Files.exists(directory.resolve("releases")));
        assertThat(Leftovers.giver(child())).isPresent();
        return cancelling;
    }

    private List<String> releases() throws Exception {
        return Files.readAllLines(directory.resolve("releases"));
    }

    @Test
    void whoeverGivesBackAsWellWaitsForTheOneWhoDoes() throws Exception {
        start(it -> it);
        spawnAndGrow(top, InstancePath.parse("/1"), 1);
        CompletableFuture<Void> cancelling = cancelAndAwaitItsGiver();
        assertThat(Fencing.fence(child()).killed()).isZero();
        assertThat(Leftovers.giveBack(child(), Duration.ofMillis(200)).problems())
                .singleElement()
                .asString()
                .contains("are being returned by process");
        var second = CompletableFuture.supplyAsync(() -> Leftovers.giveBack(child(), PATIENCE));
        Files.delete(directory.resolve("held"));
        assertThat(second.join()).isEqualTo(Leftovers.GivenBack.NOTHING);
        cancelling.join();
        assertThat(job().state()).isEqualTo(JobState.CANCELLED);
        assertThat(releases()).hasSize(1);
    }

    @Test
    void aDaemonThatComesBackTakesNobodyWhoGivesBackForAChild() throws Exception {
        start(it -> it);
        spawnAndGrow(top, InstancePath.parse("/1"), 1);
        CompletableFuture<Void> cancelling = cancelAndAwaitItsGiver();
        ProcessHandle giver = Leftovers.giver(child()).orElseThrow();
        top.close();
        daemon.close();
        cancelling.join();
        start(it -> it);
        assertThat(job().state()).isEqualTo(JobState.STOPPING);
        assertThat(giver.isAlive()).isTrue();
        Files.delete(directory.resolve("held"));
        await().atMost(PATIENCE).until(() -> job().state() == JobState.CANCELLED);
        assertThat(lent()).isZero();
        assertThat(releases()).hasSize(1);
        assertThat(child().purchases()).doesNotExist();
    }

    @Test
    void whoGivesBackWhereANewChildBeginsIsEndedAndAnotherGoesOn() throws Exception {
        start(it -> it.journal(JournalKind.MEMORY));
        spawnAndGrow(top, InstancePath.parse("/1"), 2);
        CompletableFuture<Void> cancelling = cancelAndAwaitItsGiver();
        ProcessHandle giver = Leftovers.giver(child()).orElseThrow();
        top.close();
        daemon.close();
        cancelling.join();
        start(it -> it.journal(JournalKind.MEMORY));
        assertThat(giver.isAlive()).isFalse();
        spawnAndGrow(top, InstancePath.parse("/1"), 2);
        Files.delete(directory.resolve("held"));
        await().atMost(PATIENCE).until(() -> lent() == 1);
        assertThat(child().purchases()).exists();
    }

    @Test
    void oneProviderThatDoesNotTakeItKeepsNoOtherFromIt() throws Exception {
        start(it -> it);
        spawnAndGrow(top, InstancePath.parse("/1"), 1);
        kill(child());
        Path file = child().purchases();
        String one = Files.readString(file);
        Path bad = Files.writeString(directory.resolve("bad.sh"), "#!/bin/sh\necho no >&2\nexit 3\n");
        Files.setPosixFilePermissions(bad, PosixFilePermissions.fromString("rwx------"));
        Files.writeString(
                file,
                one.replace(
                        "\"providers\":[",
                        "\"providers\":[{\"kind\":\"exec\",\"name\":\"bad\",\"options\":{\"path\":\"" + bad
                                + "\",\"protocol\":\"2\"}},"));
        assertThatThrownBy(() -> top.cancel(new JobRequest.Cancel(CHILD)))
                .hasMessageContaining("The provider bad does not list its holdings");
        assertThat(lent()).isZero();
        assertThat(file).exists();
        Files.writeString(file, one);
        await().atMost(PATIENCE).until(() -> job().state() == JobState.CANCELLED);
    }

    @Test
    void aNewChildOfTheSameNumberDoesNotComeInTheWay() throws Exception {
        start(it -> it.journal(JournalKind.MEMORY));
        spawnAndGrow(top, InstancePath.parse("/1"), 2);
        Files.createFile(directory.resolve("down"));
        PidFile.running(child().pid()).orElseThrow().destroyForcibly();
        top.close();
        daemon.close();
        start(it -> it.journal(JournalKind.MEMORY));
        spawn(top, Map.of());
        assertThat(lent()).isEqualTo(1);
        Files.delete(directory.resolve("down"));
        await().atMost(PATIENCE).until(() -> lent() == 0);
        assertThat(job().state()).isEqualTo(JobState.RUNNING);
    }

    @Test
    void whatIsDamagedOrNotAChildsIsLeftAsItIs() throws Exception {
        start(it -> it);
        spawnAndGrow(top, InstancePath.parse("/1"), 1);
        StateDirectory child = child();
        PidFile.running(child.pid()).orElseThrow().destroyForcibly();
        await().atMost(PATIENCE).until(() -> PidFile.running(child.pid()).isEmpty());
        String whole = Files.readString(child.purchases());
        assertThat(refused(child, whole.replace("\"ofChild\":true", "\"ofChild\":false")))
                .contains("the instance is the top of a tree, and another daemon may continue it");
        assertThat(refused(child, "{\"owner\":\"x\",\"ofChild\":true,\"providers\":[]}"))
                .contains("the journal contains providers that are not in the notes: lab");
        for (String damaged : List.of("", "{}", "[]", "{\"providers\":[]}", "{\"owner\":\"x\",\"providers\":[{}]}")) {
            assertThat(refused(child, damaged)).contains("is damaged");
        }
        Files.delete(child.journal());
        Files.deleteIfExists(Path.of(child.journal() + "-wal"));
        Files.deleteIfExists(Path.of(child.journal() + "-shm"));
        Files.createFile(child.journal());
        assertThat(refused(child, whole)).contains("the journal is empty and damaged");
        assertThat(lent()).isEqualTo(1);
        Files.delete(child.journal());
        assertThat(refused(child, whole)).contains("no journal that lists them");
        Files.writeString(child.purchases(), whole.replace("\"protocol\":\"1\"", "\"protocol\":\"2\""));
        assertThat(Leftovers.giveBack(child, PATIENCE)).isEqualTo(new Leftovers.GivenBack(1, List.of()));
        assertThat(lent()).isZero();
    }

    private static String refused(StateDirectory child, String noted) throws Exception {
        Files.writeString(child.purchases(), noted);
        Leftovers.GivenBack back = Leftovers.giveBack(child, PATIENCE);
        assertThat(child.purchases()).hasContent(noted);
        assertThat(back.problems()).hasSize(1);
        return back.problems().getFirst();
    }
}
