package io.banyan.bench.replanning;

import io.banyan.bench.replanning.VirtualCalendar.Place;
import io.banyan.workflow.batch.BatchJobReport.State;
import io.banyan.workflow.batch.BatchReservation;
import io.banyan.workflow.batch.ReservedShare;
import io.banyan.workflow.profile.SlotProfile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A batch scheduler in virtual time: a conservative queue, in which the place of each waiting job only moves to earlier
 * times, and reservations that are booked beside all places.
 */
final class VirtualMachine {
    private final VirtualCalendar calendar;
    private final List<VirtualJob> queue = new ArrayList<>();
    private final List<VirtualJob> running = new ArrayList<>();
    private final List<VirtualJob> inside = new ArrayList<>();
    private final Map<String, BatchReservation> reservations = new LinkedHashMap<>();
    private final Map<String, Place> places = new LinkedHashMap<>();
    private int nowSec;
    private int delayed;
    private int takenAtOnce;
    private int released;

    VirtualMachine(int nodes, int coresEach) {
        this.calendar = new VirtualCalendar(nodes, coresEach);
    }

    int nowSec() {
        return nowSec;
    }

    /** Returns the number of times at which a waiting job got a later place while no node was lost. */
    int delayed() {
        return delayed;
    }

    /** Returns the number of reservations that were released before their ends. */
    int released() {
        return released;
    }

    /** Returns the number of those releases after which a waiting job got an earlier place in the same second. */
    int takenAtOnce() {
        return takenAtOnce;
    }

    Set<String> reservations() {
        return reservations.keySet();
    }

    SlotProfile look(long startSec, int slotSeconds) {
        return calendar.profile((int) startSec, slotSeconds);
    }

    // ---- reservations -----------------------------------------------------------------------------------------------

    /** Books all of the reservations, beside everything that is taken or planned; none if one has no room. */
    boolean book(List<BatchReservation> asked) {
        List<Place> taken = new ArrayList<>();
        for (BatchReservation one : asked) {
            Place place = place(one);
            if (one.startSec() < nowSec || !calendar.isFree(place)) {
                taken.forEach(it -> calendar.give(it, 0));
                return false;
            }
            calendar.take(place);
            taken.add(place);
        }
        for (int i = 0; i < asked.size(); i++) {
            reservations.put(asked.get(i).name(), asked.get(i));
            places.put(asked.get(i).name(), taken.get(i));
        }
        return true;
    }

    private Place place(BatchReservation one) {
        List<Integer> cells = new ArrayList<>();
        for (ReservedShare share : one.shares()) {
            int node = Integer.parseInt(share.node().substring(1));
            share.numbers()
                    .getOrDefault(SlotProfile.CORE, List.of())
                    .forEach(core -> cells.add(calendar.cell(node, core)));
        }
        return new Place((int) one.startSec(), (int) one.endSec(), cells);
    }

    void release(String name) {
        if (reservations.containsKey(name)) {
            released++;
            remove(name, State.STOPPED);
            if (plan()) {
                takenAtOnce++;
            }
        }
    }

    private void remove(String name, State end) {
        reservations.remove(name);
        calendar.give(Optional.ofNullable(places.remove(name)).orElseThrow(), nowSec);
        inside.stream()
                .filter(job -> job.reservation.equals(name) && !job.isOver())
                .forEach(job -> end(job, job.isIn(State.RUNNING) ? end : State.STOPPED));
        inside.removeIf(VirtualJob::isOver);
    }

    // ---- jobs -------------------------------------------------------------------------------------------------------

    /** Submits a job; false if its reservation does not exist. */
    boolean submit(VirtualJob job) {
        if (!job.reservation.isEmpty()) {
            return reservations.containsKey(job.reservation) && inside.add(job);
        }
        job.place = calendar.earliest(job.nodes, job.cores, job.limitSec, nowSec);
        job.place.ifPresent(calendar::take);
        queue.add(job);
        start();
        return true;
    }

    void cancel(VirtualJob job) {
        if (!job.isOver()) {
            job.place.ifPresent(place -> calendar.give(place, job.isIn(State.RUNNING) ? nowSec : 0));
            end(job, State.STOPPED);
            queue.remove(job);
            running.remove(job);
            inside.remove(job);
            plan();
        }
    }

