package io.banyan.sim.world;

import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.Transaction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A process at a {@link Node}. It works as the daemon's agent does: it takes the waiting mails, decides, writes all
 * decisions with one sync, and only then performs the effects. After its end it performs nothing.
 */
final class Running {
    private static final int MOST_EVENTS_A_BATCH = 64;
    private static final long NEVER = Long.MAX_VALUE;

    private final World world;
    private final Node node;
    private final StateMachine machine;
    private final Deque<Event> mailbox = new ArrayDeque<>();
    private final Set<String> calls = new LinkedHashSet<>();
    /** Unanswered calls of clients that have gone. */
    private final Set<String> left = new LinkedHashSet<>();

    private boolean isOver;
    private boolean isFrozen;
    private boolean isTurnPlanned;
    private long wakeAtMillis = NEVER;

    Running(World world, Node node, StateMachine machine) {
        this.world = world;
        this.node = node;
        this.machine = machine;
    }

    StateMachine machine() {
        return machine;
    }

    /** The calls that the process has not answered, except those of clients that have gone. */
    Set<String> calls() {
        return calls;
    }

    boolean isFrozen() {
        return isFrozen;
    }

    /** Nothing of it happens any more. */
    void end() {
        isOver = true;
    }

    // ---- events ---------------------------------------------------------------------------------------------------

    void receive(Event event) {
        mailbox.add(event);
        planTurn();
    }

    void ask(String call, Event event) {
        calls.add(call);
        receive(event);
    }

    void leave(String call) {
        if (calls.remove(call)) {
            left.add(call);
            receive(new Event.ClientLeft(call));
        }
    }

    /** Handles the answer of a call. Returns false for an unknown call. */
    boolean answered(String call) {
        return calls.remove(call) || left.remove(call);
    }

    /** Stops the process for a while. */
    void freeze(long millis) {
        isFrozen = true;
        world.in(millis, this::thaw);
    }

    void thaw() {
        if (!isOver) {
            isFrozen = false;
            planTurn();
        }
    }

    /** The clock shows another time. */
    void clockSet() {
        planWake();
    }

    private void planTurn() {
        if (!isTurnPlanned) {
            isTurnPlanned = true;
            world.in(0, () -> {
                isTurnPlanned = false;
                if (!isOver && !isFrozen) {
                    turn();
                }
            });
        }
    }

    private void planWake() {
        if (wakeAtMillis != NEVER) {
            world.in(Math.max(1, wakeAtMillis - node.clock()), () -> {
                if (!isOver && wakeAtMillis <= node.clock()) {
                    planTurn();
                }
            });
        }
    }

    // ---- decisions ------------------------------------------------------------------------------------------------

    private void turn() {
        List<List<Effect>> outcomes = new ArrayList<>();
        List<Transaction> transactions = new ArrayList<>();
        for (int i = 0; i < MOST_EVENTS_A_BATCH && !mailbox.isEmpty(); i++) {
            decide(mailbox.remove(), outcomes, transactions);
        }
        if (wakeAtMillis <= node.clock()) {
            wakeAtMillis = NEVER;
            decide(new Event.TimeReached(), outcomes, transactions);
        }
        if (!mailbox.isEmpty()) {
            planTurn();
        }
        if (transactions.isEmpty() || node.append(transactions)) {
            perform(outcomes, node.processExit().effectsBefore(!transactions.isEmpty()));
        }
    }

    private void decide(Event event, List<List<Effect>> outcomes, List<Transaction> transactions) {
        List<Effect> effects;
        try {
            effects = machine.on(event, node.clock());
        } catch (RuntimeException | AssertionError e) {
            throw new Violation(node.path() + " failed at " + event + ": " + e, e);
        }
        List<Effect> others = new ArrayList<>();
        List<Effect.Append> appends = new ArrayList<>();
        for (Effect effect : effects) {
            if (effect instanceof Effect.Append append) {
                appends.add(append);
            } else if (effect instanceof Effect.WakeAt wake) {
                wakeAtMillis = wake.atMillis();
                planWake();
            } else {
                others.add(effect);
            }
        }
        if (!appends.isEmpty()) {
            transactions.add(new Transaction(
                    appends.getFirst().atMillis(),
                    appends.stream().map(Effect.Append::decision).toList()));
        }
        outcomes.add(others);
        world.stepped();
    }

    /** Performs effects until all are done or the process crashes after the given number. */
    private void perform(List<List<Effect>> outcomes, int most) {
        int done = 0;
        for (List<Effect> effects : outcomes) {
            for (Effect effect : effects) {
                if (done++ == most) {
                    node.processExit().crashSynced();
                    return;
                }
                world.perform(node, effect);
                if (isOver) {
                    return;
                }
            }
        }
        if (most < Integer.MAX_VALUE) {
            node.processExit().crashSynced();
        }
    }
}
