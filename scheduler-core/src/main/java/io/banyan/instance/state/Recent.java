package io.banyan.instance.state;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;

/** The last ids that were added, up to a limit. All calls O(1). */
final class Recent {
    private final int limit;
    private final Set<String> ids = new HashSet<>();
    private final Queue<String> inOrder = new ArrayDeque<>();

    Recent(int limit) {
        this.limit = limit;
    }

    void add(String id) {
        if (ids.add(id)) {
            inOrder.add(id);
        }
        if (inOrder.size() > limit) {
            ids.remove(inOrder.remove());
        }
    }

    boolean contains(String id) {
        return ids.contains(id);
    }

    @Override
    public String toString() {
        return inOrder.toString();
    }
}
