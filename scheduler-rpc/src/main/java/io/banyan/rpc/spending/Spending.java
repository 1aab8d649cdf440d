package io.banyan.rpc.spending;

import io.banyan.provider.Handle;
import io.banyan.provider.Inventory;
import io.banyan.provider.Price;
import io.banyan.provider.ProvisionRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The budget of a provider, its spending, and the ledger that records it. A purchase is in the ledger before it is
 * made. An event that has already happened and cannot be written at once is logged, and written as soon as possible.
 *
 * <p>Threads that call may have to wait for a disk. A change costs O(log n) for each resource of the request, with n
 * resources outside, and at times O(n), when the ledger is rewritten. A query costs O(log n), and O(log n) once for
 * each resource. Times of jobs are in seconds.
 */
public final class Spending {
    private static final Logger LOG = LoggerFactory.getLogger(Spending.class);
    /** So far a clock may go back. */
    private static final long MOST_BACK_SEC = 3600;

    private final String name;
    private final Budget budget;
    private final Optional<LedgerFile> file;
    private final InstantSource clock;
    private final SpendingLedger ledger;
    private final Map<String, String> userOfOpen = new HashMap<>();
    /** The end of the period of which it was said that nothing is left. */
    private long saidUntil;

    private Spending(
            String name, Budget budget, Optional<LedgerFile> file, SpendingLedger ledger, InstantSource clock) {
        this.name = name;
        this.budget = budget;
        this.file = file;
        this.ledger = ledger;
        this.clock = clock;
    }

