package io.banyan.rpc.spending;

import io.banyan.provider.Price;
import java.math.BigInteger;
import java.util.Comparator;
import java.util.TreeSet;

/**
 * What many things cost together that each cost something from when they came, and for a least time in any case. All
 * costs O(log n) a thing that comes or goes, however much time passes. Time does not go back. For one thread.
 */
final class Meter {
    /**
     * Something that costs.
     *
     * @param since the second in which it came
     * @param least for how many seconds it costs at least
     * @param price of it
     * @param number tells it from others
     */
    record Item(long since, long least, Price price, long number) {
        private long free() {
            return since + least;
        }

        /** What it has cost by then, which is not before it came. */
        Money at(long now) {
            return Money.of(price, Math.max(least, now - since));
        }
    }

    /** Those that cost as much as they do for their least time, the first whose time is over first. */
    private final TreeSet<Item> young =
            new TreeSet<>(Comparator.comparingLong(Item::free).thenComparingLong(Item::number));

    private Money ofYoung = Money.NOTHING;
    /**
     * What the others cost for a second, and what they would have cost by now if they had come in the second 0, less
     * what they have.
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

    /** What all that is in it has cost by now. O(1), and O(log n) once for each thing. */
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
