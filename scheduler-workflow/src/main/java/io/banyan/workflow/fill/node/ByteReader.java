package io.banyan.workflow.fill.node;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Reads what {@link ByteWriter} writes. A count is checked against the bytes that are left, so that no text or list
 * takes more memory than its bytes. Broken bytes give an {@link IllegalArgumentException}. For one thread.
 */
final class ByteReader {
    private final byte[] bytes;
    private int place;

    ByteReader(byte[] bytes) {
        this.bytes = bytes;
    }

    long number() {
        long number = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            int one = one();
            number |= (one & 0x7FL) << shift;
            if (one < 0x80) {
                return number;
            }
        }
        throw new IllegalArgumentException("a number has more than ten bytes");
    }

    /** Reads a number from 0 that an {@code int} can hold. */
    int count() {
        long number = number();
        if (number < 0 || number > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("a number is too large: " + number);
        }
        return (int) number;
    }

    long signed() {
        long number = number();
        return (number >>> 1) ^ -(number & 1);
    }

    int signedInt() {
        long number = signed();
        if (number != (int) number) {
            throw new IllegalArgumentException("a number is too large: " + number);
        }
        return (int) number;
    }

    String text() {
        int length = countOfRest();
        String text = new String(bytes, place, length, StandardCharsets.UTF_8);
        place += length;
        return text;
    }

    <T> List<T> list(Supplier<T> reader) {
        int size = countOfRest();
        List<T> values = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            values.add(reader.get());
        }
        return values;
    }

    private int countOfRest() {
        int count = count();
        if (count > bytes.length - place) {
            throw new IllegalArgumentException("a text or list is longer than its frame: " + count);
        }
        return count;
    }

    private int one() {
        if (place >= bytes.length) {
            throw new IllegalArgumentException("a frame ends too early");
        }
        return bytes[place++] & 0xFF;
    }

    /** Throws if bytes are left. */
    void end() {
        if (place < bytes.length) {
            throw new IllegalArgumentException((bytes.length - place) + " bytes are left in a frame");
        }
    }
}
