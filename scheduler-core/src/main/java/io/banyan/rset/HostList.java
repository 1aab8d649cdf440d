package io.banyan.rset;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * An immutable ordered list of host names and its notation, for example {@code node[0-3,07],login} (RFC 29).
 *
 * <p>The order is kept and a name may come more than once. Memory is O(names). Any thread may use it.
 */
public final class HostList {
    /** How many names one list may hold. */
    public static final int MAX_HOSTS = 1_000_000;

    /** How many characters one name may have. */
    public static final int MAX_NAME_LENGTH = 255;

    private final List<String> names;
    private final Set<String> distinct;

    private HostList(List<String> names) {
        this.names = names;
        this.distinct = new LinkedHashSet<>(names);
    }

    /**
     * The list of these names, which are taken literally.
     *
     * @throws IllegalArgumentException where a name is blank, too long or holds a comma, bracket or blank, or there are more
     *     than {@link #MAX_HOSTS}
     */
    public static HostList of(List<String> names) {
        if (names.size() > MAX_HOSTS) {
            throw HostListParser.tooMany();
        }
        for (String name : names) {
            if (name.isEmpty() || name.chars().anyMatch(HostListParser::isReserved)) {
                throw new IllegalArgumentException(
                        "'" + name + "' is no host name: it is empty or holds one of ',[]' or a blank");
            }
            HostListParser.requireLength(name.length());
        }
        return new HostList(List.copyOf(names));
    }

    /**
     * Reads a list such as {@code node[0-3,07],login}. A name may hold several bracketed parts; the last one varies
     * fastest. The empty string is the empty list. O(names).
     *
     * @throws IllegalArgumentException where the text is no hostlist, names more than {@link #MAX_HOSTS} hosts, or one by more
     *     than {@link #MAX_NAME_LENGTH} characters
     */
    public static HostList parse(String text) {
        return builder().add(text).build();
    }

    /** A builder of a list from the notation of its parts. */
    public static Builder builder() {
        return new Builder();
    }

    /** Whether a host of this name is in the list. O(1). */
    public boolean contains(String name) {
        return distinct.contains(name);
    }

    /** The names in order. */
    public List<String> names() {
        return names;
    }

    /** How many names there are, repeated ones counted each time. */
    public int size() {
        return names.size();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof HostList that && names.equals(that.names);
    }

    @Override
    public int hashCode() {
        return names.hashCode();
    }

    /** The compact notation: neighbours in the list that differ only in their trailing number share one bracket. */
    @Override
    public String toString() {
        HostListWriter writer = new HostListWriter();
        names.forEach(writer::add);
        return writer.text();
    }

    /** Gathers names; for one thread. */
    public static final class Builder {
        private final List<String> names = new ArrayList<>();

        private Builder() {}

        /**
         * Adds the names of a text, behind those that there are. O(names of the text).
         *
         * @throws IllegalArgumentException as {@link HostList#parse} does, of all names together; the builder is of no more
         *     use then
         */
        public Builder add(String text) {
            new HostListParser(text).appendTo(names);
            return this;
        }

        /** The list of everything added so far. */
        public HostList build() {
            return new HostList(List.copyOf(names));
        }
    }
}
