package io.banyan.rpc.provider;

import io.banyan.provider.Inventory;
import io.banyan.provider.Price;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What was spent of a provider in this period, for whom, and what is out there and costs more and more. It reads no clock and writes no file: times are in seconds, those that are not over count,
 * and each change makes the {@link LedgerLine} that says it. Time does not go back: where it seems to, it stands still.
 *
 * <p>A thing costs from when it was asked for, to when it went back, and for the billing time at least. A change costs O(log n) for each thing of its request. For one thread.
 */
final class Ledger {
    /** What was brought may not be listed at once. */
    private static final long SETTLING_SEC = 10;

    private static final long LONGEST_LISTING_SEC = 3600;

    private final long periodSec;
    private final long billingSec;
    private final Till all = new Till();
    private final TreeMap<String, Till> byUser = new TreeMap<>();
    private final Map<String, Entry> byRequest = new LinkedHashMap<>();
    /** When something of a request went back last, the first first: it may be listed for a moment longer. */
    private final Map<String, Long> wentBack = new LinkedHashMap<>();

    private boolean hasBegun;
    private long begin;
    private long end;
    private long now;
    private long lastNumber;

    /** One with nothing in it. */
    Ledger(long periodSec, long billingSec) {
        this.periodSec = periodSec;
        this.billingSec = billingSec;
    }

    /** One as these lines have left it. Where periods were longer when they were written, the one in which the last was goes to its end as it is now. */
    static Ledger of(List<LedgerLine> lines, Budget budget) {
        var ledger = new Ledger(budget.periodSec(), budget.billingSec());
        lines.forEach(ledger::apply);
        ledger.end = ledger.begin + ledger.periodSec * (1 + (ledger.now - ledger.begin) / ledger.periodSec);
        return ledger;
    }

    private void apply(LedgerLine line) {
        hasBegun = true;
        begin = line.begin();
        now = Math.max(now, Math.max(line.at(), begin));
        Till till = till(line.user());
        var paid = new Money(line.paid());
        all.pay(paid.minus(till.paid()));
        till.pay(paid.minus(till.paid()));
        LedgerLine.Request request = line.request();
        if (request == null) {
            return;
        }
        Entry old = byRequest.remove(request.id());
        if (old != null) {
            old.things.values().forEach(thing -> takeOut(old, thing));
            Optional.ofNullable(old.expected).ifPresent(thing -> takeOut(old, thing));
        }
        var entry = new Entry(line.user(), request.since(), request.least(), line.at());
        if (request.expected() != null) {
            entry.expected = putIn(entry, new LedgerLine.Thing(request.since(), request.expected()));
        }
        request.things().forEach((handle, thing) -> entry.things.put(handle, putIn(entry, thing)));
        keepUnlessGone(request.id(), entry);
    }

    /** From now on it is this time; whether a new period has begun with it, so that the lines that were written before are none of it. */
    boolean advance(long nowSec) {
        now = Math.max(now, nowSec);
        if (!hasBegun || now < end) {
            return false;
        }
        begin = end + (now - end) / periodSec * periodSec;
        end = begin + periodSec;
        all.turn(begin);
        byUser.values().forEach(till -> till.turn(begin));
        byUser.values().removeIf(Till::isEmpty);
        return true;
    }

    /** When this period began, and when it ends; 0 before the first purchase. */
    long begin() {
        return begin;
    }

    long end() {
        return end;
    }

    /** What was spent for all, or for one user. */
    Till.Sum sum(Optional<String> user) {
        return user.map(name -> Optional.ofNullable(byUser.get(name)))
                .orElse(Optional.of(all))
                .map(till -> till.sum(now))
                .orElse(Till.Sum.NOTHING);
    }

    boolean has(String request) {
        return byRequest.containsKey(request);
    }

    /** Whether it knows of a later time. */
    boolean isAheadOf(long nowSec) {
        return now > nowSec;
    }

    /** The price of what is expected of a request; empty where all that came is known. */
    Optional<Price> expected(String request) {
        return Optional.ofNullable(byRequest.get(request))
                .flatMap(entry -> Optional.ofNullable(entry.expected))
                .flatMap(Till.Held::price);
    }

    boolean isEmpty() {
        return byRequest.isEmpty();
    }

