package io.banyan.provider;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The resources that a provider would supply for a jobspec, or the reason why it would not. */
public sealed interface Estimate {
    /**
     * The provider would supply these items.
     *
     * @param items at least one
     */
    record Possible(List<Item> items) implements Estimate {
        /** Checks that there is an item. */
        public Possible {
            items = List.copyOf(items);
            if (items.isEmpty()) {
                throw new IllegalArgumentException("a possible estimate must have an item, found none");
            }
        }

        /** The number of nodes. */
        public long nodes() {
            return items.stream().mapToLong(Item::count).reduce(0, (sum, count) -> {
                long more = sum + count;
                return more < 0 ? Long.MAX_VALUE : more;
            });
        }

        /** Returns the price of all items for an hour; empty if a price is not known. */
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
     * A number of equal nodes.
     *
     * @param count number of nodes
     * @param what description of a node
     * @param each maximum price of one node; empty if it is not known
     */
    record Item(long count, String what, Optional<Price> each) {
        private static final int MAX_WHAT = 1000;

        /** Checks the count and the length of the text. */
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
     * The provider can never supply the resources, whatever is released.
     *
     * @param reason one sentence for the requester
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
     * The provider cannot supply the resources now, but may be able to supply them later.
     *
     * @param reason one sentence for the requester
     */
    record NotNow(String reason) implements Estimate {
        /** Checks that there is a reason. */
        public NotNow {
            if (reason.isBlank()) {
                throw new IllegalArgumentException("an estimate 'not now' must have a reason, found none");
            }
        }
    }

    /** The provider has no estimate. */
    record Unknown() implements Estimate {}
}
