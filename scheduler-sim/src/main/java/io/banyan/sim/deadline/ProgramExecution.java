package io.banyan.sim.deadline;

import io.banyan.sim.network.CompactRounds;
import io.banyan.sim.network.CompactTraffic;
import io.banyan.sim.network.MessageNetwork;
import io.banyan.sim.network.MessageRound;
import io.banyan.sim.network.SharedLinks;
import io.banyan.sim.network.Traffic;
import io.banyan.sim.program.Communication;
import io.banyan.sim.program.Phase;
import io.banyan.sim.program.Phase.Task;
import io.banyan.sim.program.ProgramSettings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.PriorityQueue;

/**
 * Runs the programs of jobs on a machine, in virtual time. A queue accepts jobs and decides when they start; a started
 * job then needs a first slot. A job that does not end by its latest end is cancelled. For one run.
 *
 * <p>The messages of a phase are a flow: their time grows with their mean distance, and with the load of the busiest
 * link, of whose time other jobs take a share. The time is computed when the phase begins. With
 * {@code traffic=messages}, each message passes each link of its route instead.
 */
final class ProgramExecution {
    private static final double MILLIS = 1000;
    /** So much less than a millisecond is an error of rounding. */
    private static final double ROUNDING_SEC = 1e-6;

    private enum Kind {
        MESSAGES_BEGIN,
        PROCESS_ENDS,
        PHASE_ENDS,
        CANCEL,
        ARRIVE,
        WAKE
    }

    /** An event; events of one instant come in the order of their kinds, and then in that of their numbers. */
    private record Event(long atMillis, Kind kind, long number, RunningProgram run, int detail) {}

    private final ProcessPlacement placement;
    private final CompactTraffic compact;
    private final double hopsShare;
    private final int coresPerSlot;
    private final ProcessSlots slots;
    private final SharedLinks links;
    private final Communication communication;
    private final CompactRounds rounds;
    private final MessageNetwork network;
    private final boolean hasMessages;
    private final RunMeter meter = new RunMeter();
    private final PriorityQueue<Event> events = new PriorityQueue<>(
            Comparator.comparingLong(Event::atMillis).thenComparing(Event::kind).thenComparingLong(Event::number));
    private final StartQueue queue;
    private final List<DeadlineJob> accepted = new ArrayList<>();
    private long nextNumber;

    ProgramExecution(
            ProcessPlacement placement,
            StartQueue queue,
            CompactTraffic compact,
            CompactRounds rounds,
            Communication communication,
            ProgramSettings settings) {
        this.placement = placement;
        this.queue = queue;
        this.compact = compact;
        this.rounds = rounds;
        this.communication = communication;
        this.hasMessages = settings.is(ProgramSettings.TRAFFIC, "messages");
        this.network = new MessageNetwork(compact.links(), settings.latencyShare());
        this.hopsShare = settings.hopsShare(communication);
        this.coresPerSlot = settings.coresPerSlot();
        int perNode = placement instanceof ProcessPlacement.Booked ? 1 : settings.slotsPerNode();
        this.slots = new ProcessSlots(compact.links().topology().nodes(), perNode);
        this.links = new SharedLinks(compact.links());
    }

    /** Adds a job. A booked job arrives at its start, any other job at its submission. */
    void add(RunningProgram run, long arrivalMillis) {
        event(arrivalMillis, Kind.ARRIVE, run, 0);
        event(run.endMillis, Kind.CANCEL, run, 0);
    }

    /** Runs all jobs to their ends, and returns the measurements. Jobs start after all other events of an instant. */
    RunMeter run() {
        while (!events.isEmpty()) {
            if (millis(network.nextSec() + ROUNDING_SEC) <= events.element().atMillis) {
                network.step();
                continue;
            }
            Event event = events.remove();
            if (!event.run.isOver) {
                meter.pass(event.atMillis, slots.usedNodes());
                handle(event);
            }
            if (events.isEmpty() || events.element().atMillis > event.atMillis) {
                startWaiting(event.atMillis);
            }
        }
        slots.checkInvariants();
        queue.checkInvariants();
        return meter;
    }

    private void event(long atMillis, Kind kind, RunningProgram run, int detail) {
        events.add(new Event(atMillis, kind, nextNumber++, run, detail));
    }

    private void handle(Event event) {
        RunningProgram run = event.run;
        switch (event.kind) {
            case MESSAGES_BEGIN -> beginMessages(run, event.atMillis);
            case ARRIVE -> arrive(run, event.atMillis);
            case WAKE -> queue.wake();
            case PROCESS_ENDS -> leave(run, event.detail);
            case PHASE_ENDS -> {
                if (run.isInLastPhase()) {
                    end(run);
                    meter.completed(run, event.atMillis);
                } else {
                    begin(run, event.atMillis);
                }
            }
            case CANCEL -> {
                end(run);
                meter.cancelled(run, event.atMillis);
            }
        }
    }

    private void arrive(RunningProgram run, long nowMillis) {
        switch (queue.submit(run, nowMillis)) {
            case StartQueue.Answer.Accepted(long readyMillis, long dueMillis) -> {
                accepted.add(run.job);
                wake(run, nowMillis, readyMillis);
                wake(run, Math.max(nowMillis, readyMillis), dueMillis);
            }
            case StartQueue.Answer.Refused refused -> run.isOver = true;
        }
    }

