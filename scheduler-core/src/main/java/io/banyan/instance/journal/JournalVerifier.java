package io.banyan.instance.journal;

import io.banyan.instance.Instance;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.JournalCause;
import io.banyan.instance.message.Transaction;
import io.banyan.instance.message.decision.Decision;
import io.banyan.instance.message.decision.EditDecision;
import io.banyan.instance.message.decision.GrowDecision;
import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.decision.LevelDecision;
import io.banyan.instance.message.decision.QueueDecision;
import io.banyan.instance.message.decision.RescaleDecision;
import io.banyan.instance.message.decision.ReservationDecision;
import io.banyan.instance.message.decision.ReturnDecision;
import io.banyan.instance.message.decision.RevokeDecision;
import io.banyan.instance.message.value.GrowRoute;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Compares a journal with the decisions of an instance in virtual time: each event in the journal is passed to the
 * instance, and its decisions are compared with those in the journal. At the beginning of a process, a new instance
 * continues from all earlier decisions.
 *
 * <p>A journal does not contain events from other instances and from providers: their decisions are taken over, and
 * counted. For one thread. O(work of the instance for the events), and the memory of all decisions.
 */
public final class JournalVerifier {
    private final Function<InstanceConfig, Instance> founding;
    /** The number of the transaction from which on events are passed to the instance. */
    private final long start;

    private final List<Transaction> past = new ArrayList<>();
    private final SortedMap<String, Integer> takenOver = new TreeMap<>();
    private @Nullable Instance instance;
    private @Nullable InstanceConfig latest;
    /** The time at which a process with a past has begun, until its instance receives the event. */
    private OptionalLong restart = OptionalLong.empty();

    private long told;
    private long same;
    private long decisions;
    private long begun;
    private Optional<Difference> difference = Optional.empty();

    /**
     * The first difference between a journal and the instance.
     *
     * @param number of the transaction, counted from 1
     * @param event the event
     * @param journaled the decisions in the journal
     * @param decided the decisions of the instance
     */
    public record Difference(
            long number, long atMillis, Event event, List<Decision> journaled, List<Decision> decided) {
        /** Copies the lists. */
        public Difference {
            journaled = List.copyOf(journaled);
            decided = List.copyOf(decided);
        }
    }

    /**
     * The result of the verification.
     *
     * @param records transactions of the journal, up to the difference
     * @param start the number of transactions before the start of the verification
     * @param begun the number of processes that have begun since
     * @param decisions that the events led to
     * @param same events that led to the same
     * @param takenOver how many transactions were taken over, by the kind of event or decision
     */
    public record Report(
            long records,
            long start,
            long begun,
            long decisions,
            long same,
            SortedMap<String, Integer> takenOver,
            Optional<Difference> difference) {}

    /**
     * Creates a verifier that has read nothing yet.
     *
     * @param founding makes an instance with nothing decided
     * @param start the number of the last transaction for which {@link #isStart} says so; 0 for none
     */
    public JournalVerifier(Function<InstanceConfig, Instance> founding, long start) {
        this.founding = founding;
        this.start = start;
    }

    /** Whether the transactions before this one no longer contain the events that led to their decisions. */
    public static boolean isStart(Transaction transaction) {
        return transaction.cause().isEmpty() || transaction.cause().get() instanceof JournalCause.Shortened;
    }

    /** The next transaction of the journal. Nothing is done after a difference. */
    public void accept(Transaction transaction) {
        if (difference.isPresent()) {
            return;
        }
        told++;
        if (told <= start) {
            begin(transaction);
            return;
        }
        switch (transaction.cause().orElse(new JournalCause.Untold("unknown"))) {
            case JournalCause.Begun(InstanceConfig config) -> {
                begun++;
                goOn(config);
                restart = past.isEmpty() ? OptionalLong.empty() : OptionalLong.of(transaction.atMillis());
            }
            case JournalCause.Shortened it -> {
                var unused = known().prepareCompaction();
                known().placed(it.weights());
            }
            case JournalCause.Untold(String kind) -> takeOver(transaction, kind);
            case JournalCause.Happened it -> happened(transaction, it);
        }
        past.add(transaction);
    }

    /** Notes a transaction that is before anything can be asked again. */
    private void begin(Transaction transaction) {
        past.add(transaction);
        if (transaction.cause().isPresent()
                && transaction.cause().get() instanceof JournalCause.Begun(InstanceConfig config)) {
            latest = config;
        }
        if (told == start && latest != null) {
            goOn(latest);
            known().replayInput().begun(past, transaction.atMillis());
        }
    }

    /** A new instance goes on from all that was decided so far. */
    private void goOn(InstanceConfig config) {
        Instance fresh = founding.apply(config);
        for (Transaction transaction : past) {
            transaction.decisions().forEach(decision -> fresh.replay(decision, transaction.atMillis()));
            if (transaction.cause().isPresent()
                    && transaction.cause().get() instanceof JournalCause.Shortened shortened) {
                fresh.placed(shortened.weights());
            }
        }
        instance = fresh;
    }

    private Instance known() {
        if (instance == null) {
            throw new IllegalArgumentException("the journal does not contain the configuration of its instance");
        }
        return instance;
    }

    private void happened(Transaction transaction, JournalCause.Happened cause) {
        Event event = cause.event();
        if (restart.isPresent() && !(event instanceof Event.Restarted)) {
            // It has led to nothing, and so it is not in the journal.
            var unused = known().on(new Event.Restarted(), restart.getAsLong());
        }
        restart = OptionalLong.empty();
        known().replayInput().childrenAreSilent();
        Optional<String> outside = transaction.decisions().stream()
                .filter(decision -> known().replayInput().isOnChild(decision) || isOutside(decision))
                .map(decision -> decision.getClass().getSimpleName())
                .findFirst();
        if (outside.isPresent()) {
            takeOver(transaction, outside.get());
            return;
        }
        known().replayInput().numberFrom(cause.nextJob());
        List<Decision> decided = known().on(event, transaction.atMillis()).stream()
                .filter(Effect.Append.class::isInstance)
                .map(effect -> ((Effect.Append) effect).decision())
                .toList();
        decisions += transaction.decisions().size();
        if (decided.equals(transaction.decisions())) {
            same++;
        } else {
            difference =
                    Optional.of(new Difference(told, transaction.atMillis(), event, transaction.decisions(), decided));
        }
    }

    private void takeOver(Transaction transaction, String kind) {
        takenOver.merge(kind, 1, Integer::sum);
        known().replayInput().takeOver(transaction.decisions(), transaction.atMillis());
    }

    /** Whether a decision follows from messages of others, or from their absence. */
    private static boolean isOutside(Decision decision) {
        return switch (decision) {
            case JobDecision.JobGranted it -> it.childPath().isPresent();
            case JobDecision it -> false;
            case EditDecision.StatusHeard it -> true;
            case EditDecision it -> false;
            case GrowDecision.Grown it -> it.arrival() != GrowRoute.LOCAL;
            case GrowDecision it -> true;
            case ReturnDecision.GaveBack it ->
                it.child().isPresent()
                        || !it.upward().isEmpty()
                        || !it.provided().isEmpty();
            case ReturnDecision it -> true;
            case RevokeDecision it -> true;
            case LevelDecision it -> true;
            case QueueDecision it -> false;
            case ReservationDecision it -> false;
            case RescaleDecision it -> false;
        };
    }

    /** Returns the result so far. */
    public Report report() {
        return new Report(told, Math.min(start, told), begun, decisions, same, new TreeMap<>(takenOver), difference);
    }
}
