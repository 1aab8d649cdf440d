package io.banyan.rset;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The set of names in a list. Memory is O(runs). Any thread may use it. */
final class HostIndex {
    /** In the order of {@link HostRun#ORDER}, without a name that is in two of them. */
    private final HostRun[] runs;

    HostIndex(List<HostRun> runs) {
        List<HostRun> disjoint = new ArrayList<>();
        for (HostRun run : runs.stream().sorted(HostRun.ORDER).toList()) {
            if (!disjoint.isEmpty()
                    && disjoint.getLast().isLike(run)
                    && run.first() <= disjoint.getLast().last()) {
                HostRun before = disjoint.removeLast();
                long last = Math.max(before.last(), run.last());
                disjoint.add(new HostRun(run.prefix(), run.width(), before.first(), last));
            } else {
                disjoint.add(run);
            }
        }
        this.runs = disjoint.toArray(HostRun[]::new);
    }

    /** O(log runs). */
    boolean contains(String name) {
        HostRun wanted = HostRun.of(name);
        int found = Arrays.binarySearch(runs, wanted, HostRun.ORDER);
        int at = found >= 0 ? found : -found - 2;
        return at >= 0 && runs[at].isLike(wanted) && wanted.first() <= runs[at].last();
    }
}
