package io.banyan.rpc.spending;

import io.banyan.provider.Price;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The gate for all, and one for each user: each thing is in two of them. A thing that comes or goes costs O(log n). For
 * one thread.
 */
final class BudgetGates {
    private final Period period;
    private final long billingSec;
    private final BudgetGate all = new BudgetGate();
    private final TreeMap<String, BudgetGate> byUser = new TreeMap<>();
    private long lastNumber;

    /**
     * Ones with nothing in them.
     *
     * @param period in which it is now
     * @param billingSec for how many seconds each thing is paid at least
     */
    BudgetGates(Period period, long billingSec) {
        this.period = period;
        this.billingSec = billingSec;
    }

    /** A new period has begun. O(users). */
    void turn() {
        all.turn(period.begin());
        byUser.values().forEach(gate -> gate.turn(period.begin()));
        byUser.values().removeIf(BudgetGate::isEmpty);
    }

    /** The spending for all, or for one user. */
    BudgetGate.Sum sum(Optional<String> user) {
        return user.map(name -> Optional.ofNullable(byUser.get(name)))
                .orElse(Optional.of(all))
                .map(gate -> gate.sum(period.now()))
                .orElse(BudgetGate.Sum.NOTHING);
    }

    /** The users with spending, in order. O(users). */
    List<String> users() {
        return List.copyOf(byUser.keySet());
    }

    /** The amount {@link BudgetGate#paid} of a user. */
    Money paid(String user) {
        return gate(user).paid();
    }

    void pay(String user, Money money) {
        all.pay(money);
        gate(user).pay(money);
    }

    /** Something of a request comes in, and costs from its time on. */
    BudgetGate.Held putIn(Entry entry, LedgerLine.Thing thing) {
        Price price = thing.known().orElse(Price.FREE);
        var held = new BudgetGate.Held(
                thing.known(),
                new SpendingMeter.Item(thing.since(), billingSec, price, ++lastNumber),
                new SpendingMeter.Item(thing.since(), Math.max(billingSec, entry.planned()), price, lastNumber));
        all.add(held);
        gate(entry.user()).add(held);
        return held;
    }

    /** Adds a resource that existed before it was known. */
    BudgetGate.Held putInLate(Entry entry, LedgerLine.Thing thing) {
        BudgetGate.Held held = putIn(entry, thing);
        pay(entry.user(), Money.NOTHING.minus(earlier(held)));
        return held;
    }

    void takeOut(Entry entry, BudgetGate.Held held) {
        all.remove(held);
        gate(entry.user()).remove(held);
    }

    /** Removes a resource whose cost so far stays spent. */
    void takeOutPaid(Entry entry, BudgetGate.Held held) {
        takeOut(entry, held);
        pay(entry.user(), held.spent().at(period.now()));
    }

    /** Removes a resource as if it had never existed. */
    void takeOutUnpaid(Entry entry, BudgetGate.Held held) {
        takeOut(entry, held);
        pay(entry.user(), earlier(held));
    }

    /** The cost before this period. */
    private Money earlier(BudgetGate.Held held) {
        return held.since() < period.begin() ? held.spent().at(period.begin()) : Money.NOTHING;
    }

    private BudgetGate gate(String user) {
        return byUser.computeIfAbsent(user, name -> new BudgetGate());
    }
}
