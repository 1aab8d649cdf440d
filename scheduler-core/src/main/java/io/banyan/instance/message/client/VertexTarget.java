package io.banyan.instance.message.client;

import io.banyan.instance.message.value.ValueChecks;
import io.banyan.rset.HostList;
import io.banyan.rset.IdSet;

/** Which vertices a client means. */
public sealed interface VertexTarget {
    /** The vertex of a containment path. */
    record ByPath(String path) implements VertexTarget {
        /** Checks the path. */
        public ByPath {
            ValueChecks.path(path);
        }

        @Override
        public String toString() {
            return path;
        }
    }

    /** The vertices with these names, of any type; each name is that of one vertex. */
    record ByNames(HostList names) implements VertexTarget {
        /** Checks that there are names. */
        public ByNames {
            if (names.size() == 0) {
                throw new IllegalArgumentException("expected a list of names such as node[0-3], found none");
            }
        }

        @Override
        public String toString() {
            return String.valueOf(names);
        }
    }

    /** The vertices at which these ranks begin. */
    record ByRanks(IdSet ranks) implements VertexTarget {
        /** Checks that there are ranks. */
        public ByRanks {
            if (ranks.isEmpty()) {
                throw new IllegalArgumentException("expected a set of ranks such as 0-3, found none");
            }
        }

        @Override
        public String toString() {
            return "ranks " + ranks;
        }
    }
}
