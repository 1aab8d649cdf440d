package io.banyan.queue;

import io.banyan.resource.JobId;
import io.banyan.schedule.BookingKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The jobs that wait, in one queue or several, those for which something is reserved among them, and what is known of
 * why. It is told what becomes of them, and says in a pass what should ({@link Seats}); a pass looks at those jobs only
 * that can have a new answer since the last one.
 */
public final class JobQueue implements QueueView {
    private final Lanes lanes;
    private final Map<RequestShape, RequestShape> shapes = new HashMap<>();
    private final Map<Claim, Claim> claims = new HashMap<>();
    /** The requests that cannot be met now. */
    private final MatchFailures inVain = new MatchFailures();
    /** The requests that cannot be met at any time that is planned. */
    private final MatchFailures nowhere = new MatchFailures();

    /** The jobs for which there is room only when it is of no use to them. */
    private final Set<JobId> tooLate = new TreeSet<>();

    /** The jobs that came, or lost what was reserved for them, since the last pass. */
    private final Set<JobId> fresh = new LinkedHashSet<>();

    private long looked;
    private News news = News.NONE;

    /** The changes to the resources since the last pass. */
    private enum News {
        NONE,
        /**
         * Somebody else may have a reservation, or is among the first, who are looked at, or is over a limit no more.
         */
        SEAT,
        /** Somebody who was to have something until now has it no more. */
        FREED,
        /** There is more, now or later, than was planned with. */
        MORE
    }

    /** An empty one, of one queue. */
    public JobQueue(QueuePolicy policy) {
        this(name -> policy);
    }

    /** An empty one, of queues with these policies, by name. */
    public JobQueue(Function<String, QueuePolicy> policies) {
        this.lanes = new Lanes(policies);
    }

    /** One more waits. O(log jobs). */
    public void add(WaitingJob job) {
        RequestShape shape = shapes.computeIfAbsent(job.shape(), it -> it);
        // An array's claim is hardly that of many queues' jobs, and would stay here as long as any job waits.
        Claim claim = job.claim().isOfArray() ? job.claim() : claims.computeIfAbsent(job.claim(), it -> it);
        WaitingJob one = job.with(shape, claim);
        lanes.add(one);
        fresh.add(one.id());
        tooLate.remove(job.id());
    }

    /** One waits no more, and counts against limits no more, or was not there. O(log jobs). */
    public void remove(JobId id) {
        tooLate.remove(id);
        WaitingJob waiting = lanes.take(id);
        boolean isAnotherSeen = waiting != null
                && (policy(waiting.claim().queue()).depth() != QueuePolicy.ALL
                        || !policy(waiting.claim().queue()).overtakes());
        boolean hadReservation = lanes.takeReserved(id) != null;
        if (lanes.release(id) || isAnotherSeen || hadReservation) {
            hear(News.SEAT);
        }
    }

    /** One has resources now, and waits no more, or later; nothing, where it was never here. O(log jobs). */
    public void granted(JobId id, BookingKind kind) {
        Optional<WaitingJob> job = lanes.find(id);
        if (job.isEmpty()) {
            return;
        }
        tooLate.remove(id);
        lanes.take(id);
        lanes.quotas().charge(id, job.get().claim());
        boolean hadReservation = lanes.takeReserved(id) != null;
        if (kind == BookingKind.RESERVATION) {
            lanes.reserve(job.get());
        } else if (hadReservation) {
            // Somebody else may have a reservation now.
            hear(News.SEAT);
        }
    }

    /** Records that what was reserved for a job is not reserved any more. O(log jobs). */
    public void withdrawn(JobId id) {
        WaitingJob job = lanes.takeReserved(id);
        if (job != null) {
            lanes.release(id);
            lanes.add(job);
            fresh.add(id);
        }
        hear(News.MORE);
    }

    /** Resources that were to be free from now on are. O(1). */
    public void freed() {
        hear(News.FREED);
    }

    /** There are more resources than were planned with. O(1). */
    public void more() {
        hear(News.MORE);
    }

    private void hear(News one) {
        news = one.compareTo(news) > 0 ? one : news;
    }

    /** From now on nobody starts from a queue, or again. Who has a reservation there is to lose it first. */
    public void stopped(String queue, boolean isStopped) {
        lanes.lane(queue).stopped(isStopped);
        hear(News.SEAT);
    }

    @Override
    public boolean isStopped(String queue) {
        return lanes.lane(queue).isStopped();
    }

    /** All have other ranks. O(jobs log jobs). */
    public void rank(ToDoubleFunction<WaitingJob> ranks) {
        lanes.rank(ranks);
        hear(News.SEAT);
    }

    @Override
    public boolean isEmpty() {
        return lanes.isEmpty();
    }

