package io.banyan.rpc.audit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * The limit on lines that record no change: a few per second for each asker, and for all unknown askers together. The
 * others are counted, and the count becomes a line, so that refused calls cannot push changes out of the log. Any
 * thread may call. O(1) a line.
 */
final class Quota {
    /** How many lines a second of one asker are written. */
    static final int MOST = 20;

    private static final long WINDOW_MILLIS = 1_000;

    private final Map<AuditEntry.Asker, Window> windows = new HashMap<>();

    /** The present second of one asker. */
    private static final class Window {
        private final long beginMillis;
        private int written;
        private long leftOut;

        Window(long beginMillis) {
            this.beginMillis = beginMillis;
        }

        boolean isOver(long nowMillis) {
            return nowMillis < beginMillis || nowMillis - beginMillis >= WINDOW_MILLIS;
        }
    }

    /** Whether one more of this asker's is written; otherwise it is counted. */
    synchronized boolean admits(AuditEntry.Asker asker, long nowMillis) {
        Window window = windows.computeIfAbsent(asker, it -> new Window(nowMillis));
        if (window.isOver(nowMillis) && window.leftOut == 0) {
            window = new Window(nowMillis);
            windows.put(asker, window);
        }
        if (window.written < MOST) {
            window.written++;
            return true;
        }
        window.leftOut++;
        return false;
    }

    /**
     * The entries about refusals that were left out in past seconds, or in all. Their counts start again. O(askers).
     */
    synchronized List<AuditEntry> leftOut(long nowMillis, boolean all) {
        List<AuditEntry> entries = new ArrayList<>();
        Iterator<Map.Entry<AuditEntry.Asker, Window>> each = windows.entrySet().iterator();
        while (each.hasNext()) {
            Map.Entry<AuditEntry.Asker, Window> next = each.next();
            Window window = next.getValue();
            if (all || window.isOver(nowMillis)) {
                each.remove();
                if (window.leftOut > 0) {
                    entries.add(AuditEntry.leftOut(nowMillis, next.getKey(), window.leftOut));
                }
            }
        }
        return entries;
    }
}
