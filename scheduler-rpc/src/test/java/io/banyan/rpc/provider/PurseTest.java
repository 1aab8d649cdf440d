package io.banyan.rpc.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.provider.Estimate;
import io.banyan.provider.ExternalProvider;
import io.banyan.provider.ProvisionRequest;
import io.banyan.provider.ProvisionResult;
import io.banyan.rpc.spending.Budget;
import io.banyan.rpc.spending.Spending;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes at a dollar an hour each, and so much to spend. */
class PurseTest {
    private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");

    @TempDir
    private Path directory;

    private final Shop shop = new Shop("1");
    private Path path;
    private Instant now = START;
    private final InstantSource clock = () -> now;

    @BeforeEach
    void nameIt() {
        path = directory.resolve("ledger-shop");
    }

    @Test
    void ofABudgetOfNothingNoEndOfAPeriodIsToldBeforeThereIsOne() throws Exception {
        assertThat(budgeted("budget", "0").describe()).endsWith("has spent 0 USD");
    }

    @Test
    void nothingIsBoughtThatWouldCostMoreThanIsLeft() throws Exception {
        BoundedProvider provider = budgeted("budget", "5", "billing", "3600");
        assertThat(ask(provider, "a", "alice", 3)).isInstanceOf(ProvisionResult.Provisioned.class);
        assertThat(ask(provider, "b", "bob", 3))
                .isEqualTo(new ProvisionResult.Refused("this provider may spend 5 USD in 30 days, has spent 3 USD since"
                        + " 2026-03-01T00:00:00Z, and this request costs 3 USD or more"));
        assertThat(ask(provider, "c", "bob", 2)).isInstanceOf(ProvisionResult.Provisioned.class);
        assertThat(shop.asked).containsExactly("a", "c");
    }

    @Test
    void moneyIsKeptForTheTimeOfAJobAndIsThereAgainWhereItEndsBefore() throws Exception {
        BoundedProvider provider = budgeted("budget", "5");
        assertThat(ask(provider, "a", "alice", 2, 7200)).isInstanceOf(ProvisionResult.Provisioned.class);
        assertThat(refusal(ask(provider, "b", "alice", 2, 7200)))
                .contains("has spent 0.0006 USD", "keeps 3.9995 USD for existing resources", "costs 4 USD or more");
        provider.release("a", List.of()).toCompletableFuture().get();
        assertThat(ask(provider, "b", "alice", 2, 7200)).isInstanceOf(ProvisionResult.Provisioned.class);
    }

    @Test
    void aUserHasABudgetOfHisOwn() throws Exception {
        BoundedProvider provider = budgeted("user-budget", "2", "billing", "3600", "budget-days", "1");
        assertThat(ask(provider, "a", "alice", 2)).isInstanceOf(ProvisionResult.Provisioned.class);
        assertThat(refusal(ask(provider, "b", "alice", 1)))
                .isEqualTo(
                        "alice may spend 2 USD on this provider in 1 day, has spent 2 USD since 2026-03-01T00:00:00Z, and this request costs 1 USD or more");
        assertThat(ask(provider, "c", "bob", 2)).isInstanceOf(ProvisionResult.Provisioned.class);
        now = START.plus(Duration.ofHours(24));
        assertThat(ask(provider, "d", "alice", 1)).isInstanceOf(ProvisionResult.Provisioned.class);
    }

    @Test
    void whatIsUsedUpTakesNothingAwayAndBringsNothing() throws Exception {
        BoundedProvider provider = budgeted("budget", "5");
        assertThat(ask(provider, "a", "alice", 1)).isInstanceOf(ProvisionResult.Provisioned.class);
        now = START.plus(Duration.ofHours(6));
        provider.inventory().toCompletableFuture().get();
        assertThat(refusal(ask(provider, "b", "alice", 1))).contains("has spent 6.0003 USD");
        assertThat(provider.estimate(Shop.nodes(1, 0)).toCompletableFuture().get())
                .isInstanceOf(Estimate.NotNow.class);
        assertThat(provider.describe())
                .isEqualTo(
                        "a shop; it may spend 5 USD in 30 days and has spent 6.0003 USD since 2026-03-01T00:00:00Z, so it supplies nothing more before 2026-03-31T00:00:00Z");
        assertThat(shop.there).hasSize(1);
    }

    @Test
    void anEstimateSaysNeverWhereTheWholeBudgetIsTooSmall() throws Exception {
        BoundedProvider provider = budgeted("budget", "5", "user-budget", "4", "billing", "3600");
        assertThat(provider.estimate(Shop.nodes(4, 0)).toCompletableFuture().get())
                .isInstanceOf(Estimate.Possible.class);
        assertThat(provider.estimate(Shop.nodes(6, 0)).toCompletableFuture().get())
                .isEqualTo(
                        new Estimate.Impossible(
                                "this provider may spend 5 USD in 30 days, has spent 0 USD, and this request costs 6 USD or more"));
        assertThat(provider.estimate(Shop.nodes(1, 17_000))
                        .toCompletableFuture()
                        .get())
                .isInstanceOf(Estimate.Impossible.class);
    }

