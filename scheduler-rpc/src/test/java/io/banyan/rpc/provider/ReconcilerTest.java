package io.banyan.rpc.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.instance.Event;
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
