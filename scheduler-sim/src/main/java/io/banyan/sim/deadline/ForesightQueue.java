package io.banyan.sim.deadline;

import io.banyan.planner.TimeWindow;
import io.banyan.sim.deadline.ProcessCalendar.ProfileBooking;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;

/**
 * Books the profile of each job as late as possible when it is submitted, or refuses the job. A waiting job starts
 * earlier if its profile fits from now on. The job with the least laxity starts first: the one whose latest start is
 * the earliest. Of several, the one with the least work starts first. A start never moves to a later time. For one run;
 * not thread-safe.
 *
 * <p>Jobs with much slack do not take all slots: the queue keeps a reserve for jobs that are submitted later and that
 * have little slack. A job with much slack also waits a part of it, since jobs with less slack may be submitted soon.
 */
final class ForesightQueue implements StartQueue {
    /** The share of the slots that jobs with much slack leave free. */
    private static final double RESERVE_SHARE = 0.2;
    /** The slack of a job above which it is much, in run times. */
    private static final double MUCH_SLACK = 1;
    /** The part of its slack that a job with much slack waits before it can start early. */
    private static final double WAIT_SHARE = 0.1;
    /** The time between the booked end of a job and its deadline if it has that much slack, in run times. */
    private static final double MARGIN = 0.25;
    /** The most waiting jobs that are considered for an early start at one instant. */
    private static final int MOST_CONSIDERED = 64;

    private static final long MILLIS = 1000;

    private final ProfileSource profiles;
    private final ProcessCalendar calendar;
    private final int slots;
    private final int reserve;
    /** By accepted job, until its end. */
    private final Map<RunningProgram, Entry> entries = new HashMap<>();

    private final NavigableSet<Entry> byLaxity =
            new TreeSet<>(Comparator.comparingLong((Entry entry) -> lastStartSec(entry.run))
                    .thenComparingLong(entry -> entry.run.profile().workMillis())
                    .thenComparingLong(entry -> entry.run.job.number()));
    private final NavigableSet<Entry> byStart =
            new TreeSet<>(Comparator.comparingLong((Entry entry) -> entry.booking.startSec())
                    .thenComparingLong(entry -> entry.run.job.number()));
    /** Whether a waiting job can perhaps start early since the last search for one. */
    private boolean isChanged;

    /** An accepted job. */
    private record Entry(RunningProgram run, ProfileBooking booking) {}

    /** A queue for a machine with so many slots. */
    ForesightQueue(ProfileSource profiles, int slots) {
        this.profiles = profiles;
        this.calendar = new ProcessCalendar(slots);
        this.slots = slots;
        this.reserve = (int) (RESERVE_SHARE * slots);
    }

    private static long lastStartSec(RunningProgram run) {
        return run.job.deadlineSec() - run.job.runSec();
    }

    private static long slackSec(RunningProgram run) {
        return lastStartSec(run) - run.job.submitSec();
    }

    private static boolean hasMuchSlack(RunningProgram run) {
        return slackSec(run) > MUCH_SLACK * run.job.runSec();
    }

    private static long readySec(RunningProgram run) {
        return run.job.submitSec() + (hasMuchSlack(run) ? (long) (WAIT_SHARE * slackSec(run)) : 0);
    }

    /** The slots that stay free beside a job when it starts early. */
    private int reserve(RunningProgram run) {
        return hasMuchSlack(run) ? reserve : 0;
    }

    /** Books the job. O(steps x log bookings) for each change of the free slots at which the profile does not fit. */
    @Override
    public Answer submit(RunningProgram run, long nowMillis) {
        run.profile = Optional.of(profiles.profile(run));
        OptionalLong start = latestStart(run, nowMillis / MILLIS);
        if (start.isEmpty()) {
            return new Answer.Refused();
        }
        add(new Entry(run, booking(run, start.getAsLong())));
        isChanged = true;
        return new Answer.Accepted(Math.min(readySec(run), start.getAsLong()) * MILLIS, start.getAsLong() * MILLIS);
    }

