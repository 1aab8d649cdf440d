package io.banyan.topology;

/**
 * A Hilbert curve through a rectangle or a box whose sides need not be powers of two: a long box is cut across, and any
 * other is divided into parts that are walked up, along and down, each again in this way. Where a side is odd, a step
 * can be diagonal. Method: J. Červený, generalized Hilbert curve, 2018.
 */
final class BoxCurve {
    private static final int DIMENSIONS = 3;

    private final Grid grid;
    private final int[] strides = new int[DIMENSIONS];
    private final int[] nodes;
    private int count;

    BoxCurve(Grid grid) {
        this.grid = grid;
        this.nodes = new int[grid.nodes()];
        int stride = 1;
        for (int d = 0; d < DIMENSIONS; d++) {
            strides[d] = stride;
            stride *= side(d);
        }
    }

    /** One side of a box: so many nodes along an axis; a negative number backwards. */
    private record Side(int axis, int length) {
        int size() {
            return Math.abs(length);
        }

        /** Half of it, and one more if that makes it even. */
        Side half() {
            int half = size() / 2;
            int even = half % 2 == 1 && size() > 2 ? half + 1 : half;
            return new Side(axis, Integer.signum(length) * even);
        }

        Side without(Side part) {
            return new Side(axis, length - part.length);
        }

        Side back() {
            return new Side(axis, -length);
        }
    }

    /** The nodes in the order of the curve. */
    int[] nodes() {
        int longest = 0;
        for (int d = 1; d < DIMENSIONS; d++) {
            longest = side(d) > side(longest) ? d : longest;
        }
        Side a = new Side(longest, side(longest));
        int second = longest == 0 ? 1 : 0;
        int third = DIMENSIONS - longest - second;
        Side b = new Side(second, side(second));
        Side c = new Side(third, side(third));
        if (b.size() == 1) {
            walk(0, a, c, b);
        } else {
            walk(0, a, b, c);
        }
        return nodes;
    }

    private int side(int dimension) {
        return dimension < grid.dimensions() ? grid.side(dimension) : 1;
    }

    /** The way from a node to that behind the end of a side. */
    private int past(Side side) {
        return side.length * strides[side.axis];
    }

    /** The way from a node to the last one of a side. */
    private int end(Side side) {
        return past(side) - Integer.signum(side.length) * strides[side.axis];
    }

    /** Walks from a corner of a box to the other end of its first side. */
    private void walk(int start, Side a, Side b, Side c) {
        if (b.size() == 1 && c.size() == 1) {
            line(start, a);
        } else if (a.size() == 1 && c.size() == 1) {
            line(start, b);
        } else if (a.size() == 1 && b.size() == 1) {
            line(start, c);
        } else if (isLong(a, b) && isLong(a, c)) {
            Side half = a.half();
            walk(start, half, b, c);
            walk(start + past(half), a.without(half), b, c);
        } else if (c.size() == 1 || 3 * b.size() > 4 * c.size()) {
            overSecond(start, a, b, c);
        } else if (3 * c.size() > 4 * b.size()) {
            overThird(start, a, b, c);
        } else {
            overBoth(start, a, b, c);
        }
    }

    private static boolean isLong(Side a, Side other) {
        return 2 * a.size() > 3 * other.size();
    }

    private void line(int start, Side side) {
        int step = Integer.signum(side.length) * strides[side.axis];
        for (int i = 0; i < side.size(); i++) {
            nodes[count++] = start + i * step;
        }
    }

    private void overSecond(int start, Side a, Side b, Side c) {
        Side halfA = a.half();
        Side halfB = b.half();
        walk(start, halfB, c, halfA);
        walk(start + past(halfB), a, b.without(halfB), c);
        walk(start + end(a) + end(halfB), halfB.back(), c, a.without(halfA).back());
    }

    private void overThird(int start, Side a, Side b, Side c) {
        Side halfA = a.half();
        Side halfC = c.half();
        walk(start, halfC, halfA, b);
        walk(start + past(halfC), a, b, c.without(halfC));
        walk(start + end(a) + end(halfC), halfC.back(), a.without(halfA).back(), b);
    }

    private void overBoth(int start, Side a, Side b, Side c) {
        Side halfA = a.half();
        Side halfB = b.half();
        Side halfC = c.half();
        Side restA = a.without(halfA);
        walk(start, halfB, halfC, halfA);
        walk(start + past(halfB), c, halfA, b.without(halfB));
        walk(start + end(halfB) + end(c), a, halfB.back(), c.without(halfC).back());
        walk(start + end(a) + past(halfB) + end(c), c.back(), restA.back(), b.without(halfB));
        walk(start + end(a) + end(halfB), halfB.back(), halfC, restA.back());
    }
}
