package io.banyan.sim.elastic;

import io.banyan.elastic.ElasticJob;
import io.banyan.elastic.ElasticPolicy;
import io.banyan.elastic.Proposal;
import io.banyan.elastic.Situation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Malleable jobs under a policy, in virtual time: proposals of the policy are performed at once, through an instance on
 * a graph; a rescaled job stands still for a while, and keeps its slots. One that is stopped keeps them until its
 * checkpoint is written, then it waits as it did before it started. The same jobs and policy give the same outcome.
 * O(events x cost of each in the instance).
 */
public final class ElasticReplay {
    /** A policy that goes on asking to be asked would never end. */
    private static final int MOST_EVENTS = 1_000_000;

    private enum Kind {
        END,
        /** A checkpoint is written. */
        STOPPED,
        LOOK,
        SUBMIT
    }

    private record Happening(long atMillis, Kind kind, int job, int plan) implements Comparable<Happening> {
        @Override
        public int compareTo(Happening other) {
            int byTime = Long.compare(atMillis, other.atMillis);
            int byKind = byTime != 0 ? byTime : kind.compareTo(other.kind);
            return byKind != 0 ? byKind : Integer.compare(job, other.job);
        }
    }

    private final ElasticPolicy policy;
    private final ElasticMachine machine;
    private final long slots;
    private final PriorityQueue<Happening> agenda = new PriorityQueue<>();
    private final Map<Integer, RunState> pending = new TreeMap<>();
    private final Map<Integer, RunState> running = new TreeMap<>();
    /** Jobs that are writing a checkpoint. */
    private final Map<Integer, RunState> stopping = new TreeMap<>();

    private final Map<Integer, Long> started = new TreeMap<>();
    private final List<ElasticOutcome.Run> runs = new ArrayList<>();
    private final Runnable watcher;
    private double slotMillis;
    private long nowMillis;
    private long lookAt = -1;

    private ElasticReplay(ElasticPolicy policy, int nodes, int coresPerNode, boolean isChecked) {
        this.policy = policy;
        this.machine = new ElasticMachine(nodes, coresPerNode);
        this.slots = (long) nodes * coresPerNode;
        this.watcher = isChecked ? this::check : () -> {};
    }

    /** Runs all jobs to their ends. */
    public static ElasticOutcome run(ElasticWorkload workload, ElasticPolicy policy, int nodes, int coresPerNode) {
        return new ElasticReplay(policy, nodes, coresPerNode, false).run(workload);
    }

    /** Runs all jobs to their ends. Checks after every event that the instance and the replay agree. */
    static ElasticOutcome checked(ElasticWorkload workload, ElasticPolicy policy, int nodes, int coresPerNode) {
        return new ElasticReplay(policy, nodes, coresPerNode, true).run(workload);
    }

    private ElasticOutcome run(ElasticWorkload workload) {
        for (ElasticWorkload.Job job : workload.jobs()) {
            if (job.application().bounds().max() > slots) {
                throw new IllegalArgumentException(
                        "a job of " + job.application().name() + " can take "
                                + job.application().bounds().max() + " of " + slots + " slots");
            }
            agenda.add(new Happening(job.submitSec() * 1000, Kind.SUBMIT, job.number(), 0));
        }
        for (int events = 0; !agenda.isEmpty(); events++) {
            if (events == MOST_EVENTS) {
                throw new IllegalStateException(policy.name() + " does not come to an end");
            }
            happen(agenda.remove(), workload);
        }
        if (!pending.isEmpty() || !running.isEmpty() || !stopping.isEmpty()) {
            throw new IllegalStateException(policy.name() + " left jobs that wait: " + pending.keySet());
        }
        return ElasticOutcome.of(runs, slotMillis, slots);
    }

