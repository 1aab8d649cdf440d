package io.banyan.cli.client;

import io.banyan.cli.output.Checked;
import io.banyan.cli.output.CommandFailure;
import io.banyan.instance.InstancePath;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.client.Endpoint;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.security.Token;
import io.banyan.rpc.security.TokenFile;
import io.banyan.rpc.transport.Address;
import io.banyan.rpc.transport.ClientTls;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that say which daemon a command asks. */
public final class Target {
    /** Names the state directory where no option does. */
    public static final String STATE_VARIABLE = "BANYAN_STATE";

    private static final long MAX_TIMEOUT_SEC = 86_400;

    @Option(
            names = "--state",
            paramLabel = "DIR",
            description =
                    "State directory of the daemon (default: $" + STATE_VARIABLE + ", else ~/.local/state/banyan).")
    private @Nullable Path state;

    @Option(
            names = "--instance",
            paramLabel = "PATH",
            description =
                    "An instance of that daemon's tree by its path, such as /1/1: the daemon passes on what is asked.")
    private @Nullable String instance;

    @Option(
            names = "--address",
            split = ",",
            paramLabel = "HOST:PORT",
            description = "Address of the daemon, instead of --state; several where one of them leads and others wait.")
    private List<String> addresses = List.of();

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "File with the token to ask with (default: that of the state directory).")
    private @Nullable Path tokenFile;

    @Mixin
    private final TlsOptions tls = new TlsOptions();

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "How long to wait for the answer (default ${DEFAULT-VALUE}).")
    private long timeoutSec = BanyanClient.DEFAULT_DEADLINE.toSeconds();

    /** Something to ask a daemon. */
    @FunctionalInterface
    public interface Question<A> {
        A ask(BanyanClient client) throws ClientException;
    }

    /**
     * Asks the daemon that the options name.
     *
     * @throws CommandFailure where there is none, or it does not answer the question
     */
    <A> A ask(Question<A> question) {
        try (BanyanClient client = connect()) {
            return question.ask(client);
        } catch (ClientException e) {
            throw CommandFailure.no(String.valueOf(e.getMessage()));
        }
    }

    /** How long to wait for an answer. */
    Duration timeout() {
        if (timeoutSec < 1 || timeoutSec > MAX_TIMEOUT_SEC) {
            throw CommandFailure.wrongUse("--timeout is 1 to " + MAX_TIMEOUT_SEC + " seconds, found " + timeoutSec);
        }
        return Duration.ofSeconds(timeoutSec);
    }

    /**
     * A connection to the daemon that the options name, to be closed.
     *
     * @throws ClientException where there is none
     */
    public BanyanClient connect() throws ClientException {
        Optional<InstancePath> wanted = instance();
        BanyanClient daemon = connectToDaemon();
        return wanted.map(daemon::of).orElse(daemon);
    }

    /** The same to another instance of the tree. */
    BanyanClient connectTo(InstancePath other) throws ClientException {
        return connectToDaemon().of(other);
    }

    private BanyanClient connectToDaemon() throws ClientException {
        if (addresses.isEmpty()) {
            Path directory = directory().path();
            return tokenFile == null
                    ? BanyanClient.ofStateDirectory(directory, timeout())
                    : BanyanClient.ofStateDirectory(directory, tokenFile, timeout());
        }
        if (state != null) {
            throw CommandFailure.wrongUse("--address goes without --state");
        }
        List<Address> parsed = Checked.value(
                () -> addresses.stream().map(Address::parseReachable).toList());
        Optional<ClientTls> encryption = tls.encryption();
        Optional<Token> presented = tls.hasIdentity() ? given() : Optional.of(token());
        return BanyanClient.connect(new Endpoint(parsed, presented, encryption), timeout());
    }

    /** The instance that the options name by its path. */
    Optional<InstancePath> instance() {
        try {
            return Optional.ofNullable(instance).map(InstancePath::parse);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.wrongUse(
                    "--instance is a path of job ids such as / or /1/1, found '" + instance + "'");
        }
    }

    private Optional<Token> given() {
        return tokenFile == null ? Optional.empty() : Optional.of(token());
    }

    private Token token() {
        if (tokenFile == null) {
            throw CommandFailure.wrongUse("--address needs --token-file");
        }
        try {
            return TokenFile.read(tokenFile);
        } catch (IOException e) {
            throw CommandFailure.no(String.valueOf(e.getMessage()));
        }
    }

    /** The state directory of the instance that the options name; empty where they name an address, or an instance further down. */
    Optional<StateDirectory> stateDirectory() {
        return addresses.isEmpty() && instance == null ? Optional.of(directory()) : Optional.empty();
    }

    private StateDirectory directory() {
        return new StateDirectory(state == null ? defaultState(System.getenv()) : state);
    }

    /** Where a daemon keeps its state unless it is told otherwise. */
    public static Path defaultState(Map<String, String> environment) {
        String named = environment.getOrDefault(STATE_VARIABLE, "");
        return named.isBlank() ? Path.of(System.getProperty("user.home"), ".local", "state", "banyan") : Path.of(named);
    }
}