    /** Wakes the queue at an instant if it is later than another one. */
    private void wake(RunningProgram run, long afterMillis, long atMillis) {
        if (atMillis > afterMillis) {
            event(atMillis, Kind.WAKE, run, 0);
        }
    }

    private void startWaiting(long nowMillis) {
        Optional<RunningProgram> next = queue.next(nowMillis, slots);
        while (next.isPresent()) {
            RunningProgram run = next.get();
            OptionalInt slot = placement.first(run, slots);
            if (slot.isEmpty()) {
                return;
            }
            queue.started(run, nowMillis);
            run.startMillis = nowMillis;
            run.started(0, slot.getAsInt(), slots.node(slot.getAsInt()));
            begin(run, nowMillis);
            next = queue.next(nowMillis, slots);
        }
    }

    /** The accepted jobs, in the order of their arrival. */
    List<DeadlineJob> accepted() {
        return List.copyOf(accepted);
    }

    /** Begins the next phase: processes are forked, compute, and exchange their messages. */
    private void begin(RunningProgram run, long nowMillis) {
        stopFlow(run);
        run.phase++;
        Phase phase = run.currentPhase();
        fork(run, phase);
        placement.forked(run, slots);
        PhaseTimes times = PhaseTimes.of(run, phase, coresPerSlot);
        run.computeSec = times.lastSec();
        run.talkingNodes = nodes(run, phase);
        for (Task task : phase.processes()) {
            if (task.isLast()) {
                event(nowMillis + millis(times.doneSec(task.process())), Kind.PROCESS_ENDS, run, task.process());
            }
        }
        if (hasMessages && phase.messageSec() > 0) {
            event(nowMillis + millis(times.lastSec()), Kind.MESSAGES_BEGIN, run, 0);
            return;
        }
        double messageSec = messageSec(run, phase, times.lastSec());
        meter.phase(phase, times.lastSec(), messageSec);
        event(nowMillis + millis(times.lastSec() + messageSec), Kind.PHASE_ENDS, run, 0);
    }

    /** Sends the messages of a phase; the phase ends when the last one is received. */
    private void beginMessages(RunningProgram run, long nowMillis) {
        Phase phase = run.currentPhase();
        int[] nodes = run.talkingNodes;
        boolean isSynchronous = communication == Communication.SYNCHRONOUS;
        double ideal = rounds.of(phase.pattern(), nodes.length, isSynchronous);
        double transmissionSec = ideal == 0 ? 0 : phase.messageSec() / ideal;
        double beginSec = nowMillis / MILLIS;
        meter.distance(
                nodes.length, phase.pattern().between(links.links(), nodes), compact.of(phase.pattern(), nodes.length));
        var round = new MessageRound(network, phase.pattern(), nodes, transmissionSec, isSynchronous, atSec -> {
            meter.phase(phase, run.computeSec, atSec - beginSec);
            event(Math.max(nowMillis, millis(atSec + ROUNDING_SEC)), Kind.PHASE_ENDS, run, 0);
        });
        run.round = Optional.of(round);
        round.begin(beginSec);
    }

    private int[] nodes(RunningProgram run, Phase phase) {
        return phase.talking().stream()
                .mapToInt(process -> slots.node(run.slot(process)))
                .toArray();
    }

    private void fork(RunningProgram run, Phase phase) {
        for (Task task : phase.processes()) {
            if (!run.runs(task.process())) {
                int slot = placement.fork(run, run.slot(task.parent()), slots);
                run.started(task.process(), slot, slots.node(slot));
            }
        }
    }

    /** The time of the messages; their flow is added to the links. */
    private double messageSec(RunningProgram run, Phase phase, double computeSec) {
        if (phase.messageSec() == 0) {
            return 0;
        }
        int[] nodes = run.talkingNodes;
        Traffic traffic = phase.pattern().between(links.links(), nodes);
        Traffic ideal = compact.of(phase.pattern(), nodes.length);
        double byHops = traffic.meanHops() / ideal.meanHops();
        double byLoad = links.busiest(traffic) / ideal.busiest();
        double messageSec = phase.messageSec() * (hopsShare * byHops + (1 - hopsShare) * byLoad);
        meter.distance(nodes.length, traffic, ideal);
        if (traffic.busiest() > 0) {
            double share = (1 - hopsShare) * phase.messageSec() / ideal.busiest() / (computeSec + messageSec);
            links.add(traffic, share);
            run.flow = Optional.of(new RunningProgram.Flow(traffic, share));
        }
        return messageSec;
    }

    private void stopFlow(RunningProgram run) {
        run.flow.ifPresent(flow -> links.remove(flow.traffic(), flow.share()));
        run.flow = Optional.empty();
        run.dropMessages();
    }

    private void leave(RunningProgram run, int process) {
        int slot = run.ended(process, slots);
        if (slots.leave(slot)) {
            placement.freed(run, slots.node(slot));
        }
    }

    private void end(RunningProgram run) {
        stopFlow(run);
        for (int process : new ArrayList<>(run.processes())) {
            leave(run, process);
        }
        run.isOver = true;
        queue.ended(run);
        placement.ended(run, slots);
    }

    /** Rounded down, so that a program on a compact partition ends in its run time. */
    private static long millis(double seconds) {
        return (long) (seconds * MILLIS);
    }
}