    /**
     * A request is about to be bought.
     *
     * @param expected its price
     * @param planned for how many seconds money is put aside for it, where that is longer than the billing time
     */
    LedgerLine open(String request, String user, Price expected, long planned) {
        start();
        var entry = new Entry(user, since(), Math.max(planned, billingSec), now);
        entry.expected = putIn(entry, new LedgerLine.Thing(entry.since, Optional.of(expected)));
        byRequest.put(request, entry);
        return line(request, entry);
    }

    /** This has come of a request. What is known already stays as it is. */
    LedgerLine came(String request, String user, Map<String, Optional<Price>> prices) {
        start();
        Entry entry = byRequest.computeIfAbsent(request, id -> new Entry(user, since(), billingSec, now));
        long since = entry.expected == null ? since() : entry.since;
        settle(entry);
        prices.forEach((handle, price) ->
                entry.things.computeIfAbsent(handle, it -> isFound(entry, new LedgerLine.Thing(since, price))));
        keepUnlessGone(request, entry);
        return line(request, entry);
    }

    /** Nothing came of a request, and nothing is out there of it any more. */
    Optional<LedgerLine> refused(String request) {
        goesBack(request);
        Entry entry = byRequest.get(request);
        if (entry == null) {
            return Optional.empty();
        }
        settle(entry);
        return closed(request, List.of());
    }

    /** These went back; all of the request where there is none. Of what came of a call that failed nobody knows: it counts as all that was expected. */
    Optional<LedgerLine> closed(String request, Collection<String> handles) {
        goesBack(request);
        Entry entry = byRequest.get(request);
        if (entry == null) {
            return Optional.empty();
        }
        for (String handle : handles.isEmpty() ? List.copyOf(entry.things.keySet()) : handles) {
            Optional.ofNullable(entry.things.remove(handle)).ifPresent(thing -> pay(entry, thing));
        }
        if (handles.isEmpty() && entry.expected != null) {
            pay(entry, entry.expected);
            entry.expected = null;
        }
        keepUnlessGone(request, entry);
        return Optional.of(line(request, entry));
    }

    /**
     * All that is out there. What was not known comes in from now on; what is not there any more has cost up to now.
     *
     * @param asked when the provider was asked
     * @param isOpen whether a call for the request is under way, so that it is not known yet what came of it
     */
    List<LedgerLine> listed(List<Inventory.Holding> holdings, long asked, Predicate<String> isOpen) {
        Map<String, Map<String, Inventory.Holding>> there = new LinkedHashMap<>();
        holdings.stream()
                .filter(Inventory.Holding::isUsable)
                .forEach(holding -> there.computeIfAbsent(holding.requestId(), id -> new LinkedHashMap<>())
                        .put(holding.handle(), holding));
        List<LedgerLine> lines = new ArrayList<>();
        there.forEach((request, byHandle) -> {
            if (!isOpen.test(request) && wentBack.getOrDefault(request, 0L) <= asked - SETTLING_SEC) {
                found(request, byHandle).ifPresent(lines::add);
            }
        });
        for (String request : List.copyOf(byRequest.keySet())) {
            if (!isOpen.test(request)) {
                missed(request, there.getOrDefault(request, Map.of()), asked).ifPresent(lines::add);
            }
        }
        return lines;
    }

    private Optional<LedgerLine> found(String request, Map<String, Inventory.Holding> byHandle) {
        Entry known = byRequest.get(request);
        boolean isPriced = known != null && isPriced(known, byHandle);
        Map<String, Optional<Price>> news = new LinkedHashMap<>();
        byHandle.forEach((handle, holding) -> {
            if (known == null || !known.things.containsKey(handle)) {
                news.put(handle, holding.price());
            }
        });
        String user = byHandle.values().iterator().next().user();
        return news.isEmpty() && !isPriced ? Optional.empty() : Optional.of(came(request, user, news));
    }

    /** Whether the price of something is told that was not known. */
    private boolean isPriced(Entry entry, Map<String, Inventory.Holding> byHandle) {
        boolean isPriced = false;
        for (Map.Entry<String, Till.Held> thing : entry.things.entrySet()) {
            Till.Held held = thing.getValue();
            Inventory.Holding holding = byHandle.get(thing.getKey());
            if (held.price().isEmpty() && holding != null && holding.price().isPresent()) {
                isNone(entry, held);
                thing.setValue(isFound(entry, new LedgerLine.Thing(held.since(), holding.price())));
                isPriced = true;
            }
        }
        return isPriced;
    }

