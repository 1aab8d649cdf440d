package io.banyan.rpc.spending;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.provider.Inventory;
import io.banyan.provider.Price;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what is spent, second by second, at 3.60 dollars an hour: a tenth of a cent for a second. */
@Execution(ExecutionMode.CONCURRENT)
class SpendingLedgerTest {
    private static final Price PRICE = Price.parse("3.6");
    private static final long DAY = 86_400;
    private static final long START = 1_000_000;

    private final SpendingLedger ledger = new SpendingLedger(DAY, 60);

    @Test
    void aThingCostsFromWhenItWasAskedForAndForTheBillingTimeAtLeast() {
        buy("a", "alice", 0);
        assertThat(spent()).isEqualTo("0.06 USD");
        ledger.advance(START + 99);
        assertThat(spent()).isEqualTo("0.1 USD");
        ledger.closed("a", List.of());
        ledger.advance(START + 5000);
        assertThat(spent()).isEqualTo("0.1 USD");
        assertThat(ledger.lines()).hasSize(1);
    }

    @Test
    void moneyIsPutAsideForTheTimeThatAJobTakes() {
        buy("a", "alice", 1000);
        assertThat(sum()).isEqualTo(new BudgetGate.Sum(Money.parse("0.06"), Money.parse("1"), 0));
        ledger.advance(START + 10);
        ledger.closed("a", List.of());
        assertThat(sum()).isEqualTo(new BudgetGate.Sum(Money.parse("0.06"), Money.parse("0.06"), 0));
    }

    @Test
    void aNewPeriodBeginsWithNothingSpentAndWhatIsOutThereCostsOn() {
        buy("a", "alice", 0);
        ledger.advance(START - 1 + DAY);
        assertThat(spent()).isEqualTo("0 USD");
        assertThat(ledger.begin()).isEqualTo(START - 1 + DAY);
        ledger.advance(START - 1 + DAY + 100);
        ledger.closed("a", List.of());
        assertThat(spent()).isEqualTo("0.1 USD");
        ledger.advance(START + 4 * DAY);
        assertThat(spent()).isEqualTo("0 USD");
        assertThat(ledger.begin()).isEqualTo(START - 1 + 4 * DAY);
        assertThat(ledger.lines()).isEmpty();
    }

    @Test
    void whatIsFoundCountsFromNowOnAndWhatIsMissedUpToNow() {
        ledger.advance(START);
        new Listing(List.of(holding("x", "h1", true), holding("x", "h2", true)), START, request -> false).enter(ledger);
        ledger.advance(START + 99);
        new Listing(List.of(holding("x", "h1", true), holding("x", "h2", false)), START + 99, request -> false)
                .enter(ledger);
        assertThat(spent()).isEqualTo("0.2 USD");
        ledger.advance(START + 199);
        assertThat(spent()).isEqualTo("0.3 USD");
    }

    @Test
    void whatJustCameOrWentIsNotYetListedRightly() {
        buy("a", "alice", 0);
        ledger.advance(START + 5);
        assertThat(new Listing(List.of(), START + 5, request -> false).enter(ledger))
                .isEmpty();
        ledger.closed("a", List.of());
        assertThat(new Listing(List.of(holding("a", "a", true)), START + 5, request -> false).enter(ledger))
                .isEmpty();
        assertThat(ledger.has("a")).isFalse();
    }

    @Test
    void whatCameOfACallThatFailedCountsAsAllThatWasExpected() {
        ledger.advance(START);
        ledger.open("a", "alice", PRICE.times(2), 0);
        ledger.advance(START + 99);
        ledger.closed("a", List.of());
        assertThat(spent()).isEqualTo("0.2 USD");
    }

    @Test
    void whatCameOfACallThatNobodyHeardTheEndOfIsListed() {
        ledger.advance(START);
        LedgerLine line = ledger.open("a", "alice", PRICE.times(2), 0);
        SpendingLedger next = SpendingLedger.of(List.of(line), budget(1));
        next.advance(START + 99);
        new Listing(List.of(holding("a", "h1", true)), START + 99, request -> false).enter(next);
        assertThat(next.sum(Optional.of("alice")).spent()).hasToString("0.1 USD");
    }

    @Test
    void aRefusedRequestCostsNothing() {
        ledger.advance(START);
        ledger.open("a", "alice", PRICE, 0);
        ledger.refused("a");
        assertThat(spent()).isEqualTo("0 USD");
    }