    @Override
    public boolean contains(JobId id) {
        return lanes.isWaiting(id) || lanes.isReserved(id);
    }

    @Override
    public boolean waits(JobId id) {
        return lanes.isWaiting(id);
    }

    @Override
    public boolean isReserved(JobId id) {
        return lanes.isReserved(id);
    }

    @Override
    public Optional<WaitingJob> find(JobId id) {
        return lanes.find(id);
    }

    @Override
    public List<JobId> reserved() {
        List<JobId> ids = new ArrayList<>();
        for (WaitingJob job : lanes.reserved()) {
            ids.add(job.id());
        }
        return ids;
    }

    @Override
    public QueuePolicy policy(String queue) {
        return lanes.lane(queue).policy();
    }

    @Override
    public boolean keepsRoomFor(WaitingJob job) {
        Lane lane = lanes.laneOf(job);
        @Nullable WaitingJob last = lane.lastReserved();
        return lanes.isReserved(job.id())
                || lane.hasReservationLeft()
                || (last != null && job.compareTo(last) < 0)
                || !lane.policy().overtakes();
    }

    @Override
    public boolean mayReserveBesides(WaitingJob job) {
        return lanes.laneOf(job).mayReserveBesides();
    }

    @Override
    public int reservations() {
        return lanes.reservations();
    }

    @Override
    public List<WaitingJob> waiting() {
        return lanes.waiting();
    }

    @Override
    public void visit(Predicate<WaitingJob> visitor) {
        lanes.visit(visitor);
    }

    @Override
    public long size(String queue) {
        Lane lane = lanes.lane(queue);
        return (long) lane.size() + lane.reserved().size();
    }

    @Override
    public long size() {
        return lanes.all().stream()
                .mapToLong(lane -> lane.size() + lane.reserved().size())
                .sum();
    }

    @Override
    public List<WaitingJob> first(int most) {
        List<WaitingJob> first = new ArrayList<>();
        var frontier = new Frontier(lanes.open());
        for (@Nullable WaitingJob job = frontier.next(); job != null && first.size() < most; job = frontier.next()) {
            if (excess(job).isEmpty()) {
                first.add(job);
            } else {
                frontier.drop();
            }
        }
        first.addAll(lanes.reserved());
        return first.stream().sorted().limit(most).toList();
    }

    @Override
    public List<WaitingJob> withReservation() {
        return lanes.reserved();
    }

    @Override
    public Optional<Excess> excess(WaitingJob job) {
        return lanes.quotas().excess(job.claim());
    }

    @Override
    public long used(Limit limit) {
        return lanes.quotas().used(limit);
    }

    @Override
    public Optional<Claim> charged(JobId id) {
        return Optional.ofNullable(lanes.quotas().charged().get(id));
    }

    @Override
    public boolean hasNews() {
        return !fresh.isEmpty() || news != News.NONE;
    }

    /** Everybody has been looked at by somebody else, who has said all that came of it. */
    public void seen() {
        fresh.clear();
        news = News.NONE;
        forgetFailures();
    }

    /** For whom there was no room is looked at again when it is its turn. */
    public void forgetFailures() {
        inVain.clear();
        nowhere.clear();
        tooLate.clear();
    }

    @Override
    public boolean isTooLate(JobId id) {
        return tooLate.contains(id);
    }

    /** How many jobs passes over the queues have come by since the start: work, to be counted. */
    long looked() {
        return looked;
    }

    /** Has done what can be done now. */
    public void pass(Seats seats) {
        if (!hasNews()) {
            return;
        }
        var pass = new QueuePass(lanes, inVain, nowhere, tooLate, seats);
        News since = news;
        List<WaitingJob> came = new ArrayList<>();
        for (JobId id : fresh) {
            lanes.find(id).ifPresent(came::add);
        }
        news = News.NONE;
        fresh.clear();
        switch (since) {
            case MORE -> {
                inVain.clear();
                nowhere.clear();
                pass.advance(came);
                pass.run();
            }
            case FREED -> {
                inVain.clear();
                pass.startDue();
                pass.run();
            }
            case SEAT -> pass.run();
            case NONE -> pass.tryNew(came);
        }
        looked += pass.looked();
        // What the pass itself has started and moved is no news.
        news = News.NONE;
        fresh.clear();
        if (lanes.isEmpty()) {
            shapes.clear();
            claims.clear();
        }
    }

    @Override
    public void checkInvariants() {
        lanes.checkInvariants();
    }

    @Override
    public String memory() {
        return lanes.quotas()
                + lanes.all().stream()
                        .filter(Lane::isStopped)
                        .map(Lane::name)
                        .toList()
                        .toString();
    }

    @Override
    public String toString() {
        return lanes.toString();
    }
}
