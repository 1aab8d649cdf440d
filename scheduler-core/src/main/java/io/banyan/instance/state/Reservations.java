package io.banyan.instance.state;

import io.banyan.graph.Selection;
import io.banyan.instance.message.client.ReservationView;
import io.banyan.instance.message.decision.Decision;
import io.banyan.instance.message.decision.EditDecision;
import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.decision.ReservationDecision;
import io.banyan.instance.message.decision.RevokeDecision;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.Reservation;
import io.banyan.planner.TimeWindow;
import io.banyan.queue.WaitingJob;
import io.banyan.resource.JobId;
import io.banyan.schedule.Booking;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.Schedule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The advance reservations, with the jobs that run in them or wait for them. A replay restores them.
 *
 * <p>Each time of a reservation is booked under a job of its own, like any other job that has resources later. A job
 * that enters the reservation takes its resources from that booking, and has them booked until the end of that time,
 * although it may have to end sooner. So no other job can plan with them, and released resources return to the
 * reservation. The booking of the reservation is the remaining part.
 */
public final class Reservations {
    private final JoinedResources joined;
    private final Jobs jobs;
    private final TreeMap<String, Entry> byName = new TreeMap<>();
    private final TreeMap<JobId, String> times = new TreeMap<>();
    /** The jobs that run in reservations, each with the time of the reservation in which it runs. */
    private final TreeMap<JobId, JobId> inside = new TreeMap<>();
    /** The whole selections of the reservations in which a job runs. */
    private final Map<JobId, Selection> wholes = new HashMap<>();

    private final WaitingForReservations waiting = new WaitingForReservations();
    private final UnseenChanges unseen;
    private int version;

    /** One of them. */
    private static final class Entry {
        final Reservation reservation;
        final TreeMap<Long, JobId> booked = new TreeMap<>();
        long next;
        String problem = "";

        Entry(Reservation reservation) {
            this.reservation = reservation;
        }

        @Override
        public String toString() {
            return reservation + " " + booked + " next " + next + " " + problem;
        }
    }

    Reservations(JoinedResources joined, Jobs jobs, UnseenChanges unseen) {
        this.joined = joined;
        this.jobs = jobs;
        this.unseen = unseen;
    }

    // ---- asking ---------------------------------------------------------------------------------------------------

    public boolean isEmpty() {
        return byName.isEmpty();
    }

    /** In the order of their names. */
    public List<Reservation> all() {
        return byName.values().stream().map(entry -> entry.reservation).toList();
    }

    /** The jobs under which any of them is booked and not over, in the order of their numbers. */
    public List<JobId> times() {
        return List.copyOf(times.keySet());
    }

    public Optional<Reservation> find(String name) {
        return Optional.ofNullable(byName.get(name)).map(entry -> entry.reservation);
    }

    /** The number of the first time that is neither booked nor left out. */
    public long next(String name) {
        return entry(name).next;
    }

    /** The jobs under which it is booked and not over, in the order of their times. */
    public List<JobId> booked(String name) {
        Entry entry = byName.get(name);
        return entry == null ? List.of() : List.copyOf(entry.booked.values());
    }

    /** The reservation that is booked under a job, if it is such a job. */
    public Optional<Reservation> bookedUnder(JobId job) {
        return Optional.ofNullable(times.get(job)).map(this::entry).map(entry -> entry.reservation);
    }

    /** The time of a reservation that a job runs in, by the job under which that is booked. */
    public Optional<JobId> timeOf(JobId job) {
        return Optional.ofNullable(inside.get(job));
    }

    /** Returns the jobs that run in one time of a reservation. O(all that run in any). */
    public List<JobId> inside(JobId time) {
        return inside.entrySet().stream()
                .filter(entry -> entry.getValue().equals(time))
                .map(Map.Entry::getKey)
                .toList();
    }

    /**
     * Returns all resources that are reserved for one time, including those that jobs of the reservation hold.
     * O(resources).
     */
    public Selection whole(JobId time) {
        Selection whole = wholes.get(time);
        return whole == null ? joined.schedule().holdings().selection(time) : whole;
    }

