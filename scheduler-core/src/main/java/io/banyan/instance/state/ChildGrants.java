package io.banyan.instance.state;

import io.banyan.graph.Subgraph;
import io.banyan.instance.message.level.DownMessage;
import io.banyan.instance.message.value.Grant;
import io.banyan.instance.message.value.GrantedParts;
import io.banyan.instance.message.value.Parcel;
import io.banyan.instance.message.value.Paths;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecDigest;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/** The grants of every child, by request id, with the returned parts. */
public final class ChildGrants {
    private final Map<JobId, Map<String, Held>> byChild = new TreeMap<>();
    /** By child and top: the grant with which it came. */
    private final Map<JobId, NavigableMap<String, String>> byTop = new TreeMap<>();

    private final int remembered;

    ChildGrants(int remembered) {
        this.remembered = remembered;
    }

    void spawn(JobId child, Grant grant) {
        add(child, new Held(grant, Optional.empty()));
    }

    void grow(JobId child, Grant grant, Jobspec jobspec) {
        add(child, new Held(grant, Optional.of(jobspec)));
    }

    private void add(JobId child, Held held) {
        byChild.computeIfAbsent(child, it -> new LinkedHashMap<>()).put(held.grant.requestId(), held);
        NavigableMap<String, String> grants = byTop.computeIfAbsent(child, it -> new TreeMap<>());
        held.tops.forEach(top -> grants.put(top, held.grant.requestId()));
    }

    void forget(JobId child) {
        byChild.remove(child);
        byTop.remove(child);
    }

    /** The grant, if the child still holds something of it. */
    public Optional<Grant> find(JobId child, String grantId) {
        return held(child, grantId).filter(it -> !it.isSpent()).map(it -> it.grant);
    }

    /** Whether this grant, of which the child may have returned all, was for something else. */
    public boolean isOfAnother(JobId child, String grantId, Jobspec jobspec) {
        return held(child, grantId)
                .filter(it -> !it.jobspec.equals(Optional.of(jobspec)))
                .isPresent();
    }

    /** Whether the child got this grant and has returned all of it. */
    public boolean isSpent(JobId child, String grantId) {
        return held(child, grantId).filter(Held::isSpent).isPresent();
    }

    /** The child to which this grant was given, if there is one. */
    public Optional<JobId> holder(String grantId) {
        return byChild.keySet().stream()
                .filter(child -> find(child, grantId).isPresent())
                .findFirst();
    }

    /** Returns the remaining resources of the child's spawn. */
    public Subgraph spawned(JobId child) {
        return held(child, Parcel.SPAWN).map(Held::left).orElse(Subgraph.EMPTY);
    }

    /** The grants, other than the first, of which the child holds something, in the order in which they were given. */
    public List<Grant> outstanding(JobId child) {
        return byChild.getOrDefault(child, Map.of()).values().stream()
                .filter(it -> !it.isSpent() && !it.grant.requestId().equals(Parcel.SPAWN))
                .map(it -> new Grant(it.grant.requestId(), it.left(), it.grant.source()))
                .toList();
    }

    /** Returns the message with the remaining resources of a grant for the child. */
    public DownMessage.Granted granted(JobId child, Grant grant) {
        Optional<Jobspec> jobspec = held(child, grant.requestId()).flatMap(it -> it.jobspec);
        return grant.isOffer()
                ? new DownMessage.Granted(grant, "", jobspec)
                : new DownMessage.Granted(grant, jobspec.map(JobspecDigest::of).orElse(""));
    }

    /** The tops of everything that the child holds. */
    public List<String> tops(JobId child) {
        List<String> tops = new ArrayList<>();
        byChild.getOrDefault(child, Map.of()).values().forEach(it -> tops.addAll(it.tops));
        return tops;
    }

    /**
     * Returns the paths that a child holds at a path and below it: the path itself where it holds all of that, else the
     * tops below. O(its grants x depth + found).
     */
    public List<String> within(JobId child, String path) {
        TreeSet<String> within = new TreeSet<>();
        for (Held held : byChild.getOrDefault(child, Map.of()).values()) {
            if (held.covers(path)) {
                within.add(path);
            }
            within.addAll(held.tops.subSet(path + "/", path + (char) ('/' + 1)));
        }
        return Paths.outermost(within);
    }

    /** Returns the paths that a child says it returns and that it really holds. */
    public List<String> returnable(JobId child, Parcel parcel) {
        Optional<Held> held = held(child, parcel.grantId());
        if (held.isEmpty()) {
            return List.of();
        }
        return parcel.paths().stream().filter(held.get()::covers).toList();
    }

    /**
     * Returns the parcels that the child got with any grant below these paths, without the paths themselves; the
     * parcels go where the paths go. O(paths x log tops + found).
     */
    public List<Parcel> below(JobId child, Collection<String> paths) {
        NavigableMap<String, String> grants = byTop.getOrDefault(child, Collections.emptyNavigableMap());
        Map<String, List<String>> byGrant = new LinkedHashMap<>();
        for (String path : paths) {
            Paths.below(path, grants)
                    .forEach((top, grant) -> byGrant.computeIfAbsent(grant, it -> new ArrayList<>())
                            .add(top));
        }
        return Parcel.ofEach(byGrant);
    }

    void remove(JobId child, Parcel parcel) {
        Optional.ofNullable(byTop.get(child)).ifPresent(grants -> parcel.paths().forEach(grants::remove));
        held(child, parcel.grantId()).ifPresent(it -> it.remove(parcel.paths()));
        Map<String, Held> grants = byChild.getOrDefault(child, Map.of());
        if (grants.size() > remembered) {
            grants.values().removeIf(it -> it.isSpent() && grants.size() > remembered);
        }
    }

    private Optional<Held> held(JobId child, String grantId) {
        return Optional.ofNullable(byChild.getOrDefault(child, Map.of()).get(grantId));
    }

    @Override
    public String toString() {
        return byChild.toString();
    }

    private static final class Held {
        private final Grant grant;
        private final Optional<Jobspec> jobspec;
        private final TreeSet<String> tops;
        private final TreeSet<String> returned = new TreeSet<>();

        Held(Grant grant, Optional<Jobspec> jobspec) {
            this.grant = grant;
            this.jobspec = jobspec;
            this.tops = new TreeSet<>(GrantedParts.tops(grant.subgraph()));
        }

        boolean isSpent() {
            return tops.isEmpty();
        }

        boolean covers(String path) {
            boolean granted = false;
            for (String up = path; !up.isEmpty(); up = Paths.parent(up)) {
                if (returned.contains(up)) {
                    return false;
                }
                granted |= tops.contains(up);
            }
            return granted;
        }

        void remove(List<String> paths) {
            returned.addAll(paths);
            paths.forEach(tops::remove);
        }

        Subgraph left() {
            return GrantedParts.without(grant.subgraph(), returned);
        }

        @Override
        public String toString() {
            return tops + " of " + grant.source() + " less " + returned;
        }
    }
}
