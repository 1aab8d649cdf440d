package io.banyan.provider;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The estimate that a provider gives for a jobspec before it is asked to bring anything. */
public sealed interface Estimate {
    /**
     * The provider would bring these items.
     *
     * @param items at least one
     */
    record Possible(List<Item> items) implements Estimate {
        /** Checks that there is something. */
        public Possible {
            items = List.copyOf(items);
            if (items.isEmpty()) {
                throw new IllegalArgumentException("a possible estimate must have an item, found none");
            }
        }

        /** How many nodes that would be. */
        public long nodes() {
            return items.stream().mapToLong(Item::count).reduce(0, (sum, count) -> {
                long more = sum + count;
                return more < 0 ? Long.MAX_VALUE : more;
            });
        }

        /** Returns the price of all items for an hour; empty where a price is not known. */
        public Optional<Price> price() {
            Price sum = Price.FREE;
            for (Item item : items) {
                if (item.each().isEmpty()) {
                    return Optional.empty();
                }
                sum = sum.plus(item.each().get().times(item.count()));
            }
            return Optional.of(sum);
        }

        /** For people: {@code 2 x t2.large, 0.1856 USD/h}. */
        @Override
        public String toString() {
            String what = items.stream().map(Item::toString).collect(Collectors.joining(" + "));
            return what + price().map(it -> ", " + it).orElse("");
        }
    }

    /**
     * So many of the same.
     *
     * @param count of nodes
     * @param what each is
     * @param each the price of one, at most; empty where it is not known
     */
    record Item(long count, String what, Optional<Price> each) {
        private static final int MAX_WHAT = 1000;

        /** Checks the count, and how long the text is. */
        public Item {
            if (count < 1 || what.isBlank() || what.length() > MAX_WHAT) {
                throw new IllegalArgumentException("an item must have a count of 1 or more and a description of up to "
                        + MAX_WHAT + " characters, found " + count + " in " + what.length());
            }
        }

        @Override
        public String toString() {
            return count + " x " + what;
        }
    }

    /**
     * The provider never could bring it, whoever gives back what.
     *
     * @param reason one sentence for the asker
     */
    record Impossible(String reason) implements Estimate {
        /** Checks that there is a reason. */
        public Impossible {
            if (reason.isBlank()) {
                throw new IllegalArgumentException("an estimate 'impossible' must have a reason, found none");
            }
        }
    }

    /**
     * The provider would not bring it now, and may later.
     *
     * @param reason one sentence for the asker
     */
    record NotNow(String reason) implements Estimate {
        /** Checks that there is a reason. */
        public NotNow {
            if (reason.isBlank()) {
                throw new IllegalArgumentException("an estimate 'not now' must have a reason, found none");
            }
        }
    }

    /** The provider cannot tell without being asked to bring it. */
    record Unknown() implements Estimate {}
}
