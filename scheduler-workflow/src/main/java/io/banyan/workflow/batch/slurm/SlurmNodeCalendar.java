package io.banyan.workflow.batch.slurm;

import io.banyan.workflow.profile.BusyMemory;
import io.banyan.workflow.profile.BusySlots;
import io.banyan.workflow.profile.BusyTime;
import io.banyan.workflow.profile.ProfileNode;
import io.banyan.workflow.profile.SlotProfile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * The times in seconds at which jobs and reservations hold the resources of one node. A question costs O(spans of the
 * node).
 */
final class SlurmNodeCalendar {
    /**
     * A time in which something is held.
     *
     * @param fromSec its start, in seconds since 1970
     * @param toSec its end
     * @param job the number of the job that holds it; empty for a reservation
     */
    record Span(long fromSec, long toSec, String job) {
        boolean meets(long from, long to) {
            return fromSec < to && from < toSec;
        }
    }

    private record HeldMemory(long mib, Span span) {}

    private final SlurmNode node;
    private final SortedMap<String, List<List<Span>>> spans = new TreeMap<>();
    private final List<HeldMemory> memory = new ArrayList<>();

    SlurmNodeCalendar(SlurmNode node) {
        this.node = node;
        node.resources().forEach((type, count) -> {
            List<List<Span>> numbers = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                numbers.add(new ArrayList<>());
            }
            spans.put(type, numbers);
        });
    }

    SlurmNode node() {
        return node;
    }

    /** Holds resources by their numbers; returns false, and holds nothing, if the node has not all of them. */
    boolean hold(String type, List<Integer> numbers, Span span) {
        if (!numbers.stream().allMatch(number -> number < node.count(type))) {
            return false;
        }
        List<List<Span>> all = spans.getOrDefault(type, List.of());
        numbers.forEach(number -> all.get(number).add(span));
        return true;
    }

    /**
     * Holds a number of resources: those with the lowest numbers that are free for the whole time. If there are not
     * enough of them, their numbers are not known, and all are held.
     */
    void holdAny(String type, int count, Span span) {
        List<Integer> free = free(type, span.fromSec(), span.toSec());
        hold(
                type,
                free.size() < count
                        ? IntStream.range(0, node.count(type)).boxed().toList()
                        : free.subList(0, Math.max(0, count)),
                span);
    }

    /** Holds all resources and the memory. */
    void holdAll(Span span) {
        spans.values().forEach(numbers -> numbers.forEach(number -> number.add(span)));
        holdMemory(node.memoryMib(), span);
    }

    /** Holds memory, at most what the node has. */
    void holdMemory(long mib, Span span) {
        long most = Math.min(mib, node.memoryMib());
        if (most > 0) {
            memory.add(new HeldMemory(most, span));
        }
    }

    /** Returns the numbers of the resources of a type that nothing holds in a time, ascending. */
    List<Integer> free(String type, long fromSec, long toSec) {
        List<List<Span>> all = spans.getOrDefault(type, List.of());
        List<Integer> free = new ArrayList<>();
        for (int number = 0; number < all.size(); number++) {
            if (all.get(number).stream().noneMatch(span -> span.meets(fromSec, toSec))) {
                free.add(number);
            }
        }
        return free;
    }

    /** Returns the jobs that hold something in a time; a reservation has no number of a job. */
    Set<String> jobs(long fromSec, long toSec) {
        Set<String> jobs = new TreeSet<>(SlurmText.JOB_ORDER);
        for (Span span : all()) {
            if (span.meets(fromSec, toSec) && !span.job().isEmpty()) {
                jobs.add(span.job());
            }
        }
        return jobs;
    }

    /** Returns the ends of all spans. */
    Set<Long> ends() {
        Set<Long> ends = new TreeSet<>();
        all().forEach(span -> ends.add(span.toSec()));
        return ends;
    }

    private List<Span> all() {
        List<Span> all = new ArrayList<>();
        spans.values().forEach(numbers -> numbers.forEach(all::addAll));
        return all;
    }

    /** Returns the node with its busy slots, as plans for these types of resources see it. */
    ProfileNode profile(SlotProfile empty, Set<String> types) {
        SortedMap<String, Integer> resources = new TreeMap<>(node.resources());
        resources.keySet().retainAll(types);
        List<BusyTime> busy = new ArrayList<>();
        resources.keySet().forEach(type -> addBusy(type, empty, busy));
        List<BusyMemory> busyMemory = new ArrayList<>();
        for (HeldMemory held : memory) {
            int from = from(empty, held.span());
            int to = empty.firstSlotFrom(held.span().toSec());
            if (from < to) {
                busyMemory.add(new BusyMemory(held.mib(), from, to));
            }
        }
        return new ProfileNode(node.name(), resources, node.memoryMib(), busy, busyMemory);
    }

    /** Adds the busy times of a type; neighbours that are busy in the same slots are one busy time. */
    private void addBusy(String type, SlotProfile empty, List<BusyTime> busy) {
        Map<List<Integer>, BusyTime> open = new HashMap<>();
        List<List<Span>> numbers = spans.getOrDefault(type, List.of());
        for (int number = 0; number < numbers.size(); number++) {
            Map<List<Integer>, BusyTime> next = new HashMap<>();
            BusySlots slots = slots(numbers.get(number), empty);
            for (int i = 0; i < slots.size(); i++) {
                List<Integer> time = List.of(slots.from(i), slots.to(i));
                BusyTime before = open.remove(time);
                next.put(
                        time,
                        before == null
                                ? new BusyTime(type, number, 1, slots.from(i), slots.to(i))
                                : new BusyTime(type, before.first(), before.count() + 1, before.from(), before.to()));
            }
            addSorted(open, busy);
            open = next;
        }
        addSorted(open, busy);
    }

    private static void addSorted(Map<List<Integer>, BusyTime> times, List<BusyTime> busy) {
        times.values().stream()
                .sorted((one, other) -> Integer.compare(one.from(), other.from()))
                .forEach(busy::add);
    }

    private static BusySlots slots(List<Span> spans, SlotProfile empty) {
        BusySlots slots = new BusySlots();
        for (Span span : spans) {
            int from = from(empty, span);
            int to = empty.firstSlotFrom(span.toSec());
            if (from < to) {
                slots.add(from, to);
            }
        }
        return slots;
    }

    /** Returns the slot in which a span begins. */
    private static int from(SlotProfile empty, Span span) {
        long slot = Math.floorDiv(span.fromSec() - empty.startSec(), empty.slotSeconds());
        return Math.clamp(slot, 0, SlotProfile.MOST_SLOTS);
    }
}
