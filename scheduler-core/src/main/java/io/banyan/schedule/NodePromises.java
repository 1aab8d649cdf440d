package io.banyan.schedule;

import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.mapping.ProcessCalendar;
import io.banyan.mapping.ProcessCalendar.ProfileBooking;
import io.banyan.mapping.ProcessProfile;
import io.banyan.mapping.RoomClaim;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * The nodes that are booked by their number, without places, for jobs that declare how many they need over their time.
 * The booking of such a job in the schedule gives the time; the job takes the nodes themselves while it runs. No other
 * job gets a node that is booked in this way. Not thread-safe.
 *
 * <p>O(1) as long as no job has a profile. Otherwise each question costs O(bookings + held vertices).
 */
public final class NodePromises {
    private static final String NODE = "node";

    private final Schedule schedule;
    private final ResourceGraph graph;
    private final Map<JobId, ProcessProfile> profiles = new TreeMap<>();
    private long nowSec;

    NodePromises(Schedule schedule) {
        this.schedule = schedule;
        this.graph = schedule.graph();
        this.nowSec = schedule.horizon().startSec();
    }

    void at(long sec) {
        nowSec = sec;
    }

    /** Sets the profile of a job. From then on its booking, if it has one, is a promise. */
    public void declare(JobId job, ProcessProfile profile) {
        profiles.put(job, profile);
    }

    /** Forgets the profile of a job; nothing if there is none. */
    public void forget(JobId job) {
        profiles.remove(job);
    }

    /** Whether no job has a profile. O(1). */
    public boolean isEmpty() {
        return profiles.isEmpty();
    }

    /** Whether the nodes of a job are booked by their number. */
    public boolean contains(JobId job) {
        return profiles.containsKey(job);
    }

    /** The number of nodes that are up. O(nodes). */
    public int nodes() {
        return (int) IntStream.of(graph.verticesOfType(graph.types().id(NODE)))
                .filter(schedule.statuses()::isUp)
                .count();
    }

    /** The number of nodes, up or not. */
    public int all() {
        return graph.verticesOfType(graph.types().id(NODE)).length;
    }

    /** The numbers of nodes at each time: promised ones, and those that other jobs have, without some jobs. */
    public ProcessCalendar calendar(Set<JobId> without) {
        return calendar(without, Optional.empty());
    }

    /** The promise to a job that has a booking. O(steps + held vertices). */
    public ProfileBooking booking(JobId job) {
        return promise(schedule.holdings().booking(job).orElseThrow());
    }

    /** Nodes that a job would get in addition. */
    private record Wanted(TimeWindow window, List<Integer> nodes) {}

    private ProcessCalendar calendar(Set<JobId> without, Optional<Wanted> wanted) {
        var calendar = new ProcessCalendar(nodes());
        Map<Integer, List<TimeWindow>> located = new TreeMap<>();
        for (Booking booking : schedule.holdings().bookings()) {
            if (without.contains(booking.job())) {
                continue;
            }
            if (contains(booking.job())) {
                calendar.occupy(promise(booking));
            } else {
                TimeWindow window = booking.window();
                long endSec = Math.max(window.endSec(), nowSec + 1);
                locate(nodesOf(booking.job()), new TimeWindow(window.startSec(), endSec), located);
            }
        }
        wanted.ifPresent(more -> locate(more.nodes, more.window, located));
        located.values().forEach(windows -> occupy(windows, calendar));
        return calendar;
    }

    private void locate(List<Integer> nodes, TimeWindow window, Map<Integer, List<TimeWindow>> located) {
        for (int node : nodes) {
            if (schedule.statuses().isUp(node)) {
                located.computeIfAbsent(node, it -> new ArrayList<>()).add(window);
            }
        }
    }

    /** Occupies one node, which several jobs can share. */
    private static void occupy(List<TimeWindow> windows, ProcessCalendar calendar) {
        windows.sort(Comparator.comparingLong(TimeWindow::startSec));
        long until = Long.MIN_VALUE;
        for (TimeWindow window : windows) {
            if (window.endSec() > until) {
                calendar.occupy(new TimeWindow(Math.max(until, window.startSec()), window.endSec()), 1);
                until = window.endSec();
            }
        }
    }

    /** The promise to a job: its profile, with its last number until its end, and at least what it has now. */
    private ProfileBooking promise(Booking booking) {
        return promise(booking.job(), booking.window(), nodesOf(booking.job()).size());
    }

    private ProfileBooking promise(JobId job, TimeWindow window, int held) {
        ProfileBooking promised = ProcessCalendar.booking(
                        profile(job), window.startSec(), window.endSec(), Integer.MAX_VALUE)
                .until(window.endSec());
        return held > promised.at(nowSec) && window.contains(nowSec) ? promised.atLeast(held, nowSec) : promised;
    }

