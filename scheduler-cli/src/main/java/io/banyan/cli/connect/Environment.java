package io.banyan.cli.connect;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The settings in the environment for the daemon to ask. An empty variable counts as unset. */
public final class Environment {
    /** Names the state directory where no option does. */
    public static final String STATE = "BANYAN_STATE";

    static final String ADDRESS = "BANYAN_ADDRESS";
    static final String CONTEXT = "BANYAN_CONTEXT";

    /** In the environment of an instance's command: the state directory of that instance. */
    private static final String COMMAND_OF = "BANYAN_COMMAND_OF";

    private static final String HOME = System.getProperty("user.home");

    private final Map<String, String> variables;

    public Environment(Map<String, String> variables) {
        this.variables = Map.copyOf(variables);
    }

    /** That of this process. */
    public static Environment ofThisProcess() {
        return new Environment(System.getenv());
    }

    private Optional<String> get(String name) {
        return Optional.ofNullable(variables.get(name)).filter(value -> !value.isBlank());
    }

    private Optional<Path> path(String name) {
        return get(name).map(Path::of);
    }

    /** Returns the daemon that it names, if any, with the credentials of the calls. */
    ConnectionSettings access() {
        return new ConnectionSettings(
                "the environment",
                get(ADDRESS).map(it -> List.of(it.split(",", -1))).orElse(List.of()),
                path(STATE),
                path("BANYAN_TOKEN_FILE"),
                instance(),
                path("BANYAN_TLS_CA"),
                path("BANYAN_TLS_CERT"),
                path("BANYAN_TLS_KEY"),
                get("BANYAN_SERVER_USER"));
    }

    /** The context of the client file that it names. */
    Optional<String> context() {
        return get(CONTEXT);
    }

    /**
     * The environment of an instance's command contains the path of the instance that its state directory already leads
     * to. Such a path names no further instance.
     */
    private Optional<String> instance() {
        Optional<String> named = get("BANYAN_INSTANCE");
        Optional<String> own =
                get(COMMAND_OF).filter(it -> get(STATE).filter(it::equals).isPresent());
        return own.isEmpty() ? named : named.filter(path -> !own.get().endsWith(path.replace("/", "/children/")));
    }

    /** The state directory of a daemon whose configuration names none. */
    public Path defaultState() {
        return path(STATE).orElse(Path.of(HOME, ".local", "state", "banyan"));
    }

    /** The user's own client file. */
    Path clientFile() {
        Path configuration = path("XDG_CONFIG_HOME").filter(Path::isAbsolute).orElse(Path.of(HOME, ".config"));
        return configuration.resolve("banyan").resolve("client.yaml");
    }
}
