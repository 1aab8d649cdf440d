package io.banyan.rpc.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.banyan.instance.message.value.Role;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.files.ThisUser;
import io.banyan.rpc.process.JobUsers;
import io.banyan.rpc.process.OsUser;
import io.banyan.rpc.process.PidFile;
import io.banyan.rpc.process.UserProcess;
import io.banyan.rpc.security.NamedToken;
import io.banyan.rpc.security.Principals;
import io.banyan.rpc.security.Token;
import io.banyan.rpc.security.TokenTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobUsersTest {
    @TempDir
    private Path directory;

    private JobUsers users(boolean asRoot) throws IOException {
        var table = new TokenTable(directory.resolve("tokens"));
        if (Files.notExists(table.file())) {
            table.add(NamedToken.of(
                    "alice", Role.USER, Optional.of(Token.random()), Optional.of("nobody"), Optional.empty()));
            table.add(NamedToken.of("bob", Role.USER, Optional.of(Token.random()), Optional.empty(), Optional.empty()));
        }
        return JobUsers.of(new Principals(Token.random(), table.file()), asRoot);
    }

    @Test
    void underRootEverybodyNeedsAUser() throws IOException {
        assumeTrue(ThisUser.isRoot(), "only root can start processes as another user");
        JobUsers users = users(false);
        assertThat(users.refusal("alice", Optional.empty())).isEmpty();
        assertThat(users.userOf("alice", Optional.empty()).orElseThrow().name()).isEqualTo("nobody");
        for (String without : List.of("bob", "owner", "stranger")) {
            assertThat(users.refusal(without, Optional.empty()).orElseThrow())
                    .contains("The daemon runs as root", without, "--user OS_USER", "--jobs-as-root");
            assertThatThrownBy(() -> users.userOf(without, Optional.empty())).isInstanceOf(IOException.class);
        }
    }

    @Test
    void whoADaemonIsIsItsEffectiveUser() throws Exception {
        assertThat(ThisUser.uidIn(List.of("Name:\tjava", "Uid:\t0\t1000\t1000\t1000", "Gid:\t0\t0\t0\t0")))
                .isEqualTo(1000);
        Process id = new ProcessBuilder("id", "-u").start();
        assertThat(new String(id.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip())
                .isEqualTo(Integer.toString(ThisUser.uid()));
    }

    /** The test, which runs as root, looks at what other users see of their own processes. */
    @Test
    void aDaemonOfSomebodyElseIsNotTakenForRoot() throws Exception {
        assumeTrue(ThisUser.isRoot(), "only root can start processes as another user");
        OsUser nobody = OsUser.find("nobody");
        Process process = new ProcessBuilder(UserProcess.words(nobody, List.of("cat", "/proc/self/status"))).start();
        assertThat(ThisUser.uidIn(process.inputReader().lines().toList())).isEqualTo(nobody.uid());
    }

    @Test
    void whereItIsSaidSoTheyRunAsRoot() throws IOException {
        assertThat(users(true).refusal("owner", Optional.empty())).isEmpty();
        assertThat(users(true).userOf("bob", Optional.empty())).isEmpty();
    }

    @Test
    void aTokenWithAnOsUserNeverRunsAnythingAsRoot() throws IOException {
        assumeTrue(ThisUser.isRoot(), "only root can start processes as another user");
        for (Optional<String> submitted : List.of(Optional.<String>empty(), Optional.of("nobody"))) {
            assertThat(users(true).userOf("alice", submitted).orElseThrow().name())
                    .isEqualTo("nobody");
        }
        assertThat(users(true)
                        .userOf("bob", Optional.of("nobody"))
                        .orElseThrow()
                        .name())
                .as("the token of bob named a user when the job was submitted")
                .isEqualTo("nobody");
    }

    /** A standby that takes over with another state directory knows none of those who came through the socket. */
    @Test
    void aJobRunsAsTheUserThatItWasSubmittedAsWhereTheLocalUsersAreLost() throws IOException {
        assumeTrue(ThisUser.isRoot(), "only root can start processes as another user");
        for (boolean asRoot : new boolean[] {false, true}) {
            assertThat(users(asRoot)
                            .userOf("nobody", Optional.of("nobody"))
                            .orElseThrow()
                            .name())
                    .isEqualTo("nobody");
        }
        assertThat(users(false)
                        .userOf("carol", Optional.of("nobody"))
                        .orElseThrow()
                        .name())
                .isEqualTo("nobody");
    }

    @Test
    void onlyTheOwnerAndTheNamesOfTheTokenTableMayBeRoot() throws IOException {
        assumeTrue(ThisUser.isRoot(), "only root can start processes as another user");
        JobUsers users = users(true);
        for (String known : List.of("owner", "bob")) {
            assertThat(users.userOf(known, Optional.empty())).isEmpty();
        }
        assertThat(users.refusal("stranger", Optional.empty()).orElseThrow()).contains("'stranger'");
        assertThatThrownBy(() -> users.userOf("stranger", Optional.empty())).isInstanceOf(IOException.class);
    }

    @Test
    void nobodyIsRootByAnotherName() {
        assertThatThrownBy(() -> OsUser.parse("toor", "toor:x:0:0:root:/root:/bin/sh"))
                .hasMessageContaining("no job runs as root");
        assertThatThrownBy(() -> OsUser.parse("wheel", "wheel:x:12:0:wheel:/:/bin/sh"))
                .hasMessageContaining("no job runs as root");
        assertThatThrownBy(() -> JobUsers.requireUser("0")).hasMessageContaining("no job runs as root");
        assertThatThrownBy(() -> JobUsers.requireUser("4294967296")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> JobUsers.requireUser("there-is-no-such-user"))
                .hasMessageContaining("There is no user");
    }

    @Test
    void aUserDatabaseThatDoesNotAnswerIsNotWaitedFor() {
        assertThatThrownBy(() -> OsUser.find("alice", List.of("sleep", "334"), 1))
                .hasMessage("The user 'alice' could not be looked up within 1 seconds: the user database of "
                        + "this machine does not answer.");
        await().until(() -> ProcessHandle.current()
                .children()
                .noneMatch(it -> it.info().commandLine().orElse("").contains("sleep 334")));
    }

    @Test
    void whatAJobBeforeLeftIsDeleted() throws Exception {
        var state = new StateDirectory(directory.resolve("children/1"));
        state.create();
        Files.createDirectories(state.path().resolve("a/b"));
        Files.createSymbolicLink(state.path().resolve("l"), directory);
        assertThat(UserProcess.isOfAnother(state)).isFalse();
        UserProcess.deleteAll(state);
        assertThat(directory.resolve("children")).isEmptyDirectory();
        UserProcess.deleteAll(state);
        assertThat(UserProcess.isOfAnother(state)).isFalse();
    }

    @Test
    void aDirectoryOfSomebodyElseIsKnownAsSuch() throws Exception {
        assumeTrue(ThisUser.isRoot(), "only root can start processes as another user");
        var state = new StateDirectory(directory.resolve("children/1"));
        state.create();
        OsUser.find("nobody").own(state.path());
        assertThat(UserProcess.isOfAnother(state)).isTrue();
        UserProcess.deleteAll(state);
        assertThat(directory.resolve("children")).isEmptyDirectory();
    }

    @Test
    void theEnvironmentOfTheDaemonStaysItsOwn() throws IOException {
        Map<String, String> environment = new HashMap<>(Map.of("PATH", "/bin", "PGPASSWORD", "secret"));
        UserProcess.clear(environment, OsUser.parse("alice", "alice:x:1000:1000::/site/alice:/bin/zsh"));
        assertThat(environment)
                .containsOnly(
                        Map.entry("PATH", "/bin"),
                        Map.entry("HOME", "/site/alice"),
                        Map.entry("USER", "alice"),
                        Map.entry("SHELL", "/bin/zsh"),
                        Map.entry("LOGNAME", "alice"));
    }

    @Test
    void aProcessRunsAsTheUserWithTheUsersGroups() throws Exception {
        assumeTrue(ThisUser.isRoot(), "only root can start processes as another user");
        OsUser nobody = OsUser.find("nobody");
        Process process = new ProcessBuilder(UserProcess.words(nobody, List.of("id", "-u"))).start();
        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip())
                .isEqualTo(Integer.toString(nobody.uid()));
    }

    /** The pid file of somebody else can say what it likes. */
    @Test
    void noProcessOfSomebodyElseIsTakenForAUsersOwn() throws Exception {
        assumeTrue(ThisUser.isRoot(), "only root can start processes as another user");
        var state = new StateDirectory(directory.resolve("child"));
        state.create();
        PidFile.write(state.pid());
        assertThat(PidFile.running(state.pid())).isPresent();
        OsUser.find("nobody").own(state.path());
        assertThat(PidFile.running(state.pid())).isEmpty();
    }

    @Test
    void aLinkInAUsersDirectoryIsNeitherReadNorWritten() throws Exception {
        Path precious = Files.writeString(directory.resolve("precious"), "do not lose");
        Path link = Files.createSymbolicLink(directory.resolve("pid"), precious);
        PidFile.write(link);
        assertThat(precious).hasContent("do not lose");
        Path output = Files.createSymbolicLink(directory.resolve("output.log"), precious);
        assertThat(LastWords.ofNew(output).inBrackets()).isEmpty();
    }
}
