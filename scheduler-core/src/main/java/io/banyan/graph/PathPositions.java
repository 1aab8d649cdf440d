package io.banyan.graph;

import org.jspecify.annotations.Nullable;

/** The positions of paths: open addressing, half full at most. Nothing is allocated for a path. */
final class PathPositions {
    private final @Nullable String[] paths;
    private final int[] positions;

    /** None yet. */
    PathPositions(int most) {
        int capacity = Integer.highestOneBit(Math.max(1, most)) * 4;
        this.paths = new @Nullable String[capacity];
        this.positions = new int[capacity];
    }

    /** The position that has the path already; else -1, and it has this one from now on. */
    int putIfAbsent(String path, int position) {
        int mask = paths.length - 1;
        int hash = path.hashCode() * 0x9E3779B1;
        int slot = (hash ^ (hash >>> 15)) & mask;
        for (String other = paths[slot]; other != null; other = paths[slot]) {
            if (other.equals(path)) {
                return positions[slot];
            }
            slot = (slot + 1) & mask;
        }
        paths[slot] = path;
        positions[slot] = position;
        return -1;
    }
}
