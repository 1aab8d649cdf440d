package io.banyan.workflow.batch.slurm;

import io.banyan.workflow.batch.BatchBooking.Conflict;
import io.banyan.workflow.batch.BatchException;
import io.banyan.workflow.batch.BatchReservation;
import io.banyan.workflow.batch.ReservedShare;
import io.banyan.workflow.profile.SlotProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/** Compares reservations that are to be booked with the times at which nodes are busy. */
final class SlurmOverlap {
    private final SlurmReading state;
    private final SlurmCalendar calendar;

    SlurmOverlap(SlurmReading state) {
        this.state = state;
        this.calendar = SlurmCalendar.of(state);
    }

    /**
     * Returns whether a share is its whole node. Slurm reserves no accelerators (22.05 knows no {@code TRES=gres/gpu}),
     * so a share with accelerators is one.
     */
    boolean isWhole(ReservedShare share) {
        return calendar.usable(share.node())
                .map(it -> share.count(SlotProfile.CORE) >= it.node().cores() || hasAccelerators(share))
                .orElse(true);
    }

    private static boolean hasAccelerators(ReservedShare share) {
        return share.numbers().entrySet().stream()
                .anyMatch(entry -> !entry.getKey().equals(SlotProfile.CORE)
                        && !entry.getValue().isEmpty());
    }

    /**
     * Checks that Slurm can hold such reservations at all.
     *
     * @throws BatchException if it cannot reserve parts of nodes, or parts of a node that has accelerators in use
     */
    void requirePossible(List<BatchReservation> reservations) throws BatchException {
        for (BatchReservation one : reservations) {
            for (ReservedShare share : one.shares()) {
                if (!isWhole(share) && !state.isNodeShared()) {
                    throw BatchException.refused("Slurm cannot reserve a part of node " + share.node()
                            + ", because its SelectType is not select/cons_tres; plan whole nodes.");
                }
                for (BatchReservation other : reservations) {
                    if (hasAccelerators(share)
                            && !other.name().equals(one.name())
                            && meet(one, other)
                            && has(other, share.node())) {
                        throw BatchException.refused("Slurm cannot reserve accelerators without their whole node, and"
                                + " the reservations " + one.name() + " and " + other.name() + " share node "
                                + share.node() + "; plan whole nodes.");
                    }
                }
            }
        }
    }

    private static boolean meet(BatchReservation one, BatchReservation other) {
        return one.startSec() < other.endSec() && other.startSec() < one.endSec();
    }

    private static boolean has(BatchReservation reservation, String node) {
        return reservation.shares().stream().anyMatch(share -> share.node().equals(node));
    }

    /** Returns the first conflict of the reservations with the calendar; empty if all their resources are free. */
    Optional<Conflict> conflict(List<BatchReservation> reservations) {
        for (BatchReservation one : reservations) {
            if (one.endSec() <= state.nowSec()) {
                return Optional.of(new Conflict(
                        "The time of reservation " + one.name() + " is over.", List.of(), OptionalLong.empty()));
            }
            long start = Math.max(one.startSec(), state.nowSec());
            for (ReservedShare share : one.shares()) {
                if (calendar.usable(share.node()).isEmpty()) {
                    return Optional.of(new Conflict(
                            "Node " + share.node() + " cannot be reserved now: it is not up, not in partition "
                                    + state.partition() + ", or a job without a time limit has it.",
                            List.of(),
                            OptionalLong.empty()));
                }
            }
            if (!isFree(one, start)) {
                return Optional.of(busy(one, "Some of the resources of reservation " + one.name() + " are not free."));
            }
        }
        return Optional.empty();
    }

    /** Returns the conflict of a reservation whose resources are not free, with a sentence. */
    Conflict busy(BatchReservation one, String sentence) {
        long start = Math.max(one.startSec(), state.nowSec());
        Set<String> jobs = new TreeSet<>(SlurmText.JOB_ORDER);
        TreeSet<Long> times = new TreeSet<>();
        for (ReservedShare share : one.shares()) {
            calendar.usable(share.node()).ifPresent(node -> {
                jobs.addAll(node.jobs(start, one.endSec()));
                times.addAll(node.ends());
            });
        }
        OptionalLong from = times.tailSet(start, false).stream()
                .mapToLong(time -> time)
                .filter(time -> isFree(one, time))
                .findFirst();
        return new Conflict(sentence, new ArrayList<>(jobs), from);
    }

    /** Returns whether all resources of a reservation would be free if it began at another time. */
    private boolean isFree(BatchReservation one, long startSec) {
        long end = startSec + one.endSec() - Math.max(one.startSec(), state.nowSec());
        return one.shares().stream()
                .allMatch(share -> calendar.usable(share.node())
                        .filter(node -> isFree(node, share, startSec, end))
                        .isPresent());
    }

    private boolean isFree(SlurmNodeCalendar node, ReservedShare share, long startSec, long endSec) {
        boolean isWhole = isWhole(share);
        return node.node().resources().entrySet().stream().allMatch(entry -> {
            int needed = isWhole ? entry.getValue() : share.count(entry.getKey());
            return node.free(entry.getKey(), startSec, endSec).size() >= needed;
        });
    }
}
