package io.banyan.instance.hierarchy;

import io.banyan.instance.message.value.Arrival;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.state.Origin;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The grows for which something of an instance's own providers' may be out there. */
public final class Outside {
    private final SortedMap<String, SortedSet<String>> byProvider = new TreeMap<>();

    private Outside() {}

    /** By provider: what came and was not taken back, what is asked for, and what they were asked to take back and did not. O(grows). */
    public static SortedMap<String, SortedSet<String>> of(InstanceState state) {
        var outside = new Outside();
        for (Origin origin : state.origins().all()) {
            if (origin.arrival() == Arrival.PROVIDER) {
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
