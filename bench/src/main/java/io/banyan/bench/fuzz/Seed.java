package io.banyan.bench.fuzz;

import java.nio.charset.StandardCharsets;

/** Bytes that stay unchanged. */
final class Seed {
    private final byte[] bytes;

    Seed(byte[] bytes) {
        this.bytes = bytes.clone();
    }

    static Seed of(String text) {
        return new Seed(text.getBytes(StandardCharsets.UTF_8));
    }

    int size() {
        return bytes.length;
    }

    byte[] copy() {
        return bytes.clone();
    }

    byte[] copy(int from, int to) {
        return java.util.Arrays.copyOfRange(bytes, from, to);
    }
}
