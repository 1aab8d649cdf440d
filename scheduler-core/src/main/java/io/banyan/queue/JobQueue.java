package io.banyan.queue;

import io.banyan.schedule.BookingKind;
import io.banyan.schedule.JobId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The jobs that wait, those for which something is reserved among them, and what is known of why. It is told what becomes of them, and says in a pass what should
 * ({@link Seats}); a pass looks at those jobs only that can have a new answer since the last one.
 */
public final class JobQueue {
    private final QueuePolicy policy;
    private final WaitingJobs waiting = new WaitingJobs();
    private final WaitingJobs reserved = new WaitingJobs();
    private final Map<Shape, Shape> shapes = new HashMap<>();
    /** Of no use now. */
    private final Failures inVain = new Failures();
    /** Of no use at any time that is planned. */
    private final Failures nowhere = new Failures();

    private final List<WaitingJob> fresh = new ArrayList<>();
    private News news = News.NONE;

    /** What has happened to the resources since the last pass. */
    private enum News {
        NONE,
        /** Somebody else may have a reservation, or is among the first, who are looked at. */
        SEAT,
        /** Somebody who was to have something until now has it no more. */
        FREED,
        /** There is more, now or later, than was planned with. */
        MORE
    }

    /** An empty one. */
    public JobQueue(QueuePolicy policy) {
        this.policy = policy;
    }

    /** One more waits. O(log jobs). */
    public void add(WaitingJob job) {
        Shape shape = shapes.computeIfAbsent(job.shape(), it -> it);
        WaitingJob one = job.with(shape);
        waiting.add(one);
        fresh.add(one);
    }

    /** One waits no more, or was not there. O(log jobs). */
    public void remove(JobId id) {
        boolean isAnotherSeen = waiting.remove(id).isPresent() && policy.depth() != QueuePolicy.ALL;
        if (isAnotherSeen || reserved.remove(id).isPresent()) {
            hear(News.SEAT);
        }
    }

    /** One has resources now, and waits no more, or later; nothing, where it was never here. O(log jobs). */
    public void granted(JobId id, BookingKind kind) {
        if (kind == BookingKind.RESERVATION) {
            waiting.remove(id).ifPresent(reserved::add);
        } else {
            waiting.remove(id);
            // Somebody else may have a reservation now.
            reserved.remove(id).ifPresent(it -> hear(News.SEAT));
        }
    }

    /** What was reserved for one is not any more. O(log jobs). */
    public void withdrawn(JobId id) {
        reserved.remove(id).ifPresent(waiting::add);
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

    /** Whether this one waits. O(1). */
    public boolean contains(JobId id) {
        return waiting.contains(id) || reserved.contains(id);
    }

    /** Whether something is reserved for this one, which waits. O(1). */
    public boolean isReserved(JobId id) {
        return reserved.contains(id);
    }

    /** Those for which something is reserved, in their order. O(jobs). */
    public List<JobId> reserved() {
        return reserved.all().stream().map(WaitingJob::id).toList();
    }

    /** How it is worked off. */
    public QueuePolicy policy() {
        return policy;
    }

    /** Whether something is reserved for anybody. O(1). */
    public boolean hasReservations() {
        return reserved.size() > 0;
    }

    /** Those that wait and have no reservation, in their order. O(jobs). */
    public List<WaitingJob> waiting() {
        return waiting.all();
    }

    /** The first of all, with a reservation or without, in their order. O(so many + reservations). */
    public List<WaitingJob> first(int most) {
        return Stream.concat(waiting.first(most).stream(), reserved.first(most).stream())
                .sorted()
                .limit(most)
                .toList();
    }

    /** Those for which something is reserved, in their order. O(jobs). */
    public List<WaitingJob> withReservation() {
        return reserved.all();
    }

    /** Whether a pass could change anything. O(1). */
    public boolean hasNews() {
        return !fresh.isEmpty() || news != News.NONE;
    }

    /** Has done what can be done now. */
    public void pass(Seats seats) {
        if (!hasNews()) {
            return;
        }
        var pass = new QueuePass(policy, waiting, reserved, inVain, nowhere, seats);
        News since = news;
        List<WaitingJob> came = List.copyOf(fresh);
        news = News.NONE;
        fresh.clear();
        switch (since) {
            case MORE -> {
                inVain.clear();
                nowhere.clear();
                pass.tryFirst(came);
                pass.advance();
                pass.run();
            }
            case FREED -> {
                inVain.clear();
                pass.run();
            }
            case SEAT -> pass.run();
            case NONE -> pass.tryNew(came);
        }
        // What the pass itself has started and moved is no news.
        news = News.NONE;
        if (waiting.size() + reserved.size() == 0) {
            shapes.clear();
        }
    }

    /** Throws where its parts contradict each other. O(jobs). */
    public void checkInvariants() {
        waiting.checkInvariants();
        reserved.checkInvariants();
        if (reserved.size() > policy.reservations()) {
            throw new IllegalStateException(
                    reserved.size() + " jobs have reservations, and " + policy.reservations() + " may");
        }
        reserved.all().stream()
                .filter(job -> waiting.contains(job.id()))
                .findFirst()
                .ifPresent(job -> {
                    throw new IllegalStateException("job " + job.id() + " waits with a reservation and without");
                });
    }

    @Override
    public String toString() {
        return "waiting " + waiting + " reserved " + reserved;
    }
}
