package io.banyan.instance.hierarchy;

import io.banyan.instance.message.value.GrowRoute;
import io.banyan.instance.state.GrantOrigin;
import io.banyan.instance.state.InstanceState;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The grows for which something of an instance's own providers' may be out there. */
public final class OutstandingProvisions {
    private final SortedMap<String, SortedSet<String>> byProvider = new TreeMap<>();

    private OutstandingProvisions() {}

    /**
     * By provider: what came and was not taken back, what is asked for, and what they were asked to take back and did
     * not. O(grows).
     */
    public static SortedMap<String, SortedSet<String>> of(InstanceState state) {
        var outside = new OutstandingProvisions();
        for (GrantOrigin origin : state.origins().all()) {
            if (origin.arrival() == GrowRoute.PROVIDER) {
                origin.grant().source().provider().ifPresent(provider -> outside.add(provider, origin.id()));
            }
        }
        state.provisions().forEach((id, provider) -> outside.add(provider, id));
        state.returns().pending().stream()
                .flatMap(pending -> pending.releases().stream())
                .forEach(release -> outside.add(release.provider(), release.requestId()));
        state.returns().open().own().forEach(release -> outside.add(release.provider(), release.requestId()));
        return outside.byProvider;
    }

    private void add(String provider, String requestId) {
        byProvider.computeIfAbsent(provider, it -> new TreeSet<>()).add(requestId);
    }
}
