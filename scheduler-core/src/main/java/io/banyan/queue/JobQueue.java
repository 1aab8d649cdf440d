package io.banyan.queue;

import io.banyan.resource.JobId;
import io.banyan.schedule.BookingKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The waiting jobs in one queue or several, with their reservations and the known reasons. The owner reports all
 * changes of jobs to it, and a {@link QueuePass} proposes placements. A pass examines only the jobs whose result can
 * differ from the last pass. A method that changes the queue throws while a method of a pass runs.
 */
public final class JobQueue implements QueueView {
    private final Lanes lanes;
    private final Map<RequestShape, RequestShape> shapes = new HashMap<>();
    private final Map<Claim, Claim> claims = new HashMap<>();
    private final KnownFailures known = new KnownFailures();
    private final QueueNews news = new QueueNews();
    private long looked;
    private long grants;
    /** Whether a method of a pass runs. */
    private boolean isInPass;

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
        checkOutsideOfPass();
        RequestShape shape = shapes.computeIfAbsent(job.shape(), it -> it);
        // An array's claim is hardly that of many queues' jobs, and would stay here as long as any job waits.
        Claim claim = job.claim().isOfArray() ? job.claim() : claims.computeIfAbsent(job.claim(), it -> it);
        WaitingJob one = job.with(shape, claim);
        lanes.add(one);
        news.came(one.id());
        known.tooLate().remove(job.id());
    }

    /** One waits no more, and counts against limits no more, or was not there. O(log jobs). */
    public void remove(JobId id) {
        checkOutsideOfPass();
        known.tooLate().remove(id);
        WaitingJob waiting = lanes.take(id);
        boolean isAnotherSeen = waiting != null
                && (policy(waiting.claim().queue()).depth() != QueuePolicy.ALL
                        || !policy(waiting.claim().queue()).overtakes());
        boolean hadReservation = lanes.takeReserved(id) != null;
        if (lanes.release(id) || isAnotherSeen || hadReservation) {
            hear(QueueNews.Change.SEAT);
        }
    }

    /** One has resources now, and waits no more, or later; nothing, where it was never here. O(log jobs). */
    public void granted(JobId id, BookingKind kind) {
        checkOutsideOfPass();
        Optional<WaitingJob> job = lanes.find(id);
        if (job.isEmpty()) {
            return;
        }
        grants++;
        known.tooLate().remove(id);
        lanes.take(id);
        lanes.quotas().charge(id, job.get().claim());
        boolean hadReservation = lanes.takeReserved(id) != null;
        if (kind == BookingKind.RESERVATION) {
            lanes.reserve(job.get());
        } else if (hadReservation) {
            // Another job may have a reservation now.
            hear(QueueNews.Change.SEAT);
        }
    }

    /** Records that the reservation of a job was removed. O(log jobs). */
    public void withdrawn(JobId id) {
        checkOutsideOfPass();
        WaitingJob job = lanes.takeReserved(id);
        if (job != null) {
            lanes.release(id);
            lanes.add(job);
            news.came(id);
        }
        hear(QueueNews.Change.MORE);
    }

    /** Resources that were to be free from now on are. O(1). */
    public void freed() {
        hear(QueueNews.Change.FREED);
    }

    /** There are more resources than were planned with. O(1). */
    public void more() {
        hear(QueueNews.Change.MORE);
    }

    private void hear(QueueNews.Change one) {
        checkOutsideOfPass();
        news.hear(one);
    }

    /** Sets whether jobs start from a queue. Its reservations must be removed before a stop. */
    public void stopped(String queue, boolean isStopped) {
        checkOutsideOfPass();
        lanes.lane(queue).stopped(isStopped);
        hear(QueueNews.Change.SEAT);
    }

    @Override
    public boolean isStopped(String queue) {
        return lanes.lane(queue).isStopped();
    }

    /** All have other ranks. O(jobs log jobs). */
    public void rank(ToDoubleFunction<WaitingJob> ranks) {
        checkOutsideOfPass();
        lanes.rank(ranks);
        hear(QueueNews.Change.SEAT);
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
    public List<JobId> movable() {
        List<JobId> ids = new ArrayList<>();
        for (WaitingJob job : lanes.reserved()) {
            if (!lanes.laneOf(job).policy().booksAtSubmission()) {
                ids.add(job.id());
            }
        }
        return ids;
    }

    @Override
    public boolean isBooked(JobId id) {
        return lanes.isReserved(id)
                && lanes.find(id)
                        .filter(job -> lanes.laneOf(job).policy().booksAtSubmission())
                        .isPresent();
    }

    @Override
    public QueuePolicy policy(String queue) {
        return lanes.lane(queue).policy();
    }

    @Override
    public boolean keepsRoomFor(WaitingJob job) {
        Lane lane = lanes.laneOf(job);
        return lanes.isReserved(job.id()) || lane.isEarly(job) || !lane.policy().overtakes();
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
        return news.isAny();
    }

    /** Records that another component has examined all jobs and reported all changes. */
    public void seen() {
        checkOutsideOfPass();
        news.clear();
        known.clear();
    }

    /** Forgets the failed matches, so that each job is matched again in its turn. */
    public void forgetFailures() {
        checkOutsideOfPass();
        known.clear();
    }

    @Override
    public boolean isTooLate(JobId id) {
        return known.tooLate().contains(id);
    }

    /** How many jobs passes over the queues have come by since the start: work, to be counted. */
    long looked() {
        return looked;
    }

    /**
     * Begins a pass over the jobs that can have a new answer, and takes the news since the last one. The caller makes
     * each step of the pass until it is over; the queue changes meanwhile by these steps alone.
     */
    public QueuePass pass(Seats seats) {
        checkOutsideOfPass();
        List<WaitingJob> came = new ArrayList<>();
        for (JobId id : news.fresh()) {
            lanes.find(id).ifPresent(came::add);
        }
        PassStage.Kind first = news.firstStage(known);
        news.clear();
        if (lanes.isEmpty()) {
            endPass(0);
            first = PassStage.Kind.END;
        }
        return new QueuePass(this, lanes, known, seats, first, came);
    }

    /** How often a job got resources, now or later. */
    long grants() {
        return grants;
    }

    /** A method of a pass begins. */
    void enterPass() {
        checkOutsideOfPass();
        isInPass = true;
    }

    /** A method of a pass ends. */
    void leavePass() {
        isInPass = false;
    }

    /** A pass is over, which has come by so many jobs. The jobs that it has started and moved are no news. */
    void endPass(long jobs) {
        looked += jobs;
        news.clear();
        if (lanes.isEmpty()) {
            shapes.clear();
            claims.clear();
        }
    }

    private void checkOutsideOfPass() {
        if (isInPass) {
            throw new IllegalStateException("the queue is changed while a pass looks at it");
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
