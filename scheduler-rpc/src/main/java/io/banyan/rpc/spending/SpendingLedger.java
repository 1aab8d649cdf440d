package io.banyan.rpc.spending;

import io.banyan.provider.Price;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The spending of a provider in one period, by user, and the resources outside that go on costing. The ledger reads no
 * clock and writes no file. Times are in seconds, of which only complete ones count, and each change returns the
 * {@link LedgerLine} that describes it. Time does not go back: if it seems to, it stands still.
 *
 * <p>A resource costs from the request to its return, and for at least the billing time. A change costs O(log n) for
 * each resource of its request. For one thread.
 */
final class SpendingLedger {
    private static final long LONGEST_LISTING_SEC = 3600;

    private final long billingSec;
    private final Period period;
    private final BudgetGates budgetGates;
    private final Map<String, Entry> byRequest = new LinkedHashMap<>();
    /** When something of a request went back last, the first first. */
    private final Map<String, Long> wentBack = new LinkedHashMap<>();

    /** One with nothing in it. */
    SpendingLedger(long periodSec, long billingSec) {
        this.billingSec = billingSec;
        this.period = new Period(periodSec);
        this.budgetGates = new BudgetGates(period, billingSec);
    }

    /**
     * One as these lines have left it. Where periods were longer when they were written, the one in which the last was
     * goes to its end as it is now.
     */
    static SpendingLedger of(List<LedgerLine> lines, Budget budget) {
        var ledger = new SpendingLedger(budget.periodSec(), budget.billingSec());
        lines.forEach(ledger::apply);
        ledger.period.restored();
        return ledger;
    }

    private void apply(LedgerLine line) {
        period.restore(line);
        budgetGates.pay(line.user(), new Money(line.paid()).minus(budgetGates.paid(line.user())));
        LedgerLine.Request request = line.request();
        if (request == null) {
            return;
        }
        Entry old = byRequest.remove(request.id());
        if (old != null) {
            old.all().forEach(thing -> budgetGates.takeOut(old, thing));
        }
        var entry = new Entry(line.user(), request.since(), request.least(), line.at());
        if (request.expected() != null) {
            entry.expect(budgetGates.putIn(entry, new LedgerLine.Thing(request.since(), request.expected())));
        }
        request.things().forEach((handle, thing) -> entry.things().put(handle, budgetGates.putIn(entry, thing)));
        keepUnlessGone(request.id(), entry);
    }

    /**
     * From now on it is this time; whether a new period has begun with it, so that the lines that were written before
     * are none of it.
     */
    boolean advance(long nowSec) {
        boolean isNew = period.advance(nowSec);
        if (isNew) {
            budgetGates.turn();
        }
        return isNew;
    }

    /** When this period began, and when it ends; 0 before the first purchase. */
    long begin() {
        return period.begin();
    }

    long end() {
        return period.end();
    }

    /** The spending for all, or for one user. */
    BudgetGate.Sum sum(Optional<String> user) {
        return budgetGates.sum(user);
    }

    boolean has(String request) {
        return byRequest.containsKey(request);
    }

    /** Whether it knows of a later time. */
    boolean isAheadOf(long nowSec) {
        return period.now() > nowSec;
    }

    /** Returns the expected price of a request; empty where all that came is known. */
    Optional<Price> expected(String request) {
        return Optional.ofNullable(byRequest.get(request))
                .flatMap(Entry::expected)
                .flatMap(BudgetGate.Held::price);
    }

    boolean isEmpty() {
        return byRequest.isEmpty();
    }

    /** The requests that have, or may have, resources outside. O(n). */
    List<String> requests() {
        return List.copyOf(byRequest.keySet());
    }

    /** Returns the time of the last known result of a request; 0 where it is not known. */
    long changed(String request) {
        return Optional.ofNullable(byRequest.get(request)).map(Entry::changed).orElse(0L);
    }

    /** When something of a request went back last; 0 where that is long ago, or never was. */
    long wentBack(String request) {
        return wentBack.getOrDefault(request, 0L);
    }

    /**
     * A request is about to be bought.
     *
     * @param expected its price
     * @param planned for how many seconds money is put aside for it, where that is longer than the billing time
     */
    LedgerLine open(String request, String user, Price expected, long planned) {
        period.start();
        var entry = new Entry(user, period.since(), Math.max(planned, billingSec), period.now());
        entry.expect(budgetGates.putIn(entry, new LedgerLine.Thing(entry.since(), Optional.of(expected))));
        byRequest.put(request, entry);
        return line(request, entry);
    }

