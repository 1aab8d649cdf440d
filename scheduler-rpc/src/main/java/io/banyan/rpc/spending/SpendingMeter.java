package io.banyan.rpc.spending;

import io.banyan.provider.Price;
import java.math.BigInteger;
import java.util.Comparator;
import java.util.TreeSet;

/**
 * The total cost of resources that each cost from their arrival, and for at least a minimal time. An operation costs
 * O(log n) for each resource that comes or goes, however much time passes. Time does not go back. For one thread.
 */
final class SpendingMeter {
    /**
     * A resource with a price.
     *
     * @param since the second in which it came
     * @param least the minimum number of seconds that it costs
     * @param price of it
     * @param number identifies it
     */
    record Item(long since, long least, Price price, long number) {
        private long free() {
            return since + least;
        }

        /** The cost up to the given time, which is not before the arrival. */
        Money at(long now) {
            return Money.of(price, Math.max(least, now - since));
        }
    }

    /** The resources within their minimal time, ordered by its end. */
    private final TreeSet<Item> young =
            new TreeSet<>(Comparator.comparingLong(Item::free).thenComparingLong(Item::number));

    private Money ofYoung = Money.NOTHING;
    /**
     * The price of the other resources for a second, and the cost they would have by now if all had come at second 0,
     * less their real cost at that time.
     */
    private Money aSecond = Money.NOTHING;

    private Money before = Money.NOTHING;

    void add(Item item) {
        young.add(item);
        ofYoung = ofYoung.plus(item.at(item.since()));
    }

    /** Takes out one that is in it. */
    void remove(Item item) {
        if (young.remove(item)) {
            ofYoung = ofYoung.minus(item.at(item.since()));
        } else {
            aSecond = aSecond.minus(Money.of(item.price(), 1));
            before = before.minus(Money.of(item.price(), item.since()));
        }
    }

    /** The cost of all resources up to now. O(1), and O(log n) once for each resource. */
    Money at(long now) {
        while (!young.isEmpty() && young.first().free() <= now) {
            Item item = young.pollFirst();
            ofYoung = ofYoung.minus(item.at(item.since()));
            aSecond = aSecond.plus(Money.of(item.price(), 1));
            before = before.plus(Money.of(item.price(), item.since()));
        }
        return ofYoung.plus(new Money(aSecond.parts().multiply(BigInteger.valueOf(now))))
                .minus(before);
    }
}
