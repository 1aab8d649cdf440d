package io.banyan.rpc.spending;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.banyan.provider.Handle;
import io.banyan.provider.Price;
import java.math.BigInteger;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The state of one request and its user after a change: the lines of a ledger, applied in their order, give the ledger.
 * All times are in seconds.
 *
 * @param at the time of the change
 * @param begin of the period
 * @param user of the request
 * @param paid the amount that the user's returned resources cost in this period, less the cost in earlier periods of
 *     resources that still exist; in parts of {@link Money}
 * @param request the resources of the request; null if the line concerns the user alone
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record LedgerLine(
        long at,
        long begin,
        String user,
        BigInteger paid,
        @Nullable Request request) {
    private static final long LATEST = 1L << 40;
    private static final int MOST_DIGITS = 100;
    private static final int LONGEST_NAME = 1000;

    LedgerLine {
        requireTime(at);
        requireTime(begin);
        if (user.length() > LONGEST_NAME || paid.bitLength() > MOST_DIGITS * 4) {
            throw new IllegalArgumentException("a user or an amount in a ledger is too long");
        }
    }

    /**
     * The state of one request.
     *
     * @param id of it
     * @param since the time of the request
     * @param least the time for which money is reserved
     * @param expected its price while the result is unknown; null afterwards
     * @param things the existing resources, by handle; if there is none, and none is expected, the request is removed
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Request(
            String id, long since, long least, @Nullable Long expected, SortedMap<String, Thing> things) {
        Request {
            requireTime(since);
            if (id.isBlank() || id.length() > LONGEST_NAME || least < 0 || least > 1L << 52) {
                throw new IllegalArgumentException("a request in a ledger must have an id and a time");
            }
            requirePrice(expected);
            things = Collections.unmodifiableSortedMap(new TreeMap<>(things));
            if (things.keySet().stream().anyMatch(it -> it.isBlank() || it.length() > Handle.MAX_LENGTH)) {
                throw new IllegalArgumentException("a handle in a ledger is invalid");
            }
        }
    }

    /**
     * Something that is there.
     *
     * @param since when it came
     * @param price of it; null where it is not known
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Thing(long since, @Nullable Long price) {
        Thing {
            requireTime(since);
            requirePrice(price);
        }

        Thing(long since, Optional<Price> price) {
            this(since, price.map(Price::microsAnHour).orElse(null));
        }

        Optional<Price> known() {
            return Optional.ofNullable(price).map(Price::new);
        }
    }

    private static void requireTime(long seconds) {
        if (seconds < 0 || seconds > LATEST) {
            throw new IllegalArgumentException("a time in a ledger is invalid");
        }
    }

    private static void requirePrice(@Nullable Long price) {
        if (price != null && price < 0) {
            throw new IllegalArgumentException("a price in a ledger is negative");
        }
    }
}
