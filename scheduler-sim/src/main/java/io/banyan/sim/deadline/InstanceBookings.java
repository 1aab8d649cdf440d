package io.banyan.sim.deadline;

import io.banyan.graph.ResourceGraph;
import io.banyan.instance.Inspection;
import io.banyan.instance.Instance;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.jobspec.Attributes;
import io.banyan.jobspec.Count;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.Resource;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.prune.PruneFilters;
import io.banyan.queue.QueuePolicy;
import io.banyan.queue.Queues;
import io.banyan.resource.JobId;
import io.banyan.sim.workload.Machines;
import io.banyan.sim.workload.Replay;
import io.banyan.sim.workload.ReplayWatcher;
import io.banyan.sim.workload.TraceJob;
import io.banyan.sim.workload.Workload;
import io.banyan.topology.NetworkMap;
import io.banyan.topology.Topology;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.LongSupplier;

/**
 * The bookings of jobs with deadlines by an instance, whose queue books jobs when they are submitted, in virtual time:
 * the code of the daemon, which must decide as {@link BookingRun} does. For one run.
 */
public final class InstanceBookings implements ReplayWatcher {
    private final boolean isChecked;
    private final Map<Long, Booking> bookings = new HashMap<>();
    private Optional<TraceJob> submitted = Optional.empty();
    private long accepted;

    /** The start of a booked job, and its nodes in machine order. */
    private record Booking(long startSec, List<Integer> nodes) {
        Booking {
            nodes = List.copyOf(nodes);
        }
    }

    private InstanceBookings(boolean isChecked) {
        this.isChecked = isChecked;
    }

    /**
     * The comparison of an instance with the search.
     *
     * @param difference the first decision that differs, as one sentence; empty where all are the same
     * @param searchNanos the time of the search
     * @param instanceNanos the time of the instance, from the graph to the last decision
     */
    public record Compared(Optional<String> difference, long searchNanos, long instanceNanos) {}

    /**
     * Returns the first decision that differs from the search over a calendar of nodes, as one sentence; empty where
     * all are the same.
     *
     * @param isChecked whether the invariants of the instance are checked after each event
     * @throws IllegalArgumentException if jobs do not book nodes under the rule
     */
    public static Optional<String> difference(
            List<DeadlineJob> jobs, Topology topology, MappingRule rule, boolean isChecked) {
        return compared(jobs, topology, rule, isChecked, () -> 0).difference;
    }

    /**
     * Compares as {@link #difference} does, and measures.
     *
     * @param nanoTime the clock
     */
    public static Compared compared(
            List<DeadlineJob> jobs, Topology topology, MappingRule rule, boolean isChecked, LongSupplier nanoTime) {
        long beginNanos = nanoTime.getAsLong();
        List<NodeBooking> searched = BookingRun.accepted(jobs, topology, rule).bookings();
        long searchedNanos = nanoTime.getAsLong();
        var run = new InstanceBookings(isChecked);
        run.replay(jobs, topology, rule);
        long endNanos = nanoTime.getAsLong();
        return new Compared(run.difference(jobs, searched), searchedNanos - beginNanos, endNanos - searchedNanos);
    }

    private Optional<String> difference(List<DeadlineJob> jobs, List<NodeBooking> searched) {
        var kernel = new HashMap<Long, Booking>();
        for (NodeBooking booking : searched) {
            kernel.put(
                    booking.job().number(),
                    new Booking(booking.window().startSec(), List.copyOf(new TreeSet<>(booking.nodes()))));
        }
        for (DeadlineJob job : jobs) {
            Optional<Booking> expected = Optional.ofNullable(kernel.get(job.number()));
            Optional<Booking> actual = Optional.ofNullable(bookings.get(job.number()));
            if (!expected.equals(actual)) {
                return Optional.of("job " + job.number() + ", which requests " + job.nodes() + " nodes, is "
                        + words(actual) + " by the instance and " + words(expected) + " by the search");
            }
        }
        return Optional.empty();
    }

    private static String words(Optional<Booking> booking) {
        return booking.map(it -> "booked from " + it.startSec + " s on, on nodes " + it.nodes)
                .orElse("refused");
    }

    private void replay(List<DeadlineJob> jobs, Topology topology, MappingRule rule) {
        ResourceGraph graph = Machines.cluster(topology.nodes(), 1);
        NetworkMap.write(graph, graph.root(), topology);
        InstanceConfig config = InstanceConfig.root("deadlines")
                .queueing(Queues.of(QueuePolicy.DEADLINE))
                .matching(MatchPolicy.parse(rule.word()), PruneFilters.DEFAULT);
        Map<String, DeadlineJob> byName = new HashMap<>();
        List<TraceJob> trace = new ArrayList<>();
        for (DeadlineJob job : jobs) {
            byName.put(Long.toString(job.number()), job);
            trace.add(TraceJob.of(job.number(), job.submitSec(), job.runSec(), job.runSec(), job.nodes()));
        }
        new Replay(config, graph, job -> jobspec(byName, job), this).run(new Workload("deadlines", trace, List.of()));
    }

    private static Jobspec jobspec(Map<String, DeadlineJob> byName, TraceJob job) {
        DeadlineJob wanted = byName.get(job.name());
        if (wanted == null) {
            throw new IllegalStateException("there is no job " + job.name());
        }
        Resource slots = Resource.slot("task", Count.exactly(job.size()), Resource.of("node", Count.exactly(1)));
        return new Jobspec(
                1, List.of(slots), List.of(), Attributes.lasting(job.limitSec()).by(wanted.deadlineSec()));
    }

    @Override
    public void submitted(TraceJob job, long atSec) {
        submitted = Optional.of(job);
    }

    @Override
    public void decided(Instance instance) {
        submitted.ifPresent(job -> note(job, instance.inspect()));
        submitted = Optional.empty();
        if (isChecked) {
            instance.checkInvariants();
        }
    }

    private void note(TraceJob job, Inspection inspection) {
        accepted++;
        JobId id = new JobId(accepted);
        JobRecord record = inspection.job(id).orElseThrow();
        List<Integer> nodes = inspection.held(id).stream()
                .map(Inspection.Held::path)
                .filter(path -> path.contains("/node") && !path.contains("/core"))
                .map(path -> Integer.parseInt(path.substring(path.lastIndexOf("/node") + "/node".length())))
                .sorted()
                .toList();
        bookings.put(Long.parseLong(job.name()), new Booking(record.window().startSec(), nodes));
    }
}
