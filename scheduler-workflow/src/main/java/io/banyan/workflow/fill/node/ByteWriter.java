package io.banyan.workflow.fill.node;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.function.Consumer;

/** Writes numbers, texts and lists; small numbers take one byte. For one thread. */
final class ByteWriter {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** Writes a number from 0 in groups of seven bits, the lowest first. */
    ByteWriter number(long number) {
        long rest = number;
        while ((rest & ~0x7FL) != 0) {
            bytes.write((int) ((rest & 0x7F) | 0x80));
            rest >>>= 7;
        }
        bytes.write((int) rest);
        return this;
    }

    /** Writes a number that may be negative. */
    ByteWriter signed(long number) {
        return number((number << 1) ^ (number >> 63));
    }

    ByteWriter text(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        number(utf8.length);
        bytes.writeBytes(utf8);
        return this;
    }

    <T> ByteWriter list(Collection<T> values, Consumer<T> writer) {
        number(values.size());
        values.forEach(writer);
        return this;
    }

    ByteWriter counts(Collection<Integer> values) {
        return list(values, value -> number(value));
    }

    byte[] bytes() {
        return bytes.toByteArray();
    }
}
