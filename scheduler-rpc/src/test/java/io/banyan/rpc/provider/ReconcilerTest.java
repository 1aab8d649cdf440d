package io.banyan.rpc.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.instance.Event;
import io.banyan.provider.ExternalProvider;
import io.banyan.provider.Handle;
import io.banyan.provider.Inventory;
import io.banyan.provider.ProvisionRequest;
import io.banyan.provider.ProvisionResult;
import io.banyan.resource.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReconcilerTest {
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

    private final List<Event> told = new ArrayList<>();
    private Instant now = Instant.EPOCH;

    @AfterEach
    void stop() {
        timer.shutdownNow();
    }

    @Test
    void whatNobodyKnowsOfGoesBackAndAllElseStays() {
        var there = new There("known", "asked", "late", "settled");
        var reconciler = reconciler(there);
        reconciler.asked("asked");
        reconciler.asked("known");
        reconciler.asked("settled");
        reconciler.settled("settled");
        reconciler.look();
        assertThat(there.released).containsExactly("late", "settled");
    }

    @Test
    void aGrowThatBeginsWhileItLooksIsNotTakenForForgotten() {
        var there = new There("new");
        var reconciler = reconciler(there);
        there.whileListing = () -> reconciler.asked("new");
        reconciler.look();
        assertThat(there.released).isEmpty();
    }

    @Test
    void aProviderThatCannotTellIsLeftAlone() {
        var there = new There("a");
        there.answer = Optional.of(new Inventory.Unknown());
        reconciler(there).look();
        there.whileListing = () -> {
            throw new IllegalStateException("down");
        };
        reconciler(there).look();
        assertThat(there.released).isEmpty();
    }

    @Test
    void whatEndsByItselfIsDrainedWhenItIsTimeAndSaidOnce() {
        var there = new There();
        there.answer = Optional.of(new Inventory.Listed(
                List.of(holding("known", "soon", 60), holding("known", "later", 3_600), holding("strange", "h", 0))));
        var reconciler = reconciler(there);
        reconciler.asked("known");
        reconciler.look();
        assertThat(told).isEmpty();
        now = now.plusSeconds(60);
        reconciler.look();
        reconciler.look();
        assertThat(told).containsExactly(new Event.ProviderSaid("there", "known", "soon", Status.DRAINED));
    }

    @Test
    void itLooksAgainWhenTheNextIsToBeDrained() {
        var expiry = new Expiry("there", () -> now, told::add);
        assertThat(expiry.see(List.of(holding("a", "h1", 900), holding("a", "h2", 60))))
                .contains(Duration.ofSeconds(60));
        assertThat(expiry.see(List.of())).isEmpty();
    }

    private static Inventory.Holding holding(String id, String handle, long seconds) {
        return new Inventory.Holding(
                id, handle, "", Optional.empty(), true, Optional.of(Instant.EPOCH.plusSeconds(seconds)));
    }

    private Reconciler reconciler(ExternalProvider provider) {
        return new Reconciler(provider, timer, new Expiry("there", () -> now, told::add));
    }

    /** A provider that has something out there, and says what it is told to release. */
    private static final class There implements ExternalProvider {
        private final List<String> ids;
        private final List<String> released = new ArrayList<>();
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
            assertThat(handles).isEmpty();
            released.add(requestId);
            return CompletableFuture.completedStage(null);
        }

        @Override
        public CompletionStage<Inventory> inventory() {
            whileListing.run();
            return CompletableFuture.completedStage(answer.orElseGet(() -> new Inventory.Listed(ids.stream()
                    .map(id -> new Inventory.Holding(id, "h-" + id, "", Optional.empty(), true))
                    .toList())));
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }
}
