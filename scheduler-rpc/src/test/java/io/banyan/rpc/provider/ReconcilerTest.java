package io.banyan.rpc.provider;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.banyan.instance.message.Event;
import io.banyan.provider.ExternalProvider;
import io.banyan.provider.Handle;
import io.banyan.provider.Inventory;
import io.banyan.provider.ProvisionRequest;
import io.banyan.provider.ProvisionResult;
import io.banyan.rpc.agent.ToldInbox;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class ReconcilerTest {
    private final ToldInbox told = new ToldInbox();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

    @AfterEach
    void stop() {
        timer.shutdownNow();
    }

    @Test
    void theInstanceHearsThatItIsAskedAndThenWhatThereIs() {
        var there = new There("a", "b");
        there.whileListing = () -> assertThat(told.left()).containsExactly(new Event.ProviderAskedToList("there"));
        reconciler(there).look();
        assertThat(told.left())
                .containsExactly(
                        new Event.ProviderAskedToList("there"), new Event.ProviderListed("there", there.holdings()));
    }

    @Test
    void ofAProviderThatCannotTellNothingIsSaid() {
        var there = new There("a");
        there.answer = Optional.of(new Inventory.Unknown());
        reconciler(there).look();
        there.whileListing = () -> {
            throw new IllegalStateException("down");
        };
        reconciler(there).look();
        assertThat(told.left()).hasSize(2).allMatch(Event.ProviderAskedToList.class::isInstance);
    }

    @Test
    void whyAProviderCannotTellStandsInTheLogAsItsOwnWords() {
        var log = (Logger) LoggerFactory.getLogger(Reconciler.class);
        var lines = new ListAppender<ILoggingEvent>();
        lines.start();
        log.addAppender(lines);
        var there = new There("a");
        there.failure = Optional.of(new IllegalStateException("it is closed on Sundays"));
        reconciler(there).look();
        log.detachAppender(lines);
        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .contains("there does not list its holdings: it is closed on Sundays");
    }

    @Test
    void itLooksAgainWhenTheNextIsToBeDrainedWhereThatIsBeforeItWouldAnyway() {
        var reconciler = reconciler(new There());
        assertThat(reconciler.untilTheNext(List.of(until(50), until(20), until(0), until(-5))))
                .contains(Duration.ofSeconds(20));
        assertThat(reconciler.untilTheNext(List.of(until(60), until(3_600)))).isEmpty();
    }

    private static Inventory.Holding until(long seconds) {
        return new Inventory.Holding(
                "g", "h", "", Optional.empty(), true, Optional.of(Instant.EPOCH.plusSeconds(seconds)));
    }

    private Reconciler reconciler(ExternalProvider provider) {
        return new Reconciler(provider, told, timer, () -> Instant.EPOCH);
    }

    /** A provider that has something out there, and says what it is told to release. */
    private static final class There implements ExternalProvider {
        private final List<String> ids;
        private Optional<Inventory> answer = Optional.empty();
        private Optional<Throwable> failure = Optional.empty();
        private Runnable whileListing = () -> {};

        There(String... ids) {
            this.ids = List.of(ids);
        }

        @Override
        public String name() {
            return "there";
        }

        @Override
        public String describe() {
            return "what there is";
        }

        @Override
        public CompletionStage<ProvisionResult> provision(ProvisionRequest request) {
            throw new AssertionError("nobody asks for more");
        }

        @Override
        public CompletionStage<Void> release(String requestId, List<Handle> handles) {
            throw new AssertionError("that is for the instance to say");
        }

        @Override
        public CompletionStage<Inventory> inventory() {
            whileListing.run();
            if (failure.isPresent()) {
                return CompletableFuture.failedStage(failure.get());
            }
            return CompletableFuture.completedStage(answer.orElseGet(() -> new Inventory.Listed(holdings())));
        }

        private List<Inventory.Holding> holdings() {
            return ids.stream()
                    .map(id -> new Inventory.Holding(id, "h-" + id, "", Optional.empty(), true))
                    .toList();
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }
}
