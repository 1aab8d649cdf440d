package io.banyan.provider;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The resources that a provider has for its owner. */
public sealed interface Inventory {
    /** The complete list. */
    record Listed(List<Holding> holdings) implements Inventory {
        /** Copies the list. */
        public Listed {
            holdings = List.copyOf(holdings);
        }
    }

    /** The provider cannot list its resources. */
    record Unknown() implements Inventory {}

    /**
     * A resource that was supplied and not taken back.
     *
     * @param requestId the request for which it was supplied
     * @param handle the value of its {@link Handle}
     * @param user the user of the request, as in {@link ProvisionRequest.Asker}; empty if there is none
     * @param price its price; empty if it is not known
     * @param isUsable whether it works, as far as the provider knows; false for a resource that was taken away and is
     *     listed only because its end is not complete
     * @param until the time until which jobs can use it. From then on it is drained, because it ends by itself soon
     *     after. Empty if it stays until it is taken back
     */
    record Holding(
            String requestId,
            String handle,
            String user,
            Optional<Price> price,
            boolean isUsable,
            Optional<Instant> until) {
        private static final int MAX_NAME = 1000;
        private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

        /** A resource that stays until it is taken back. */
        public Holding(String requestId, String handle, String user, Optional<Price> price, boolean isUsable) {
            this(requestId, handle, user, price, isUsable, Optional.empty());
        }

        /** Checks the names and their lengths, and that the time can be expressed in milliseconds. */
        public Holding {
            Objects.requireNonNull(user, "user");
            Objects.requireNonNull(price, "price");
            Objects.requireNonNull(until, "until");
            if (requestId.isBlank() || requestId.length() > MAX_NAME || user.length() > MAX_NAME) {
                throw new IllegalArgumentException("the request and the user of a holding can have up to " + MAX_NAME
                        + " characters, found " + requestId.length() + " and " + user.length());
            }
            if (handle.isBlank() || handle.length() > Handle.MAX_LENGTH) {
                throw new IllegalArgumentException("the handle of a holding must be 1 to " + Handle.MAX_LENGTH
                        + " characters, found " + handle.length());
            }
            if (until.filter(time -> time.isAfter(LATEST)).isPresent()) {
                throw new IllegalArgumentException("a holding must end before " + LATEST + ", or not at all");
            }
        }
    }
}
