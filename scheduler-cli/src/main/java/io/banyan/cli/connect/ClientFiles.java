package io.banyan.cli.connect;

import io.banyan.cli.output.CommandFailure;
import io.banyan.rpc.config.ConfigException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The user's own client file and that of the machine. A context of the user's goes before one of the same name of the machine's. */
final class ClientFiles {
    /** That of the machine. */
    static final Path OF_THE_MACHINE = Path.of("/etc/banyan/client.yaml");

    private final Path own;
    private final Path ofTheMachine;
    private final List<ClientFile> files;

    private ClientFiles(Path own, Path ofTheMachine, List<ClientFile> files) {
        this.own = own;
        this.ofTheMachine = ofTheMachine;
        this.files = files;
    }

    /**
     * Reads those that are there.
     *
     * @throws CommandFailure with all that is wrong in them
     */
    static ClientFiles read(Path own, Path ofTheMachine) {
        List<ClientFile> files = new ArrayList<>();
        for (Path file : List.of(own, ofTheMachine)) {
            try {
                ClientFile.read(file).ifPresent(files::add);
            } catch (ConfigException e) {
                throw CommandFailure.no(e.sentences());
            }
        }
        return new ClientFiles(own, ofTheMachine, files);
    }

    /** Where the user's own is, or would be. */
    Path own() {
        return own;
    }

    /** The name of the context that is used where nothing else is said. */
    Optional<String> current() {
        return files.stream().flatMap(file -> file.current().stream()).findFirst();
    }

    /** All contexts, by name. */
    Map<String, ConnectionSettings> contexts() {
        Map<String, ConnectionSettings> all = new TreeMap<>();
        files.forEach(file -> file.contexts().forEach(all::putIfAbsent));
        return all;
    }

    /** In which file a context stands. */
    Path fileOf(String name) {
        return files.stream()
                .filter(file -> file.contexts().containsKey(name))
                .map(ClientFile::file)
                .findFirst()
                .orElse(own);
    }

    /**
     * A context by name.
     *
     * @throws CommandFailure where there is none
     */
    ConnectionSettings context(String name) {
        ConnectionSettings found = contexts().get(name);
        if (found == null) {
            String known = String.join(", ", contexts().keySet());
            throw CommandFailure.no("there is no context '" + name + "' in " + own + " and " + ofTheMachine
                    + (known.isEmpty() ? "." : ".\nMaybe one of: " + known));
        }
        return found;
    }
}
