package io.banyan.schedule;

import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import org.jspecify.annotations.Nullable;

/** The changes of what jobs hold in a schedule. {@link Schedule} states what each of them means, costs and throws. */
final class BookingChanges {
    private final Schedule schedule;
    private final ResourceGraph graph;
    private final Holdings holdings;
    private final Supplies supplies;
    private final Ledger ledger;
    private final Selections selections;
    private final Parcelling parcelling;

    BookingChanges(Schedule schedule, Ledger ledger, Selections selections, Parcelling parcelling) {
        this.schedule = schedule;
        this.graph = schedule.graph();
        this.holdings = schedule.holdings();
        this.supplies = schedule.supplies();
        this.ledger = ledger;
        this.selections = selections;
        this.parcelling = parcelling;
    }

    Holding book(JobId job, BookingKind kind, TimeWindow window, Selection selection) {
        if (holdings.booking(job).isPresent()) {
            throw new IllegalStateException("Job " + job + " holds resources already.");
        }
        if (!schedule.horizon().contains(window)) {
            throw new IllegalStateException("The window of job " + job + " reaches beyond the time that is planned.");
        }
        Selection booked = selections.alongPaths(selection);
        requireFree(job, null, window, booked);
        parcelling.booked(kind, window);
        var holding = new Holding(new Booking(job, kind, window));
        holdings.put(holding);
        ledger.add(holding, booked);
        supplies.draw(holding, selection);
        return holding;
    }

    void extend(JobId job, Selection selection) {
        Holding holding = holdings.require(job);
        Selection wanted = selections.alongPaths(selection);
        requireFree(job, holding, holding.booking().window(), wanted);
        Selection fresh = selections.withoutHeld(holding, wanted);
        ledger.add(holding, fresh);
        supplies.draw(holding, selection);
        parcelling.placed(fresh, holding);
    }

    void cancel(JobId job) {
        Holding holding = holdings.require(job);
        supplies.giveBackAll(holding);
        ledger.removeAll(holding);
        holdings.remove(job);
    }

    boolean release(JobId job, int[] tops) {
        Holding holding = holdings.require(job);
        for (int top : tops) {
            ledger.releaseSubtree(holding, top);
        }
        supplies.settle(holding);
        return !holding.isEmpty();
    }

    boolean releaseAmounts(JobId job, int[] vertices, long[] amounts) {
        Holding holding = holdings.require(job);
        for (int i = 0; i < vertices.length; i++) {
            boolean divisible = graph.granule(vertices[i]) > 0;
            ledger.releaseAmount(holding, vertices[i], divisible ? amounts[i] : Long.MAX_VALUE);
        }
        supplies.settle(holding);
        return !holding.isEmpty();
    }

    void start(JobId job) {
        holdings.start(job);
        Booking booking = holdings.require(job).booking();
        parcelling.booked(booking.kind(), booking.window());
    }

    private void requireFree(JobId job, @Nullable Holding holding, TimeWindow window, Selection selection) {
        int v = holdings.firstConflict(holding, window, selection);
        if (v >= 0) {
            throw new IllegalStateException(graph.path(v) + " is not free for job " + job + ".");
        }
        supplies.firstWithout(window, selection).ifPresent(supply -> {
            throw new IllegalStateException(supplies.pathOf(supply) + " has only " + supply.freeDuring(window) + " of "
                    + graph.types().name(supply.typeId()) + " left, which is too little for job " + job + ".");
        });
    }
}