    private Optional<LedgerLine> missed(String request, Map<String, Inventory.Holding> there, long asked) {
        Entry entry = byRequest.get(request);
        if (entry == null || entry.changed > asked - SETTLING_SEC) {
            return Optional.empty();
        }
        List<String> gone = entry.things.keySet().stream()
                .filter(handle -> !there.containsKey(handle))
                .toList();
        boolean isNothing = entry.expected != null && there.isEmpty();
        return gone.isEmpty() && !isNothing ? Optional.empty() : closed(request, there.isEmpty() ? List.of() : gone);
    }

    /** All that must be known to go on from here. O(n). */
    List<LedgerLine> lines() {
        List<LedgerLine> lines = new ArrayList<>();
        byUser.forEach((user, till) ->
                lines.add(new LedgerLine(now, begin, user, till.paid().parts(), null)));
        byRequest.forEach((request, entry) -> lines.add(line(request, entry)));
        return lines;
    }

    private LedgerLine line(String request, Entry entry) {
        var things = new TreeMap<String, LedgerLine.Thing>();
        entry.things.forEach((handle, held) -> things.put(handle, new LedgerLine.Thing(held.since(), held.price())));
        Long expected = expected(request).map(Price::microsAnHour).orElse(null);
        return new LedgerLine(
                now,
                begin,
                entry.user,
                till(entry.user).paid().parts(),
                new LedgerLine.Request(request, entry.since, entry.planned, expected, things));
    }

    private void goesBack(String request) {
        wentBack.remove(request);
        wentBack.put(request, now);
        var times = wentBack.values().iterator();
        while (times.hasNext() && times.next() < now - LONGEST_LISTING_SEC) {
            times.remove();
        }
    }

    /** When it came what comes now: a second that has begun is paid. */
    private long since() {
        return Math.max(begin, now - 1);
    }

    /** The first purchase begins the first period. */
    private void start() {
        if (!hasBegun) {
            hasBegun = true;
            begin = now - 1;
            end = begin + periodSec;
        }
    }

    private void settle(Entry entry) {
        entry.changed = now;
        if (entry.expected != null) {
            isNone(entry, entry.expected);
            entry.expected = null;
        }
    }

    private void keepUnlessGone(String request, Entry entry) {
        if (entry.expected == null && entry.things.isEmpty()) {
            byRequest.remove(request);
        } else {
            byRequest.put(request, entry);
        }
    }

    private Till till(String user) {
        return byUser.computeIfAbsent(user, name -> new Till());
    }

    private Till.Held putIn(Entry entry, LedgerLine.Thing thing) {
        Price price = thing.known().orElse(Price.FREE);
        var held = new Till.Held(
                thing.known(),
                new Meter.Item(thing.since(), billingSec, price, ++lastNumber),
                new Meter.Item(thing.since(), Math.max(billingSec, entry.planned), price, lastNumber));
        all.add(held);
        till(entry.user).add(held);
        return held;
    }

    private void takeOut(Entry entry, Till.Held held) {
        all.remove(held);
        till(entry.user).remove(held);
    }

    private void pay(Entry entry, Till.Held held) {
        takeOut(entry, held);
        pay(entry, held.spent().at(now));
    }

    /** It has been there since before it was known. */
    private Till.Held isFound(Entry entry, LedgerLine.Thing thing) {
        Till.Held held = putIn(entry, thing);
        pay(entry, Money.NOTHING.minus(earlier(held)));
        return held;
    }

    /** It has never been there. */
    private void isNone(Entry entry, Till.Held held) {
        takeOut(entry, held);
        pay(entry, earlier(held));
    }

    /** What it has cost before this period. */
    private Money earlier(Till.Held held) {
        return held.since() < begin ? held.spent().at(begin) : Money.NOTHING;
    }

    private void pay(Entry entry, Money money) {
        all.pay(money);
        till(entry.user).pay(money);
    }

    /** What one request has. */
    private static final class Entry {
        private final String user;
        private final long since;
        private final long planned;
        private final Map<String, Till.Held> things = new LinkedHashMap<>();
        private Till.@Nullable Held expected;
        private long changed;

        Entry(String user, long since, long planned, long changed) {
            this.user = user;
            this.since = since;
            this.planned = planned;
            this.changed = changed;
        }
    }
}
