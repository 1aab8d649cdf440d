package io.banyan.instance.hierarchy;

import io.banyan.graph.ResourceGraph;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.value.FirstItems;
import io.banyan.instance.message.value.GrowRoute;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.Parcel;
import io.banyan.instance.message.value.Paths;
import io.banyan.instance.message.value.ValueChecks;
import io.banyan.instance.release.ResourceReturn;
import io.banyan.instance.state.GrantOrigin;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.transition.Transition;
import io.banyan.provider.Handle;
import io.banyan.provider.Inventory.Holding;
import io.banyan.provider.Price;
import io.banyan.resource.Status;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/**
 * The comparison of a provider's inventory with the resources that the instance knows. The differences:
 *
 * <table>
 * <caption>What is done</caption>
 * <tr><th>out there</th><th>here</th><th>then</th></tr>
 * <tr><td>resources of a grow that is neither here nor pending nor being returned</td><td>nothing</td><td>all of it is
 * released</td></tr>
 * <tr><td>more than came of a grow</td><td>the rest of it</td><td>what is too much is released</td></tr>
 * <tr><td>nothing, or something that was taken away</td><td>a part of a grow</td><td>it is lost; its idle parts are
 * returned</td></tr>
 * <tr><td>something that will end by itself, soon</td><td>a part of a grow</td><td>it is drained, once</td></tr>
 * </table>
 *
 * <p>A provider lists its resources while the instance continues. The instance records a grow before it calls the
 * provider. Therefore a listed resource that is unknown when the list arrives belongs to no grow. A resource that
 * arrived after a comparison had begun does not count as missing in it. A provider may not list at once a resource that
 * it has just brought; a resource counts as missing only after it was absent for ten seconds. The data that is kept
 * between two comparisons is not journaled: a new process starts without it.
 */
public final class ProviderReconciliation {
    /** One thing that a provider brought. */
    private record Item(String requestId, String handle) {}

    private static final long MISSED_MILLIS = 10_000;

    private final InstanceState state;
    private final ResourceReturn resourceReturn;
    private final Map<String, Set<Item>> atBegin = new HashMap<>();
    /** The grows of which something was here, or on its way back, when the look began. */
    private final Map<String, Set<String>> growsAtBegin = new HashMap<>();
    /** Since when. */
    private final Map<String, Map<Item, Long>> missed = new HashMap<>();

    private final Map<String, Set<Item>> ending = new HashMap<>();

    public ProviderReconciliation(InstanceState state, ResourceReturn resourceReturn) {
        this.state = state;
        this.resourceReturn = resourceReturn;
    }

    /**
     * Returns the grows for which an instance's own providers may have resources, by provider: resources that were not
     * taken back, open calls, and unreleased resources. O(grows).
     */
    public static SortedMap<String, SortedSet<String>> outstanding(InstanceState state) {
        SortedMap<String, SortedSet<String>> grows = new TreeMap<>();
        BiConsumer<String, String> add = (provider, id) ->
                grows.computeIfAbsent(provider, it -> new TreeSet<>()).add(id);
        for (GrantOrigin origin : state.origins().all()) {
            if (origin.arrival() == GrowRoute.PROVIDER) {
                origin.grant().source().provider().ifPresent(provider -> add.accept(provider, origin.id()));
            }
        }
        state.provisions().forEach((id, provider) -> add.accept(provider, id));
        state.returns().pending().stream()
                .flatMap(pending -> pending.releases().stream())
                .forEach(release -> add.accept(release.provider(), release.requestId()));
        state.returns().open().own().forEach(release -> add.accept(release.provider(), release.requestId()));
        return grows;
    }

    /** The provider is about to be asked. O(its resources). */
    public void begun(String provider) {
        Set<Item> items = new HashSet<>();
        Set<String> grows = new HashSet<>(state.returns().releasing());
        for (GrantOrigin origin : broughtBy(provider)) {
            origin.handles().forEach(handle -> items.add(new Item(origin.id(), handle.value())));
            grows.add(origin.id());
        }
        atBegin.put(provider, items);
        growsAtBegin.put(provider, grows);
    }

