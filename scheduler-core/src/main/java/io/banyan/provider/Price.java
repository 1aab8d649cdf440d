package io.banyan.provider;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * A price for an hour, in millionths of a US dollar.
 *
 * @param microsAnHour 0 or more
 */
public record Price(long microsAnHour) implements Comparable<Price> {
    /** The property of a node that contains its price, as {@link #decimal} writes it. */
    public static final String PROPERTY = "price";

    public static final Price FREE = new Price(0);

    private static final int DECIMALS = 6;
    /** A billion dollars an hour. */
    private static final BigDecimal HIGHEST = BigDecimal.TEN.pow(9);
    /** The maximum length of a text; a number with a billion decimals would take hours to round. */
    private static final int LONGEST = 40;

    private static final int MOST_DECIMALS = 40;

    /** Checks the sign. */
    public Price {
        if (microsAnHour < 0) {
            throw new IllegalArgumentException("a price must not be negative, found " + microsAnHour);
        }
    }

    /**
     * Parses a price from a decimal number of dollars. Digits after the sixth decimal are rounded up.
     *
     * @throws IllegalArgumentException if the text is not a price, with one sentence
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

    /** The sum, or the greatest price if the sum exceeds it. */
    public Price plus(Price other) {
        long sum = microsAnHour + other.microsAnHour;
        return new Price(sum < 0 ? Long.MAX_VALUE : sum);
    }

    /** The price of this number of items, from 0, or the greatest price if the product exceeds it. */
    public Price times(long count) {
        boolean isTooMuch = Math.multiplyHigh(microsAnHour, count) != 0 || microsAnHour * count < 0;
        return new Price(isTooMuch ? Long.MAX_VALUE : microsAnHour * count);
    }

    /** The price in dollars without trailing zeros: {@code 0.0928}. */
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