    private void end(VirtualJob job, State state) {
        job.state = state;
        job.endSec = nowSec;
    }

    /** Gives waiting jobs earlier places in the order of their submission. Returns whether one got one. */
    private boolean plan() {
        boolean hasMoved = false;
        for (VirtualJob job : queue) {
            Optional<Place> before = job.place;
            before.ifPresent(place -> calendar.give(place, 0));
            job.place = calendar.earliest(job.nodes, job.cores, job.limitSec, nowSec);
            job.place.ifPresent(calendar::take);
            if (before.isPresent()) {
                int now = job.place.map(Place::startSec).orElse(Integer.MAX_VALUE);
                hasMoved |= now < before.get().startSec();
                delayed += now > Math.max(nowSec, before.get().startSec()) ? 1 : 0;
            }
        }
        start();
        return hasMoved;
    }

    private void start() {
        for (VirtualJob job : List.copyOf(queue)) {
            if (job.place.isPresent() && job.place.get().startSec() <= nowSec) {
                job.state = State.RUNNING;
                job.startSec = nowSec;
                queue.remove(job);
                running.add(job);
            }
        }
    }

    // ---- time -------------------------------------------------------------------------------------------------------

    /** Goes to a time: jobs and reservations end, and jobs start. */
    void advance(int sec) {
        nowSec = sec;
        boolean hasEnded = false;
        for (VirtualJob job : List.copyOf(running)) {
            int last = job.startSec + Math.min(job.runSec, job.limitSec);
            if (last <= nowSec) {
                end(job, job.runSec > job.limitSec ? State.TIMED_OUT : State.ENDED);
                running.remove(job);
                calendar.give(job.place.orElseThrow(), nowSec);
                hasEnded = true;
            }
        }
        for (VirtualJob job : inside) {
            if (job.isIn(State.RUNNING) && job.startSec + job.runSec <= nowSec) {
                end(job, State.ENDED);
            }
        }
        inside.removeIf(VirtualJob::isOver);
        List.copyOf(reservations.values()).stream()
                .filter(one -> one.endSec() <= nowSec)
                .forEach(one -> remove(one.name(), State.TIMED_OUT));
        startInside();
        if (hasEnded) {
            plan();
        } else {
            start();
        }
    }

    private void startInside() {
        Map<String, Integer> used = new LinkedHashMap<>();
        inside.stream()
                .filter(job -> job.isIn(State.RUNNING))
                .forEach(job -> used.merge(job.reservation, job.nodes * job.cores, Integer::sum));
        for (VirtualJob job : inside) {
            BatchReservation one = reservations.get(job.reservation);
            int all = Optional.ofNullable(places.get(job.reservation))
                    .orElseThrow()
                    .cells()
                    .size();
            int needed = job.nodes * job.cores;
            boolean isOpen = one != null && one.startSec() <= nowSec;
            if (isOpen && job.isIn(State.WAITING) && used.getOrDefault(job.reservation, 0) + needed <= all) {
                used.merge(job.reservation, needed, Integer::sum);
                job.state = State.RUNNING;
                job.startSec = nowSec;
            }
        }
    }

    /** Loses a node: its jobs and reservations end, and jobs that wait for it get other places. */
    void lose(int node) {
        calendar.setDown(node, true);
        for (VirtualJob job : List.copyOf(running)) {
            if (isOn(job.place.orElseThrow(), node)) {
                calendar.give(job.place.get(), nowSec);
                end(job, State.STOPPED);
                running.remove(job);
            }
        }
        List.copyOf(places.keySet()).stream()
                .filter(name -> isOn(Optional.ofNullable(places.get(name)).orElseThrow(), node))
                .forEach(name -> remove(name, State.STOPPED));
        int before = delayed;
        // All places are given back first, so that each job finds one on another node.
        queue.forEach(job -> job.place.ifPresent(place -> calendar.give(place, 0)));
        queue.forEach(job -> job.place = Optional.empty());
        plan();
        delayed = before;
    }

    void restore(int node) {
        calendar.setDown(node, false);
        plan();
    }

    private boolean isOn(Place place, int node) {
        return place.cells().stream().anyMatch(cell -> calendar.nodeOf(cell) == node);
    }
}
