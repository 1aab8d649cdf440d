package io.banyan.graph;

import java.util.AbstractSet;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The vertices or edges of one subsystem as a set that shows the live graph: in the order of their indices, each handle
 * made as it is asked for. Iterating is O(indices), all else O(1).
 */
final class LiveSet<T> extends AbstractSet<T> {
    private final IntSupplier size;
    private final Predicate<@Nullable Object> contains;
    private final IntSupplier bound;
    private final IntPredicate isMember;
    private final IntFunction<T> handle;

    /**
     * A set of handles.
     *
     * @param size how many there are
     * @param contains whether an object is one of them
     * @param bound one more than the greatest index
     * @param isMember whether an index is that of a member
     * @param handle makes the handle of an index
     */
    LiveSet(
            IntSupplier size,
            Predicate<@Nullable Object> contains,
            IntSupplier bound,
            IntPredicate isMember,
            IntFunction<T> handle) {
        this.size = size;
        this.contains = contains;
        this.bound = bound;
        this.isMember = isMember;
        this.handle = handle;
    }

    @Override
    public int size() {
        return size.getAsInt();
    }

    @Override
    public boolean contains(@Nullable Object item) {
        return contains.test(item);
    }

    @Override
    public Iterator<T> iterator() {
        return new Iterator<>() {
            private int next = advance(0);

            private int advance(int from) {
                int i = from;
                while (i < bound.getAsInt() && !isMember.test(i)) {
                    i++;
                }
                return i;
            }

            @Override
            public boolean hasNext() {
                return next < bound.getAsInt();
            }

            @Override
            public T next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                int found = next;
                next = advance(found + 1);
                return handle.apply(found);
            }
        };
    }
}
