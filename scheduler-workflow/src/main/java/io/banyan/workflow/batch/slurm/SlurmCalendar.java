package io.banyan.workflow.batch.slurm;

import io.banyan.workflow.batch.slurm.SlurmNodeCalendar.Span;
import io.banyan.workflow.profile.ProfileNode;
import io.banyan.workflow.profile.SlotProfile;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The times at which the nodes of a Slurm are busy as Slurm knows them: running jobs until their time limits,
 * reservations, and jobs that wait where and when Slurm expects to start them.
 */
final class SlurmCalendar {
    /** The time for which reservations that repeat are known. */
    private static final long REPEATS_AHEAD_SEC = 28L * 86_400;

    private final SlurmReading state;
    private final Map<String, SlurmNodeCalendar> nodes = new LinkedHashMap<>();

    /** The nodes that a job without a time limit has. */
    private final Set<String> endless = new TreeSet<>();

    /** The jobs that wait, and of which Slurm does not say when and where they start. */
    private final List<QueuedSlurmJob> unplaced = new ArrayList<>();

    private SlurmCalendar(SlurmReading state) {
        this.state = state;
        state.nodes().forEach(node -> nodes.put(node.name(), new SlurmNodeCalendar(node)));
    }

    /** Makes the calendar of a state. O(jobs x their nodes x cores of a node). */
    static SlurmCalendar of(SlurmReading state) {
        SlurmCalendar calendar = new SlurmCalendar(state);
        // Resources with known numbers come first, so that those without take other numbers.
        List<QueuedSlurmJob> running =
                state.jobs().stream().filter(job -> !job.isWaiting()).toList();
        running.stream().filter(calendar::hasNumbers).forEach(calendar::addRunning);
        state.reservations().forEach(calendar::addReservation);
        running.stream().filter(job -> !calendar.hasNumbers(job)).forEach(calendar::addRunning);
        state.jobs().stream()
                .filter(QueuedSlurmJob::isWaiting)
                .sorted(Comparator.comparingLong(job -> job.start().orElse(Long.MAX_VALUE)))
                .forEach(calendar::addWaiting);
        return calendar;
    }

    private boolean hasNumbers(QueuedSlurmJob job) {
        return job.nodes().stream().allMatch(node -> allocation(job, node).isPresent());
    }

    private void addRunning(QueuedSlurmJob job) {
        if (job.limitSec().isEmpty()) {
            endless.addAll(job.nodes());
            return;
        }
        long start = job.start().orElse(state.nowSec());
        // A job that is past its limit ends soon.
        long end = Math.max(start + job.limitSec().getAsLong(), state.nowSec() + 1);
        Span span = new Span(start, end, job.id());
        for (String name : job.nodes()) {
            SlurmNodeCalendar calendar = nodes.get(name);
            if (calendar != null) {
                allocation(job, name)
                        .ifPresentOrElse(
                                allocation -> hold(calendar, job, allocation, span), () -> hold(calendar, job, span));
            }
        }
    }

    private Optional<SlurmAllocation> allocation(QueuedSlurmJob job, String node) {
        return state.allocations().getOrDefault(job.id(), List.of()).stream()
                .filter(allocation -> allocation.nodes().contains(node))
                .findFirst();
    }

    /** Holds the resources of which Slurm says the numbers. */
    private void hold(SlurmNodeCalendar calendar, QueuedSlurmJob job, SlurmAllocation allocation, Span span) {
        List<Integer> cores = allocation.cpus().stream()
                .map(cpu -> cpu / calendar.node().threads())
                .distinct()
                .toList();
        if (!calendar.hold(SlotProfile.CORE, cores, span)) {
            calendar.holdAny(SlotProfile.CORE, cores.size(), span);
        }
        calendar.node().resources().keySet().stream()
                .filter(type -> !type.equals(SlotProfile.CORE))
                .forEach(type -> {
                    List<Integer> numbers = allocation.accelerators().getOrDefault(type, List.of());
                    int most = job.acceleratorsOn(calendar.node(), type);
                    if (numbers.isEmpty() || !calendar.hold(type, numbers, span)) {
                        calendar.holdAny(type, Math.max(most, numbers.size()), span);
                    }
                });
        if (state.isMemoryCounted()) {
            calendar.holdMemory(allocation.memoryMib(), span);
        }
    }

