package io.banyan.cli.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.cli.output.CommandFailure;
import io.banyan.rpc.config.AddressFile;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.transport.Address;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Options go before the environment, the environment before the client file, and that before what the machine has. */
class DaemonChoiceTest {
    private static final String FILE = """
            # Ours.
            current: site
            contexts:
              site:
                address: [login1:7443, login2:7443]
                token-file: site.token
                tls-ca: /etc/site/ca.pem
                instance: /3
              mine:
                state: ~/daemon
            """;

    @TempDir
    private Path directory;

    private static ConnectionSettings options(List<String> addresses, Optional<String> state) {
        return new ConnectionSettings(
                "the command line",
                addresses,
                state.map(Path::of),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static final ConnectionSettings NO_OPTIONS = options(List.of(), Optional.empty());

    private Path file() {
        return directory.resolve("client.yaml");
    }

    private Path ofTheMachine() {
        return directory.resolve("machine.yaml");
    }

    private DaemonChoice choice(Map<String, String> variables) {
        var environment = new Environment(variables);
        return new DaemonChoice(environment, () -> ClientFiles.read(file(), ofTheMachine()), directory.resolve("run"));
    }

    private ConnectionSettings chosen(Map<String, String> variables) {
        return choice(variables).of(NO_OPTIONS, Optional.empty());
    }

    @Test
    void theCurrentContextOfTheClientFileIsUsedWhereNothingElseIsSaid() throws IOException {
        Files.writeString(file(), FILE);
        ConnectionSettings chosen = chosen(Map.of());
        assertThat(chosen.addresses()).containsExactly("login1:7443", "login2:7443");
        assertThat(chosen.tokenFile()).contains(directory.resolve("site.token"));
        assertThat(chosen.authority()).contains(Path.of("/etc/site/ca.pem"));
        assertThat(chosen.instance()).contains("/3");
    }

    @Test
    void theEnvironmentSaysWithWhatADaemonIsAsked() {
        Map<String, String> variables = Map.of(
                "BANYAN_ADDRESS",
                "h:1,h:2",
                "BANYAN_TOKEN_FILE",
                "/token",
                "BANYAN_INSTANCE",
                "/4",
                "BANYAN_TLS_CA",
                "/ca",
                "BANYAN_TLS_CERT",
                "/cert",
                "BANYAN_TLS_KEY",
                "/key",
                "BANYAN_SERVER_USER",
                "site");
        assertThat(chosen(variables))
                .isEqualTo(new ConnectionSettings(
                        "the environment",
                        List.of("h:1", "h:2"),
                        Optional.empty(),
                        Optional.of(Path.of("/token")),
                        Optional.of("/4"),
                        Optional.of(Path.of("/ca")),
                        Optional.of(Path.of("/cert")),
                        Optional.of(Path.of("/key")),
                        Optional.of("site")));
    }

    @Test
    void theEnvironmentGoesBeforeTheClientFile() throws IOException {
        Files.writeString(file(), FILE);
        ConnectionSettings other = chosen(Map.of("BANYAN_ADDRESS", "h:1", "BANYAN_TOKEN_FILE", "/t"));
        assertThat(other.addresses()).containsExactly("h:1");
        assertThat(other.tokenFile()).contains(Path.of("/t"));
        assertThat(other.authority()).isEmpty();
        assertThat(other.instance()).isEmpty();
        ConnectionSettings same = chosen(Map.of("BANYAN_INSTANCE", "/4", "BANYAN_TLS_CA", "/ca"));
        assertThat(same.addresses()).containsExactly("login1:7443", "login2:7443");
        assertThat(same.instance()).contains("/4");
        assertThat(same.authority()).contains(Path.of("/ca"));
        assertThat(same.tokenFile()).contains(directory.resolve("site.token"));
        assertThat(chosen(Map.of("BANYAN_STATE", "/s")).state()).contains(Path.of("/s"));
        assertThat(chosen(Map.of("BANYAN_CONTEXT", "mine")).state())
                .contains(Path.of(System.getProperty("user.home"), "daemon"));
        assertThat(chosen(Map.of("BANYAN_ADDRESS", "")).addresses()).contains("login1:7443");
    }

    @Test
    void optionsGoBeforeTheEnvironment() throws IOException {
        Files.writeString(file(), FILE);
        Map<String, String> variables =
                Map.of("BANYAN_ADDRESS", "h:1", "BANYAN_TOKEN_FILE", "/t", "BANYAN_INSTANCE", "/4");
        ConnectionSettings address = choice(variables).of(options(List.of("o:1"), Optional.empty()), Optional.empty());
        assertThat(address.addresses()).containsExactly("o:1");
        assertThat(address.tokenFile()).as("it is the token of another daemon").isEmpty();
        assertThat(address.instance()).isEmpty();
        ConnectionSettings state = choice(variables).of(options(List.of(), Optional.of("/s")), Optional.empty());
        assertThat(state.state()).contains(Path.of("/s"));
        assertThat(state.addresses()).isEmpty();
        assertThat(state.tokenFile()).isEmpty();
        ConnectionSettings context = choice(variables).of(NO_OPTIONS, Optional.of("site"));
        assertThat(context.addresses()).contains("login1:7443");
        assertThat(context.tokenFile()).contains(directory.resolve("site.token"));
    }

    /** A command that an instance was spawned for has the token of the instance's owner in its environment. */
    @Test
    void theTokenOfTheEnvironmentGoesToTheDaemonOfTheEnvironmentOnly() throws IOException {
        Path state = Files.createDirectory(directory.resolve("child"));
        Files.writeString(state.resolve("address"), "127.0.0.1:7001\n");
        Map<String, String> spawned = Map.of("BANYAN_STATE", state.toString(), "BANYAN_TOKEN_FILE", "/t");
        assertThat(token(spawned, "127.0.0.1:7001")).contains(Path.of("/t"));
        assertThat(token(spawned, "elsewhere:1")).isEmpty();
        Map<String, String> two = Map.of("BANYAN_ADDRESS", "h:1,h:2", "BANYAN_TOKEN_FILE", "/t");
        assertThat(token(two, "h:2")).contains(Path.of("/t"));
        assertThat(token(two, "h:2", "h:3")).isEmpty();
        assertThat(token(Map.of("BANYAN_TOKEN_FILE", "/t"), "h:9")).contains(Path.of("/t"));
    }

    private Optional<Path> token(Map<String, String> variables, String... addresses) {
        return choice(variables)
                .of(options(List.of(addresses), Optional.empty()), Optional.empty())
                .tokenFile();
    }

    @Test
    void aContextOfTheUsersGoesBeforeOneOfTheMachines() throws IOException {
        Files.writeString(ofTheMachine(), """
                current: shared
                contexts:
                  shared: {address: "unix:/run/banyan/site.sock", server-user: banyan}
                  site: {address: elsewhere:1, token-file: t}
                """);
        ConnectionSettings shared = chosen(Map.of());
        assertThat(shared.addresses()).containsExactly("unix:/run/banyan/site.sock");
        assertThat(shared.serverUser()).contains("banyan");
        Files.writeString(file(), FILE);
        assertThat(chosen(Map.of()).addresses()).contains("login1:7443");
        assertThat(chosen(Map.of("BANYAN_CONTEXT", "shared")).serverUser()).contains("banyan");
    }

    @Test
    void anUnknownKeyIsAnErrorThatNamesTheNearestOne() throws IOException {
        Files.writeString(file(), """
                curent: site
                contexts:
                  site:
                    adress: login1:7443
                """);
        assertThatThrownBy(() -> chosen(Map.of()))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining(file() + ":1:1: there is no key 'curent'; maybe 'current' is meant")
                .hasMessageContaining(file()
                        + ":4:5: there is no key 'contexts.site.adress'; maybe 'contexts.site.address' is meant");
    }

    @Test
    void contextsInAListAreAnError() throws IOException {
        Files.writeString(file(), "contexts: [1, 2]\n");
        assertThatThrownBy(() -> chosen(Map.of()))
                .hasMessageContaining(file() + ":1:11: 'contexts' is a section and has keys below it, not a value");
    }

    @Test
    void aClientFileThatOthersCanChangeIsRefused() throws IOException {
        Files.writeString(file(), FILE);
        Files.setPosixFilePermissions(file(), java.nio.file.attribute.PosixFilePermissions.fromString("rw-rw-rw-"));
        assertThatThrownBy(() -> chosen(Map.of())).hasMessageContaining("is writable by other users");
    }

    @Test
    void aContextThatIsNotThereIsNamedWithThoseThatAre() throws IOException {
        Files.writeString(file(), FILE);
        assertThatThrownBy(() -> chosen(Map.of("BANYAN_CONTEXT", "sit")))
                .hasMessageContaining("There is no context 'sit'")
                .hasMessageContaining("Maybe one of: mine, site");
    }

    @Test
    void withoutAnythingTheUsersOwnDaemonIsAskedElseTheOneWithASocket() throws IOException {
        Path state = Files.createDirectories(directory.resolve("state"));
        Path run = Files.createDirectories(directory.resolve("run"));
        var discovery = new DaemonDiscovery(state, run);
        assertThat(discovery.access().state()).contains(state);
        Files.createFile(run.resolve("site.sock"));
        assertThat(discovery.access().addresses()).containsExactly("unix:" + run.resolve("site.sock"));
        Files.createFile(run.resolve("other.sock"));
        assertThatThrownBy(discovery::access)
                .hasMessageContaining("Several daemons on this machine have a socket: " + run.resolve("other.sock"));
        Files.createFile(run.resolve("banyan.sock"));
        assertThat(discovery.access().addresses()).containsExactly("unix:" + run.resolve("banyan.sock"));
        AddressFile.write(new StateDirectory(state), new Address("127.0.0.1", 7070));
        assertThat(discovery.access().state()).contains(state);
    }

    @Test
    void anAddressAndAStateDirectoryOfTheEnvironmentAreOneDaemonOrAnError() throws IOException {
        Path state = Files.createDirectories(directory.resolve("state"));
        AddressFile.write(new StateDirectory(state), new Address("127.0.0.1", 7070));
        ConnectionSettings one = chosen(Map.of("BANYAN_STATE", state.toString(), "BANYAN_ADDRESS", "127.0.0.1:7070"));
        assertThat(one.state()).contains(state);
        assertThat(one.addresses()).isEmpty();
        assertThatThrownBy(() -> chosen(Map.of("BANYAN_STATE", state.toString(), "BANYAN_ADDRESS", "h:1")))
                .hasMessageContaining("BANYAN_ADDRESS and BANYAN_STATE name different daemons");
    }

    @Test
    void theCommandOfAnInstanceAsksThatInstanceWithoutAWayThroughItself() {
        Map<String, String> own = Map.of(
                "BANYAN_STATE", "/top/children/3/children/1",
                "BANYAN_COMMAND_OF", "/top/children/3/children/1",
                "BANYAN_INSTANCE", "/3/1");
        assertThat(chosen(own).instance()).isEmpty();
        assertThat(chosen(Map.of("BANYAN_STATE", "/top", "BANYAN_INSTANCE", "/3/1"))
                        .instance())
                .contains("/3/1");
    }

    @Test
    void theChoiceIsWrittenIntoTheFileAndNothingElseInItChanges() throws Exception {
        Files.writeString(file(), FILE);
        CurrentContext.write(file(), "mine");
        assertThat(Files.readString(file())).isEqualTo(FILE.replace("current: site", "current: mine"));
        Path fresh = directory.resolve("new").resolve("banyan").resolve("client.yaml");
        CurrentContext.write(fresh, "shared");
        assertThat(ClientFile.read(fresh).orElseThrow().current()).contains("shared");
    }
}
