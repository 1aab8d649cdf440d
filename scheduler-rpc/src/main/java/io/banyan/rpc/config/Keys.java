package io.banyan.rpc.config;

import io.banyan.document.Nearest;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** All the keys that there are, in the order in which they are documented. */
public final class Keys {
    private final Map<String, Key<?>> byName = new LinkedHashMap<>();
    private final String overview;
    private final Set<String> sections;

    /**
     * The keys of a daemon.
     *
     * @throws IllegalArgumentException if two have the same name, or one is a section of another
     */
    public Keys(List<Key<?>> keys) {
        this(keys, "'banyan config show --defaults' lists all keys", Set.of());
    }

    /**
     * These keys.
     *
     * @param overview the sentence for a name that is near none of them
     * @param sections the names of sections that can be without a key
     * @throws IllegalArgumentException if two have the same name, or one is a section of another
     */
    public Keys(List<Key<?>> keys, String overview, Set<String> sections) {
        this.overview = overview;
        this.sections = Set.copyOf(sections);
        for (Key<?> key : keys) {
            if (byName.put(key.name(), key) != null) {
                throw new IllegalArgumentException("There are two keys " + key.name() + ".");
            }
        }
        for (Key<?> key : keys) {
            if (isSection(key.name())) {
                throw new IllegalArgumentException(key.name() + " is a key and a section.");
            }
        }
    }

    /** All, in their order. */
    public Collection<Key<?>> all() {
        return byName.values();
    }

    /** The key of this name. */
    public Optional<Key<?>> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** Whether keys begin with this name and a dot. */
    boolean isSection(String name) {
        return sections.contains(name) || byName.keySet().stream().anyMatch(key -> key.startsWith(name + "."));
    }

    /** The message about an unknown name, with the nearest known name if there is one. */
    public String unknown(String name) {
        if (byName.containsKey(name)) {
            int dot = name.lastIndexOf('.');
            return "'" + name + "' must be written as '" + name.substring(dot + 1) + "' in the section '"
                    + name.substring(0, dot) + "'";
        }
        Optional<String> near = Nearest.of(name, namesAndSections());
        String last = name.substring(name.lastIndexOf('.') + 1);
        if (near.isEmpty()) {
            near = byName.values().stream()
                    .filter(key -> key.lastName().equals(last))
                    .map(Key::name)
                    .findFirst();
        }
        return "there is no key '" + name + "'"
                + near.map(key -> "; maybe '" + key + "' is meant").orElse("; " + overview);
    }

    /** The names of all keys and of their sections, such as {@code match.policy} and {@code match}. */
    private Set<String> namesAndSections() {
        Set<String> names = new LinkedHashSet<>(byName.keySet());
        for (String name : byName.keySet()) {
            for (int dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
                names.add(name.substring(0, dot));
            }
        }
        return names;
    }
}