    /** This has come of a request. Known resources stay as they are. */
    LedgerLine came(String request, String user, Map<String, Optional<Price>> prices) {
        period.start();
        Entry entry =
                byRequest.computeIfAbsent(request, id -> new Entry(user, period.since(), billingSec, period.now()));
        long since = entry.expected().isEmpty() ? period.since() : entry.since();
        settle(entry);
        prices.forEach((handle, price) -> entry.things()
                .computeIfAbsent(handle, it -> budgetGates.putInLate(entry, new LedgerLine.Thing(since, price))));
        keepUnlessGone(request, entry);
        return line(request, entry);
    }

    /** Records that a request has brought no resources, and has none any more. */
    Optional<LedgerLine> refused(String request) {
        goesBack(request);
        Entry entry = byRequest.get(request);
        if (entry == null) {
            return Optional.empty();
        }
        settle(entry);
        return closed(request, List.of());
    }

    /**
     * Records returned resources; without handles, all of the request. The result of a failed call is unknown: it
     * counts as the expected amount.
     */
    Optional<LedgerLine> closed(String request, Collection<String> handles) {
        goesBack(request);
        Entry entry = byRequest.get(request);
        if (entry == null) {
            return Optional.empty();
        }
        for (String handle : handles.isEmpty() ? List.copyOf(entry.things().keySet()) : handles) {
            Optional.ofNullable(entry.things().remove(handle))
                    .ifPresent(thing -> budgetGates.takeOutPaid(entry, thing));
        }
        if (handles.isEmpty()) {
            entry.takeExpected().ifPresent(thing -> budgetGates.takeOutPaid(entry, thing));
        }
        keepUnlessGone(request, entry);
        return Optional.of(line(request, entry));
    }

    /**
     * Records the existing resources of a request: unknown ones have come, and a price that was unknown counts from the
     * beginning. Nothing where all is known.
     */
    Optional<LedgerLine> found(String request, String user, Map<String, Optional<Price>> prices) {
        Entry known = byRequest.get(request);
        boolean isPriced = known != null && isPriced(known, prices);
        boolean isKnown = known != null && known.things().keySet().containsAll(prices.keySet());
        return isKnown && !isPriced ? Optional.empty() : Optional.of(came(request, user, prices));
    }

    /** Whether the prices include one that was unknown before. */
    private boolean isPriced(Entry entry, Map<String, Optional<Price>> prices) {
        boolean isPriced = false;
        for (Map.Entry<String, BudgetGate.Held> thing : entry.things().entrySet()) {
            BudgetGate.Held held = thing.getValue();
            Optional<Price> price = prices.getOrDefault(thing.getKey(), Optional.empty());
            if (held.price().isEmpty() && price.isPresent()) {
                budgetGates.takeOutUnpaid(entry, held);
                thing.setValue(budgetGates.putInLate(entry, new LedgerLine.Thing(held.since(), price)));
                isPriced = true;
            }
        }
        return isPriced;
    }

    /**
     * Records that a request has only these resources: other known ones have gone by now. Nothing where there is no
     * such thing.
     */
    Optional<LedgerLine> left(String request, Set<String> there) {
        Entry entry = byRequest.get(request);
        if (entry == null) {
            return Optional.empty();
        }
        List<String> gone = entry.things().keySet().stream()
                .filter(handle -> !there.contains(handle))
                .toList();
        boolean isNothing = entry.expected().isPresent() && there.isEmpty();
        return gone.isEmpty() && !isNothing ? Optional.empty() : closed(request, there.isEmpty() ? List.of() : gone);
    }

    /** All that must be known to go on from here. O(n). */
    List<LedgerLine> lines() {
        List<LedgerLine> lines = new ArrayList<>();
        budgetGates
                .users()
                .forEach(user -> lines.add(new LedgerLine(
                        period.now(),
                        period.begin(),
                        user,
                        budgetGates.paid(user).parts(),
                        null)));
        byRequest.forEach((request, entry) -> lines.add(line(request, entry)));
        return lines;
    }

    private LedgerLine line(String request, Entry entry) {
        return new LedgerLine(
                period.now(),
                period.begin(),
                entry.user(),
                budgetGates.paid(entry.user()).parts(),
                entry.toLine(request));
    }

    private void goesBack(String request) {
        wentBack.remove(request);
        wentBack.put(request, period.now());
        var times = wentBack.values().iterator();
        while (times.hasNext() && times.next() < period.now() - LONGEST_LISTING_SEC) {
            times.remove();
        }
    }

    private void settle(Entry entry) {
        entry.change(period.now());
        entry.takeExpected().ifPresent(thing -> budgetGates.takeOutUnpaid(entry, thing));
    }

    private void keepUnlessGone(String request, Entry entry) {
        if (entry.isGone()) {
            byRequest.remove(request);
        } else {
            byRequest.put(request, entry);
        }
    }
}
