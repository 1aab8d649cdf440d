package io.banyan.mapping;

import io.banyan.mapping.ProcessCalendar.ProfileBooking;
import io.banyan.planner.TimeWindow;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The bookings of jobs whose profiles are known. The profile of each job is booked as late as possible when it is
 * submitted, or the job is refused. A waiting job starts earlier if its profile fits from then on. The job with the
 * least laxity starts first: the one whose latest start is the earliest. Of several, the one with the least work starts
 * first. A start never moves to a later time. Not thread-safe.
 *
 * <p>Jobs with much slack do not take all slots: the plan keeps a reserve for jobs that are submitted later and that
 * have little slack. A job with much slack also waits a part of it, since jobs with less slack may be submitted soon.
 */
public final class ForesightPlan {
    /** The share of the slots that jobs with much slack leave free. */
    private static final double RESERVE_SHARE = 0.2;
    /** The most waiting jobs that are considered for an early start at one instant. */
    private static final int MOST_CONSIDERED = 64;

    private final ProcessCalendar calendar;
    private final int slots;
    private final int reserve;
    /** By number of an accepted job, until its end. */
    private final Map<Long, Entry> entries = new HashMap<>();

    private final NavigableSet<Entry> byLaxity =
            new TreeSet<>(Comparator.comparingLong((Entry entry) -> entry.job.lastStartSec())
                    .thenComparingLong(entry -> entry.job.profile().workMillis())
                    .thenComparingLong(entry -> entry.job.number()));
    private final NavigableSet<Entry> byStart =
            new TreeSet<>(Comparator.comparingLong((Entry entry) -> entry.booking.startSec())
                    .thenComparingLong(entry -> entry.job.number()));

    /** An accepted job. */
    private record Entry(ForesightJob job, ProfileBooking booking) {}

    /** A plan for a machine with so many slots. */
    public ForesightPlan(int slots) {
        this(new ProcessCalendar(slots), slots);
    }

    /**
     * A plan beside what a calendar has.
     *
     * @param calendar its bookings; the plan adds those of its jobs
     * @param slots of the machine
     */
    public ForesightPlan(ProcessCalendar calendar, int slots) {
        this.calendar = calendar;
        this.slots = slots;
        this.reserve = (int) (RESERVE_SHARE * slots);
    }

    /** The slots that stay free beside a job when it is booked or starts early. */
    private int reserve(ForesightJob job) {
        return job.hasMuchSlack() ? reserve : 0;
    }

    /**
     * Books a job that waits from now on, and returns its booked start; empty if it cannot end by its deadline. O(steps
     * x log bookings) for each change of the free slots at which the profile does not fit.
     */
    public OptionalLong book(ForesightJob job, long nowSec) {
        OptionalLong start = latestStart(job, nowSec);
        start.ifPresent(startSec -> {
            Entry entry = new Entry(job, booking(job, startSec));
            calendar.add(entry.booking);
            put(entry);
        });
        return start;
    }

    /** Takes over a waiting job that was booked before, also where fewer slots are left. O(steps x log bookings). */
    public void restore(ForesightJob job, long startSec) {
        Entry entry = new Entry(job, booking(job, startSec));
        calendar.occupy(entry.booking);
        put(entry);
    }

    private void put(Entry entry) {
        entries.put(entry.job.number(), entry);
        byLaxity.add(entry);
        byStart.add(entry);
    }

    /** The latest start that leaves a margin before the deadline; without one, the latest start. */
    private OptionalLong latestStart(ForesightJob job, long nowSec) {
        long firstSec = Math.max(nowSec, job.earliestSec());
        long lastSec = job.lastStartSec();
        long safeSec = job.safeStartSec(firstSec);
        OptionalLong safe = lastSec < firstSec ? OptionalLong.empty() : latestStart(job, firstSec, safeSec);
        return safe.isPresent() || lastSec <= safeSec ? safe : latestStart(job, safeSec + 1, lastSec);
    }

    private OptionalLong latestStart(ForesightJob job, long fromSec, long toSec) {
        return calendar.latest(job.profile(), new TimeWindow(fromSec, toSec + 1), job.deadlineSec(), reserve(job));
    }

