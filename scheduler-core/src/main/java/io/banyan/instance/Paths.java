package io.banyan.instance;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/** What containment paths say of each other. */
final class Paths {
    private Paths() {}

    /** Whether a path names the top itself or something below it. */
    static boolean isWithin(String path, String top) {
        return path.startsWith(top) && (path.length() == top.length() || path.charAt(top.length()) == '/');
    }

    /** Whether one of them lies within the other. */
    static boolean overlap(String one, String other) {
        return isWithin(one, other) || isWithin(other, one);
    }

    /** The path of the parent, empty for a root. */
    static String parent(String path) {
        return path.substring(0, Math.max(0, path.lastIndexOf('/')));
    }

    /** Those that lie within no other, in their order. */
    static List<String> outermost(Collection<String> paths) {
        TreeSet<String> all = new TreeSet<>(paths);
        List<String> outermost = new ArrayList<>();
        for (String path : all) {
            boolean covered = false;
            for (String up = parent(path); !up.isEmpty() && !covered; up = parent(up)) {
                covered = all.contains(up);
            }
            if (!covered) {
                outermost.add(path);
            }
        }
        return outermost;
    }
}
