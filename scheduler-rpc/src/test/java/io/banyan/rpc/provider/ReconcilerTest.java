package io.banyan.rpc.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.provider.ExternalProvider;
import io.banyan.provider.Handle;
import io.banyan.provider.Inventory;
import io.banyan.provider.ProvisionRequest;
import io.banyan.provider.ProvisionResult;
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

    @AfterEach
    void stop() {
        timer.shutdownNow();
    }

    @Test
    void whatNobodyKnowsOfGoesBackAndAllElseStays() {
        var there = new There("known", "asked", "late", "settled");
        var reconciler = new Reconciler(there, timer);
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
        var reconciler = new Reconciler(there, timer);
        there.whileListing = () -> reconciler.asked("new");
        reconciler.look();
        assertThat(there.released).isEmpty();
    }

    @Test
    void aProviderThatCannotTellIsLeftAlone() {
        var there = new There("a");
        there.answer = Optional.of(new Inventory.Unknown());
        new Reconciler(there, timer).look();
        there.whileListing = () -> {
            throw new IllegalStateException("down");
        };
        new Reconciler(there, timer).look();
        assertThat(there.released).isEmpty();
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
