package io.banyan.rpc.config;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A value for each key, with its source: options before the file, the file before the defaults. Immutable. */
public final class Settings {
    private final Keys keys;
    private final Map<Key<?>, Setting<?>> given;

    /**
     * The setting of one key.
     *
     * @param words as they were written
     */
    public record Setting<T>(Key<T> key, T value, List<String> words, ValueSource origin) {
        /** Copies the words. */
        public Setting {
            words = List.copyOf(words);
        }

        /** The words as people may see them. */
        public String shown() {
            return String.join(", ", words);
        }
    }

    private Settings(Keys keys, Map<Key<?>, Setting<?>> given) {
        this.keys = keys;
        this.given = given;
    }

    /** The default of each key. */
    public static Settings defaults(Keys keys) {
        return new Settings(keys, Map.of());
    }

    /**
     * Returns the settings with one key changed.
     *
     * @throws IllegalArgumentException in one sentence, where the words cannot be its value
     */
    public <T> Settings with(Key<T> key, List<String> words, ValueSource origin) {
        Map<Key<?>, Setting<?>> more = new LinkedHashMap<>(given);
        more.put(key, new Setting<>(key, key.read(words), words, origin));
        return new Settings(keys, more);
    }

    /** Returns the settings with the values of some keys taken from other settings. */
    public Settings taking(List<Key<?>> some, Settings other) {
        Map<Key<?>, Setting<?>> more = new LinkedHashMap<>(given);
        some.forEach(key -> more.put(key, other.setting(key)));
        return new Settings(keys, more);
    }

    /** The value of a key. */
    @SuppressWarnings("unchecked")
    public <T> Setting<T> setting(Key<T> key) {
        Setting<?> found = given.get(key);
        return found == null
                ? new Setting<>(key, key.fallback(), key.fallbackWords(), new ValueSource.Default())
                : (Setting<T>) found;
    }

    /** The value of a key. */
    public <T> T get(Key<T> key) {
        return setting(key).value();
    }

    /** Whether one of these has a value: its own, or a default that is not empty. */
    public boolean isAnySet(Key<?>... some) {
        return Arrays.stream(some).anyMatch(key -> !setting(key).words().isEmpty());
    }

    /** All, in the order of the keys. */
    public List<Setting<?>> all() {
        List<Setting<?>> all = new ArrayList<>();
        keys.all().forEach(key -> all.add(setting(key)));
        return all;
    }

    /** The keys whose values are not the same in another configuration of the same keys. */
    public List<Key<?>> differences(Settings other) {
        List<Key<?>> different = new ArrayList<>();
        for (Key<?> key : keys.all()) {
            if (!Objects.equals(get(key), other.get(key))) {
                different.add(key);
            }
        }
        return different;
    }
}