    /**
     * The earliest deadline with which a job would be accepted; empty if there is none before a limit. Costs as {@link
     * #book}.
     */
    public OptionalLong earliestDeadline(ForesightJob job, long nowSec, long limitSec) {
        long firstSec = Math.max(nowSec, job.earliestSec());
        long urgentSec = Math.min(job.lastUrgentStartSec(), limitSec - job.runSec());
        OptionalLong urgent = firstSec > urgentSec
                ? OptionalLong.empty()
                : calendar.earliest(job.profile(), new TimeWindow(firstSec, urgentSec + 1), 0);
        long laterSec = Math.max(firstSec, job.lastUrgentStartSec() + 1);
        OptionalLong found = urgent.isPresent() || laterSec > limitSec - job.runSec()
                ? urgent
                : calendar.earliest(job.profile(), new TimeWindow(laterSec, limitSec - job.runSec() + 1), reserve);
        return found.isPresent() ? OptionalLong.of(found.getAsLong() + job.runSec()) : found;
    }

    /** The booking of a job from a start on; the part behind its deadline is cut off. */
    private ProfileBooking booking(ForesightJob job, long startSec) {
        return calendar.booking(job.profile(), startSec, Math.max(startSec + 1, job.deadlineSec()));
    }

    /** Whether no job waits. */
    public boolean isEmpty() {
        return byStart.isEmpty();
    }

    /** The waiting job with the first booked start, if that has come and the job is not excluded. O(excluded jobs). */
    public OptionalLong due(long nowSec, Predicate<Long> isExcluded) {
        for (Entry entry : byStart) {
            if (entry.booking.startSec() > nowSec) {
                break;
            }
            if (!isExcluded.test(entry.job.number())) {
                return OptionalLong.of(entry.job.number());
            }
        }
        return OptionalLong.empty();
    }

    /**
     * The first waiting job that can start before its booked start. O(considered jobs x steps x log bookings).
     *
     * @param freeSlots the slots that are free now
     * @param isExcluded whether a job is passed over, by its number
     */
    public OptionalLong early(long nowSec, int freeSlots, Predicate<Long> isExcluded) {
        long free = Math.min(freeSlots, calendar.freeAt(nowSec));
        Optional<Entry> first = byLaxity.stream()
                .limit(MOST_CONSIDERED)
                .filter(entry -> !isExcluded.test(entry.job.number())
                        && entry.job.readySec() <= nowSec
                        && Math.min(slots, entry.job.profile().first() + reserve(entry.job)) <= free
                        && fitsFrom(nowSec, entry))
                .findFirst();
        return first.map(entry -> OptionalLong.of(entry.job.number())).orElseGet(OptionalLong::empty);
    }

    /** Whether a job can start at an instant before its booked start. Its own booking does not count. */
    private boolean fitsFrom(long nowSec, Entry entry) {
        ProfileBooking early = booking(entry.job, nowSec);
        if (early.endSec() <= entry.booking.startSec()) {
            return calendar.fits(early, reserve(entry.job));
        }
        calendar.remove(entry.booking);
        boolean isFitting = calendar.fits(early, reserve(entry.job));
        calendar.occupy(entry.booking);
        return isFitting;
    }

    /** Records that a job starts, at its booked start or before. O(steps x log bookings). */
    public void started(long number, long nowSec) {
        Entry entry = entry(number);
        noLongerWaits(entry);
        if (nowSec < entry.booking.startSec()) {
            calendar.remove(entry.booking);
            ProfileBooking early = booking(entry.job, nowSec);
            calendar.add(early);
            entries.put(number, new Entry(entry.job, early));
        }
    }

    /** Forgets a job, which ends or is cancelled, also before its start. O(steps x log bookings). */
    public void ended(long number) {
        Entry entry = entry(number);
        noLongerWaits(entry);
        calendar.remove(entry.booking);
        entries.remove(number);
    }

    private void noLongerWaits(Entry entry) {
        byLaxity.remove(entry);
        byStart.remove(entry);
    }

    private Entry entry(long number) {
        Entry entry = entries.get(number);
        if (entry == null) {
            throw new IllegalStateException("job " + number + " is not accepted");
        }
        return entry;
    }

    /**
     * Checks the calendar, and the number of waiting jobs. O(jobs x log jobs).
     *
     * @throws IllegalStateException if they are wrong
     */
    public void checkInvariants(long waiting) {
        calendar.checkInvariants();
        if (byLaxity.size() != waiting || byStart.size() != waiting) {
            throw new IllegalStateException(waiting + " jobs have not started, but " + byLaxity.size()
                    + " wait by laxity, and " + byStart.size() + " by their starts");
        }
        if (entries.isEmpty() && !calendar.isEmpty()) {
            throw new IllegalStateException("the calendar has bookings without jobs");
        }
    }
}
