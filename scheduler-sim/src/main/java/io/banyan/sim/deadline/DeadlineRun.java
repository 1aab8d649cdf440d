package io.banyan.sim.deadline;

import io.banyan.mapping.LeakMapping;
import io.banyan.mapping.PartitionShape.SearchWork;
import io.banyan.sim.network.CompactRounds;
import io.banyan.sim.network.CompactTraffic;
import io.banyan.sim.network.Links;
import io.banyan.sim.program.Communication;
import io.banyan.sim.program.ParallelProgram;
import io.banyan.sim.program.ProgramDraft;
import io.banyan.sim.program.ProgramSettings;
import io.banyan.sim.program.ProgramType;
import io.banyan.topology.NodeOrder;
import io.banyan.topology.Topology;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Jobs with deadlines that are accepted, placed and run under a mapping. Immutable; for many runs on one machine.
 *
 * <p>The bookings of a mapping do not depend on the programs: no program ends before its run time, so that each booking
 * lasts as long as it was made for. All bookings are made first.
 */
public final class DeadlineRun {
    private static final long MILLIS = 1000;

    private final Topology topology;
    private final ProgramSettings settings;
    private final CompactTraffic compact;
    private final CompactRounds rounds;

    /** Runs on a machine with these parameters of programs. */
    public DeadlineRun(Topology topology, ProgramSettings settings) {
        this.topology = topology;
        this.settings = settings;
        this.compact = new CompactTraffic(new Links(topology));
        this.rounds = new CompactRounds(compact, settings.latencyShare());
    }

    /**
     * The programs of a run.
     *
     * @param types of which the type of each job is drawn
     * @param seed of the programs
     */
    public record Programs(List<ProgramType> types, Communication communication, long seed) {
        /** Copies the list. */
        public Programs {
            types = List.copyOf(types);
        }
    }

    /** Accepts or refuses jobs, in the order of their submission. */
    AcceptedJobs accepted(List<DeadlineJob> jobs, MappingRule rule) {
        if (!rule.isLeak()) {
            return BookingRun.accepted(jobs, topology, rule);
        }
        List<DeadlineJob> fitting =
                jobs.stream().filter(job -> job.nodes() <= topology.nodes()).toList();
        return new AcceptedJobs(rule, jobs.size(), fitting, List.of(), 0, 0, 0);
    }

    /** Runs jobs, in the order of their submission, under a mapping that chooses nodes. */
    public ExecutionOutcome run(List<DeadlineJob> jobs, MappingRule rule, Programs programs) {
        return run(accepted(jobs, rule), programs);
    }

    /** Runs jobs as {@link #run} does, and also counts them by size and type. */
    public GroupedOutcome grouped(List<DeadlineJob> jobs, MappingRule rule, Programs programs) {
        AcceptedJobs accepted = accepted(jobs, rule);
        ProgramExecution execution = execution(accepted, programs, UnaryOperator.identity());
        RunMeter meter = execution.run();
        AcceptedJobs arrived = accepted.only(execution.accepted());
        var groups = new JobGroups(jobs, JobGroups.numbers(arrived.jobs()), meter.completedJobs());
        return new GroupedOutcome(
                meter.outcome(topology.nodes(), arrived),
                groups.bySize(topology.nodes()),
                groups.byType(job -> ProgramDraft.type(programs.types, programs.seed, job.number())));
    }

    /**
     * Runs the programs of accepted jobs, some of which a queue can refuse when they arrive. O(jobs x phases x
     * (processes + links)), and with foresight also O(jobs x waiting jobs x phases x log bookings) at most.
     */
    ExecutionOutcome run(AcceptedJobs accepted, Programs programs) {
        return run(accepted, programs, UnaryOperator.identity());
    }

    /** Runs jobs whose nodes a placement chooses that is derived from that of the mapping. */
    ExecutionOutcome run(
            List<DeadlineJob> jobs, MappingRule rule, Programs programs, UnaryOperator<ProcessPlacement> derived) {
        return run(accepted(jobs, rule), programs, derived);
    }

