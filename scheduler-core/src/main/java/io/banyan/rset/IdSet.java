package io.banyan.rset;

import java.util.Arrays;
import java.util.StringJoiner;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * An immutable set of non-negative ids and its notation, for example {@code 0-3,7} (RFC 22).
 *
 * <p>Kept as sorted ranges that neither overlap nor touch, so memory is O(ranges). Any thread may use it.
 */
public final class IdSet {
    /** How many ids one set may hold. */
    public static final int MAX_IDS = 1_000_000;

    private static final int MAX_DIGITS = 18;
    private static final IdSet EMPTY = new IdSet(new long[0], new long[0]);

    /** The first and the last id of each range. */
    private final long[] firsts;

    private final long[] lasts;
    private final int size;

    private IdSet(long[] firsts, long[] lasts) {
        this.firsts = firsts;
        this.lasts = lasts;
        int count = 0;
        for (int i = 0; i < firsts.length; i++) {
            count += (int) (lasts[i] - firsts[i] + 1);
        }
        this.size = count;
    }

    /** The set without ids; its notation is the empty string. */
    public static IdSet empty() {
        return EMPTY;
    }

    /**
     * The set of these ids, in any order, repeated or not. O(n log n).
     *
     * @throws IllegalArgumentException where an id is negative or there are more than {@link #MAX_IDS}
     */
    public static IdSet of(long... ids) {
        long[] sorted = ids.clone();
        Arrays.sort(sorted);
        Builder builder = new Builder();
        for (long id : sorted) {
            builder.add(id);
        }
        return builder.build();
    }

    /** A builder that takes ids and ranges in any order; ascending order is the fast one. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Reads {@code 0-3,7} or {@code [0-3,7]}; the empty string is the empty set. Ranges may come in any order and
     * overlap.
     *
     * @throws IllegalArgumentException where the text is no idset or names more than {@link #MAX_IDS} ids
     */
    public static IdSet parse(String text) {
        String inner = withoutBrackets(text);
        if (inner.isEmpty()) {
            return EMPTY;
        }
        Builder builder = new Builder();
        for (String part : inner.split(",", -1)) {
            int dash = part.indexOf('-');
            long first = number(dash < 0 ? part : part.substring(0, dash), text);
            long last = dash < 0 ? first : number(part.substring(dash + 1), text);
            if (last < first) {
                throw new IllegalArgumentException(
                        "'" + text + "' is not an idset: the range '" + part + "' runs backwards");
            }
            builder.addRange(first, last);
        }
        return builder.build();
    }

    private static String withoutBrackets(String text) {
        boolean opened = text.startsWith("[");
        boolean closed = text.endsWith("]");
        if (opened != closed) {
            throw new IllegalArgumentException("'" + text + "' is not an idset: its brackets do not match");
        }
        return opened ? text.substring(1, text.length() - 1) : text;
    }

