package io.banyan.provider;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * The price of something for an hour, in millionths of a US dollar.
 *
 * @param microsAnHour 0 or more
 */
public record Price(long microsAnHour) implements Comparable<Price> {
    /** The property of a node that says its price, as {@link #decimal} writes it. */
    public static final String PROPERTY = "price";

    public static final Price FREE = new Price(0);

    private static final int DECIMALS = 6;
    /** A billion dollars an hour. */
    private static final BigDecimal HIGHEST = BigDecimal.TEN.pow(9);
    /** No price is written with more; and to round one with a billion decimals takes hours. */
    private static final int LONGEST = 40;

    private static final int MOST_DECIMALS = 40;

    /** Checks the sign. */
    public Price {
        if (microsAnHour < 0) {
            throw new IllegalArgumentException("a price must not be negative, found " + microsAnHour);
        }
    }

    /**
     * The price that a decimal number of dollars stands for; what is beyond its sixth decimal is rounded up.
     *
     * @throws IllegalArgumentException where it is none, in one sentence
     */
    public static Price parse(String dollars) {
        try {
            String text = dollars.strip();
            BigDecimal number = new BigDecimal(text.length() > LONGEST ? "" : text);
            boolean isShort = number.scale() <= MOST_DECIMALS;
            if (isShort && number.signum() >= 0 && number.compareTo(HIGHEST) <= 0) {
                return new Price(number.setScale(DECIMALS, RoundingMode.UP)
                        .unscaledValue()
                        .longValueExact());
            }
        } catch (NumberFormatException notANumber) {
            throw new IllegalArgumentException(wrong(dollars), notANumber);
        }
        throw new IllegalArgumentException(wrong(dollars));
    }

    private static String wrong(String dollars) {
        String shown = dollars.length() > LONGEST ? dollars.substring(0, LONGEST) + "..." : dollars;
        return "A price must be a number of US dollars from 0 to a billion, such as 0.0928, not '" + shown + "'.";
    }

    /** The sum; where it is beyond what can be counted, the most that can. */
    public Price plus(Price other) {
        long sum = microsAnHour + other.microsAnHour;
        return new Price(sum < 0 ? Long.MAX_VALUE : sum);
    }

    /** So many of it, for a count from 0; where that is beyond what can be counted, the most that can. */
    public Price times(long count) {
        boolean isTooMuch = Math.multiplyHigh(microsAnHour, count) != 0 || microsAnHour * count < 0;
        return new Price(isTooMuch ? Long.MAX_VALUE : microsAnHour * count);
    }

    /** In dollars, without zeros at its end: {@code 0.0928}. */
    public String decimal() {
        return microsAnHour == 0
                ? "0"
                : BigDecimal.valueOf(microsAnHour, DECIMALS)
                        .stripTrailingZeros()
                        .toPlainString();
    }

    @Override
    public int compareTo(Price other) {
        return Long.compare(microsAnHour, other.microsAnHour);
    }

    /** For people. */
    @Override
    public String toString() {
        return decimal() + " USD/h";
    }
}