    @Test
    void aPriceThatIsToldLaterCountsFromTheBeginning() {
        ledger.advance(START);
        ledger.open("a", "alice", Price.FREE, 0);
        ledger.came("a", "alice", Map.of("h", Optional.empty()));
        assertThat(sum().unpriced()).isEqualTo(1);
        ledger.advance(START + 99);
        new Listing(List.of(holding("a", "h", true)), START + 99, request -> false).enter(ledger);
        assertThat(sum().unpriced()).isZero();
        assertThat(spent()).isEqualTo("0.1 USD");
    }

    @Test
    void aPeriodThatIsMadeShorterForgetsNothingOfWhatWasJustSpent() {
        var lines = new ArrayList<LedgerLine>();
        ledger.advance(START);
        lines.add(ledger.open("a", "alice", PRICE, 0));
        ledger.advance(START + 10 * 3600);
        ledger.closed("a", List.of()).ifPresent(lines::add);
        SpendingLedger next = SpendingLedger.of(lines, new Budget(Optional.empty(), Optional.empty(), 1, 60));
        next.advance(START + 11 * 3600);
        assertThat(next.sum(Optional.empty()).spent()).hasToString("36.001 USD");
        assertThat(SpendingLedger.of(lines, budget(30)).end()).isEqualTo(START - 1 + 30 * DAY);
    }

