package io.banyan.schedule;

import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The holdings by job: open addressing by the id, O(1) a call; they are sorted when all are read. */
final class HoldingTable {

    private static final Comparator<Holding> IN_ORDER =
            Comparator.comparing(holding -> holding.booking().job());

    private @Nullable Holding[] slots = new Holding[16];
    private int size;
    /** All in the order of the ids; null since something went, or came with a smaller id than another one. */
    private @Nullable List<Holding> sorted = new ArrayList<>();

    @Nullable Holding find(JobId job) {
        return slots[slotOf(job)];
    }

    void put(Holding holding) {
        if (2 * (size + 1) > slots.length) {
            grow();
        }
        slots[slotOf(holding.booking().job())] = holding;
        size++;
        List<Holding> all = sorted;
        if (all != null && (all.isEmpty() || IN_ORDER.compare(all.getLast(), holding) < 0)) {
            all.add(holding);
        } else {
            sorted = null;
        }
    }

    /** Takes away the holding of a job that has one. */
    void remove(JobId job) {
        int mask = slots.length - 1;
        int gap = slotOf(job);
        slots[gap] = null;
        int next = (gap + 1) & mask;
        for (Holding moving = slots[next]; moving != null; moving = slots[next]) {
            int home = homeOf(moving.booking().job());
            if (((next - home) & mask) >= ((next - gap) & mask)) {
                slots[gap] = moving;
                slots[next] = null;
                gap = next;
            }
            next = (next + 1) & mask;
        }
        size--;
        sorted = null;
    }

    /** All holdings in the order of the ids of the jobs. O(1), and O(jobs x log jobs) where that order was lost. */
    List<Holding> all() {
        List<Holding> all = sorted;
        if (all == null) {
            all = Arrays.stream(slots)
                    .filter(Objects::nonNull)
                    .sorted(IN_ORDER)
                    .collect(Collectors.toCollection(ArrayList::new));
            sorted = all;
        }
        return Collections.unmodifiableList(all);
    }

    /** Returns the number of bytes that the table takes. */
    long bytes() {
        return 4L * slots.length + (sorted == null ? 0 : 4L * size);
    }

    private void grow() {
        @Nullable Holding[] old = slots;
        slots = new Holding[old.length * 2];
        for (Holding holding : old) {
            if (holding != null) {
                slots[slotOf(holding.booking().job())] = holding;
            }
        }
    }

    /** Where the job stands, or the free slot for it. */
    private int slotOf(JobId job) {
        int slot = homeOf(job);
        for (Holding there = slots[slot]; there != null && there.booking().job().value() != job.value(); ) {
            slot = (slot + 1) & (slots.length - 1);
            there = slots[slot];
        }
        return slot;
    }

    private int homeOf(JobId job) {
        return Long.hashCode(job.value() * 0x9E3779B97F4A7C15L) & (slots.length - 1);
    }
}
