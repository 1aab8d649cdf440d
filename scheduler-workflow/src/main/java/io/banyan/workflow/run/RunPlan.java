package io.banyan.workflow.run;

import io.banyan.workflow.batch.BatchReservation;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A plan of a run: when and where each block runs, and the reservations that hold the resources. Times are in seconds
 * since 1970.
 *
 * @param startSec the start of the first block
 * @param endSec the end of the last block
 * @param horizonSec the time from which no job of the schedule had resources
 * @param slotSeconds the length of a slot
 * @param blocks the blocks
 * @param reservations the reservations
 * @param coreHours the planned core time
 * @param solver the name of the solver
 * @param proved whether no plan is better
 * @param gapPercent the distance from the best possible plan, in percent at most
 * @param notes sentences for the user
 */
public record RunPlan(
        long startSec,
        long endSec,
        long horizonSec,
        int slotSeconds,
        List<PlannedBlock> blocks,
        List<BatchReservation> reservations,
        double coreHours,
        String solver,
        boolean proved,
        double gapPercent,
        List<String> notes) {
    /** Copies the lists. */
    public RunPlan {
        blocks = List.copyOf(blocks);
        reservations = List.copyOf(reservations);
        notes = List.copyOf(notes);
    }

    /** Returns the plan of a workflow that needs no resources. */
    public static RunPlan empty(long nowSec, int slotSeconds) {
        return new RunPlan(nowSec, nowSec, nowSec, slotSeconds, List.of(), List.of(), 0, "none", true, 0, List.of());
    }

    /**
     * A block with its place.
     *
     * @param name the name of its first step
     * @param steps the names of its steps
     * @param startSec its start
     * @param endSec its end
     * @param nodes the names of its nodes
     * @param resources the number of resources by type, on all nodes together
     * @param reservation the name of its reservation
     * @param seconds the run time of its tasks, at most its length; 0 if it is not known
     */
    public record PlannedBlock(
            String name,
            List<String> steps,
            long startSec,
            long endSec,
            List<String> nodes,
            SortedMap<String, Integer> resources,
            String reservation,
            long seconds) {
        /** Copies the collections. */
        public PlannedBlock {
            steps = List.copyOf(steps);
            nodes = List.copyOf(nodes);
            resources = Collections.unmodifiableSortedMap(new TreeMap<>(resources));
        }

        /** Returns the run time of its tasks, in seconds; its length if that is not known. */
        public long runSeconds() {
            return seconds > 0 ? seconds : endSec - startSec;
        }
    }
}
