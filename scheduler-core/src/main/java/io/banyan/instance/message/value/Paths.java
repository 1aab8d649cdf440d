package io.banyan.instance.message.value;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/** The relations between containment paths. */
public final class Paths {
    private Paths() {}

    /** Whether a path names the top itself or something below it. */
    public static boolean isWithin(String path, String top) {
        return path.startsWith(top) && (path.length() == top.length() || path.charAt(top.length()) == '/');
    }

    /** Whether one of these lies within the path, or the path within one of them. O(depth x log n). */
    public static boolean overlapAny(String path, NavigableSet<String> others) {
        String next = others.ceiling(path);
        return isWithinAny(path, others) || (next != null && isWithin(next, path));
    }

    /** Whether the path lies within one of these. O(depth). */
    public static boolean isWithinAny(String path, Set<String> tops) {
        for (String up = path; !up.isEmpty(); up = parent(up)) {
            if (tops.contains(up)) {
                return true;
            }
        }
        return false;
    }

    /** Takes out the path and all that lie within it. O(log n + those). */
    public static void removeWithin(String path, NavigableSet<String> from) {
        from.remove(path);
        from.subSet(path + "/", path + (char) ('/' + 1)).clear();
    }

    /** Returns the entries that lie below the path, without the path itself. O(log n + those). */
    public static <T> NavigableMap<String, T> below(String path, NavigableMap<String, T> all) {
        return all.subMap(path + "/", true, path + (char) ('/' + 1), false);
    }

    /** Whether the path is that of the parent, a slash and a name. */
    public static boolean isChild(String path, String parent) {
        return path.lastIndexOf('/') == parent.length() && path.startsWith(parent);
    }

    /** How many names there are in a path. */
    public static int depth(String path) {
        return (int) path.chars().filter(c -> c == '/').count();
    }

    /** The path of the parent, empty for a root. */
    public static String parent(String path) {
        return path.substring(0, Math.max(0, path.lastIndexOf('/')));
    }

    /** Returns the paths that lie within no other, in their order. */
    public static List<String> outermost(Collection<String> paths) {
        TreeSet<String> all = new TreeSet<>(paths);
        List<String> outermost = new ArrayList<>();
        for (String path : all) {
            if (!isWithinAny(parent(path), all)) {
                outermost.add(path);
            }
        }
        return outermost;
    }
}