    private static long number(String digits, String text) {
        boolean plain = !digits.isEmpty() && digits.chars().allMatch(IdSet::isDigit);
        if (plain && digits.length() > MAX_DIGITS) {
            throw new IllegalArgumentException("'" + text + "' is not an idset: an id can have at most " + MAX_DIGITS
                    + " digits, found '" + digits + "'");
        }
        if (!plain || (digits.length() > 1 && digits.startsWith("0"))) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not an idset: expected ids and ranges such as 0-3,7, found '" + digits
                            + "' where an id should be");
        }
        return Long.parseLong(digits);
    }

    private static boolean isDigit(int character) {
        return character >= '0' && character <= '9';
    }

    /** Whether the set holds this id. O(log ranges). */
    public boolean contains(long id) {
        int found = Arrays.binarySearch(firsts, id);
        if (found >= 0) {
            return true;
        }
        int before = -found - 2;
        return before >= 0 && id <= lasts[before];
    }

    /** The greatest id of the set that is not greater than this, or -1 where there is none. O(log ranges). */
    public long floor(long id) {
        int found = Arrays.binarySearch(firsts, id);
        int range = found >= 0 ? found : -found - 2;
        return range < 0 ? -1 : Math.min(id, lasts[range]);
    }

    /** How many ids the set holds. */
    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    /** The ids in ascending order. */
    public LongStream longs() {
        return IntStream.range(0, firsts.length)
                .mapToObj(i -> LongStream.rangeClosed(firsts[i], lasts[i]))
                .flatMapToLong(range -> range);
    }

    /** Calls {@code action} with each id in ascending order, without allocating. */
    public void forEach(LongConsumer action) {
        for (int i = 0; i < firsts.length; i++) {
            for (long k = 0; k <= lasts[i] - firsts[i]; k++) {
                action.accept(firsts[i] + k);
            }
        }
    }

    /** The ids that are in this set, in the other, or in both. O(ranges). */
    public IdSet union(IdSet other) {
        Builder builder = new Builder();
        for (int i = 0, j = 0; i < firsts.length || j < other.firsts.length; ) {
            boolean mine = j == other.firsts.length || (i < firsts.length && firsts[i] <= other.firsts[j]);
            if (mine) {
                builder.addRange(firsts[i], lasts[i++]);
            } else {
                builder.addRange(other.firsts[j], other.lasts[j++]);
            }
        }
        return builder.build();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof IdSet that && Arrays.equals(firsts, that.firsts) && Arrays.equals(lasts, that.lasts);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(firsts) + Arrays.hashCode(lasts);
    }

    /** The compact notation without brackets, for example {@code 0-3,7}. */
    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(",");
        for (int i = 0; i < firsts.length; i++) {
            text.add(firsts[i] == lasts[i] ? Long.toString(firsts[i]) : firsts[i] + "-" + lasts[i]);
        }
        return text.toString();
    }

    /** Gathers ids; for one thread. Ascending additions cost O(1), others are sorted once in {@link #build}. */
    public static final class Builder {
        private long[] firsts = new long[8];
        private long[] lasts = new long[8];
        private int count;
        private long total;
        private boolean sorted = true;

        private Builder() {}

        /**
         * Adds one id.
         *
         * @throws IllegalArgumentException where the id is negative or the set grows beyond {@link IdSet#MAX_IDS}
         */
        public Builder add(long id) {
            return addRange(id, id);
        }

        /**
         * Adds the ids from {@code first} to {@code last}, both included.
         *
         * @throws IllegalArgumentException where an id is negative, the range runs backwards or the set grows beyond
         *     {@link IdSet#MAX_IDS}
         */
        public Builder addRange(long first, long last) {
            if (first < 0 || last < first) {
                throw new IllegalArgumentException(
                        "a range of ids must start at 0 or more and must not run backwards, found " + first + "-"
                                + last);
            }
            if (last - first >= MAX_IDS || total + (last - first + 1) > 2L * MAX_IDS) {
                throw tooMany();
            }
            long grown = last - first + 1;
            if (count > 0 && sorted && first >= firsts[count - 1] && first - 1 <= lasts[count - 1]) {
                total += Math.max(0, last - lasts[count - 1]);
                lasts[count - 1] = Math.max(lasts[count - 1], last);
                return this;
            }
            total += grown;
            sorted &= count == 0 || first > lasts[count - 1];
            append(first, last);
            return this;
        }

        /**
         * Adds the ids of a set.
         *
         * @throws IllegalArgumentException where the set grows beyond {@link IdSet#MAX_IDS}
         */
        public Builder addAll(IdSet ids) {
            for (int i = 0; i < ids.firsts.length; i++) {
                addRange(ids.firsts[i], ids.lasts[i]);
            }
            return this;
        }

        private void append(long first, long last) {
            if (count == firsts.length) {
                firsts = Arrays.copyOf(firsts, 2 * count);
                lasts = Arrays.copyOf(lasts, 2 * count);
            }
            firsts[count] = first;
            lasts[count++] = last;
        }

        /**
         * The set of everything added so far.
         *
         * @throws IllegalArgumentException where there are more than {@link IdSet#MAX_IDS}
         */
        public IdSet build() {
            if (count == 0) {
                return EMPTY;
            }
            if (!sorted) {
                return sortedCopy().build();
            }
            if (total > MAX_IDS) {
                throw tooMany();
            }
            return new IdSet(Arrays.copyOf(firsts, count), Arrays.copyOf(lasts, count));
        }

        private Builder sortedCopy() {
            Builder ascending = new Builder();
            IntStream.range(0, count)
                    .boxed()
                    .sorted((a, b) -> Long.compare(firsts[a], firsts[b]))
                    .forEachOrdered(i -> ascending.addRange(firsts[i], lasts[i]));
            return ascending;
        }

        private static IllegalArgumentException tooMany() {
            return new IllegalArgumentException("an idset can contain at most " + MAX_IDS + " ids");
        }
    }
}
