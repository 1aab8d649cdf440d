package io.banyan.cli.token;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenCommandTest {
    @TempDir
    private Path directory;

    private Run banyan(String... words) {
        String[] all = new String[words.length + 3];
        all[0] = "token";
        System.arraycopy(words, 0, all, 1, words.length);
        all[words.length + 1] = "--state";
        all[words.length + 2] = directory.toString();
        return Run.banyan(all);
    }

    private String file(String name) {
        return directory.resolve(name).toString();
    }

    @Test
    void theSecretGoesToAFileAndNowhereElse() throws IOException {
        Run added = banyan("add", "alice", "--role", "user", "--user", "nobody", "--to", file("alice.token"));
        assertThat(added.status()).isZero();
        String secret = Files.readString(directory.resolve("alice.token")).strip();
        assertThat(secret).hasSizeGreaterThan(40);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("alice.token"))))
                .isEqualTo("rw-------");
        assertThat(added.out() + added.err()).doesNotContain(secret);
        assertThat(Files.readString(directory.resolve("tokens"))).doesNotContain(secret);
        assertThat(banyan("list").out()).contains("alice  user").doesNotContain(secret);
        assertThat(banyan("list", "-o", "json").out())
                .contains("\"name\" : \"alice\"", "\"secret\" : true")
                .doesNotContain(secret);
    }

    @Test
    void aDirectoryThatIsThereForSomethingElseGetsNoTable() throws IOException {
        Files.writeString(directory.resolve("thesis.tex"), "!");
        assertThat(banyan("add", "bob", "--role", "admin", "--certificate", "Bob")
                        .err())
                .contains("that are not a daemon's");
        assertThat(directory.resolve("tokens")).doesNotExist();
    }

    @Test
    void theLockOfTheTableIsItsOwnersOnly() throws IOException {
        banyan("add", "bob", "--role", "admin", "--certificate", "Bob");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("tokens.lock"))))
                .isEqualTo("rw-------");
    }

    @Test
    void aTokenWithTheNameOfALocalUserIsForThatUser() throws IOException {
        Path users = Files.writeString(directory.resolve("local-users"), "nobody\n");
        Files.setPosixFilePermissions(users, PosixFilePermissions.fromString("rw-------"));
        for (String[] other : new String[][] {{"--user", "daemon"}, {}}) {
            List<String> words = new ArrayList<>(List.of("add", "nobody", "--role", "user", "--to", file("t")));
            words.addAll(List.of(other));
            Run refused = banyan(words.toArray(String[]::new));
            assertThat(refused.status()).isEqualTo(1);
            assertThat(refused.err()).contains("has used the daemon's socket", "use --user nobody");
            assertThat(directory.resolve("t")).doesNotExist();
        }
        assertThat(banyan("add", "nobody", "--role", "admin", "--user", "nobody", "--to", file("t"))
                        .status())
                .isZero();
    }

    @Test
    void aFileThatIsThereIsNotOverwritten() throws IOException {
        Files.writeString(directory.resolve("precious"), "do not lose");
        Run added = banyan("add", "alice", "--role", "user", "--to", file("precious"));
        assertThat(added.status()).isEqualTo(1);
        assertThat(Files.readString(directory.resolve("precious"))).isEqualTo("do not lose");
        assertThat(banyan("list").out()).contains("No tokens; only the owner has access.");
    }

    @Test
    void whoseSecretCannotBeWrittenIsNotLetIn() {
        Run added = banyan("add", "bob", "--role", "user", "--to", file("none/x"));
        assertThat(added.status()).isEqualTo(1);
        assertThat(added.err().strip())
                .isEqualTo("banyan: The file " + file("none/x") + " cannot be written: there is no directory "
                        + file("none") + ".");
        assertThat(banyan("list").out()).contains("No tokens; only the owner has access.");
        assertThat(banyan("add", "bob", "--role", "user", "--to", file("x")).status())
                .isZero();
    }

    @Test
    void whoIsNotLetInLeavesNoSecretBehind() {
        banyan("add", "bob", "--role", "user", "--to", file("first"));
        assertThat(banyan("add", "bob", "--role", "user", "--to", file("second"))
                        .err())
                .contains("The token 'bob' already");
        assertThat(directory.resolve("first")).exists();
        assertThat(directory.resolve("second")).doesNotExist();
    }

    @Test
    void aCertificateNeedsNoSecret() {
        assertThat(banyan("add", "bob", "--role", "admin", "--certificate", "Bob")
                        .status())
                .isZero();
        assertThat(banyan("list").out()).contains("bob", "admin", "Bob", "no");
    }

    @Test
    void whoIsRevokedIsGone() {
        banyan("add", "bob", "--role", "reader", "--certificate", "Bob");
        assertThat(banyan("revoke", "bob").status()).isZero();
        assertThat(banyan("list").out()).doesNotContain("bob");
        assertThat(banyan("revoke", "bob").status()).isEqualTo(1);
    }

    @Test
    void nobodyRunsAsRootByAnotherNameOrAsAUserWhomThisMachineDoesNotHave() {
        Run root = banyan("add", "alice", "--role", "user", "--user", "0", "--to", file("t"));
        assertThat(root.status()).isEqualTo(1);
        assertThat(root.err()).contains("'root' is root").contains("specify another user");
        Run unknown = banyan("add", "alice", "--role", "user", "--user", "there-is-no-such-user", "--to", file("t"));
        assertThat(unknown.status()).isEqualTo(1);
        assertThat(unknown.err().strip())
                .isEqualTo(
                        "banyan: There is no user 'there-is-no-such-user' on this machine: create the user, or specify another one with banyan token add --user.");
        assertThat(directory.resolve("t")).doesNotExist();
        assertThat(banyan("list").out()).contains("No tokens; only the owner has access.");
    }

    @Test
    void programsAreToldWhoWasLetInAndWhoIsNoMoreAndNeverASecret() throws IOException {
        Run added = banyan("add", "alice", "--role", "user", "--to", file("t"), "-o", "json");
        assertThat(added.out())
                .contains("\"name\" : \"alice\"", "\"secret\" : true")
                .doesNotContain(Files.readString(directory.resolve("t")).strip());
        assertThat(banyan("add", "bob", "--role", "user", "--print", "-o", "json")
                        .status())
                .isEqualTo(2);
        assertThat(banyan("list").out()).doesNotContain("bob");
        assertThat(banyan("revoke", "alice", "-o", "json").out())
                .contains("\"outcome\" : \"revoked\"", "\"name\" : \"alice\"");
        assertThat(banyan("revoke", "alice", "-o", "json").out())
                .startsWith("{\"outcome\":\"failed\",\"message\":\"There is no token 'alice'.");
    }

    @Test
    void wrongWordsAreRefused() {
        assertThat(banyan("add", "alice", "--role", "god", "--to", file("t")).err())
                .contains("found 'god'");
        assertThat(banyan("add", "a b", "--role", "user", "--to", file("t")).err())
                .contains("A user's name must be");
        assertThat(banyan("add", "alice", "--role", "user").err()).contains("--to FILE");
        assertThat(banyan("add", "alice", "--role", "user", "--user", "root", "--to", file("t"))
                        .err())
                .contains("No job runs as root");
    }
}