    /** Handles the answer of a provider that lists its holdings. O(its resources + listed resources). */
    public void listed(Transition transition, String provider, List<Holding> holdings) {
        Map<String, List<Holding>> byRequest = new LinkedHashMap<>();
        Map<Item, Boolean> usable = new HashMap<>();
        for (Holding holding : holdings) {
            byRequest
                    .computeIfAbsent(holding.requestId(), it -> new ArrayList<>())
                    .add(holding);
            usable.put(new Item(holding.requestId(), holding.handle()), holding.isUsable());
        }
        Set<String> grows = Optional.ofNullable(growsAtBegin.remove(provider)).orElse(Set.of());
        byRequest.forEach((id, listed) -> releaseUnknown(transition, provider, id, listed, grows));
        findLost(transition, provider, usable);
        drainEnding(transition, provider, holdings);
    }

    /** Drains a resource that is about to end, once. A later command that sets it up again takes precedence. */
    private void drainEnding(Transition transition, String provider, List<Holding> holdings) {
        Set<Item> due = holdings.stream()
                .filter(it -> it.isUsable()
                        && it.until()
                                .filter(until -> until.toEpochMilli() <= transition.nowMillis())
                                .isPresent())
                .map(it -> new Item(it.requestId(), it.handle()))
                .collect(Collectors.toSet());
        Set<Item> before = Optional.ofNullable(ending.put(provider, due)).orElse(Set.of());
        for (GrantOrigin origin : due.isEmpty() ? List.<GrantOrigin>of() : broughtBy(provider)) {
            origin.handles().stream()
                    .filter(handle -> {
                        Item item = new Item(origin.id(), handle.value());
                        return due.contains(item) && !before.contains(item);
                    })
                    .flatMap(handle -> pathsOf(origin, handle).stream())
                    .filter(path -> state.resources().graph().find(path) >= 0
                            && state.statuses().toChildren(path).compareTo(Status.DRAINED) < 0)
                    .forEach(path -> transition.decide(state.statuses().saying(path, Status.DRAINED)));
        }
    }

    /** Returns the resources that a provider brought and that were not returned, all as usable. O(its resources). */
    public List<Holding> known(String provider) {
        List<Holding> known = new ArrayList<>();
        for (GrantOrigin origin : broughtBy(provider)) {
            String user = origin.job()
                    .flatMap(state.jobs()::find)
                    .map(JobRecord::owner)
                    .orElse("");
            origin.handles()
                    .forEach(handle ->
                            known.add(new Holding(origin.id(), handle.value(), user, price(handle.path()), true)));
        }
        return known;
    }

    /** Empty where it is no single node that says it. */
    private Optional<Price> price(String path) {
        int vertex = path.isEmpty() ? -1 : state.resources().graph().find(path);
        if (vertex < 0) {
            return Optional.empty();
        }
        try {
            return Optional.ofNullable(state.resources()
                            .graph()
                            .vertex(vertex)
                            .properties()
                            .get(Price.PROPERTY))
                    .map(Price::parse);
        } catch (IllegalArgumentException notAPrice) {
            return Optional.empty();
        }
    }

    private List<GrantOrigin> broughtBy(String provider) {
        return state.origins().all().stream()
                .filter(origin -> isBroughtBy(provider, origin))
                .toList();
    }

    private static boolean isBroughtBy(String provider, GrantOrigin origin) {
        return origin.arrival() == GrowRoute.PROVIDER
                && origin.grant().source().provider().equals(Optional.of(provider));
    }

