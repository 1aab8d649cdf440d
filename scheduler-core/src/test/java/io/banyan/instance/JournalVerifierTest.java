package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.journal.JournalVerifier;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.JournalCause;
import io.banyan.instance.message.Transaction;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.decision.Decision;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever clients, jobs and the clock say to a root, in whatever order: whoever is told of what is in its journal
 * decides the same.
 */
@Execution(ExecutionMode.CONCURRENT)
class JournalVerifierTest {
    private static final int RUNS = 250;
    private static final int EVENTS = 60;

    private final List<Transaction> journal = new ArrayList<>();
    private final List<Effect> open = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void theSameIsDecidedAgain(int seed) {
        long decisions = 0;
        for (int run = 0; run < RUNS; run++) {
            journal.clear();
            open.clear();
            var random = new RandomEvents(new Random(seed * 10_000L + run));
            InstanceConfig config = random.rootConfig().durably(true);
            live(random, config);
            for (long start : new long[] {0, shortened() + 1}) {
                var verifier = new JournalVerifier(RandomEvents::root, start);
                journal.forEach(verifier::accept);
                assertThat(verifier.report().difference())
                        .as("seed %d, run %d, from %d on", seed, run, start)
                        .isEmpty();
                assertThat(verifier.report().records()).isEqualTo(journal.size());
                decisions += verifier.report().decisions();
            }
        }
        assertThat(decisions).isGreaterThan(RUNS * EVENTS / 8);
    }

    /**
     * Some events, the end of the process in the middle of them, and some more after its restart; and once the journal
     * is made shorter.
     */
    private void live(RandomEvents random, InstanceConfig config) {
        Instance instance = RandomEvents.root(config);
        long now = 1_000;
        begin(config, now);
        int end = random.next(EVENTS);
        int cut = random.next(EVENTS);
        for (int i = 0; i < EVENTS; i++) {
            now += random.next(4) == 0 ? random.next(20_000) : 0;
            if (i == cut) {
                var shortened = new JournalCause.Shortened(instance.prepareCompaction());
                journal.add(new Transaction(now, List.of(), Optional.of(shortened)));
            }
            if (i == end) {
                instance = again(config, now);
                tell(instance, new Event.Restarted(), now);
            }
            tell(instance, open.isEmpty() || random.next(2) == 0 ? random.own(i) : random.answer(open), now);
        }
    }

    /** Where the journal begins if what is before that does not tell any more how it came to be. */
    private int shortened() {
        return IntStream.range(0, journal.size())
                .filter(i -> journal.get(i).cause().orElseThrow() instanceof JournalCause.Shortened)
                .findFirst()
                .orElseThrow();
    }

    private Instance again(InstanceConfig config, long now) {
        Instance instance = RandomEvents.root(config);
        for (Transaction transaction : journal) {
            transaction.decisions().forEach(decision -> instance.replay(decision, transaction.atMillis()));
        }
        begin(config, now);
        return instance;
    }

    private void begin(InstanceConfig config, long now) {
        journal.add(new Transaction(now, List.of(), Optional.of(new JournalCause.Begun(config))));
    }

    private void tell(Instance instance, Event event, long now) {
        JobId next = instance.nextJob();
        List<Effect> effects = instance.on(event, now);
        open.addAll(effects);
        List<Decision> decisions = effects.stream()
                .filter(Effect.Append.class::isInstance)
                .map(effect -> ((Effect.Append) effect).decision())
                .toList();
        if (!decisions.isEmpty() || instance.isToBeTold()) {
            journal.add(new Transaction(now, decisions, Optional.of(cause(event, next))));
        }
    }

    /** Returns the journal's cause for an event; what others say is not kept. */
    private static JournalCause cause(Event event, JobId next) {
        return switch (event) {
            case Event.ClientAsked asked
            when asked.request() instanceof Request.Spawn || asked.request() instanceof Request.Reclaim ->
                new JournalCause.Untold("Asked");
            case Event.ClientAsked it -> new JournalCause.Happened(it, next);
            case Event.JobFinished it -> new JournalCause.Happened(it, next);
            case Event.TimeReached it -> new JournalCause.Happened(it, next);
            case Event.Restarted it -> new JournalCause.Happened(it, next);
            case Event.RescaleAnswered it -> new JournalCause.Happened(it, next);
            case Event other -> new JournalCause.Untold(other.getClass().getSimpleName());
        };
    }
}
