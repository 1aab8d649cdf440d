package io.banyan.rpc.spending;

import io.banyan.provider.Inventory;
import io.banyan.provider.Price;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The inventory of a provider, and its effect on a ledger. Requests with an unknown result, or with a recent change,
 * are not changed. For one thread.
 */
final class Listing {
    /** Time for which a new resource may be missing from a list, and a returned one may still be in it. */
    private static final long SETTLING_SEC = 10;

    private final Map<String, Map<String, Inventory.Holding>> there = new LinkedHashMap<>();
    private final long asked;
    private final Predicate<String> isOpen;

    /**
     * That of these.
     *
     * @param asked when the provider was asked, in seconds
     * @param isOpen whether a call for the request is in progress, so that its result is unknown
     */
    Listing(List<Inventory.Holding> holdings, long asked, Predicate<String> isOpen) {
        this.asked = asked;
        this.isOpen = isOpen;
        holdings.stream()
                .filter(Inventory.Holding::isUsable)
                .forEach(holding -> there.computeIfAbsent(holding.requestId(), id -> new LinkedHashMap<>())
                        .put(holding.handle(), holding));
    }

    /**
     * Enters resources that the ledger did not know, which cost from now on. Ends those that no longer exist, which
     * have cost until now.
     */
    List<LedgerLine> enter(SpendingLedger ledger) {
        long settled = asked - SETTLING_SEC;
        List<LedgerLine> lines = new ArrayList<>();
        there.forEach((request, byHandle) -> {
            if (!isOpen.test(request) && ledger.wentBack(request) <= settled) {
                String user = byHandle.values().iterator().next().user();
                ledger.found(request, user, prices(byHandle)).ifPresent(lines::add);
            }
        });
        for (String request : ledger.requests()) {
            if (!isOpen.test(request) && ledger.changed(request) <= settled) {
                ledger.left(request, there.getOrDefault(request, Map.of()).keySet())
                        .ifPresent(lines::add);
            }
        }
        return lines;
    }

    private static Map<String, Optional<Price>> prices(Map<String, Inventory.Holding> byHandle) {
        Map<String, Optional<Price>> prices = new LinkedHashMap<>();
        byHandle.forEach((handle, holding) -> prices.put(handle, holding.price()));
        return prices;
    }
}
