package io.banyan.rpc.spending;

import io.banyan.provider.Price;
import java.util.Optional;

/** The spending in a period for all, or for one user. For one thread. */
final class BudgetGate {
    /**
     * The state at one time.
     *
     * @param spent in this period
     * @param planned the same with the reserved amounts of existing resources
     * @param unpriced the number of existing resources with an unknown price
     */
    record Sum(Money spent, Money planned, long unpriced) {
        static final Sum NOTHING = new Sum(Money.NOTHING, Money.NOTHING, 0);
    }

    /**
     * An existing resource, on both meters.
     *
     * @param price empty if unknown
     */
    record Held(Optional<Price> price, SpendingMeter.Item spent, SpendingMeter.Item planned) {
        long since() {
            return spent.since();
        }
    }

    private final SpendingMeter spent = new SpendingMeter();
    private final SpendingMeter planned = new SpendingMeter();
    private Money paid = Money.NOTHING;
    private long unpriced;
    private long count;

    void add(Held held) {
        spent.add(held.spent());
        planned.add(held.planned());
        unpriced += held.price().isEmpty() ? 1 : 0;
        count++;
    }

    void remove(Held held) {
        spent.remove(held.spent());
        planned.remove(held.planned());
        unpriced -= held.price().isEmpty() ? 1 : 0;
        count--;
    }

    /** For resources that are no longer on the meters. */
    void pay(Money money) {
        paid = paid.plus(money);
    }

    /** The payments in this period for returned resources, less the payments of earlier periods for existing ones. */
    Money paid() {
        return paid;
    }

    /** A new period begins; the costs until then were paid in earlier ones. */
    void turn(long begin) {
        paid = Money.NOTHING.minus(spent.at(begin));
    }

    boolean isEmpty() {
        return count == 0;
    }

    Sum sum(long now) {
        return new Sum(paid.plus(spent.at(now)), paid.plus(planned.at(now)), unpriced);
    }
}
