package io.banyan.sim.deadline;

/**
 * A statement of the paper beside the results of a campaign.
 *
 * @param id such as {@code A1}
 * @param text in our words
 * @param verdict whether it holds
 * @param evidence the numbers
 */
public record Statement(String id, String text, Verdict verdict, String evidence) {
    /** Whether a statement holds. */
    public enum Verdict {
        YES("yes"),
        NO("no"),
        /** The 95 % confidence interval of a difference contains 0, or there is one seed only. */
        OPEN("open");

        private final String word;

        Verdict(String word) {
            this.word = word;
        }

        /** Returns the name for people. */
        public String word() {
            return word;
        }

        /** The verdict on both of two statements together. */
        Verdict and(Verdict other) {
            if (this == NO || other == NO) {
                return NO;
            }
            return this == YES ? other : this;
        }

        static Verdict of(boolean holds) {
            return holds ? YES : NO;
        }
    }
}