    /** The jobs that wait for a reservation instead of in the queue. */
    public WaitingForReservations waiting() {
        return waiting;
    }

    public ReservationView view(Reservation reservation) {
        Entry entry = entry(reservation.name());
        List<ReservationView.Time> shown = new ArrayList<>();
        for (JobId job : entry.booked.values()) {
            JobRecord record = jobs.active(job).orElseThrow();
            shown.add(new ReservationView.Time(job, record.window(), record.state(), inside(job)));
        }
        return new ReservationView(reservation, shown, entry.problem);
    }

    private Entry entry(String name) {
        return Objects.requireNonNull(byName.get(name), "a reservation of this name");
    }

    /** Returns a number that changes with the reservations, their booked times, and the waiting jobs. */
    public int version() {
        return version;
    }

    /** Waiting jobs may have a new answer in every time of a reservation. */
    void mayAllHaveNews() {
        unseen.reservationTimes(times.keySet());
    }

    private void hasNews(String name) {
        Entry entry = byName.get(name);
        if (entry != null) {
            unseen.reservationTimes(entry.booked.values());
        }
    }

    // ---- decisions -----------------------------------------------------------------------------------------

    /**
     * Makes the change.
     *
     * @param proposal the granted resources, if a match just found them
     */
    void apply(ReservationDecision decision, @Nullable Selection proposal) {
        version++;
        switch (decision) {
            case ReservationDecision.Made made -> byName.put(made.reservation().name(), new Entry(made.reservation()));
            case ReservationDecision.Booked booked -> book(booked);
            case ReservationDecision.Ended ended -> byName.remove(ended.name());
            case ReservationDecision.Admitted admitted -> admit(admitted, proposal);
        }
    }

    private void book(ReservationDecision.Booked booked) {
        Entry entry = entry(booked.name());
        entry.next = Math.max(entry.next, booked.n() + 1);
        booked.grant()
                .ifPresentOrElse(
                        grant -> {
                            entry.booked.put(booked.n(), grant.job());
                            times.put(grant.job(), booked.name());
                        },
                        () -> entry.problem = booked.why());
    }

    private void admit(ReservationDecision.Admitted admitted, @Nullable Selection proposal) {
        JobId time = admitted.time();
        Schedule schedule = joined.schedule();
        Booking booking = schedule.holdings().booking(time).orElseThrow();
        Selection selection = proposal != null
                ? proposal
                : joined.get().held().selectionOf(admitted.grant().held());
        wholes.computeIfAbsent(time, schedule.holdings()::selection);
        schedule.cancel(time);
        TimeWindow until = new TimeWindow(
                admitted.grant().window().startSec(), booking.window().endSec());
        schedule.commit(admitted.job(), BookingKind.ALLOCATION, until, selection);
        inside.put(admitted.job(), time);
        waiting.remove(admitted.job());
        rest(time, booking);
    }

    /**
     * Books the resources for a reservation that its jobs leave; nothing is booked for the reservation when this is
     * called.
     */
    private void rest(JobId time, Booking booking) {
        Schedule schedule = joined.schedule();
        Remainder remainder = new Remainder(joined.get().graph());
        inside(time).forEach(job -> remainder.without(schedule.holdings().selection(job)));
        schedule.commit(time, booking.kind(), booking.window(), remainder.of(whole(time)));
        unseen.reservationTime(time);
    }

    private void rebook(JobId time) {
        Schedule schedule = joined.schedule();
        Booking booking = schedule.holdings().booking(time).orElseThrow();
        Selection whole = whole(time);
        wholes.put(time, whole);
        schedule.cancel(time);
        rest(time, booking);
        if (!inside.containsValue(time)) {
            wholes.remove(time);
        }
    }

    /** Handles the end of a job: its resources of a reservation return to the reservation. */
    void left(JobId job) {
        JobId time = inside.remove(job);
        if (time != null && times.containsKey(time)) {
            rebook(time);
        }
    }