    private ProcessProfile profile(JobId job) {
        ProcessProfile profile = profiles.get(job);
        if (profile == null) {
            throw new IllegalStateException("job " + job + " has no profile");
        }
        return profile;
    }

    private List<Integer> nodesOf(JobId job) {
        return nodesOf(schedule.holdings().selection(job));
    }

    private List<Integer> nodesOf(Selection selection) {
        int type = graph.types().id(NODE);
        return IntStream.range(0, selection.size())
                .map(selection::vertex)
                .filter(v -> graph.typeId(v) == type)
                .boxed()
                .toList();
    }

    /**
     * Whether promises leave the nodes of a selection to a job. A job with a profile gets what was booked for it, and
     * more only if nobody has booked that until its end.
     *
     * @param job that gets more; empty for a new one
     */
    public boolean allow(Optional<JobId> job, TimeWindow window, Selection selection) {
        if (profiles.isEmpty()) {
            return true;
        }
        List<Integer> held = job.isPresent() ? nodesOf(job.get()) : List.of();
        List<Integer> fresh =
                nodesOf(selection).stream().filter(node -> !held.contains(node)).toList();
        if (job.isEmpty() || !contains(job.get())) {
            return fresh.isEmpty()
                    || calendar(Set.of(), Optional.of(new Wanted(window, fresh)))
                                    .freeDuring(fromNow(window))
                            >= 0;
        }
        ProfileBooking promised = promise(schedule.holdings().booking(job.get()).orElseThrow());
        int wanted = held.size() + fresh.size();
        if (wanted <= promised.at(nowSec)) {
            return true;
        }
        return isFree(job.get(), promised.atLeast(wanted, nowSec));
    }

    /**
     * Whether a job with a profile can have another window beside the promises and the nodes of all other jobs.
     *
     * @param held what it has now
     */
    public boolean allowWindow(JobId job, TimeWindow window, Selection held) {
        return isFree(job, promise(job, window, nodesOf(held).size()));
    }

    /** Whether the rest of a promise fits beside all that other jobs have. */
    private boolean isFree(JobId job, ProfileBooking promised) {
        ProcessCalendar others = calendar(Set.of(job), Optional.empty());
        return promised.parts().stream()
                .filter(part -> part.window().endSec() > nowSec)
                .allMatch(part -> others.freeDuring(fromNow(part.window())) >= part.processes());
    }

    private TimeWindow fromNow(TimeWindow window) {
        long startSec = Math.max(nowSec, window.startSec());
        return new TimeWindow(startSec, Math.max(startSec + 1, window.endSec()));
    }

    /**
     * The first time after an instant at which a promise may change; {@link Long#MAX_VALUE} without one. O(jobs with
     * profiles x steps).
     */
    public long nextChange(long afterSec) {
        long next = Long.MAX_VALUE;
        for (JobId job : profiles.keySet()) {
            Optional<Booking> booking = schedule.holdings().booking(job);
            if (booking.isPresent()) {
                for (ProfileBooking.Part part :
                        promise(job, booking.get().window(), 0).parts()) {
                    next = part.window().endSec() > afterSec
                            ? Math.min(next, part.window().endSec())
                            : next;
                }
            }
        }
        return next;
    }

    /**
     * The claims of the jobs that have nodes and need more, now or in the next part of their profiles; in the order of
     * their numbers.
     *
     * @param places the place of a node on the network, by its vertex; negative without one
     */
    public List<RoomClaim> claims(IntUnaryOperator places) {
        List<RoomClaim> claims = new ArrayList<>();
        for (JobId job : profiles.keySet()) {
            Optional<Booking> booking = schedule.holdings().booking(job);
            List<Integer> nodes = booking.isEmpty()
                    ? List.of()
                    : nodesOf(job).stream()
                            .map(places::applyAsInt)
                            .filter(place -> place >= 0)
                            .toList();
            if (booking.isPresent() && !nodes.isEmpty()) {
                int missing = nextNodes(booking.get()) - nodes.size();
                if (missing > 0) {
                    claims.add(new RoomClaim(job.value(), nodes, missing));
                }
            }
        }
        return claims;
    }

    private int nextNodes(Booking booking) {
        ProfileBooking promised = promise(booking);
        long nextSec = promised.parts().stream()
                .mapToLong(part -> part.window().startSec())
                .filter(sec -> sec > nowSec)
                .min()
                .orElse(nowSec);
        return Math.max(promised.at(nowSec), promised.at(nextSec));
    }
}