    /** The latest start that leaves a margin before the deadline; without one, the latest start. */
    private OptionalLong latestStart(RunningProgram run, long nowSec) {
        long lastSec = lastStartSec(run);
        long safeSec = Math.max(nowSec, lastSec - (long) (MARGIN * run.job.runSec()));
        OptionalLong safe = lastSec < nowSec ? OptionalLong.empty() : latestStart(run, nowSec, safeSec);
        return safe.isPresent() || lastSec <= safeSec ? safe : latestStart(run, safeSec + 1, lastSec);
    }

    private OptionalLong latestStart(RunningProgram run, long fromSec, long toSec) {
        return calendar.latest(run.profile(), new TimeWindow(fromSec, toSec + 1), run.job.deadlineSec(), reserve(run));
    }

    /** The booking of a job from a start on; the part behind its deadline is cut off. */
    private ProfileBooking booking(RunningProgram run, long startSec) {
        return calendar.booking(run.profile(), startSec, run.job.deadlineSec());
    }

    private void add(Entry entry) {
        calendar.add(entry.booking);
        entries.put(entry.run, entry);
        byLaxity.add(entry);
        byStart.add(entry);
    }

    private void noLongerWaits(Entry entry) {
        byLaxity.remove(entry);
        byStart.remove(entry);
    }

    @Override
    public void wake() {
        isChanged = true;
    }

    /** The job that is due, or else the first one that can start early. O(considered jobs x steps x log bookings). */
    @Override
    public Optional<RunningProgram> next(long nowMillis, ProcessSlots used) {
        if (byStart.isEmpty() || used.freeSlots() == 0) {
            return Optional.empty();
        }
        long nowSec = nowMillis / MILLIS;
        Entry due = byStart.first();
        if (due.booking.startSec() <= nowSec) {
            return Optional.of(due.run);
        }
        Optional<RunningProgram> early = isChanged ? early(nowSec, used.freeSlots()) : Optional.empty();
        isChanged = early.isPresent();
        return early;
    }

    private Optional<RunningProgram> early(long nowSec, int freeSlots) {
        long free = Math.min(freeSlots, calendar.freeAt(nowSec));
        return byLaxity.stream()
                .limit(MOST_CONSIDERED)
                .filter(entry -> readySec(entry.run) <= nowSec
                        && Math.min(slots, entry.run.profile().first() + reserve(entry.run)) <= free
                        && fitsFrom(nowSec, entry))
                .map(Entry::run)
                .findFirst();
    }

    /** Whether a job can start at an instant before its booked start. Its own booking does not count. */
    private boolean fitsFrom(long nowSec, Entry entry) {
        ProfileBooking early = booking(entry.run, nowSec);
        if (early.endSec() <= entry.booking.startSec()) {
            return calendar.fits(early, reserve(entry.run));
        }
        calendar.remove(entry.booking);
        boolean isFitting = calendar.fits(early, reserve(entry.run));
        calendar.add(entry.booking);
        return isFitting;
    }

    @Override
    public void started(RunningProgram run, long nowMillis) {
        Entry entry = entry(run);
        noLongerWaits(entry);
        long nowSec = nowMillis / MILLIS;
        if (nowSec < entry.booking.startSec()) {
            calendar.remove(entry.booking);
            ProfileBooking early = booking(run, nowSec);
            calendar.add(early);
            entries.put(run, new Entry(run, early));
        }
    }

    private Entry entry(RunningProgram run) {
        Entry entry = entries.get(run);
        if (entry == null) {
            throw new IllegalStateException("job " + run.job.number() + " is not accepted");
        }
        return entry;
    }

    @Override
    public void ended(RunningProgram run) {
        Entry entry = entry(run);
        noLongerWaits(entry);
        calendar.remove(entry.booking);
        entries.remove(run);
        profiles.ended(run);
        isChanged = true;
    }

    /** Checks the calendar, and that the waiting jobs are those that have not started. O(jobs x log jobs). */
    @Override
    public void checkInvariants() {
        calendar.checkInvariants();
        long waiting = entries.keySet().stream().filter(run -> !run.isStarted()).count();
        if (byLaxity.size() != waiting || byStart.size() != waiting) {
            throw new IllegalStateException(waiting + " jobs have not started, but " + byLaxity.size()
                    + " wait by laxity, and " + byStart.size() + " by their starts");
        }
        if (entries.isEmpty() && !calendar.isEmpty()) {
            throw new IllegalStateException("the calendar has bookings without jobs");
        }
    }
}
