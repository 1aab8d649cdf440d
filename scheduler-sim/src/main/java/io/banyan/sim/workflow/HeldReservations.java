package io.banyan.sim.workflow;

import io.banyan.workflow.batch.BatchReservation;
import io.banyan.workflow.profile.SlotProfile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The reservations of one workflow that were booked, and when they were given back. */
final class HeldReservations {
    private static final double MILLIS = 1_000;

    private final List<BatchReservation> booked = new ArrayList<>();
    private final Map<String, Long> releasedSec = new HashMap<>();

    void booked(List<BatchReservation> reservations) {
        booked.addAll(reservations);
    }

    void released(String name, long atSec) {
        releasedSec.put(name, atSec);
    }

    /** Returns the core time that the reservations held, each until its end or its return. O(their nodes). */
    double coreMillis() {
        return booked.stream().mapToDouble(this::coreMillis).sum();
    }

    private double coreMillis(BatchReservation one) {
        long cores = one.shares().stream()
                .mapToLong(share -> share.count(SlotProfile.CORE))
                .sum();
        long endSec = Math.min(one.endSec(), releasedSec.getOrDefault(one.name(), one.endSec()));
        return cores * Math.max(0, endSec - one.startSec()) * MILLIS;
    }
}
