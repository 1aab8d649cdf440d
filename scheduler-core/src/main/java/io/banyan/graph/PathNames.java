package io.banyan.graph;

import io.banyan.rset.HostList;

/**
 * The paths of vertices, derived from the names on the way to the root: path = parent's path, a slash, the vertex's own
 * segment. The hash of a path is that of the equal string. Everything O(length of the path), nothing allocated.
 */
final class PathNames {
    private final VertexTable vertices;
    private final EdgeTable edges;
    private final Strings strings;

    PathNames(VertexTable vertices, EdgeTable edges, Strings strings) {
        this.vertices = vertices;
        this.edges = edges;
        this.strings = strings;
    }

    /** The edge that the vertex's path in a subsystem goes through: its first in-edge there, or -1. */
    int primaryEdge(int v, int subsystem) {
        if (subsystem == Subsystems.CONTAINMENT) {
            return edges.containmentParent(v) < 0 ? -1 : v;
        }
        int e = edges.firstIn(v);
        while (e >= 0 && edges.subsystem(e) != subsystem) {
            e = edges.nextIn(e);
        }
        return e;
    }

    /** The vertex above in a subsystem, or -1. */
    int parent(int v, int subsystem) {
        return subsystem == Subsystems.CONTAINMENT ? edges.containmentParent(v) : sourceOf(primaryEdge(v, subsystem));
    }

    private int sourceOf(int e) {
        return e < 0 ? -1 : edges.source(e);
    }

    String name(int v) {
        return vertices.isNamed(v) ? vertices.givenName(v) : usualName(v);
    }

    /** The last part of the vertex's paths. */
    String segment(int v) {
        return vertices.isSegmented(v) ? vertices.givenSegment(v) : usualName(v);
    }

    private String usualName(int v) {
        return SubgraphVertex.nameOf(strings.get(vertices.basename(v)), vertices.number(v));
    }

    String path(int v, int subsystem) {
        var path = new StringBuilder();
        append(path, v, subsystem);
        return path.toString();
    }

    void append(StringBuilder path, int v, int subsystem) {
        int parent = parent(v, subsystem);
        if (parent >= 0) {
            append(path, parent, subsystem);
        }
        path.append('/');
        if (vertices.isSegmented(v)) {
            path.append(vertices.givenSegment(v));
        } else {
            appendUsualName(path, v);
        }
    }

    /** Appends a path as {@link #append} does, with the parts as documents have them. */
    void appendWritten(StringBuilder path, int v, int subsystem) {
        int parent = parent(v, subsystem);
        if (parent >= 0) {
            appendWritten(path, parent, subsystem);
        }
        path.append('/').append(writtenSegment(v));
    }

    /** The last part of the vertex's paths as documents have it. */
    String writtenSegment(int v) {
        String written = vertices.writtenSegment(v);
        return written == null ? segment(v) : written;
    }

    void appendName(StringBuilder text, int v) {
        if (vertices.isNamed(v)) {
            text.append(vertices.givenName(v));
        } else {
            appendUsualName(text, v);
        }
    }

    void addName(HostList.Builder hosts, int v) {
        if (!vertices.isNamed(v) && vertices.number(v) >= 0) {
            hosts.addName(strings.get(vertices.basename(v)), vertices.number(v));
        } else {
            hosts.addName(name(v));
        }
    }

    private void appendUsualName(StringBuilder text, int v) {
        text.append(strings.get(vertices.basename(v)));
        if (vertices.number(v) >= 0) {
            text.append(vertices.number(v));
        }
    }

    /** The hash of the path, from its last character to its first. */
    int hash(int v, int subsystem) {
        int hash = 0;
        int power = 1;
        for (int w = v; w >= 0; w = parent(w, subsystem)) {
            String text;
            if (vertices.isSegmented(w)) {
                text = vertices.givenSegment(w);
            } else {
                text = strings.get(vertices.basename(w));
                long left = vertices.number(w);
                while (left >= 0) {
                    hash += ('0' + (int) (left % 10)) * power;
                    power *= 31;
                    left = left >= 10 ? left / 10 : -1;
                }
            }
            for (int i = text.length() - 1; i >= 0; i--) {
                hash += text.charAt(i) * power;
                power *= 31;
            }
            hash += '/' * power;
            power *= 31;
        }
        return hash;
    }

    /** The hash of the path of a vertex from that of its parent, 0 where it has none. O(length of the segment). */
    int hashBelow(int parentHash, int v) {
        int hash = parentHash * 31 + '/';
        String text = vertices.isSegmented(v) ? vertices.givenSegment(v) : strings.get(vertices.basename(v));
        for (int i = 0; i < text.length(); i++) {
            hash = hash * 31 + text.charAt(i);
        }
        long number = vertices.isSegmented(v) ? -1 : vertices.number(v);
        if (number < 0) {
            return hash;
        }
        long unit = 1;
        while (number / unit >= 10) {
            unit *= 10;
        }
        for (long left = unit; left > 0; left /= 10) {
            hash = hash * 31 + ('0' + (int) (number / left % 10));
        }
        return hash;
    }

    boolean hasPath(int v, int subsystem, String path) {
        int end = path.length();
        for (int w = v; w >= 0; w = parent(w, subsystem)) {
            end = startOfSegment(w, path, end) - 1;
            if (end < 0 || path.charAt(end) != '/') {
                return false;
            }
        }
        return end == 0;
    }

    /** Where the vertex's segment begins if the text before {@code end} ends with it, else -1. */
    private int startOfSegment(int v, String path, int end) {
        if (vertices.isSegmented(v)) {
            String segment = vertices.givenSegment(v);
            return path.startsWith(segment, end - segment.length()) ? end - segment.length() : -1;
        }
        int at = end;
        long left = vertices.number(v);
        while (left >= 0) {
            at--;
            if (at < 0 || path.charAt(at) != (char) ('0' + left % 10)) {
                return -1;
            }
            left = left >= 10 ? left / 10 : -1;
        }
        String basename = strings.get(vertices.basename(v));
        return path.startsWith(basename, at - basename.length()) ? at - basename.length() : -1;
    }

    boolean samePath(int v, int w, int subsystem) {
        int a = v;
        int b = w;
        while (a >= 0 && b >= 0 && a != b) {
            if (!sameSegment(a, b)) {
                return false;
            }
            a = parent(a, subsystem);
            b = parent(b, subsystem);
        }
        return a == b;
    }

    private boolean sameSegment(int v, int w) {
        boolean usual = !vertices.isSegmented(v) && !vertices.isSegmented(w);
        if (usual && vertices.basename(v) == vertices.basename(w)) {
            return vertices.number(v) == vertices.number(w);
        }
        return segment(v).equals(segment(w));
    }
}
