package io.banyan.instance.state;

import io.banyan.instance.message.decision.ReturnDecision;
import io.banyan.instance.message.value.Unreleased;
import io.banyan.provider.Handle;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The resources that providers were asked to take back and did not, by the grow for which they were brought: of one
 * grow only one provider of this instance can have something, since no other is asked for it then. An entry stays until
 * the provider takes it back, or brings it again; beyond as many as are remembered the oldest is forgotten.
 */
public final class OpenReleases {
    /** The resources that one of this instance's own providers is to take back, and why it did not. */
    private record Own(ReturnDecision.ProviderRelease release, String why) {
        /** Together with more for the same grow; no handle stands for everything. */
        Own and(ReturnDecision.ProviderRelease more, String newWhy) {
            Set<Handle> handles = new LinkedHashSet<>(release.handles());
            handles.addAll(more.handles());
            boolean isAll = release.handles().isEmpty() || more.handles().isEmpty();
            return new Own(
                    new ReturnDecision.ProviderRelease(
                            more.provider(), more.requestId(), isAll ? List.of() : List.copyOf(handles)),
                    newWhy);
        }

        /** Returns the part of this entry that is left when this release is asked for; empty where nothing is left. */
        Optional<Own> without(ReturnDecision.ProviderRelease asked) {
            List<Handle> left = new ArrayList<>(release.handles());
            left.removeAll(new HashSet<>(asked.handles()));
            if (asked.handles().isEmpty()
                    || (left.isEmpty() && !release.handles().isEmpty())) {
                return Optional.empty();
            }
            return Optional.of(
                    new Own(new ReturnDecision.ProviderRelease(release.provider(), release.requestId(), left), why));
        }

        Unreleased at(String level) {
            List<String> handles = release.handles().stream().map(Handle::value).toList();
            return new Unreleased(level, release.provider(), release.requestId(), handles, why);
        }
    }

    private final Map<String, Own> own = new LinkedHashMap<>();
    private final Map<String, List<Unreleased>> above = new LinkedHashMap<>();
    private final int remembered;

    OpenReleases(int remembered) {
        this.remembered = remembered;
    }

    /** One of this instance's own providers did not take this back. */
    void refused(ReturnDecision.ProviderRelease release, String why) {
        Own before = own.remove(release.requestId());
        own.put(release.requestId(), before == null ? new Own(release, why) : before.and(release, why));
        forgetOldest(own);
    }

    /** A provider above did not take this back. */
    void refusedAbove(Unreleased unreleased) {
        above.computeIfAbsent(unreleased.requestId(), it -> new ArrayList<>()).add(unreleased);
        forgetOldest(above);
    }

    private void forgetOldest(Map<String, ?> entries) {
        if (entries.size() > remembered) {
            entries.remove(entries.keySet().iterator().next());
        }
    }

    /** Records that the parent or a provider is asked for it again. */
    void asked(ReturnDecision.GaveBack gaveBack) {
        for (ReturnDecision.ProviderRelease release : gaveBack.provided()) {
            Own before = own.remove(release.requestId());
            if (before != null) {
                before.without(release).ifPresent(left -> own.put(release.requestId(), left));
            }
        }
        gaveBack.upward().forEach(parcel -> above.remove(parcel.grantId()));
    }

    /** Forgets the entry of this grow, because its resources are in use again. */
    void brought(String requestId) {
        own.remove(requestId);
    }

    /** Returns the resources that one of this instance's own providers brought for a grow and is still to take back. */
    public Optional<ReturnDecision.ProviderRelease> own(String requestId) {
        return Optional.ofNullable(own.get(requestId)).map(Own::release);
    }

    /** Whether a provider above is still to take back resources of a grow. */
    public boolean isAbove(String requestId) {
        return above.containsKey(requestId);
    }

    /** All that its own providers are still to take back. */
    public List<ReturnDecision.ProviderRelease> own() {
        return own.values().stream().map(Own::release).toList();
    }

    /** The grows of which something is still to be taken back, those of this instance's own providers first. */
    public List<String> requestIds() {
        Set<String> ids = new LinkedHashSet<>(own.keySet());
        ids.addAll(above.keySet());
        return List.copyOf(ids);
    }

    /** All of it, for an instance of this path. */
    public List<Unreleased> all(String path) {
        List<Unreleased> all = new ArrayList<>();
        own.values().forEach(it -> all.add(it.at(path)));
        above.values().forEach(all::addAll);
        return all;
    }

    @Override
    public String toString() {
        return own + " above " + above;
    }
}
