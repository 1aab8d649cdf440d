package io.banyan.rpc.spending;

import io.banyan.provider.Price;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The resources of one request outside, and the expected cost until the real cost is known. Times are in seconds. For
 * one thread.
 */
final class Entry {
    private final String user;
    private final long since;
    private final long planned;
    private final Map<String, BudgetGate.Held> things = new LinkedHashMap<>();
    private BudgetGate.@Nullable Held expected;
    private long changed;

    /**
     * One with nothing in it.
     *
     * @param since when it was asked for
     * @param planned for how long money is put aside for it
     * @param changed the time of its last known result
     */
    Entry(String user, long since, long planned, long changed) {
        this.user = user;
        this.since = since;
        this.planned = planned;
        this.changed = changed;
    }

    String user() {
        return user;
    }

    long since() {
        return since;
    }

    long planned() {
        return planned;
    }

    long changed() {
        return changed;
    }

    void change(long now) {
        changed = now;
    }

    /** The existing resources by handle: the map itself, which the ledger changes. */
    Map<String, BudgetGate.Held> things() {
        return things;
    }

    Optional<BudgetGate.Held> expected() {
        return Optional.ofNullable(expected);
    }

    void expect(BudgetGate.Held held) {
        expected = held;
    }

    /** Ends the expectation, and returns the earlier one. */
    Optional<BudgetGate.Held> takeExpected() {
        Optional<BudgetGate.Held> taken = expected();
        expected = null;
        return taken;
    }

    /** All that it has, and that is expected of it. */
    List<BudgetGate.Held> all() {
        List<BudgetGate.Held> all = new ArrayList<>(things.values());
        expected().ifPresent(all::add);
        return all;
    }

    boolean isGone() {
        return expected == null && things.isEmpty();
    }

    /** The entry as a line of the ledger. */
    LedgerLine.Request toLine(String id) {
        var came = new TreeMap<String, LedgerLine.Thing>();
        things.forEach((handle, held) -> came.put(handle, new LedgerLine.Thing(held.since(), held.price())));
        Long price = expected()
                .flatMap(BudgetGate.Held::price)
                .map(Price::microsAnHour)
                .orElse(null);
        return new LedgerLine.Request(id, since, planned, price, came);
    }
}
