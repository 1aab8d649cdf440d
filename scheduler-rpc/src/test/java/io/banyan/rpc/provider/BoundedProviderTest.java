package io.banyan.rpc.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.provider.Estimate;
import io.banyan.provider.ExternalProvider;
import io.banyan.provider.Handle;
import io.banyan.provider.Inventory;
import io.banyan.provider.Price;
import io.banyan.provider.ProvisionRequest;
import io.banyan.provider.ProvisionResult;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Nodes at half a dollar an hour each, within limits. */
class BoundedProviderTest {
    private final Shop shop = new Shop("0.5");

    @Test
    void noMoreNodesComeThanMayBeThereAndWhatIsReleasedMakesRoom() throws Exception {
        BoundedProvider limited = limited("max-nodes", "3");
        ProvisionResult.Provisioned first = (ProvisionResult.Provisioned) ask(limited, "a", "alice", 2);
        assertThat(ask(limited, "b", "bob", 2))
                .isEqualTo(new ProvisionResult.Refused(
                        "this provider may supply 3 nodes, but the total with this request would be 4"));
        assertThat(ask(limited, "c", "bob", 1)).isInstanceOf(ProvisionResult.Provisioned.class);
        limited.release("a", first.handles().subList(0, 1))
                .toCompletableFuture()
                .get();
        assertThat(ask(limited, "d", "bob", 1)).isInstanceOf(ProvisionResult.Provisioned.class);
        assertThat(shop.there.keySet()).containsExactlyInAnyOrder("a", "c", "d");
    }

    @Test
    void aUserHasABudgetOfHisOwn() throws Exception {
        BoundedProvider limited = limited("user-max-price", "1.20");
        assertThat(ask(limited, "a", "alice", 2)).isInstanceOf(ProvisionResult.Provisioned.class);
        assertThat(ask(limited, "b", "alice", 1))
                .isEqualTo(
                        new ProvisionResult.Refused(
                                "alice may have from this provider 1.2 USD/h, but the total with this request would be 1.5 USD/h"));
        assertThat(ask(limited, "c", "bob", 2)).isInstanceOf(ProvisionResult.Provisioned.class);
    }

    @Test
    void whatItCannotTellBeforeGoesBackAfter() throws Exception {
        shop.tells = false;
        BoundedProvider limited = limited("max-nodes", "1");
        assertThat(ask(limited, "a", "alice", 2)).isInstanceOf(ProvisionResult.Refused.class);
        assertThat(shop.there).isEmpty();
        assertThat(ask(limited, "b", "alice", 1)).isInstanceOf(ProvisionResult.Provisioned.class);
    }

    @Test
    void whatAnEarlierProcessLeftOutThereCounts() throws Exception {
        shop.holdings.put(
                "old", List.of(new Inventory.Holding("old", "h1", "alice", Optional.of(Price.parse("0.5")), true)));
        BoundedProvider limited = limited("max-nodes", "2");
        assertThat(ask(limited, "a", "bob", 2)).isInstanceOf(ProvisionResult.Refused.class);
        assertThat(ask(limited, "b", "bob", 1)).isInstanceOf(ProvisionResult.Provisioned.class);
        limited.release("old", List.of()).toCompletableFuture().get();
        assertThat(ask(limited, "c", "bob", 1)).isInstanceOf(ProvisionResult.Provisioned.class);
    }

    /**
     * The list was begun before; a daemon that begins asks for it and gives back what its predecessor left at the same
     * time.
     */
    @Test
    void whatGoesBackWhileItIsListedForTheFirstTimeDoesNotCount() throws Exception {
        var left = new Inventory.Holding("old", "h1", "alice", Optional.of(Price.parse("0.5")), true);
        var other = new Inventory.Holding("old", "h2", "alice", Optional.of(Price.parse("0.5")), true);
        shop.holdings.put("old", List.of(left, other));
        shop.listing = new CompletableFuture<>();
        BoundedProvider limited = limited("max-nodes", "2");
        var listed = limited.inventory().toCompletableFuture();
        limited.release("old", List.of(new Handle("", "h1")))
                .toCompletableFuture()
                .get();
        shop.listing.complete(null);
        listed.get();
        assertThat(ask(limited, "a", "bob", 2))
                .isEqualTo(new ProvisionResult.Refused(
                        "this provider may supply 2 nodes, but the total with this request would be 3"));
        assertThat(ask(limited, "b", "bob", 1)).isInstanceOf(ProvisionResult.Provisioned.class);
    }