    /**
     * Opens the spending of earlier processes in a file, or an empty one if there is no file. Writes nothing yet. Costs
     * O(file).
     *
     * @param name of the provider, for messages
     * @throws IllegalArgumentException with one sentence, where the file cannot be read or is damaged
     */
    public static Spending of(String name, Budget budget, Path path, InstantSource clock) {
        var file = new LedgerFile(path);
        try {
            return new Spending(name, budget, Optional.of(file), SpendingLedger.of(file.read(), budget), clock);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    e.getMessage() != null && e.getMessage().startsWith("The ledger")
                            ? e.getMessage()
                            : "The ledger of the provider '" + name + "' cannot be read: " + e.getMessage(),
                    e);
        }
    }

    /** Without a file nothing can be spent, and returns are not counted. */
    public static Spending nowhere(String name, Budget budget) {
        return new Spending(
                name,
                budget,
                Optional.empty(),
                new SpendingLedger(budget.periodSec(), budget.billingSec()),
                InstantSource.system());
    }

    /** The budget and the spending in words for people. */
    public synchronized String words() {
        advance();
        String may = budget.all().map(most -> "it may spend " + most).orElse("it may spend any amount")
                + budget.ofUser().map(most -> ", " + most + " for each user,").orElse("") + " in " + days();
        BudgetGate.Sum sum = ledger.sum(Optional.empty());
        return may + " and has spent " + sum.spent() + since()
                + (isUsedUp(sum) ? ", so it supplies nothing more before " + instant(ledger.end()) : "");
    }

    /** Whether a request is known, and may have brought something. */
    public synchronized boolean has(String request) {
        return ledger.has(request);
    }

    /**
     * Reserves money for a coming purchase, on the disk; or returns why it would be too much.
     *
     * @param price of the expected resources; empty where it is not known
     * @return why it would be too much, or cannot be written down, for people; empty where it may be bought
     */
    public synchronized Optional<String> reserve(ProvisionRequest request, Optional<Price> price) {
        String user = request.asker().user();
        Instant now = advance();
        long planned = request.jobspec().attributes().durationSec();
        if (ledger.isAheadOf(now.getEpochSecond() + MOST_BACK_SEC)) {
            return Optional.of("its spending is recorded up to a time later than the clock shows");
        }
        Optional<String> no = tooMuch(price, planned, Optional.of(user));
        if (no.isPresent()) {
            sayUsedUp();
            return no;
        }
        LedgerLine line = ledger.open(request.requestId(), user, price.orElse(Price.FREE), planned);
        try {
            write(line);
        } catch (IOException e) {
            ledger.refused(request.requestId());
            return Optional.of("its ledger cannot be written: " + e.getMessage());
        }
        return Optional.empty();
    }

    /** A call for a request begins, which is open until {@link #over}. */
    public synchronized void open(ProvisionRequest request) {
        userOfOpen.put(request.requestId(), request.asker().user());
    }

    /** Records the end of a call for a request, whose known results were reported here before. */
    public synchronized void over(String request) {
        userOfOpen.remove(request);
    }

    /**
     * This came of a request whose call is open.
     *
     * @param prices of each thing, by handle; empty where it is not known
     * @return why it is too much after all, where it costs more than was put aside for it, for people; it counts until
     *     {@link #released}
     */
    public synchronized Optional<String> came(String request, Map<String, Optional<Price>> prices) {
        advance();
        String user = userOfOpen.getOrDefault(request, "");
        Optional<Price> expected = ledger.expected(request);
        keep(ledger.came(request, user, prices));
        Optional<Price> cost = Optional.of(Price.FREE);
        for (Optional<Price> price : prices.values()) {
            cost = cost.flatMap(sum -> price.map(sum::plus));
        }
        boolean isAsExpected =
                expected.isEmpty() || (cost.isPresent() && cost.get().compareTo(expected.get()) <= 0);
        return isAsExpected ? Optional.empty() : tooMuch(cost.map(known -> Price.FREE), 0, Optional.of(user));
    }

    /** Nothing came of a request, and nothing of it is there. */
    public synchronized void refused(String request) {
        advance();
        ledger.refused(request).ifPresent(this::keep);
    }

    /** These went back; all of the request where there is none. */
    public synchronized void released(String request, List<Handle> handles) {
        advance();
        ledger.closed(request, handles.stream().map(Handle::value).toList()).ifPresent(this::keep);
    }

    /**
     * Receives the provider's inventory at that time. Unknown resources count from now on, missing ones up to now.
     * Resources that came or went a moment before are not changed, nor are those of requests with an open call.
     */
    public synchronized void listed(List<Inventory.Holding> holdings, Instant asked) {
        advance();
        new Listing(holdings, asked.getEpochSecond(), userOfOpen::containsKey)
                .enter(ledger)
                .forEach(this::keep);
        if (!ledger.isEmpty()) {
            sayUsedUp();
        }
    }

    /**
     * Why this much can never be had, whatever was spent; empty where it may be. O(1).
     *
     * @param price of the requested resources; empty if unknown
     * @param planned the planned time in seconds
     */
    public Optional<String> never(Optional<Price> price, long planned) {
        Optional<String> all =
                exceeded(budget.all(), "this provider may spend", "", BudgetGate.Sum.NOTHING, price, planned);
        return all.isPresent()
                ? all
                : exceeded(
                        budget.ofUser(),
                        "a user may spend",
                        " on this provider",
                        BudgetGate.Sum.NOTHING,
                        price,
                        planned);
    }

    /**
     * Returns why this amount is not available in this period for any user; empty if it may be.
     *
     * @param price of the requested resources; empty if unknown
     * @param planned the planned time in seconds
     */
    public synchronized Optional<String> notNow(Optional<Price> price, long planned) {
        advance();
        return tooMuch(price, planned, Optional.empty());
    }

    private Optional<String> tooMuch(Optional<Price> price, long planned, Optional<String> user) {
        Optional<String> all =
                exceeded(budget.all(), "this provider may spend", "", ledger.sum(Optional.empty()), price, planned);
        return all.isPresent() || user.isEmpty()
                ? all
                : exceeded(
                        budget.ofUser(),
                        (user.get().isEmpty() ? "a user without a name" : user.get()) + " may spend",
                        " on this provider",
                        ledger.sum(user),
                        price,
                        planned);
    }

    private Optional<String> exceeded(
            Optional<Money> most, String who, String ofWhat, BudgetGate.Sum sum, Optional<Price> price, long planned) {
        if (most.isEmpty()) {
            return Optional.empty();
        }
        String may = who + " " + most.get() + ofWhat + " in " + days();
        if (price.isEmpty()) {
            return Optional.of(may + ", but the cost of this request is unknown");
        }
        if (sum.unpriced() > 0) {
            return Optional.of(may + ", but the cost of " + sum.unpriced() + " existing resources is unknown");
        }
        Money sure = Money.of(price.get(), Math.max(planned, budget.billingSec()));
        boolean isTooMuch = sum.planned().plus(sure).isMoreThan(most.get())
                || (price.get().microsAnHour() > 0 && !most.get().isMoreThan(sum.planned()));
        Money aside = sum.planned().minus(sum.spent());
        return isTooMuch
                ? Optional.of(may + ", has spent " + sum.spent() + since()
                        + (aside.isMoreThan(Money.NOTHING) ? ", keeps " + aside + " for existing resources" : "")
                        + ", and this request costs "
                        + (sure.isMoreThan(Money.NOTHING) ? sure + " or more" : price.get()))
                : Optional.empty();
    }

    private boolean isUsedUp(BudgetGate.Sum sum) {
        return ledger.end() > 0
                && budget.all().filter(most -> !most.isMoreThan(sum.spent())).isPresent();
    }

    /** Says it once in a period. */
    private void sayUsedUp() {
        BudgetGate.Sum sum = ledger.sum(Optional.empty());
        if (isUsedUp(sum) && saidUntil != ledger.end()) {
            saidUntil = ledger.end();
            LOG.warn(
                    "The provider {} has spent {}{}, its whole budget; it supplies nothing more before {}, and its resources in use stay",
                    name,
                    sum.spent(),
                    since(),
                    instant(ledger.end()));
        }
    }

    private String days() {
        return budget.days() + (budget.days() == 1 ? " day" : " days");
    }

    private String since() {
        return ledger.begin() == 0 ? "" : " since " + instant(ledger.begin());
    }

    private static String instant(long seconds) {
        return Instant.ofEpochSecond(seconds).toString();
    }

    private Instant advance() {
        Instant now = clock.instant();
        // A second that has begun is paid.
        if (ledger.advance(now.getEpochSecond() + (now.getNano() > 0 ? 1 : 0))) {
            file.ifPresent(LedgerFile::outdate);
        }
        return now;
    }

    /** Keeps a line about an event that has already happened, as soon as possible. */
    private void keep(LedgerLine line) {
        try {
            write(line);
        } catch (IOException e) {
            LOG.warn("The ledger of the provider {} cannot be written: {}", name, e.getMessage());
        }
    }

    private void write(LedgerLine line) throws IOException {
        LedgerFile to = file.orElseThrow(() -> new IOException("there is no ledger here"));
        if (to.takesMore()) {
            to.add(line);
        } else {
            to.replace(ledger.lines());
        }
    }
}
