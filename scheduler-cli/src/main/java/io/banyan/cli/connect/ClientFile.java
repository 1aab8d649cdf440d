package io.banyan.cli.connect;

import static io.banyan.rpc.config.ValueType.text;
import static io.banyan.rpc.config.ValueType.textsOf;

import io.banyan.graph.io.FileTrouble;
import io.banyan.instance.message.value.InstancePath;
import io.banyan.rpc.config.ConfigException;
import io.banyan.rpc.config.ConfigFile;
import io.banyan.rpc.config.Key;
import io.banyan.rpc.config.Keys;
import io.banyan.rpc.config.Settings;
import io.banyan.rpc.config.ValueType;
import io.banyan.rpc.files.ThisUser;
import io.banyan.rpc.transport.Location;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A client file: named contexts, each with the settings to reach one daemon, and the current context.
 *
 * @param file its path
 * @param current the name of the context that is used by default
 * @param contexts by name
 */
record ClientFile(Path file, Optional<String> current, Map<String, ConnectionSettings> contexts) {
    private static final String CONTEXTS = "contexts";
    private static final String NAME = "[A-Za-z0-9_@-]{1,64}";

    private static final Key<Optional<String>> CURRENT = Key.of(
            "current",
            text("NAME", name -> name).orNothing(),
            Optional.empty(),
            "Current context, used if no option or variable names a daemon.");

    ClientFile {
        contexts = Map.copyOf(contexts);
    }

    /** The keys of one context. */
    private record ContextKeys(
            String name,
            Key<List<String>> address,
            Key<Optional<String>> state,
            Key<Optional<String>> tokenFile,
            Key<Optional<String>> instance,
            Key<Optional<String>> authority,
            Key<Optional<String>> certificate,
            Key<Optional<String>> key,
            Key<Optional<String>> serverUser) {
        static ContextKeys of(String name) {
            String prefix = CONTEXTS + "." + name + ".";
            return new ContextKeys(
                    name,
                    Key.of(prefix + "address", textsOf(text("HOST:PORT", ContextKeys::address)), List.of(), ""),
                    word(prefix + "state", "DIR"),
                    word(prefix + "token-file", "FILE"),
                    Key.of(
                            prefix + "instance",
                            text("PATH", ContextKeys::instance).orNothing(),
                            Optional.empty(),
                            ""),
                    word(prefix + "tls-ca", "FILE"),
                    word(prefix + "tls-cert", "FILE"),
                    word(prefix + "tls-key", "FILE"),
                    word(prefix + "server-user", "USER"));
        }

        private static Key<Optional<String>> word(String name, String label) {
            ValueType<String> type = text(label, ContextKeys::notBlank);
            return Key.of(name, type.orNothing(), Optional.empty(), "");
        }

        private static String notBlank(String word) {
            if (word.isBlank()) {
                throw new IllegalArgumentException("expected a value, but none was found");
            }
            return word;
        }

        private static String address(String word) {
            return Location.parse(word).toString();
        }

        private static String instance(String word) {
            return InstancePath.parse(word).toString();
        }

        Collection<Key<?>> all() {
            return List.of(address, state, tokenFile, instance, authority, certificate, key, serverUser);
        }
    }

    /**
     * Reads a file; empty where there is none.
     *
     * @throws ConfigException with all that is wrong with it
     */
    static Optional<ClientFile> read(Path file) throws ConfigException {
        if (Files.notExists(file)) {
            return Optional.empty();
        }
        requireTrusted(file);
        List<ContextKeys> contexts = new ArrayList<>();
        Settings settings = ConfigFile.read(file, text -> {
            ConfigFile.namesBelow(CONTEXTS, text).stream()
                    .filter(name -> name.matches(NAME))
                    .map(ContextKeys::of)
                    .forEach(contexts::add);
            return keys(contexts);
        });
        Map<String, ConnectionSettings> found = new HashMap<>();
        for (ContextKeys keys : contexts) {
            found.put(keys.name(), access(file, keys, settings));
        }
        Optional<String> current = settings.get(CURRENT);
        return Optional.of(new ClientFile(file, current, found));
    }

    private static Keys keys(List<ContextKeys> contexts) {
        List<Key<?>> keys = new ArrayList<>(List.of(CURRENT));
        contexts.forEach(context -> keys.addAll(context.all()));
        return new Keys(
                keys,
                "a client file contains 'current' and 'contexts'; a context contains address, state, "
                        + "token-file, instance, tls-ca, tls-cert, tls-key and server-user",
                Set.of(CONTEXTS));
    }

    private static ConnectionSettings access(Path file, ContextKeys keys, Settings settings) throws ConfigException {
        var access = new ConnectionSettings(
                "the context '" + keys.name() + "'",
                settings.get(keys.address()),
                settings.get(keys.state()).map(word -> path(file, word)),
                settings.get(keys.tokenFile()).map(word -> path(file, word)),
                settings.get(keys.instance()),
                settings.get(keys.authority()).map(word -> path(file, word)),
                settings.get(keys.certificate()).map(word -> path(file, word)),
                settings.get(keys.key()).map(word -> path(file, word)),
                settings.get(keys.serverUser()));
        if (access.addresses().isEmpty() == access.state().isEmpty()) {
            throw wrong(file + ": the context '" + keys.name() + "' requires 'address' or 'state'.");
        }
        return access;
    }

    /** A path counts from where the file is, and {@code ~} is the user's home. */
    private static Path path(Path file, String word) {
        Path path = word.startsWith("~/") ? Path.of(System.getProperty("user.home"), word.substring(2)) : Path.of(word);
        return file.toAbsolutePath().resolveSibling(path);
    }

    /** The writer of the file decides which addresses receive tokens. */
    private static void requireTrusted(Path file) throws ConfigException {
        try {
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
            if (!ThisUser.trusts(file.toRealPath())
                    || permissions.contains(PosixFilePermission.GROUP_WRITE)
                    || permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
                throw wrong("The client file " + file
                        + " is writable by other users, who could redirect your token.\nMaybe: chmod 644 " + file
                        + ", or chown " + System.getProperty("user.name") + " " + file);
            }
        } catch (IOException e) {
            throw wrong(FileTrouble.sentence("read the client file", file, e));
        }
    }

    private static ConfigException wrong(String sentence) {
        return new ConfigException(List.of(sentence));
    }
}
