package io.banyan.topology;

import java.util.stream.IntStream;

/**
 * The nodes of a grid in the order of the Hilbert curve through the smallest enclosing cube whose sides are a power of
 * two. Method: J. Skilling, Programming the Hilbert curve, AIP Conference Proceedings 707, 2004.
 */
final class CubeCurve {
    private final Grid grid;
    private final int dimensions;
    /** The indices on the curve, each as one number for a dimension, whose bits are interleaved. */
    private final int[] transposed;

    private CubeCurve(Grid grid) {
        this.grid = grid;
        this.dimensions = grid.dimensions();
        this.transposed = new int[grid.nodes() * dimensions];
    }

    /** O(nodes x log nodes). */
    static int[] nodes(Grid grid) {
        var curve = new CubeCurve(grid);
        int longest = 1;
        for (int d = 0; d < curve.dimensions; d++) {
            longest = Math.max(longest, grid.side(d));
        }
        int topBit = Integer.highestOneBit(Math.max(1, longest - 1));
        for (int node = 0; node < grid.nodes(); node++) {
            curve.transpose(node, topBit);
        }
        return IntStream.range(0, grid.nodes())
                .boxed()
                .sorted(curve::compare)
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private void transpose(int node, int topBit) {
        int first = node * dimensions;
        for (int d = 0; d < dimensions; d++) {
            transposed[first + d] = grid.coordinate(node, d);
        }
        for (int bit = topBit; bit > 1; bit >>= 1) {
            for (int d = 0; d < dimensions; d++) {
                turn(first, first + d, bit);
            }
        }
        for (int d = 1; d < dimensions; d++) {
            transposed[first + d] ^= transposed[first + d - 1];
        }
        int parity = 0;
        for (int bit = topBit; bit > 1; bit >>= 1) {
            parity ^= (transposed[first + dimensions - 1] & bit) == 0 ? 0 : bit - 1;
        }
        for (int d = 0; d < dimensions; d++) {
            transposed[first + d] ^= parity;
        }
    }

    /** Inverts the lower bits of the first coordinate, or exchanges them with those of another. */
    private void turn(int first, int other, int bit) {
        int lower = bit - 1;
        if ((transposed[other] & bit) != 0) {
            transposed[first] ^= lower;
        } else {
            int difference = (transposed[first] ^ transposed[other]) & lower;
            transposed[first] ^= difference;
            transposed[other] ^= difference;
        }
    }

    /** Compares the interleaved indices: the highest bit that differs decides, of the first dimension with it. */
    private int compare(int a, int b) {
        int all = 0;
        for (int d = 0; d < dimensions; d++) {
            all |= transposed[a * dimensions + d] ^ transposed[b * dimensions + d];
        }
        int bit = Integer.highestOneBit(all);
        for (int d = 0; d < dimensions; d++) {
            int one = transposed[a * dimensions + d] & bit;
            int two = transposed[b * dimensions + d] & bit;
            if (one != two) {
                return one == 0 ? -1 : 1;
            }
        }
        return 0;
    }
}
