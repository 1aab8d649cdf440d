package io.banyan.instance;

import io.banyan.rset.IdSet;

/** Which vertices a client means. */
public sealed interface VertexTarget {
    /** The vertex of a containment path. */
    record ByPath(String path) implements VertexTarget {
        /** Checks the path. */
        public ByPath {
            Checks.path(path);
        }

        @Override
        public String toString() {
            return path;
        }
    }

    /** The vertices at which these ranks begin. */
    record ByRanks(IdSet ranks) implements VertexTarget {
        /** Checks that there are ranks. */
        public ByRanks {
            if (ranks.isEmpty()) {
                throw new IllegalArgumentException("ranks are a set such as 0-3, found none");
            }
        }

        @Override
        public String toString() {
            return "ranks " + ranks;
        }
    }
}