    @Test
    void whatHasNoPriceIsNotBoughtAndWhatCannotBeToldBeforeGoesBack() throws Exception {
        shop.price = Optional.empty();
        BoundedProvider provider = budgeted("budget", "5");
        assertThat(refusal(ask(provider, "a", "alice", 1)))
                .isEqualTo("this provider may spend 5 USD in 30 days, but the cost of this request is unknown");
        assertThat(shop.asked).isEmpty();
        shop.tells = false;
        assertThat(refusal(ask(provider, "b", "alice", 1))).contains("the cost of this request is unknown");
        assertThat(shop.asked).containsExactly("b");
        assertThat(shop.there).isEmpty();
    }

    @Test
    void theNextDaemonKnowsWhatWasSpentAndWhatIsOutThereHasCostAllTheTime() throws Exception {
        BoundedProvider provider = budgeted("budget", "20");
        ask(provider, "a", "alice", 2);
        ask(provider, "b", "alice", 1);
        now = START.plus(Duration.ofHours(1));
        provider.release("b", List.of()).toCompletableFuture().get();
        now = START.plus(Duration.ofHours(6));
        BoundedProvider next = budgeted("budget", "20");
        next.inventory().toCompletableFuture().get();
        assertThat(next.describe()).contains("has spent 13 USD since 2026-03-01T00:00:00Z");
        next.release("a", List.of()).toCompletableFuture().get();
        now = START.plus(Duration.ofHours(60));
        assertThat(budgeted("budget", "20").describe()).contains("has spent 13 USD");
    }

    @Test
    void aDaemonThatEndsWhileItBuysFindsWhatCame() throws Exception {
        BoundedProvider provider = budgeted("budget", "20");
        shop.isSilent = true;
        var unused = provider.provision(request("a", "alice", 2, 0));
        now = START.plus(Duration.ofHours(1));
        BoundedProvider next = budgeted("budget", "20");
        next.inventory().toCompletableFuture().get();
        assertThat(next.describe()).contains("has spent 2.0006 USD");
        next.release("a", List.of()).toCompletableFuture().get();
        now = START.plus(Duration.ofHours(2));
        assertThat(next.describe()).contains("has spent 2.0006 USD");
    }

    @Test
    void theSameRequestCountsOnceAndARefusedOneNot() throws Exception {
        BoundedProvider provider = budgeted("budget", "2", "billing", "3600");
        assertThat(ask(provider, "a", "alice", 2)).isEqualTo(ask(provider, "a", "alice", 2));
        provider = budgeted("budget", "6", "billing", "3600");
        shop.refuses = true;
        assertThat(refusal(ask(provider, "b", "alice", 4))).isEqualTo("it is closed");
        shop.refuses = false;
        assertThat(ask(provider, "c", "alice", 4)).isInstanceOf(ProvisionResult.Provisioned.class);
    }

    @Test
    void whatIsThrownIsTheEndOfACallToo() throws Exception {
        BoundedProvider provider = budgeted("budget", "20");
        shop.breaks = true;
        assertThat(provider.provision(request("a", "alice", 1, 0)).toCompletableFuture())
                .isCompletedExceptionally();
        now = START.plus(Duration.ofMinutes(1));
        provider.inventory().toCompletableFuture().get();
        // Nothing is listed of it: it has cost for a minute, and no longer.
        now = START.plus(Duration.ofHours(1));
        assertThat(provider.describe()).contains("has spent 0.017 USD");
    }

    @Test
    void nothingIsBoughtThatCannotBeWrittenDown() throws Exception {
        path = directory.resolve("gone").resolve("ledger-shop");
        BoundedProvider provider = budgeted("budget", "20");
        assertThat(refusal(ask(provider, "a", "alice", 1))).startsWith("its ledger cannot be written: ");
        assertThat(shop.asked).isEmpty();
        Files.createDirectory(path.getParent());
        assertThat(ask(provider, "a", "alice", 1)).isInstanceOf(ProvisionResult.Provisioned.class);
        assertThat(path).exists();
    }

    @Test
    void aClockThatIsFarBehindBuysNothing() throws Exception {
        BoundedProvider provider = budgeted("budget", "20");
        ask(provider, "a", "alice", 1);
        now = START.minus(Duration.ofDays(1));
        assertThat(refusal(ask(provider, "b", "alice", 1))).contains("a time later than the clock shows");
    }

