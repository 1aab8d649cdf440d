package io.banyan.rpc.config;

import io.banyan.graph.io.FileTrouble;
import io.banyan.rpc.config.ConfigText.Given;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Reads the configuration file of a daemon: YAML, with the keys of a registry and no others. */
public final class ConfigFile {
    /** The longest file that is read. */
    public static final int MAX_BYTES = 1 << 20;

    private final Keys keys;
    private final Path file;
    private final List<String> errors = new ArrayList<>();

    private ConfigFile(Keys keys, Path file) {
        this.keys = keys;
        this.file = file;
    }

    /**
     * The settings of the file over the defaults. O(length).
     *
     * @throws ConfigException with all that is wrong with it
     */
    public static Settings read(Keys keys, Path file) throws ConfigException {
        return new ConfigFile(keys, file).settings(text(file));
    }

    /**
     * Reads a file whose keys depend on names in its text.
     *
     * @param keysOf the keys, by the text of the file
     */
    public static Settings read(Path file, Function<String, Keys> keysOf) throws ConfigException {
        String text = text(file);
        return new ConfigFile(keysOf.apply(text), file).settings(text);
    }

    /**
     * The names below a section of a text, in their order; none if the text is no YAML, which the later read reports.
     */
    public static Set<String> namesBelow(String section, String text) {
        LoadSettings settings =
                LoadSettings.builder().setCodePointLimit(text.length() + 1).build();
        Set<String> names = new LinkedHashSet<>();
        try {
            if (new Load(settings).loadFromString(text) instanceof Map<?, ?> root
                    && root.get(section) instanceof Map<?, ?> found) {
                found.keySet().forEach(name -> names.add(String.valueOf(name)));
            }
        } catch (YamlEngineException told) {
            names.clear();
        }
        return names;
    }

    /** Reads a text as the content of the given file. */
    static Settings parse(Keys keys, Path file, String text) throws ConfigException {
        return new ConfigFile(keys, file).settings(text);
    }

    private static String text(Path file) throws ConfigException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            // An open call on a pipe would block until another process writes to it.
            throw wrong(file + " is not a readable configuration file.");
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw wrong(file + " is longer than " + (MAX_BYTES >> 20) + " MiB, the limit of a configuration.");
            }
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(java.nio.ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw wrong(file + " is not text in UTF-8.");
        } catch (IOException e) {
            throw wrong(FileTrouble.sentence("read the configuration", file, e));
        }
    }

    private static ConfigException wrong(String sentence) {
        return new ConfigException(List.of(sentence));
    }

    private Settings settings(String text) throws ConfigException {
        Settings settings = Settings.defaults(keys);
        for (Given given : new ConfigText(keys, file.toString(), errors).parse(text)) {
            settings = with(settings, given);
        }
        if (!errors.isEmpty()) {
            throw new ConfigException(errors);
        }
        return settings;
    }

    private Settings with(Settings settings, Given given) {
        try {
            return settings.with(given.key(), given.words(), new ValueSource.File(file, given.line()));
        } catch (IllegalArgumentException e) {
            errors.add(file + ":" + given.line() + ":" + given.column() + ": "
                    + given.key().name() + ": " + e.getMessage());
            return settings;
        }
    }
}