    /** Handles a partial release of a job. */
    void reduced(JobDecision.PartlyCancelled partly, int[] vertices) {
        JobId job = partly.job();
        JobId time = inside.get(job);
        if (time != null && times.containsKey(time)) {
            rebook(time);
        } else if (wholes.containsKey(job)) {
            Remainder remainder = new Remainder(joined.get().graph());
            long[] amounts =
                    partly.amounts().stream().mapToLong(Long::longValue).toArray();
            wholes.put(
                    job,
                    (partly.subtrees()
                                    ? remainder.withoutSubtrees(vertices)
                                    : remainder.withoutAmounts(vertices, amounts))
                            .of(whole(job)));
        }
    }

    /** These vertices, with all below them, are about to leave. */
    void leaving(Collection<String> paths) {
        if (wholes.isEmpty()) {
            return;
        }
        int[] vertices = joined.get().indices(paths);
        wholes.replaceAll((time, whole) ->
                new Remainder(joined.get().graph()).withoutSubtrees(vertices).of(whole));
    }

    /** Any job is over, and holds nothing any more. */
    void ended(JobId job) {
        waiting.remove(job);
        left(job);
        String name = times.remove(job);
        if (name != null) {
            inside.values().removeIf(job::equals);
            wholes.remove(job);
            unseen.forgetReservationTime(job);
            version++;
            Entry entry = byName.get(name);
            if (entry != null) {
                entry.booked.values().remove(job);
            }
        }
    }

    /** A job waits for a reservation, and not in the queue. */
    void await(String name, WaitingJob job) {
        waiting.add(name, job);
        hasNews(name);
        version++;
    }

    /** Resources are up, or down, or others than before. */
    void note(Decision decision) {
        switch (decision) {
            case JobDecision.JobStarted started -> {
                if (times.containsKey(started.job())) {
                    unseen.reservationTime(started.job());
                }
            }
            case EditDecision it -> mayAllHaveNews();
            case RevokeDecision it -> mayAllHaveNews();
            case Decision other -> {
                // No running reservation has changed.
            }
        }
    }

    // ---- tests ----------------------------------------------------------------------------------------------------

    /**
     * Checks that the reserved resources are held by the reservation or its jobs, and by no other job. O(reserved
     * resources x jobs).
     */
    void checkInvariants() {
        for (Map.Entry<JobId, String> time : times.entrySet()) {
            require(jobs.active(time.getKey()).isPresent(), "is booked under job " + time + ", which is over");
            require(entry(time.getValue()).booked.containsValue(time.getKey()), "does not know " + time);
        }
        for (Map.Entry<JobId, JobId> entry : inside.entrySet()) {
            require(jobs.active(entry.getKey()).isPresent(), "job " + entry + " is over, and runs in it");
            require(times.containsKey(entry.getValue()), "job " + entry + " runs in it");
            TimeWindow window = joined.schedule()
                    .holdings()
                    .booking(entry.getKey())
                    .orElseThrow()
                    .window();
            TimeWindow time = jobs.active(entry.getValue()).orElseThrow().window();
            require(window.endSec() == time.endSec(), "job " + entry + " is not booked until its end");
        }
        wholes.forEach(this::isHeld);
        waiting.checkInvariants();
    }

    private void isHeld(JobId time, Selection whole) {
        Set<Integer> shared = new HashSet<>();
        Set<Integer> own = new HashSet<>();
        List<JobId> holders = new ArrayList<>(inside(time));
        holders.add(time);
        for (JobId job : holders) {
            Selection held = joined.schedule().holdings().selection(job);
            for (int i = 0; i < held.size(); i++) {
                (held.exclusive(i) ? own : shared).add(held.vertex(i));
            }
        }
        for (int i = 0; i < whole.size(); i++) {
            boolean isHeld = shared.contains(whole.vertex(i));
            // Vertices below an exclusive vertex belong to its holder.
            for (int v = whole.vertex(i);
                    v >= 0 && !isHeld;
                    v = joined.schedule().aggregates().parent(v)) {
                isHeld = own.contains(v);
            }
            require(isHeld || !whole.exclusive(i), "job " + time + " is not held whole");
        }
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new IllegalStateException("a reservation: " + what);
        }
    }

    @Override
    public String toString() {
        return byName + " " + times + " inside " + inside + " waiting " + waiting;
    }
}
