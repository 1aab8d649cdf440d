package io.banyan.jobspec;

import io.banyan.rset.IdSet;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How many of a resource a job takes: {@code min}, and then by steps of the operator up to {@code max}, or one of a set
 * of numbers (RFC 14).
 *
 * @param min the least that will do, 1 or more
 * @param max the most that is taken, {@code min} or more; {@link #UNBOUNDED} for as many as there are
 * @param operator how to get from one acceptable amount to the next
 * @param operand by how much; 1 or more for {@code +}, else 2 or more
 * @param allowed the amounts that will do, where they are named one by one; then {@code min} and {@code max} are the
 *     least and the greatest of them, and there are no steps
 */
public record Count(long min, long max, Operator operator, long operand, Optional<IdSet> allowed) {
    /** The maximum of a count that names none. */
    public static final long UNBOUNDED = 4_294_967_295L;

    /** How the next larger acceptable amount follows from one. */
    public enum Operator {
        ADD("+"),
        MULTIPLY("*"),
        POWER("^");

        private final String symbol;

        Operator(String symbol) {
            this.symbol = symbol;
        }

        /** The operator as a jobspec writes it. */
        public String symbol() {
            return symbol;
        }
    }

    /** Checks the rules of the grammar; the messages name the key that is wrong. */
    public Count {
        require(min >= 1, "min must be 1 or more", min);
        require(min <= UNBOUNDED, "min must be at most " + UNBOUNDED, min);
        require(max >= min, "max must not be less than min, which is " + min, max);
        require(max <= UNBOUNDED, "max must be at most " + UNBOUNDED, max);
        require(operand <= UNBOUNDED, "operand must be at most " + UNBOUNDED, operand);
        switch (operator) {
            case ADD -> require(operand >= 1, "operand of '+' must be 1 or more", operand);
            case MULTIPLY -> require(operand >= 2, "operand of '*' must be 2 or more", operand);
            case POWER -> {
                require(operand >= 2, "operand of '^' must be 2 or more", operand);
                require(min >= 2, "min of a count with '^' must be 2 or more", min);
            }
        }
    }

    private static void require(boolean holds, String rule, long found) {
        if (!holds) {
            throw new IllegalArgumentException(rule + ", found " + found);
        }
    }

    /** Amounts by steps. */
    public Count(long min, long max, Operator operator, long operand) {
        this(min, max, operator, operand, Optional.empty());
    }

    /** One of these amounts, the greatest that there is. */
    public static Count among(IdSet amounts) {
        if (amounts.isEmpty()) {
            throw new IllegalArgumentException("a set of counts must contain at least one, found none");
        }
        long max = amounts.floor(Long.MAX_VALUE);
        return new Count(amounts.longs().findFirst().orElseThrow(), max, Operator.ADD, 1, Optional.of(amounts));
    }

    /** Exactly {@code n}. */
    public static Count exactly(long n) {
        return new Count(n, n, Operator.ADD, 1);
    }

    /** At least {@code min}, and as many as there are. */
    public static Count atLeast(long min) {
        return new Count(min, UNBOUNDED, Operator.ADD, 1);
    }

    /** Whether only one amount will do. */
    public boolean isExact() {
        return min == max;
    }

    /**
     * The largest acceptable amount where {@code qualified} are there to choose from, 0 where they do not reach
     * {@code min}. {@code +} O(1), the others O(log max), a set O(log of its ranges).
     */
    public long calc(long qualified) {
        if (min > qualified) {
            return 0;
        }
        long most = Math.min(qualified, max);
        if (allowed.isPresent()) {
            return allowed.get().floor(most);
        }
        return switch (operator) {
            case ADD -> most - (most - min) % operand;
            case MULTIPLY -> largestProduct(most);
            case POWER -> largestPower(most);
        };
    }

    /** The most that this count can ever take: {@code calc} where everything qualifies. */
    public long effectiveMax() {
        return calc(UNBOUNDED);
    }

    /**
     * Returns the count of additional units if {@code had} exist already, fewer than the minimum: the amounts that give
     * an acceptable total with them. By steps of {@code +} where this count has such, else a set. O(1), or O(amounts).
     */
    public Count beyond(long had) {
        require(had >= 0 && had < min, "what is there must be less than min, which is " + min, had);
        if (allowed.isEmpty() && operator == Operator.ADD) {
            return new Count(min - had, max == UNBOUNDED ? UNBOUNDED : max - had, operator, operand);
        }
        IdSet.Builder amounts = IdSet.builder();
        if (allowed.isPresent()) {
            allowed.get().forEach(amount -> amounts.add(amount - had));
        } else {
            for (long amount = min; amount > 0; amount = next(amount)) {
                amounts.add(amount - had);
            }
        }
        return among(amounts.build());
    }

    /** The next larger acceptable amount by {@code *} or {@code ^}, 0 where there is none. */
    private long next(long amount) {
        if (operator == Operator.MULTIPLY) {
            return amount <= max / operand ? amount * operand : 0;
        }
        long next = power(amount, max);
        return next <= max ? next : 0;
    }

    private long largestProduct(long most) {
        long amount = min;
        while (amount <= most / operand) {
            amount *= operand;
        }
        return amount;
    }

    private long largestPower(long most) {
        long amount = min;
        for (long next = power(amount, most); next <= most; next = power(amount, most)) {
            amount = next;
        }
        return amount;
    }

    /** {@code amount} raised to the operand, or {@code limit + 1} where that is more than {@code limit}. */
    private long power(long amount, long limit) {
        long product = 1;
        for (long i = 0; i < operand; i++) {
            if (product > limit / amount) {
                return limit + 1;
            }
            product *= amount;
        }
        return product;
    }

    /** {@code 4}, {@code 2+} or {@code 2-8:2*}, as RFC 45 writes ranges, or {@code 1,3,5-7}. */
    @Override
    public String toString() {
        if (allowed.isPresent()) {
            return allowed.get().toString();
        }
        if (isExact()) {
            return Long.toString(min);
        }
        String range = max == UNBOUNDED ? min + "+" : min + "-" + max;
        boolean plain = operator == Operator.ADD && operand == 1;
        return plain ? range : range + ":" + operand + (operator == Operator.ADD ? "" : operator.symbol());
    }

    // As records have them; where few things are compiled well, those of records take far longer.
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other
                || (other instanceof Count it
                        && min == it.min
                        && max == it.max
                        && operator == it.operator
                        && operand == it.operand
                        && allowed.equals(it.allowed));
    }

    @Override
    public int hashCode() {
        return 31 * Long.hashCode(min) + Long.hashCode(max);
    }
}
