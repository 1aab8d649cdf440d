package io.banyan.rset;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An immutable ordered list of host names and its notation, for example {@code node[0-3,07],login} (RFC 29).
 *
 * <p>The order is kept and a name may come more than once. Names that count up are kept as one {@link HostRun}: memory
 * is O(runs), for a list from text at most the text's length plus {@link #MAX_WRITTEN_OUT}. Any thread may use it.
 */
public final class HostList {
    /** How many names one list may hold. */
    public static final int MAX_HOSTS = 1_000_000;

    /**
     * How many names, or beginnings of names, brackets that are not at the end of a name may stand for in one list:
     * they are written out.
     */
    public static final int MAX_WRITTEN_OUT = 65_536;

    /** How many characters one name may have. */
    public static final int MAX_NAME_LENGTH = 255;

    private final List<HostRun> runs;
    private final int size;
    /** Made at the first question: most lists are only kept and written. Threads that ask together make the same. */
    private @Nullable HostIndex index;

    private HostList(Builder builder) {
        this.runs = List.copyOf(builder.runs);
        this.size = Math.toIntExact(builder.size);
    }

    /**
     * The list of these names, which are taken literally.
     *
     * @throws IllegalArgumentException where a name is blank, too long or holds a comma, bracket or blank, or there are
     *     more than {@link #MAX_HOSTS}
     */
    public static HostList of(List<String> names) {
        Builder builder = builder();
        names.forEach(builder::addName);
        return builder.build();
    }

    /**
     * Checks that a name can be in a list.
     *
     * @throws IllegalArgumentException where it is blank, too long or holds a comma, bracket or blank
     */
    public static void requireName(String name) {
        boolean isName = !name.isEmpty();
        for (int i = 0; i < name.length(); i++) {
            isName &= !HostListParser.isReserved(name.charAt(i));
        }
        if (!isName) {
            throw new IllegalArgumentException(
                    "'" + name + "' is not a host name: it is empty or contains one of ',[]' or a blank");
        }
        HostListParser.requireLength(name.length());
    }

    /**
     * Reads a list such as {@code node[0-3,07],login}. A name may hold several bracketed parts; the last one varies
     * fastest. The empty string is the empty list. O(n log n) for n runs.
     *
     * @throws IllegalArgumentException where the text is no hostlist, names more than {@link #MAX_HOSTS} hosts, has
     *     more than {@link #MAX_WRITTEN_OUT} to be written out, or names a host by more than {@link #MAX_NAME_LENGTH}
     *     characters
     */
    public static HostList parse(String text) {
        return builder().add(text).build();
    }

    /** A builder of a list from the notation of its parts. */
    public static Builder builder() {
        return new Builder();
    }

    static void requireCount(long names) {
        if (names > MAX_HOSTS) {
            throw new IllegalArgumentException("a hostlist may name at most " + MAX_HOSTS + " hosts");
        }
    }

    /** Whether a host of this name is in the list. O(log runs); the first time O(runs log runs). */
    public boolean contains(String name) {
        HostIndex made = index;
        if (made == null) {
            made = new HostIndex(runs);
            index = made;
        }
        return made.contains(name);
    }

    /** The names in order, written out: O(names) in time and memory. */
    public List<String> names() {
        return stream().toList();
    }

    /** Returns the names in order, each expanded on demand. */
    public Stream<String> stream() {
        return runs.stream().flatMap(HostRun::names);
    }

    /** In how many pieces the names are kept. */
    int runs() {
        return runs.size();
    }

    /** How many names there are, repeated ones counted each time. */
    public int size() {
        return size;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof HostList that && runs.equals(that.runs);
    }

    @Override
    public int hashCode() {
        return runs.hashCode();
    }

    /**
     * The compact notation: neighbours in the list that differ only in their trailing number share one bracket.
     * O(runs).
     */
    @Override
    public String toString() {
        HostListWriter writer = new HostListWriter();
        runs.forEach(writer::add);
        return writer.text();
    }

    /** Gathers names; for one thread. */
    public static final class Builder {
        private final List<HostRun> runs = new ArrayList<>(1);
        private long size;
        private long writtenOut;
        /** The run that the next name may continue, without the names that have continued it. */
        private @Nullable HostRun open;
        /** The last number of the open run. */
        private long end;
        /** The basename of the last numbered name: the nodes of a system share one. */
        private String basename = "";
        /** The number with which a name continues the open run; -1 if no name can. */
        private long next = -1;
        /** The first number with more digits than the last. */
        private long limit;

        private Builder() {}

        /**
         * Adds the names of a text, behind those that there are.
         *
         * @throws IllegalArgumentException as {@link HostList#parse} does, of all names together; the builder is of no
         *     more use then
         */
        public Builder add(String text) {
            new HostListParser(text, this).parse();
            return this;
        }

        /**
         * Adds one name, which is taken literally.
         *
         * @throws IllegalArgumentException as {@link HostList#of} does
         */
        public void addName(String name) {
            requireName(name);
            add(HostRun.of(name));
        }

        /**
         * Adds the name that consists of a basename and a number. Equals {@link #addName(String)} of their
         * concatenation, but a name that continues the last one allocates nothing.
         *
         * @param number at least 0, written without leading zeros
         * @throws IllegalArgumentException as {@link HostList#of} does
         */
        @SuppressWarnings("ReferenceEquality") // the same object is enough, and quick to see
        public void addName(String ofBasename, long number) {
            if (ofBasename == basename && number == next && number < limit) {
                requireCount(++size);
                end++;
                next++;
                return;
            }
            requireName(ofBasename + number);
            int digits = Long.toString(number).length();
            add(
                    digits <= HostRun.MAX_DIGITS
                            ? HostRun.of(ofBasename, digits, number, number)
                            : HostRun.of(ofBasename + number));
            if (digits <= HostRun.MAX_DIGITS) {
                basename = ofBasename;
                next = number + 1;
                limit = HostRun.powerOfTen(digits);
            }
        }

        /** Adds a run, which continues the last one where it can: the same names are always the same runs. */
        void add(HostRun run) {
            size += run.size();
            requireCount(size);
            next = -1;
            HostRun last = open;
            if (last != null && run.hasNumber() && last.isLike(run) && run.first() == end + 1) {
                end = run.last();
                return;
            }
            close();
            open = run;
            end = run.last();
        }

        private void close() {
            HostRun last = open;
            if (last != null) {
                runs.add(last.last() == end ? last : new HostRun(last.prefix(), last.width(), last.first(), end));
            }
            open = null;
        }

        /** Counts the names that are about to be expanded. */
        void writeOut(long count) {
            writtenOut += count;
            if (writtenOut > MAX_WRITTEN_OUT) {
                throw new IllegalArgumentException("brackets that are not at the end of a name may expand to at most "
                        + MAX_WRITTEN_OUT + " names, or beginnings of names, in one hostlist");
            }
        }

        /** How many names there are so far. */
        long size() {
            return size;
        }

        /** The list of everything added so far. */
        public HostList build() {
            close();
            next = -1;
            return new HostList(this);
        }
    }
}
