package io.banyan.cli.call;

import io.banyan.cli.connect.ConnectionSettings;
import io.banyan.cli.connect.DaemonChoice;
import io.banyan.cli.connect.Environment;
import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.CommandFailure;
import io.banyan.graph.io.FileTrouble;
import io.banyan.instance.message.value.InstancePath;
import io.banyan.instance.message.value.JobState;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.client.Endpoint;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.security.Token;
import io.banyan.rpc.security.TokenFile;
import io.banyan.rpc.transport.ClientTls;
import io.banyan.rpc.transport.Location;
import io.banyan.rpc.transport.UnixSocket;
import java.io.IOException;
import java.lang.reflect.Member;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** The options that say which daemon a command asks. */
public final class Target {
    /** Names the state directory where no option does. */
    public static final String STATE_VARIABLE = Environment.STATE;

    private static final long MAX_TIMEOUT_SEC = 86_400;

    @Option(
            names = "--state",
            paramLabel = "DIR",
            description = "State directory of the daemon (default: $" + STATE_VARIABLE
                    + ", the current context, ~/.local/state/banyan, or the socket in /run/banyan).")
    private @Nullable Path state;

    @Option(
            names = "--context",
            paramLabel = "NAME",
            description = "Context of the client file, instead of --state (default: $BANYAN_CONTEXT).")
    private @Nullable String context;

    @Option(
            names = "--instance",
            paramLabel = "PATH",
            description = "Path of an instance in the daemon's tree, such as /1/1, to which the daemon forwards "
                    + "the request (default: $BANYAN_INSTANCE, if no option names the daemon).")
    private @Nullable String instance;

    @Option(
            names = "--address",
            split = ",",
            paramLabel = "HOST:PORT",
            description = "Address of the daemon, or unix:PATH of its socket, instead of --state. Several "
                    + "addresses name a leader and its standbys (default: $BANYAN_ADDRESS).")
    private List<String> addresses = List.of();

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = "File with the authentication token (default: the token of the state directory, or "
                    + "$BANYAN_TOKEN_FILE).")
    private @Nullable Path tokenFile;

    @Mixin
    private final TlsOptions tls = new TlsOptions();

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "Time to wait for an answer (default ${DEFAULT-VALUE}).")
    private long timeoutSec = BanyanClient.DEFAULT_DEADLINE.toSeconds();

    private Environment environment = Environment.ofThisProcess();
    private @Nullable ConnectionSettings chosen;

    /** Something to ask a daemon. */
    @FunctionalInterface
    public interface Question<A> {
        A ask(BanyanClient client) throws ClientException;
    }

    /** Asks a daemon. The implementation decides the treatment of a daemon that does not answer. */
    @FunctionalInterface
    public interface Asker {
        <A> A ask(Question<A> question);
    }

    /** Whether an option is one of those that say which daemon a command asks, and how. */
    public static boolean isConnectionOption(OptionSpec option) {
        return option.userObject() instanceof Member member
                && (member.getDeclaringClass() == Target.class || member.getDeclaringClass() == TlsOptions.class);
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
    public Duration timeout() {
        if (timeoutSec < 1 || timeoutSec > MAX_TIMEOUT_SEC) {
            throw CommandFailure.wrongUse(
                    "--timeout must be 1 to " + MAX_TIMEOUT_SEC + " seconds, found " + timeoutSec);
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

    /** Returns a connection to another instance of the tree, to be closed. */
    public BanyanClient connectTo(InstancePath other) throws ClientException {
        return connectToDaemon().of(other);
    }

    private BanyanClient connectToDaemon() throws ClientException {
        ConnectionSettings access = access();
        if (access.state().isPresent()) {
            Path directory = new StateDirectory(access.state().get()).path();
            return access.tokenFile().isEmpty()
                    ? BanyanClient.ofStateDirectory(directory, timeout())
                    : BanyanClient.ofStateDirectory(
                            directory, access.tokenFile().get(), timeout());
        }
        List<Location> locations = CheckedValues.value(
                () -> access.addresses().stream().map(Location::parse).toList());
        Optional<ClientTls> encryption = TlsOptions.encryption(access);
        boolean isKnownOtherwise =
                access.certificate().isPresent() || locations.stream().allMatch(UnixSocket.class::isInstance);
        Optional<Token> presented = access.tokenFile().map(Target::token);
        if (presented.isEmpty() && !isKnownOtherwise) {
            throw CommandFailure.wrongUse("--address requires --token-file");
        }
        Set<String> trusted = access.serverUser().map(Set::of).orElse(Set.of());
        return BanyanClient.connect(new Endpoint(locations, presented, encryption, trusted), timeout());
    }

    /** Takes another environment than that of this process. It is to be said before the daemon is chosen. */
    public void in(Environment other) {
        environment = other;
    }

    /** How the daemon is reached; found out once. */
    public ConnectionSettings access() {
        ConnectionSettings known = chosen;
        if (known == null) {
            Optional.ofNullable(state).ifPresent(Target::requireNoJobState);
            int named = (addresses.isEmpty() ? 0 : 1) + (state == null ? 0 : 1) + (context == null ? 0 : 1);
            if (named > 1) {
                throw CommandFailure.wrongUse(
                        context == null
                                ? "--address cannot be used with --state"
                                : "--context cannot be used with --address or --state");
            }
            known = DaemonChoice.in(environment).of(options(), Optional.ofNullable(context));
            chosen = known;
        }
        return known;
    }

    private ConnectionSettings options() {
        return new ConnectionSettings(
                "the command line",
                addresses,
                Optional.ofNullable(state),
                Optional.ofNullable(tokenFile),
                Optional.ofNullable(instance),
                tls.authority(),
                tls.certificate(),
                tls.key(),
                Optional.empty());
    }

    /** The instance that the options, the environment or a context name by its path. */
    public Optional<InstancePath> instance() {
        Optional<String> path = access().instance();
        try {
            return path.map(InstancePath::parse);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.wrongUse(
                    "--instance must be a path of job ids such as / or /1/1, found '" + path.orElse("") + "'");
        }
    }

    private static Token token(Path file) {
        try {
            return TokenFile.read(file);
        } catch (IOException e) {
            throw CommandFailure.no(FileTrouble.sentence("read the token file", file, e));
        }
    }

    /**
     * The state directory of the instance that is asked; empty where it is known by an address, or is an instance
     * further down.
     */
    public Optional<StateDirectory> stateDirectory() {
        return access().instance().isPresent()
                ? Optional.empty()
                : access().state().map(StateDirectory::new);
    }

    /**
     * Rejects a job state as the state directory, since users who look for jobs in a state write {@code --state
     * pending}, as with other schedulers.
     */
    private static void requireNoJobState(Path directory) {
        String word = directory.toString().toLowerCase(Locale.ROOT);
        if (Arrays.stream(JobState.values()).anyMatch(it -> it.toString().equals(word)) && !Files.exists(directory)) {
            throw CommandFailure.wrongUse(
                    "--state must name the state directory of a daemon, but there is no directory '" + directory
                            + "'; to select jobs by state, use --status " + directory);
        }
    }

    /** The state directory of a daemon whose configuration names none. */
    public static Path defaultState(Map<String, String> environment) {
        return new Environment(environment).defaultState();
    }
}