    @Test
    void ofAProviderThatCannotListItCountsWhatTheInstanceHas() throws Exception {
        shop.lists = false;
        BoundedProvider limited = limited("max-nodes", "2");
        limited.know(List.of(new Inventory.Holding("old", "h1", "alice", Optional.of(Price.parse("0.5")), true)));
        assertThat(ask(limited, "a", "bob", 2)).isInstanceOf(ProvisionResult.Refused.class);
        assertThat(ask(limited, "b", "bob", 1)).isInstanceOf(ProvisionResult.Provisioned.class);
        limited.release("old", List.of()).toCompletableFuture().get();
        assertThat(ask(limited, "c", "bob", 1)).isInstanceOf(ProvisionResult.Provisioned.class);
    }

    @Test
    void theSameRequestCountsOnceAndARefusedOneNot() throws Exception {
        BoundedProvider limited = limited("max-nodes", "2");
        assertThat(ask(limited, "a", "alice", 2)).isEqualTo(ask(limited, "a", "alice", 2));
        limited.release("a", List.of()).toCompletableFuture().get();
        shop.refuses = true;
        assertThat(ask(limited, "b", "alice", 2)).isInstanceOf(ProvisionResult.Refused.class);
        shop.refuses = false;
        assertThat(ask(limited, "c", "alice", 2)).isInstanceOf(ProvisionResult.Provisioned.class);
    }

    @Test
    void anEstimateBeyondTheLimitsIsImpossible() throws Exception {
        BoundedProvider limited = limited("max-price", "1");
        assertThat(limited.estimate(Shop.nodes(2, 0)).toCompletableFuture().get())
                .isInstanceOf(Estimate.Possible.class);
        assertThat(limited.estimate(Shop.nodes(3, 0)).toCompletableFuture().get())
                .isEqualTo(new Estimate.Impossible(
                        "this provider may supply 1 USD/h, but the total with this request would be 1.5 USD/h"));
    }

    @Test
    void anEstimateSaysThatItWouldNotComeNowWhereTheLimitsAreUsedUp() throws Exception {
        BoundedProvider limited = limited("max-nodes", "3");
        ask(limited, "a", "alice", 2);
        assertThat(limited.estimate(Shop.nodes(1, 0)).toCompletableFuture().get())
                .isInstanceOf(Estimate.Possible.class);
        assertThat(limited.estimate(Shop.nodes(2, 0)).toCompletableFuture().get())
                .isEqualTo(new Estimate.NotNow(
                        "this provider may supply 3 nodes, but the total with this request would be 4"));
    }

    @Test
    void whatIsNoNodeCostsWhatWasSaidOfItBefore() throws Exception {
        shop.bringsCores = true;
        BoundedProvider limited = limited("max-price", "1");
        assertThat(ask(limited, "a", "alice", 2)).isInstanceOf(ProvisionResult.Provisioned.class);
        assertThat(ask(limited, "b", "alice", 1))
                .isEqualTo(new ProvisionResult.Refused(
                        "this provider may supply 1 USD/h, but the total with this request would be 1.5 USD/h"));
        shop.tells = false;
        limited.release("a", List.of()).toCompletableFuture().get();
        assertThat(ask(limited, "c", "alice", 1))
                .isEqualTo(new ProvisionResult.Refused(
                        "this provider may supply 1 USD/h, but the price of this request is unknown"));
        assertThat(shop.there).isEmpty();
    }

    @Test
    void aProviderThatBreaksOverAnEstimateIsOneThatCannotTell() throws Exception {
        shop.cannotTell = true;
        BoundedProvider limited = limited("max-nodes", "1");
        assertThat(ask(limited, "a", "alice", 1)).isInstanceOf(ProvisionResult.Provisioned.class);
        assertThat(ask(limited, "b", "alice", 1)).isInstanceOf(ProvisionResult.Refused.class);
        assertThat(shop.there.keySet()).containsExactly("a");
    }

    @Test
    void limitsAreOptionsOfEveryProvider() {
        assertThatThrownBy(
                        () -> ProviderSpec.parse("file=pool.json,max-nodes=few").checked())
                .hasMessageContaining("'max-nodes'");
        assertThatThrownBy(() ->
                        ProviderSpec.parse("file=pool.json,user-max-price=-1").checked())
                .hasMessageContaining("'user-max-price'")
                .hasMessageContaining("US dollars");
        assertThat(ProviderSpec.parse("file=pool.json,max-nodes=4,max-price=2.5")
                        .checked())
                .isNotNull();
    }

    private BoundedProvider limited(String key, String value) {
        return new BoundedProvider(
                shop, List.of(new Account(ProviderLimits.of("shop", Map.of(key, value)))), InstantSource.system());
    }

    private static ProvisionResult ask(ExternalProvider provider, String id, String user, int count) throws Exception {
        var asker = new ProvisionRequest.Asker(user, "");
        return provider.provision(new ProvisionRequest(id, Shop.nodes(count, 0), 1_000, 1_000, asker))
                .toCompletableFuture()
                .get();
    }
}
