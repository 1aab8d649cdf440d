package io.banyan.cli.request;

import io.banyan.cli.output.CommandFailure;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An amount of memory as Slurm writes it: {@code 4G}, {@code 512M}, {@code 1.5T}. A number without a unit is in
 * megabytes. Units are powers of 1024.
 *
 * @param bytes 0 for all that a node has
 */
record MemorySize(BigInteger bytes) {
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,12}(?:\\.[0-9]{1,6})?)([KMGTP]?)(?:I?B)?");
    private static final String UNITS = "KMGTP";
    private static final int STEP = 10;
    private static final int GIGABYTE = 3 * STEP;
    /** The most gigabytes that a count of a jobspec can name. */
    private static final BigInteger MOST = BigInteger.ONE.shiftLeft(31 + GIGABYTE);

    /**
     * The amount that the word of an option names.
     *
     * @throws CommandFailure wrong use, if it names none
     */
    static MemorySize parse(String option, String word) {
        Matcher size = SIZE.matcher(word.toUpperCase(Locale.ROOT));
        if (size.matches()) {
            String unit = size.group(2).isEmpty() ? "M" : size.group(2);
            BigDecimal factor = new BigDecimal(BigInteger.ONE.shiftLeft((UNITS.indexOf(unit) + 1) * STEP));
            BigInteger bytes = new BigDecimal(size.group(1))
                    .multiply(factor)
                    .setScale(0, RoundingMode.CEILING)
                    .toBigInteger();
            if (bytes.compareTo(MOST) <= 0) {
                return new MemorySize(bytes);
            }
        }
        throw CommandFailure.wrongUse(
                option + " must be an amount of memory such as 4G, 512M or 4000 (megabytes), found '" + word + "'");
    }

    /** Whether it stands for all memory of a node, as in Slurm. */
    boolean isAll() {
        return bytes.signum() == 0;
    }

    /** So many times as much. */
    MemorySize times(long count) {
        return new MemorySize(bytes.multiply(BigInteger.valueOf(count)));
    }

    /** The amount in gigabytes, in which graphs count memory, rounded up. */
    long gigabytes() {
        BigInteger gigabyte = BigInteger.ONE.shiftLeft(GIGABYTE);
        return bytes.add(gigabyte).subtract(BigInteger.ONE).divide(gigabyte).longValueExact();
    }
}