    private void releaseUnknown(
            Transition transition, String provider, String id, List<Holding> listed, Set<String> growsAtBegin) {
        if (!ValueChecks.isId(id)) {
            transition.warn(provider + " holds resources for a request that no instance made");
            return;
        }
        boolean isOnItsWay = state.provisions().containsKey(id)
                || state.returns().releasing(id).isPresent()
                || state.returns().open().own(id).isPresent();
        if (isOnItsWay) {
            return;
        }
        Optional<GrantOrigin> origin = state.origins().find(id).filter(it -> isBroughtBy(provider, it));
        if (origin.isEmpty() && growsAtBegin.contains(id)) {
            // It was returned while the provider listed; the next inventory finds resources that still exist.
            return;
        }
        if (origin.isEmpty()) {
            transition.warn(
                    provider + " holds resources for grow " + id + ", which is unknown here; they are returned");
            release(transition, provider, id, List.of());
            return;
        }
        Set<String> known = new HashSet<>();
        origin.get().handles().forEach(handle -> known.add(handle.value()));
        List<Handle> unknown = listed.stream()
                .map(Holding::handle)
                .filter(handle -> !known.contains(handle))
                .map(handle -> new Handle("", handle))
                .toList();
        if (!unknown.isEmpty()) {
            transition.warn(provider + " holds more resources for grow " + id + " than it reported; "
                    + FirstItems.of(unknown.stream().map(Handle::value).toList()) + " is returned");
            release(transition, provider, id, unknown);
        }
    }

    /** No call waits for it: if it fails, the next inventory contains the resources again. */
    private void release(Transition transition, String provider, String id, List<Handle> handles) {
        transition.add(new Effect.ReleaseProvider("!forgotten", provider, id, handles));
    }

    private void findLost(Transition transition, String provider, Map<Item, Boolean> usable) {
        Set<Item> begun = Optional.ofNullable(atBegin.remove(provider)).orElse(Set.of());
        Map<Item, Long> before = Optional.ofNullable(missed.remove(provider)).orElse(Map.of());
        Map<Item, Long> now = new HashMap<>();
        for (GrantOrigin origin : broughtBy(provider)) {
            List<String> lost = new ArrayList<>();
            for (Handle handle : origin.handles()) {
                Item item = new Item(origin.id(), handle.value());
                boolean isGone = begun.contains(item) && !usable.getOrDefault(item, false);
                long since = before.getOrDefault(item, transition.nowMillis());
                boolean isCertain = usable.containsKey(item) || transition.nowMillis() - since >= MISSED_MILLIS;
                if (isGone && isCertain) {
                    lost.addAll(pathsOf(origin, handle));
                }
                if (isGone) {
                    now.put(item, since);
                }
            }
            if (!lost.isEmpty()) {
                lost(transition, provider, origin, lost);
            }
        }
        if (!now.isEmpty()) {
            missed.put(provider, now);
        }
    }

    /** Returns the paths of the resources of a handle that are here. */
    private List<String> pathsOf(GrantOrigin origin, Handle handle) {
        if (state.origins()
                .of(handle.path())
                .filter(it -> it.id().equals(origin.id()))
                .isPresent()) {
            return List.of(handle.path());
        }
        return origin.tops().stream()
                .filter(top -> handle.path().isEmpty() || Paths.isWithin(/* path= */ top, /* top= */ handle.path()))
                .toList();
    }

    private void lost(Transition transition, String provider, GrantOrigin origin, List<String> paths) {
        ResourceGraph graph = state.resources().graph();
        List<String> here = paths.stream().filter(path -> graph.find(path) >= 0).toList();
        List<String> fresh = here.stream()
                .filter(path -> state.statuses().toParent(path) != Status.LOST)
                .toList();
        if (!fresh.isEmpty()) {
            transition.warn(provider + " no longer has " + FirstItems.of(fresh) + ", supplied for grow " + origin.id());
            fresh.forEach(path -> transition.decide(state.statuses().saying(path, Status.LOST)));
        }
        List<String> unused =
                here.stream().filter(path -> !state.isUsed(graph.find(path))).toList();
        if (!unused.isEmpty()) {
            String id = resourceReturn.unusedId(state.path() + "!gone" + transition.nowMillis() + "!" + provider);
            resourceReturn.begin(transition, id, List.of(), List.of(new Parcel(origin.id(), unused)));
        }
    }
}
