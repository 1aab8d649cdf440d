package io.banyan.instance.state;

import io.banyan.instance.message.value.GrowRoute;
import io.banyan.instance.message.value.Parcel;
import io.banyan.instance.message.value.Paths;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The origins of resources. A resource without an origin is the instance's own. A grant from the own graph has an
 * origin too, so that a repeated request gets the same answer, but it covers no resource.
 */
public final class Origins {
    private final Map<String, GrantOrigin> byId = new LinkedHashMap<>();
    private final NavigableMap<String, GrantOrigin> byTop = new TreeMap<>();
    private final Recent spent;

    Origins(int remembered) {
        this.spent = new Recent(remembered);
    }

    void add(GrantOrigin origin) {
        byId.put(origin.id(), origin);
        if (origin.arrival() != GrowRoute.LOCAL) {
            origin.tops().forEach(top -> byTop.put(top, origin));
        }
    }

    public Optional<GrantOrigin> find(String grantId) {
        return Optional.ofNullable(byId.get(grantId));
    }

    /** Whether this grant was here and has gone back entirely; remembered for a while. */
    public boolean isSpent(String grantId) {
        return spent.contains(grantId);
    }

    /** Where the vertex of this path came from: the grant of its nearest granted ancestor. O(depth x log tops). */
    public Optional<GrantOrigin> of(String path) {
        for (String up = path; !up.isEmpty(); up = Paths.parent(up)) {
            @Nullable GrantOrigin origin = byTop.get(up);
            if (origin != null) {
                return Optional.of(origin);
            }
        }
        return Optional.empty();
    }

    /** The tops below a path, in order. O(log tops + found). */
    public List<String> topsBelow(String path) {
        return new ArrayList<>(Paths.below(path, byTop).keySet());
    }

    /** Returns the path itself where it lies within something that was granted, else the tops below it. */
    public List<String> partsOf(String path) {
        return of(path).isPresent() ? List.of(path) : topsBelow(path);
    }

    /** Returns the existing resources that were grown for a job, by their grants. O(grants). */
    public List<Parcel> parcelsOf(JobId job) {
        List<GrantOrigin> grown = grownFor(job);
        if (grown.isEmpty()) {
            return List.of();
        }
        return grown.stream()
                .map(origin -> new Parcel(origin.id(), origin.topsOfJob()))
                .filter(parcel -> !parcel.paths().isEmpty())
                .toList();
    }

    /** Returns these paths, all of which were granted, by the grants with which they came. */
    public List<Parcel> parcels(Collection<String> paths) {
        Map<String, List<String>> byGrant = new LinkedHashMap<>();
        for (String path : paths) {
            byGrant.computeIfAbsent(of(path).orElseThrow().id(), it -> new ArrayList<>())
                    .add(path);
        }
        return Parcel.ofEach(byGrant);
    }

    /**
     * Which of these tops is of the name of something that came another way: a provider of this instance's own and one
     * of an instance above may both call something by it, and they are two things. O(tops x depth, and what lies below
     * them).
     */
    public Optional<String> namesake(List<String> tops, GrowRoute arrival) {
        return tops.stream()
                .filter(top -> Stream.concat(Stream.of(top), topsBelow(top).stream())
                        .flatMap(path -> of(path).stream())
                        .anyMatch(origin -> origin.arrival() != GrowRoute.LOCAL && origin.arrival() != arrival))
                .findFirst();
    }

    /** Returns the origins of the resources that were grown for a job, in the order of their arrival. O(grants). */
    public List<GrantOrigin> grownFor(JobId job) {
        if (byId.isEmpty()) {
            return List.of();
        }
        return byId.values().stream()
                .filter(origin -> origin.job().isPresent() && origin.job().get().equals(job))
                .toList();
    }

    /** Whether nothing came, or all of it has gone back. */
    public boolean isEmpty() {
        return byId.isEmpty();
    }

    public List<GrantOrigin> all() {
        return List.copyOf(byId.values());
    }

    /** Returns the ids of the parent's grants, including {@link Parcel#SPAWN}. */
    public List<String> fromParent() {
        return byId.values().stream()
                .filter(origin -> origin.arrival() == GrowRoute.PARENT)
                .map(GrantOrigin::id)
                .toList();
    }

    public int external() {
        return byId.values().stream()
                .filter(origin -> origin.arrival() == GrowRoute.PROVIDER)
                .mapToInt(origin -> origin.tops().size())
                .sum();
    }

    /** These vertices are gone. A grant of which no top is left is spent. */
    void remove(String grantId, Collection<String> paths) {
        GrantOrigin origin = byId.get(grantId);
        if (origin == null) {
            throw new IllegalStateException("grant " + grantId + " is not here");
        }
        origin.remove(paths);
        if (origin.arrival() != GrowRoute.LOCAL) {
            paths.forEach(byTop::remove);
        }
        forgetIfSpent(origin);
    }

    /** Handles the end of a job: its grants from the own graph have no owner any more. */
    void forgetLocal(JobId job) {
        for (GrantOrigin origin : grownFor(job)) {
            if (origin.arrival() == GrowRoute.LOCAL) {
                remove(origin.id(), origin.tops());
            }
        }
    }

    /** Handles a partial release of a job: of its grants from the own graph, only these tops are still its own. */
    void keepLocal(JobId job, BiPredicate<JobId, String> isHeld) {
        for (GrantOrigin origin : grownFor(job)) {
            if (origin.arrival() == GrowRoute.LOCAL) {
                List<String> lost = origin.tops().stream()
                        .filter(top -> !isHeld.test(job, top))
                        .toList();
                remove(origin.id(), lost);
            }
        }
    }

    /** Keeps resources that came for a job for the instance; those of the own graph are the instance's anyway. */
    void retain(String grantId, Collection<String> paths) {
        GrantOrigin origin = byId.get(grantId);
        if (origin == null) {
            throw new IllegalStateException("grant " + grantId + " is not here");
        }
        if (origin.arrival() == GrowRoute.LOCAL) {
            remove(grantId, paths);
        } else {
            origin.retain(paths);
        }
    }

    private void forgetIfSpent(GrantOrigin origin) {
        if (origin.isSpent() && !origin.id().equals(Parcel.SPAWN)) {
            byId.remove(origin.id());
            spent.add(origin.id());
        }
    }

    @Override
    public String toString() {
        return byId.values() + " spent " + spent;
    }
}
