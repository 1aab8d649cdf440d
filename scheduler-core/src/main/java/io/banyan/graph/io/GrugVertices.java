package io.banyan.graph.io;

import java.util.stream.IntStream;

/**
 * Vertices that one rule of a recipe concerns: mostly those that it made, which follow each other.
 *
 * @param first the first of those that follow each other; -1 where the vertices are listed
 * @param size how many there are
 * @param listed all of them, where they do not follow each other
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared: read once by the rules below.
record GrugVertices(int first, int size, int[] listed) {
    private static final int[] NOT_LISTED = {};

    static GrugVertices range(int first, int size) {
        return new GrugVertices(first, size, NOT_LISTED);
    }

    static GrugVertices of(int[] vertices) {
        return new GrugVertices(-1, vertices.length, vertices);
    }

    boolean isRange() {
        return first >= 0;
    }

    int get(int i) {
        return isRange() ? first + i : listed[i];
    }

    IntStream stream() {
        return isRange() ? IntStream.range(first, first + size) : IntStream.of(listed);
    }
}
