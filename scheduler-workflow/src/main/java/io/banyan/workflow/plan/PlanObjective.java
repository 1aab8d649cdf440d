package io.banyan.workflow.plan;

import java.math.BigDecimal;
import java.util.Locale;

/**
 * The value that a plan minimises. It has two parts: the second decides between plans with the same first part.
 *
 * <p>A plan begins in its first slot {@code first} (t in the paper) and ends before slot {@code end} (T + 1 in the
 * paper, whose slots are inclusive). Its span, in slots, is {@code end - first}, that is T - t + 1.
 */
public sealed interface PlanObjective {
    /** Returns the first part of the value. */
    long primary(int first, int end);

    /** Returns the second part of the value. */
    long secondary(int first, int end);

    /** Returns the word for the objective, which {@link #parse} reads. */
    String word();

    /** The shortest span, then the earliest start: the paper's objective, made unique. The default. */
    record Compact() implements PlanObjective {
        @Override
        public long primary(int first, int end) {
            return (long) end - first;
        }

        @Override
        public long secondary(int first, int end) {
            return first;
        }

        @Override
        public String word() {
            return "compact";
        }
    }

    /** The earliest end, then the shortest span. */
    record Finish() implements PlanObjective {
        @Override
        public long primary(int first, int end) {
            return end;
        }

        @Override
        public long secondary(int first, int end) {
            return (long) end - first;
        }

        @Override
        public String word() {
            return "finish";
        }
    }

    /**
     * The span with a price for each slot of waiting, (T - t) + W t, in thousandths of a slot.
     *
     * @param thousandths the weight W of the start, in thousandths, from 0 to 1,000,000
     */
    record Weighted(int thousandths) implements PlanObjective {
        /** The factor of the span. */
        public static final int UNIT = 1000;

        private static final int MOST = 1_000_000;

        /** Checks the weight. */
        public Weighted {
            if (thousandths < 0 || thousandths > MOST) {
                throw new IllegalArgumentException(
                        "the weight must be between 0 and 1000, found " + thousandths + " thousandths");
            }
        }

        @Override
        public long primary(int first, int end) {
            return (long) UNIT * (end - first) + (long) thousandths * first;
        }

        @Override
        public long secondary(int first, int end) {
            return first;
        }

        @Override
        public String word() {
            return "weighted:"
                    + BigDecimal.valueOf(thousandths, 3).stripTrailingZeros().toPlainString();
        }
    }

    /**
     * Reads the word for an objective.
     *
     * @throws IllegalArgumentException with one sentence, if the word is unknown
     */
    static PlanObjective parse(String word) {
        String lower = word.toLowerCase(Locale.ROOT);
        if (lower.equals("compact")) {
            return new Compact();
        }
        if (lower.equals("finish")) {
            return new Finish();
        }
        if (lower.matches("weighted:\\d{1,4}(\\.\\d{1,3})?")) {
            BigDecimal weight = new BigDecimal(lower.substring("weighted:".length()));
            return new Weighted(weight.movePointRight(3).intValueExact());
        }
        throw new IllegalArgumentException("The objective must be compact, finish or weighted:W with a number W of at"
                + " most three decimal places, found '" + word + "'.");
    }
}
