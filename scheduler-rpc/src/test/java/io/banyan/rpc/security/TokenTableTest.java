package io.banyan.rpc.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.banyan.instance.message.value.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenTableTest {
    private final Token owner = Token.random();
    private final Token alices = Token.random();

    @TempDir
    private Path directory;

    private TokenTable table;

    @BeforeEach
    void makeTable() {
        table = new TokenTable(directory.resolve("tokens"));
    }

    private static NamedToken token(String name, Token secret) {
        return NamedToken.of(name, Role.USER, Optional.of(secret), Optional.empty(), Optional.empty());
    }

    @Test
    void whatWasAddedIsReadAgain() throws IOException {
        var bob = NamedToken.of("bob", Role.READER, Optional.empty(), Optional.of("bobby"), Optional.of("Bob B."));
        table.add(bob);
        table.add(token("alice", alices));
        assertThat(table.read()).containsExactly(token("alice", alices), bob);
    }

    @Test
    void noSecretIsInTheFileAndNobodyElseReadsIt() throws IOException {
        table.add(token("alice", alices));
        assertThat(Files.readString(table.file())).doesNotContain(alices.secret());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(table.file())))
                .isEqualTo("rw-------");
    }

    @Test
    void aFullDiskIsNamedByTheFileAndLeavesNothingNew() throws IOException {
        assertThatThrownBy(() -> OwnerOnly.write(table.file(), fresh -> {
                    throw new IOException("No space left on device");
                }))
                .hasMessage(table.file() + " cannot be written: the disk is full.");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void aNameIsGivenOnce() throws IOException {
        table.add(token("alice", alices));
        assertThatThrownBy(() -> table.add(token("alice", owner))).hasMessageContaining("The token 'alice' already");
    }

    @Test
    void nobodyIsCalledOwnerAndNobodyIsRoot() {
        assertThatThrownBy(() -> token("owner", alices)).hasMessageContaining("choose another name for the token");
        assertThatThrownBy(() ->
                        NamedToken.of("alice", Role.USER, Optional.of(alices), Optional.of("root"), Optional.empty()))
                .hasMessageContaining("No job runs as root");
    }

    @Test
    void aTableThatOthersCanReadIsRefused() throws IOException {
        table.add(token("alice", alices));
        Files.setPosixFilePermissions(table.file(), PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(() -> new Principals(owner, table.file())).hasMessageContaining("chmod 600");
    }

    @Test
    void whoIsAddedIsLetInAndWhoIsRevokedNoMore() throws IOException {
        var principals = new Principals(owner, table.file());
        assertThat(principals.of(alices.digest())).isEmpty();
        table.add(token("alice", alices));
        await().until(() -> principals.of(alices.digest()).isPresent());
        table.revoke("alice");
        await().until(() -> principals.of(alices.digest()).isEmpty());
        assertThat(principals.of(owner.digest())).isPresent();
    }

    @Test
    void aBrokenTableLeavesTheOneBeforeInForce() throws Exception {
        table.add(token("alice", alices));
        var principals = new Principals(owner, table.file());
        OwnerOnly.write(table.file(), "{\"tokens\": [{\"name\": \"mallory\", \"role\": \"god\"}]}");
        assertThatThrownBy(() -> table.read())
                .hasMessageContaining("A role must be reader, user or admin, found 'god'");
        await().during(Duration.ofMillis(400))
                .until(() -> principals.of(alices.digest()).isPresent());
    }
}