    /** Holds the most that a job can have on a node. */
    private void hold(SlurmNodeCalendar calendar, QueuedSlurmJob job, Span span) {
        SlurmNode node = calendar.node();
        calendar.holdAny(SlotProfile.CORE, state.isNodeShared() ? job.coresOn(node) : node.cores(), span);
        node.resources().keySet().stream()
                .filter(type -> !type.equals(SlotProfile.CORE))
                .forEach(type -> calendar.holdAny(type, job.acceleratorsOn(node, type), span));
        if (state.isMemoryCounted()) {
            calendar.holdMemory(job.memoryMib(), span);
        }
    }

    private void addReservation(SlurmReservation one) {
        long until = one.everySec() == 0 ? one.startSec() : state.nowSec() + REPEATS_AHEAD_SEC;
        long step = Math.max(1, one.everySec());
        for (long start = one.startSec(); start <= until; start += step) {
            Span span = new Span(start, one.endSec() + start - one.startSec(), "");
            if (span.toSec() > state.nowSec() && span.fromSec() < span.toSec()) {
                one.nodes().forEach(name -> hold(one, nodes.get(name), span));
            }
        }
    }

    private static void hold(SlurmReservation one, @Nullable SlurmNodeCalendar calendar, Span span) {
        if (calendar == null) {
            return;
        }
        List<Integer> cores = one.cores().getOrDefault(calendar.node().name(), List.of());
        if (cores.isEmpty() || !calendar.hold(SlotProfile.CORE, cores, span)) {
            calendar.holdAll(span);
        }
    }

    private void addWaiting(QueuedSlurmJob job) {
        if (!job.reservation().isEmpty()) {
            // The reservation holds its resources.
            return;
        }
        if (job.start().isEmpty() || job.nodes().isEmpty()) {
            unplaced.add(job);
        } else if (job.limitSec().isEmpty()) {
            endless.addAll(job.nodes());
        } else {
            long start = Math.max(job.start().getAsLong(), state.nowSec());
            Span span = new Span(start, start + Math.max(1, job.limitSec().getAsLong()), job.id());
            job.nodes().stream().filter(nodes::containsKey).forEach(name -> hold(node(name), job, span));
            if (job.tasks() > 1) {
                unplaced.add(job.withTasks(job.tasks() - 1));
            }
        }
    }

    private SlurmNodeCalendar node(String name) {
        return Objects.requireNonNull(nodes.get(name));
    }

    /** Returns the calendar of a node that can be planned; empty if there is no such node. */
    Optional<SlurmNodeCalendar> usable(String name) {
        return Optional.ofNullable(nodes.get(name))
                .filter(calendar -> calendar.node().isUsable() && !endless.contains(name))
                .filter(calendar -> calendar.node().partitions().contains(state.partition()));
    }

    /** Returns all nodes, also those that are not planned. */
    Collection<SlurmNodeCalendar> nodes() {
        return nodes.values();
    }

    /** Returns the nodes that jobs without a time limit have. */
    Set<String> endless() {
        return endless;
    }

    /** Returns the jobs that wait, and of which Slurm does not say when and where they start. */
    List<QueuedSlurmJob> unplaced() {
        return unplaced;
    }

    /** Returns the last end of everything in the calendar; now if it is empty. */
    long horizonSec() {
        return nodes.values().stream()
                .flatMap(calendar -> calendar.ends().stream())
                .reduce(state.nowSec(), Math::max);
    }

    /** Returns the profile for plans from a time on that need these types of resources. */
    SlotProfile profile(long startSec, int slotSeconds, Set<String> types) {
        SlotProfile empty = new SlotProfile(0, startSec, slotSeconds, 1, 0, List.of());
        List<ProfileNode> profiles = state.usableNodes().stream()
                .flatMap(node -> usable(node.name()).stream())
                .map(calendar -> calendar.profile(empty, types))
                .filter(node -> !node.resources().isEmpty())
                .toList();
        int horizon = profiles.stream().mapToInt(ProfileNode::freeFrom).max().orElse(0);
        int slots = Math.clamp(horizon + 1L, 1, SlotProfile.MOST_SLOTS);
        return new SlotProfile(state.version(), startSec, slotSeconds, slots, horizon, profiles);
    }
}
