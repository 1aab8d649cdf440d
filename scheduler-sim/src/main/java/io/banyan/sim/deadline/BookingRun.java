package io.banyan.sim.deadline;

import io.banyan.mapping.NodeCalendar;
import io.banyan.mapping.PartitionShape;
import io.banyan.mapping.ShapeRequest;
import io.banyan.mapping.ShapeResult;
import io.banyan.mapping.ShapeSearch;
import io.banyan.planner.Planner;
import io.banyan.planner.TimeWindow;
import io.banyan.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Books each job when it is submitted, or refuses it. A booking is never moved. Source: Linnert, De Rose, Heiss,
 * section 3. For one run.
 */
public final class BookingRun {
    private final Topology topology;
    private final Optional<PartitionShape> shape;
    private final NodeCalendar calendar;
    private final Planner counts;
    private final List<NodeBooking> bookings = new ArrayList<>();
    private final PartitionShape.SearchWork work = new PartitionShape.SearchWork();
    private int refusedByShape;
    private long freeAtRefusals;
    private long largestAtRefusals;
    private long accepted;
    private long acceptedNodeSec;
    private long lastEndSec;
    private long pairs;
    private long distances;

    private BookingRun(Topology topology, MappingRule rule) {
        this.topology = topology;
        this.shape = rule.shape(topology);
        this.calendar = new NodeCalendar(topology.nodes());
        this.counts = new Planner(topology.nodes());
    }

    /**
     * The result.
     *
     * @param jobs the number of jobs
     * @param accepted the number of booked jobs
     * @param acceptedNodeSec their nodes times their run times
     * @param lastEndSec when the last of them ends
     * @param meanDistance the mean distance of two nodes of one job; 0 if no nodes are chosen
     */
    public record Outcome(int jobs, long accepted, long acceptedNodeSec, long lastEndSec, double meanDistance) {}

    /**
     * Books the jobs, in the order of their submission. O(jobs x changes x shape).
     *
     * @throws IllegalArgumentException if jobs do not book nodes under the rule
     */
    public static Outcome of(List<DeadlineJob> jobs, Topology topology, MappingRule rule) {
        BookingRun run = booked(jobs, topology, rule);
        return new Outcome(
                jobs.size(),
                run.accepted,
                run.acceptedNodeSec,
                run.lastEndSec,
                run.pairs == 0 ? 0 : (double) run.distances / run.pairs);
    }

    /** The accepted jobs with their bookings, in the order of their submission. */
    static AcceptedJobs accepted(List<DeadlineJob> jobs, Topology topology, MappingRule rule) {
        if (rule == MappingRule.COUNT) {
            throw new IllegalArgumentException("the mapping " + rule.word() + " chooses no nodes");
        }
        BookingRun run = booked(jobs, topology, rule);
        return new AcceptedJobs(
                rule,
                jobs.size(),
                run.bookings.stream().map(NodeBooking::job).toList(),
                run.bookings,
                run.refusedByShape,
                run.perRefusal(run.freeAtRefusals),
                run.perRefusal(run.largestAtRefusals));
    }

    private double perRefusal(long sum) {
        return refusedByShape == 0 ? 0 : (double) sum / refusedByShape;
    }

    private static BookingRun booked(List<DeadlineJob> jobs, Topology topology, MappingRule rule) {
        if (rule.isLeak()) {
            throw new IllegalArgumentException("jobs book no nodes with the mapping " + rule.word());
        }
        var run = new BookingRun(topology, rule);
        for (DeadlineJob job : jobs) {
            if (job.nodes() <= topology.nodes()) {
                run.submit(job);
            }
        }
        run.calendar.checkInvariants();
        return run;
    }

    private void submit(DeadlineJob job) {
        if (shape.isEmpty()) {
            count(job.request());
            return;
        }
        switch (ShapeSearch.find(shape.get(), job.request(), calendar, work)) {
            case ShapeResult.Placed(TimeWindow window, List<Integer> nodes) -> {
                calendar.book(nodes, window);
                bookings.add(new NodeBooking(job, window, nodes));
                accept(nodes.size(), window);
                measure(nodes);
            }
            case ShapeResult.NoShape refused -> {
                refusedByShape++;
                freeAtRefusals += refused.free();
                largestAtRefusals += refused.largest();
            }
            case ShapeResult.Refused refused -> {}
        }
    }

    private void count(ShapeRequest request) {
        long[] needs = {request.nodes()};
        long start = counts.earliest(request.earliestSec(), request.durationSec(), Long.MAX_VALUE, needs);
        if (start <= request.lastStartSec()) {
            var window = new TimeWindow(start, start + request.durationSec());
            counts.add(window, needs);
            accept(request.nodes(), window);
        }
    }

    private void accept(int nodes, TimeWindow window) {
        accepted++;
        acceptedNodeSec += nodes * window.durationSec();
        lastEndSec = Math.max(lastEndSec, window.endSec());
    }

    private void measure(List<Integer> nodes) {
        for (int i = 0; i < nodes.size(); i++) {
            for (int j = 0; j < i; j++) {
                distances += topology.distance(nodes.get(i), nodes.get(j));
                pairs++;
            }
        }
    }
}