    private ExecutionOutcome run(AcceptedJobs accepted, Programs programs, UnaryOperator<ProcessPlacement> derived) {
        ProgramExecution execution = execution(accepted, programs, derived);
        RunMeter meter = execution.run();
        return meter.outcome(topology.nodes(), accepted.only(execution.accepted()));
    }

    private ProgramExecution execution(
            AcceptedJobs accepted, Programs programs, UnaryOperator<ProcessPlacement> derived) {
        MappingRule rule = accepted.rule();
        var execution = new ProgramExecution(
                derived.apply(placement(rule)),
                queue(rule, programs.seed),
                compact,
                rounds,
                programs.communication,
                settings);
        if (rule.isLeak()) {
            for (DeadlineJob job : accepted.jobs()) {
                execution.add(
                        new RunningProgram(job, program(job, programs), job.deadlineSec() * MILLIS, Optional.empty()),
                        job.submitSec() * MILLIS);
            }
        } else {
            addBooked(accepted.bookings(), programs, execution);
        }
        return execution;
    }

    private StartQueue queue(MappingRule rule, long seed) {
        int slots = topology.nodes() * settings.slotsPerNode();
        return switch (rule) {
            case FORESIGHT -> new ForesightQueue(new ProfileSource.Declared(settings.profileError(), seed), slots);
            case FORESIGHT_BLIND -> new ForesightQueue(new ProfileSource.Learnt(), slots);
            case COUNT, HILBERT, MANHATTAN_MEDIAN, STRICT_MEDIAN, CENTRED, LEAK, LEAK_SCATTERED, RANDOM ->
                new ArrivalQueue();
        };
    }

    private ProcessPlacement placement(MappingRule rule) {
        if (!rule.isLeak()) {
            return new ProcessPlacement.Booked();
        }
        int entries = Math.min(settings.entries(), topology.nodes());
        var leak = new LeakMapping(topology, NodeOrder.snake(topology), entries, rule.isScattered());
        return rule.isForesight()
                ? new ForesightPlacement(topology, leak)
                : new ProcessPlacement.Leak(leak, new SearchWork());
    }

    private void addBooked(List<NodeBooking> bookings, Programs programs, ProgramExecution execution) {
        Map<NodeBooking, Long> ends = ends(bookings);
        for (NodeBooking booking : bookings) {
            long endSec = ends.getOrDefault(booking, booking.window().endSec());
            DeadlineJob job = booking.job();
            ParallelProgram program = program(job, programs);
            execution.add(
                    new RunningProgram(job, program, endSec * MILLIS, Optional.of(ordered(booking.nodes(), program))),
                    booking.window().startSec() * MILLIS);
        }
    }

    /** The nodes in the order in which the processes take them. */
    private List<Integer> ordered(List<Integer> nodes, ParallelProgram program) {
        return settings.is(ProgramSettings.PLACEMENT, "exchange") ? ProgramOrder.of(program, nodes, topology) : nodes;
    }

    private ParallelProgram program(DeadlineJob job, Programs programs) {
        return ProgramDraft.of(
                programs.types, settings, programs.seed, job.number(), job.nodes(), (double) job.runSec());
    }

    /** The latest end of each booked job: that of its booking, or its deadline unless a node is booked before. */
    private Map<NodeBooking, Long> ends(List<NodeBooking> bookings) {
        Map<NodeBooking, Long> ends = new HashMap<>();
        if (settings.is(ProgramSettings.END, "deadline")) {
            Map<Integer, Long> nextStart = new HashMap<>();
            bookings.stream()
                    .sorted(Comparator.comparingLong(
                                    (NodeBooking booking) -> booking.window().startSec())
                            .reversed())
                    .forEach(booking -> {
                        long end = booking.job().deadlineSec();
                        for (int node : booking.nodes()) {
                            end = Math.min(end, nextStart.getOrDefault(node, Long.MAX_VALUE));
                            nextStart.put(node, booking.window().startSec());
                        }
                        ends.put(booking, end);
                    });
        }
        return ends;
    }
}
