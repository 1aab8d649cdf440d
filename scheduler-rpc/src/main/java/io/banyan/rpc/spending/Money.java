package io.banyan.rpc.spending;

import io.banyan.provider.Price;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * An amount of US dollars, as exact as prices by the hour and times by the second make it.
 *
 * @param parts in 3600ths of a millionth of a dollar: the cost of one second at a price of a millionth of a dollar an
 *     hour
 */
record Money(BigInteger parts) implements Comparable<Money> {
    static final Money NOTHING = new Money(BigInteger.ZERO);
    private static final long HOUR_SECONDS = 3600;
    private static final BigDecimal PARTS_OF_A_DOLLAR = BigDecimal.valueOf(HOUR_SECONDS * 1_000_000);
    private static final int DECIMALS = 4;

    /** The cost of a price over the given seconds. */
    static Money of(Price price, long seconds) {
        return new Money(BigInteger.valueOf(price.microsAnHour()).multiply(BigInteger.valueOf(seconds)));
    }

    /**
     * So many dollars.
     *
     * @throws IllegalArgumentException where the text is no such number, in one sentence
     */
    static Money parse(String dollars) {
        return of(Price.parse(dollars), HOUR_SECONDS);
    }

    Money plus(Money other) {
        return new Money(parts.add(other.parts));
    }

    Money minus(Money other) {
        return new Money(parts.subtract(other.parts));
    }

    boolean isMoreThan(Money other) {
        return compareTo(other) > 0;
    }

    @Override
    public int compareTo(Money other) {
        return parts.compareTo(other.parts);
    }

    /** For people, rounded up: {@code 0.0928 USD}. */
    @Override
    public String toString() {
        BigDecimal dollars = new BigDecimal(parts).divide(PARTS_OF_A_DOLLAR, DECIMALS, RoundingMode.CEILING);
        return (dollars.signum() == 0 ? "0" : dollars.stripTrailingZeros().toPlainString()) + " USD";
    }
}