    @Test
    void timeThatSeemsToGoBackStandsStill() {
        buy("a", "alice", 0);
        ledger.advance(START + 100);
        ledger.advance(START + 20);
        assertThat(spent()).isEqualTo("0.101 USD");
        assertThat(ledger.isAheadOf(START + 20)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void itIsWhatANaiveListOfThingsSays(long run) {
        long seed = run == 8 ? System.nanoTime() : run;
        System.out.println("LedgerTest with the seed " + seed);
        new Trial(seed).run(1500);
    }

    private void buy(String request, String user, long planned) {
        ledger.advance(START);
        ledger.open(request, user, PRICE, planned);
        ledger.came(request, user, Map.of(request, Optional.of(PRICE)));
    }

    private BudgetGate.Sum sum() {
        return ledger.sum(Optional.empty());
    }

    private String spent() {
        return sum().spent().toString();
    }

    private static Budget budget(long days) {
        return new Budget(Optional.empty(), Optional.empty(), days, 60);
    }

    private static Inventory.Holding holding(String request, String handle, boolean isUsable) {
        return new Inventory.Holding(request, handle, "alice", Optional.of(PRICE), isUsable);
    }

    /** A ledger and a list of all things that ever were, with what is asked of both. */
    private static final class Trial {
        private record Thing(
                String request, String handle, String user, long since, long least, long price, OptionalLong end) {
            BigInteger at(long now, long least) {
                long until = Math.min(now, end.orElse(now));
                return BigInteger.valueOf(price).multiply(BigInteger.valueOf(Math.max(least, until - since)));
            }
        }

        private static final long BILLING = 600;
        private static final List<String> USERS = List.of("", "alice", "bob");

        private final Random random;
        private final List<Thing> things = new ArrayList<>();
        private final Map<String, String> users = new TreeMap<>();
        private final List<LedgerLine> lines = new ArrayList<>();
        private SpendingLedger ledger = new SpendingLedger(DAY, BILLING);
        private long now = START;
        private long first;
        private int requests;

        Trial(long seed) {
            random = new Random(seed);
        }

        void run(int steps) {
            for (int step = 0; step < steps; step++) {
                pass();
                switch (random.nextInt(6)) {
                    case 0, 1 -> buy();
                    case 2 -> giveBack(random.nextBoolean());
                    case 3 -> list();
                    case 4 -> refuse();
                    default -> restart();
                }
                check(step);
            }
        }

        private void pass() {
            now += random.nextInt(50) == 0 ? random.nextLong(3 * DAY) : 20 + random.nextInt(2000);
            if (ledger.advance(now)) {
                lines.clear();
                lines.addAll(ledger.lines());
            }
        }

        private void buy() {
            String request = "r" + ++requests;
            String user = USERS.get(random.nextInt(USERS.size()));
            long planned = random.nextBoolean() ? 0 : random.nextLong(5000);
            begin();
            long asked = Math.max(now - 1, period());
            lines.add(ledger.open(request, user, new Price(random.nextLong(1_000_000)), planned));
            pass();
            Map<String, Optional<Price>> came = new TreeMap<>();
            for (int i = 0; i <= random.nextInt(5); i++) {
                long price = random.nextLong(5_000_000);
                came.put(request + "-" + i, Optional.of(new Price(price)));
                things.add(new Thing(
                        request,
                        request + "-" + i,
                        user,
                        asked,
                        Math.max(planned, BILLING),
                        price,
                        OptionalLong.empty()));
            }
            users.put(request, user);
            lines.add(ledger.came(request, user, came));
        }

        private void begin() {
            first = first == 0 ? now - 1 : first;
        }

        private long period() {
            return first + (now - first) / DAY * DAY;
        }

        private void giveBack(boolean all) {
            open().stream().findAny().ifPresent(some -> {
                List<Thing> picked = open().stream()
                        .filter(thing -> thing.request().equals(some.request()))
                        .filter(thing -> all || random.nextBoolean())
                        .toList();
                if (!picked.isEmpty()) {
                    ledger.closed(
                                    some.request(),
                                    all
                                            ? List.of()
                                            : picked.stream().map(Thing::handle).toList())
                            .ifPresent(lines::add);
                    picked.forEach(this::end);
                }
            });
        }

        private void list() {
            List<Inventory.Holding> holdings = new ArrayList<>();
            for (Thing thing : open()) {
                if (random.nextInt(4) == 0) {
                    end(thing);
                } else {
                    holdings.add(holding(thing.request(), thing.handle(), thing.user(), thing.price()));
                }
            }
            if (random.nextBoolean()) {
                String request = "found" + ++requests;
                begin();
                things.add(
                        new Thing(request, "h", "bob", Math.max(now - 1, period()), BILLING, 77, OptionalLong.empty()));
                users.put(request, "bob");
                holdings.add(holding(request, "h", "bob", 77));
            }
            lines.addAll(new Listing(holdings, now, request -> false).enter(ledger));
        }

        private void refuse() {
            begin();
            lines.add(ledger.open("no", "alice", new Price(5), 5));
            ledger.refused("no").ifPresent(lines::add);
        }

        private void restart() {
            if (random.nextBoolean()) {
                lines.clear();
                lines.addAll(ledger.lines());
            }
            if (!lines.isEmpty()) {
                ledger = SpendingLedger.of(lines, new Budget(Optional.empty(), Optional.empty(), 1, BILLING));
                ledger.advance(now);
            }
        }

        private List<Thing> open() {
            return things.stream().filter(thing -> thing.end().isEmpty()).toList();
        }

        private void end(Thing thing) {
            things.set(
                    things.indexOf(thing),
                    new Thing(
                            thing.request(),
                            thing.handle(),
                            thing.user(),
                            thing.since(),
                            thing.least(),
                            thing.price(),
                            OptionalLong.of(now)));
        }

        private void check(int step) {
            check(step, Optional.empty());
            USERS.forEach(user -> check(step, Optional.of(user)));
        }

        private void check(int step, Optional<String> user) {
            long begin = period();
            BigInteger spent = BigInteger.ZERO;
            BigInteger planned = BigInteger.ZERO;
            for (Thing thing : things) {
                if (user.isEmpty() || thing.user().equals(user.get())) {
                    boolean isOld = thing.since() < begin;
                    boolean isOver = thing.end().isPresent() && thing.end().getAsLong() < begin;
                    BigInteger earlier = isOld ? thing.at(begin, BILLING) : BigInteger.ZERO;
                    BigInteger cost =
                            isOver ? BigInteger.ZERO : thing.at(now, BILLING).subtract(earlier);
                    spent = spent.add(cost);
                    planned = planned.add(
                            thing.end().isPresent()
                                    ? cost
                                    : thing.at(now, thing.least()).subtract(earlier));
                }
            }
            assertThat(ledger.sum(user))
                    .as("step %d, %s", step, user)
                    .isEqualTo(new BudgetGate.Sum(new Money(spent), new Money(planned), 0));
        }

        private static Inventory.Holding holding(String request, String handle, String user, long price) {
            return new Inventory.Holding(request, handle, user, Optional.of(new Price(price)), true);
        }
    }
}
