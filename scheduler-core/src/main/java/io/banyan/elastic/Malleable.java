package io.banyan.elastic;

/**
 * The amounts of a resource with which a malleable job can run: {@code min}, {@code min + unit} and so on, up to {@code
 * max}.
 *
 * @param min the least, 1 or more
 * @param max the most
 * @param unit the step; {@code max - min} is a multiple of it
 */
public record Malleable(long min, long max, long unit) {
    /** Checks the amounts. */
    public Malleable {
        if (min < 1 || max < min || unit < 1 || (max - min) % unit != 0) {
            throw new IllegalArgumentException("a malleable job accepts min, min + unit, ... up to max, found min "
                    + min + ", max " + max + ", unit " + unit);
        }
    }

    /** The most that it can run with of so much; 0 where that is not enough for it to run at all. */
    public long fitting(long available) {
        return available < min ? 0 : min + (Math.min(available, max) - min) / unit * unit;
    }

    /**
     * Returns the rest of an amount after at least the given part is taken, with as little more as possible; never less
     * than the least.
     */
    public long without(long amount, long taken) {
        long rest = amount - taken;
        return rest <= min ? min : min + (rest - min) / unit * unit;
    }

    /** One that cannot change: always the least. */
    public Malleable atLeast() {
        return new Malleable(min, min, 1);
    }

    /** One that cannot change: always the most. */
    public Malleable atMost() {
        return new Malleable(max, max, 1);
    }
}