    private void happen(Happening next, ElasticWorkload workload) {
        slotMillis += (double) (slots - machine.free()) * (next.atMillis - nowMillis);
        nowMillis = next.atMillis;
        switch (next.kind) {
            case SUBMIT -> {
                var state = new RunState(workload.jobs().get(next.job));
                pending.put(next.job, state);
                perform(policy.submitted(situation(), state.seen()));
                look();
            }
            case END -> {
                RunState state = running.get(next.job);
                if (state != null && state.plans() == next.plan) {
                    end(state);
                    perform(policy.freed(situation()));
                    look();
                }
            }
            case STOPPED -> {
                stopped(Objects.requireNonNull(stopping.remove(next.job), "a job that writes a checkpoint"));
                perform(policy.freed(situation()));
                look();
            }
            case LOOK -> {
                if (next.atMillis == lookAt) {
                    lookAt = -1;
                    perform(policy.freed(situation()));
                    look();
                }
            }
        }
        watcher.run();
    }

    private Situation situation() {
        running.values().forEach(state -> state.advance(nowMillis));
        return new Situation(
                nowMillis / 1000,
                machine.free(),
                stopping.values().stream().mapToLong(RunState::amount).sum(),
                running.values().stream().map(RunState::running).toList(),
                pending.values().stream()
                        .map(RunState::seen)
                        .sorted(ElasticJob.FIRST)
                        .toList());
    }

    private void look() {
        OptionalLong at = policy.nextLook(situation());
        if (at.isPresent() && at.getAsLong() * 1000 > nowMillis) {
            lookAt = at.getAsLong() * 1000;
            agenda.add(new Happening(lookAt, Kind.LOOK, -1, 0));
        } else {
            lookAt = -1;
        }
    }

    private void perform(List<Proposal> proposals) {
        for (Proposal proposal : proposals) {
            int job = (int) proposal.job();
            long amount = proposal.amount();
            switch (proposal) {
                case Proposal.Start start -> {
                    machine.start(job, amount, nowMillis);
                    RunState state = Objects.requireNonNull(pending.remove(job), "a job that waits");
                    running.put(job, state);
                    started.putIfAbsent(job, nowMillis);
                    go(state, amount);
                }
                case Proposal.Shrink shrink -> {
                    RunState state = Objects.requireNonNull(running.get(job), "a job that runs");
                    machine.shrink(job, state.amount(), amount, nowMillis);
                    go(state, amount);
                }
                case Proposal.Expand expand -> {
                    RunState state = Objects.requireNonNull(running.get(job), "a job that runs");
                    machine.expand(job, state.amount(), amount, nowMillis);
                    go(state, amount);
                }
                case Proposal.Stop stop -> {
                    RunState state = Objects.requireNonNull(running.remove(job), "a job that runs");
                    stopping.put(job, state);
                    agenda.add(new Happening(state.stop(nowMillis), Kind.STOPPED, job, state.plans()));
                }
            }
        }
    }

    private void go(RunState state, long amount) {
        long end = state.go(amount, nowMillis);
        agenda.add(new Happening(end, Kind.END, state.job.number(), state.plans()));
    }

    private void stopped(RunState state) {
        machine.end(state.job.number(), state.amount(), nowMillis);
        state.leave(nowMillis);
        pending.put(state.job.number(), state);
    }

    private void end(RunState state) {
        int job = state.job.number();
        machine.end(job, state.amount(), nowMillis);
        running.remove(job);
        long from = Objects.requireNonNull(started.remove(job), "when a job started that ends");
        runs.add(new ElasticOutcome.Run(state.job, from, nowMillis, state.rescales(), state.stops()));
    }

    private void check() {
        machine.checkInvariants();
        List<RunState> holders = Stream.concat(running.values().stream(), stopping.values().stream())
                .toList();
        if (holders.stream().mapToLong(RunState::amount).sum() != slots - machine.free()) {
            throw new IllegalStateException("jobs do not have together what is in use");
        }
        for (RunState state : holders) {
            long held = machine.held(state.job.number());
            if (held != state.amount()) {
                throw new IllegalStateException(
                        "job " + state.job.number() + " runs with " + state.amount() + " cores and holds " + held);
            }
        }
    }
}