    @Test
    void aDamagedLedgerIsNoLedger() throws Exception {
        Files.writeString(path, "spent: 0\n");
        ProviderSpec spec =
                ProviderSpec.parse("file=" + ProviderTest.POOL + ",budget=5").checked();
        assertThatThrownBy(() -> spec.create("test", path, Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("The ledger " + path + " is damaged at line 1");
    }

    @Test
    void withALimitBesideItTheProviderIsAskedOnceWhatItWouldBring() throws Exception {
        Map<String, String> options = Map.of("max-nodes", "3", "budget", "5", "billing", "3600");
        var spending = Spending.of("shop", Budget.of("shop", options), path, clock);
        var provider = new BoundedProvider(
                shop, List.of(new Account(ProviderLimits.of("shop", options)), new Purse(spending)), clock);
        assertThat(ask(provider, "a", "alice", 2)).isInstanceOf(ProvisionResult.Provisioned.class);
        assertThat(shop.estimates).isEqualTo(1);
        assertThat(refusal(ask(provider, "b", "alice", 2))).startsWith("this provider may supply 3 nodes");
        assertThat(shop.estimates).isEqualTo(2);
        provider.release("a", List.of()).toCompletableFuture().get();
        // What one of them would let through leaves nothing aside where the other does not.
        assertThat(refusal(ask(provider, "c", "alice", 3, 7200))).startsWith("this provider may spend 5 USD");
        assertThat(ask(provider, "d", "alice", 3)).isInstanceOf(ProvisionResult.Provisioned.class);
        assertThat(provider.describe()).contains("; the instance may have 3 nodes", "; it may spend 5 USD");
    }

    @Test
    void aProviderThatHadABudgetIsCountedOn() throws Exception {
        ask(budgeted("budget", "20", "billing", "3600"), "a", "alice", 1);
        BoundedProvider free = new BoundedProvider(
                shop, List.of(new Purse(Spending.of("shop", Budget.of("shop", Map.of()), path, clock))), clock);
        assertThat(ask(free, "b", "alice", 30)).isInstanceOf(ProvisionResult.Provisioned.class);
        now = START.plus(Duration.ofHours(1));
        assertThat(refusal(ask(budgeted("budget", "20"), "c", "alice", 1))).contains("has spent 31.00");
        ProviderSpec spec = ProviderSpec.parse("file=" + ProviderTest.POOL);
        try (ExternalProvider counted = spec.create("test", path, Optional.empty());
                ExternalProvider other = spec.create("test", directory.resolve("other"), Optional.empty())) {
            assertThat(counted.describe()).contains("has spent");
            assertThat(other.describe()).doesNotContain("spen");
        }
    }

    @Test
    void withoutALedgerNothingIsBought() throws Exception {
        var provider = new BoundedProvider(
                shop, List.of(new Purse(Spending.nowhere("shop", Budget.of("shop", Map.of("budget", "5"))))), clock);
        assertThat(refusal(ask(provider, "a", "alice", 1))).contains("ledger");
        provider.release("a", List.of()).toCompletableFuture().get();
        assertThat(shop.asked).isEmpty();
    }

    @Test
    void budgetsAreOptionsOfEveryProvider() {
        assertWrong("budget=much", "'budget'");
        assertWrong("user-budget=-1", "'user-budget'");
        assertWrong("budget=1,budget-days=0", "'budget-days'");
        assertWrong("budget-days=7", "set 'budget' or 'user-budget' as well");
        assertWrong("billing=60", "set 'idle' or 'budget' as well");
        assertThat(ProviderSpec.parse("file=pool.json,budget=10,user-budget=2.5,budget-days=7,billing=60")
                        .checked()
                        .hasBudget())
                .isTrue();
    }

    private static void assertWrong(String options, String message) {
        assertThatThrownBy(() -> ProviderSpec.parse("file=pool.json," + options).checked())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    private BoundedProvider budgeted(String... options) {
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i < options.length; i += 2) {
            values.put(options[i], options[i + 1]);
        }
        return new BoundedProvider(
                shop, List.of(new Purse(Spending.of("shop", Budget.of("shop", values), path, clock))), clock);
    }

    private static String refusal(ProvisionResult result) {
        assertThat(result).isInstanceOf(ProvisionResult.Refused.class);
        return ((ProvisionResult.Refused) result).reason();
    }

    private ProvisionResult ask(ExternalProvider provider, String id, String user, int count) throws Exception {
        return ask(provider, id, user, count, 0);
    }

    private ProvisionResult ask(ExternalProvider provider, String id, String user, int count, long seconds)
            throws Exception {
        // So that there is a second that has begun.
        now = now.plusMillis(1);
        return provider.provision(request(id, user, count, seconds))
                .toCompletableFuture()
                .get();
    }

    private static ProvisionRequest request(String id, String user, int count, long seconds) {
        return new ProvisionRequest(id, Shop.nodes(count, seconds), 1_000, 1_000, new ProvisionRequest.Asker(user, ""));
    }
}
