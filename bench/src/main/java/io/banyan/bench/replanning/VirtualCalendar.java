package io.banyan.bench.replanning;

import io.banyan.workflow.profile.BusySlots;
import io.banyan.workflow.profile.BusyTime;
import io.banyan.workflow.profile.ProfileNode;
import io.banyan.workflow.profile.SlotProfile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The cores of a machine, and the seconds in which each is taken. Seconds count from 0. */
final class VirtualCalendar {
    private final int coresEach;
    private final BusySlots[] busy;
    private final BitSet down = new BitSet();

    /**
     * Cores for a time.
     *
     * @param cells the numbers of the cores on the whole machine, ascending
     */
    record Place(int startSec, int endSec, List<Integer> cells) {
        Place {
            cells = List.copyOf(cells);
        }
    }

    VirtualCalendar(int nodes, int coresEach) {
        this.coresEach = coresEach;
        this.busy = new BusySlots[nodes * coresEach];
        Arrays.setAll(busy, cell -> new BusySlots());
    }

    int nodes() {
        return busy.length / coresEach;
    }

    int nodeOf(int cell) {
        return cell / coresEach;
    }

    int cell(int node, int core) {
        return node * coresEach + core;
    }

    boolean isDown(int node) {
        return down.get(node);
    }

    void setDown(int node, boolean isDown) {
        down.set(node, isDown);
    }

    boolean isFree(Place place) {
        return place.cells().stream()
                .allMatch(cell -> !down.get(nodeOf(cell)) && busy[cell].isFree(place.startSec(), place.endSec()));
    }

    /**
     * Takes cores.
     *
     * @throws IllegalStateException if one is taken already
     */
    void take(Place place) {
        for (int cell : place.cells()) {
            if (!busy[cell].isFree(place.startSec(), place.endSec())) {
                throw new IllegalStateException("core " + cell + " would be taken twice: " + place);
            }
            busy[cell].add(place.startSec(), place.endSec());
        }
    }

    /** Gives cores back from a time on. */
    void give(Place place, int fromSec) {
        int from = Math.max(fromSec, place.startSec());
        if (from < place.endSec()) {
            place.cells().forEach(cell -> busy[cell].remove(from, place.endSec()));
        }
    }

    /** Returns the first place from a time on; empty if too few nodes are up. O(ends x cores). */
    Optional<Place> earliest(int nodes, int cores, int seconds, int fromSec) {
        SortedSet<Integer> starts = new TreeSet<>(List.of(fromSec));
        for (BusySlots one : busy) {
            for (int i = 0; i < one.size(); i++) {
                if (one.to(i) > fromSec) {
                    starts.add(one.to(i));
                }
            }
        }
        for (int start : starts) {
            List<Integer> cells = cells(nodes, cores, start, start + seconds);
            if (!cells.isEmpty()) {
                return Optional.of(new Place(start, start + seconds, cells));
            }
        }
        return Optional.empty();
    }

    private List<Integer> cells(int nodes, int cores, int start, int end) {
        List<Integer> found = new ArrayList<>();
        int left = nodes;
        for (int node = 0; node < nodes() && left > 0; node++) {
            List<Integer> free = new ArrayList<>();
            for (int core = 0; core < coresEach && free.size() < cores && !down.get(node); core++) {
                if (busy[cell(node, core)].isFree(start, end)) {
                    free.add(cell(node, core));
                }
            }
            if (free.size() == cores) {
                found.addAll(free);
                left--;
            }
        }
        return left == 0 ? found : List.of();
    }

    /** Returns the nodes that are up in slots from a time on; taken seconds make a whole slot busy. */
    SlotProfile profile(int startSec, int slotSeconds) {
        List<ProfileNode> nodes = new ArrayList<>();
        for (int node = 0; node < nodes(); node++) {
            if (!down.get(node)) {
                List<BusyTime> times = new ArrayList<>();
                for (int core = 0; core < coresEach; core++) {
                    addTimes(times, core, busy[cell(node, core)], startSec, slotSeconds);
                }
                nodes.add(new ProfileNode(
                        "n" + node, new TreeMap<>(Map.of(SlotProfile.CORE, coresEach)), 1_000, times, List.of()));
            }
        }
        return SlotProfile.of(0, startSec, slotSeconds, 1, nodes);
    }

    private static void addTimes(List<BusyTime> times, int core, BusySlots seconds, int startSec, int slotSeconds) {
        BusySlots slots = new BusySlots();
        for (int i = 0; i < seconds.size(); i++) {
            int from = Math.max(0, Math.floorDiv(seconds.from(i) - startSec, slotSeconds));
            int to = Math.ceilDiv(seconds.to(i) - startSec, slotSeconds);
            if (to > from) {
                slots.add(from, to);
            }
        }
        for (int i = 0; i < slots.size(); i++) {
            times.add(new BusyTime(SlotProfile.CORE, core, 1, slots.from(i), slots.to(i)));
        }
    }
}
