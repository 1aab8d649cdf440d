package io.banyan.graph.io;

import java.math.BigInteger;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The sizes of devices as hwloc writes them: a number, with a unit from hwloc 3 on. */
final class HwlocSize {
    private static final Pattern SIZE = Pattern.compile("(\\d{1,18})\\s*([A-Za-z]*)");
    /** Hwloc calls this unit kB and KiB alike; a number alone counts it. */
    private static final String USUAL_UNIT = "kib";

    private static final Map<String, BigInteger> BYTES = Map.ofEntries(
            Map.entry("b", BigInteger.ONE),
            Map.entry("bytes", BigInteger.ONE),
            Map.entry(USUAL_UNIT, BigInteger.TEN.pow(3)),
            Map.entry("kb", BigInteger.TEN.pow(3)),
            Map.entry("mb", BigInteger.TEN.pow(6)),
            Map.entry("gb", BigInteger.TEN.pow(9)),
            Map.entry("tb", BigInteger.TEN.pow(12)),
            Map.entry("mib", BigInteger.TWO.pow(20)),
            Map.entry("gib", BigInteger.TWO.pow(30)),
            Map.entry("tib", BigInteger.TWO.pow(40)));

    private static final BigInteger BYTES_PER_GIGABYTE = BigInteger.TEN.pow(9);

    private HwlocSize() {}

    /**
     * A size in gigabytes, rounded down. A million of the kilobytes that a number alone counts make one, as in Fluxion.
     *
     * @throws IllegalArgumentException if the text is no size
     */
    static long gigabytes(String text) {
        Matcher size = SIZE.matcher(text.strip());
        if (!size.matches()) {
            throw new IllegalArgumentException("the size '" + text + "' is not a whole number");
        }
        String unit = size.group(2).isEmpty() ? USUAL_UNIT : size.group(2).toLowerCase(Locale.ROOT);
        BigInteger bytes = BYTES.get(unit);
        if (bytes == null) {
            throw new IllegalArgumentException(
                    "the size '" + text + "' has an unknown unit; expected B, KiB, MiB, GiB, TiB, kB, MB, GB or TB");
        }
        BigInteger gigabytes = new BigInteger(size.group(1)).multiply(bytes).divide(BYTES_PER_GIGABYTE);
        if (gigabytes.bitLength() >= Long.SIZE) {
            throw new IllegalArgumentException("the size '" + text + "' is too large");
        }
        return gigabytes.longValue();
    }
}
