package io.banyan.instance.state;

import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphVertex;
import io.banyan.instance.message.decision.EditDecision;
import io.banyan.instance.message.value.Paths;
import io.banyan.instance.message.value.StatusAt;
import io.banyan.instance.message.value.StatusNote;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import io.banyan.schedule.Schedule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The statuses of the vertices that are not up, by the level that states them: the instance itself, its parent, and its
 * children for the vertices that they hold. Each level has its own statement, which no other level withdraws, and the
 * worst of them counts. So simultaneous statements of two levels cannot contradict each other, and all levels reach the
 * same result in whatever order messages arrive.
 *
 * <p>Kept by path, and only for vertices that are here. Setting one costs O(log n) in the vertices that are not up.
 */
public final class Statuses {
    private final Schedule schedule;
    private final NavigableMap<String, Status> own = new TreeMap<>();
    private final NavigableMap<String, Status> above = new TreeMap<>();
    private final Map<JobId, NavigableMap<String, Status>> below = new TreeMap<>();
    /** The notes on the instance's own statuses: the client that set each, and the reason. */
    private final NavigableMap<String, StatusNote> notes = new TreeMap<>();
    /** The vertices that are kept from jobs because they will be returned; no other level receives this. */
    private final NavigableMap<String, Status> leaving = new TreeMap<>();

    private final UnseenChanges unseen;

    Statuses(Schedule schedule, UnseenChanges unseen) {
        this.schedule = schedule;
        this.unseen = unseen;
        for (int v : schedule.statuses().notUp()) {
            own.put(schedule.graph().anyPath(v), schedule.statuses().of(v));
        }
    }

    /** Sets the instance's own status of a vertex, with the client that set it. */
    void say(EditDecision.StatusChanged changed) {
        say(changed.path(), changed.status());
        note(changed.path(), changed.note());
    }

    /** The instance itself says so. */
    void say(String path, Status status) {
        put(own, path, status);
        settle(path);
    }

    /** Records the client that set the instance's own status, and the reason. */
    private void note(String path, Optional<StatusNote> note) {
        if (note.isPresent() && own.containsKey(path)) {
            notes.put(path, note.get());
        } else {
            notes.remove(path);
        }
    }

    /** Returns the decision that sets the instance's own status of a vertex, with its present note. */
    public EditDecision.StatusChanged saying(String path, Status status) {
        return new EditDecision.StatusChanged(path, status, note(path));
    }

    /** Whether the instance itself says that a vertex is not up. */
    public boolean isSaidHere(String path) {
        return own.containsKey(path);
    }

    /** That, where it is remembered. */
    public Optional<StatusNote> note(String path) {
        return Optional.ofNullable(notes.get(path));
    }

    /** A child, or the parent, says so. */
    void hear(Optional<JobId> child, String path, Status status) {
        put(layer(child), path, status);
        child.filter(job -> layer(Optional.of(job)).isEmpty()).ifPresent(below::remove);
        settle(path);
    }

    /** Drains a vertex that will be returned, so that no job gets it any more. */
    void drain(String path) {
        leaving.put(path, Status.DRAINED);
        settle(path);
    }

    /** Ends the draining of a vertex, which stays. */
    void undrain(String path) {
        if (leaving.remove(path) != null) {
            settle(path);
        }
    }

    /** Whether it is to be given back. */
    public boolean isLeaving(String path) {
        return leaving.containsKey(path);
    }

    private NavigableMap<String, Status> layer(Optional<JobId> child) {
        return child.isEmpty() ? above : below.computeIfAbsent(child.get(), it -> new TreeMap<>());
    }

    private static void put(Map<String, Status> layer, String path, Status status) {
        if (status == Status.UP) {
            layer.remove(path);
        } else {
            layer.put(path, status);
        }
    }

    private void settle(String path) {
        int v = Resources.index(schedule.graph(), path);
        Status before = schedule.statuses().of(v);
        Status now = effective(path);
        schedule.setStatus(v, now);
        unseen.status(path);
        if (now == Status.LOST && before != Status.LOST) {
            unseen.lost(path);
        }
    }

    private Status effective(String path) {
        return toChildren(path).or(toParent(path)).or(of(leaving, path));
    }

    /** Returns the status of a vertex for the children, without their own statements. */
    public Status toChildren(String path) {
        return of(own, path).or(of(above, path));
    }

    /** Returns the status of a vertex for the parent, without its own statement. O(children with a statement). */
    public Status toParent(String path) {
        Status worst = of(own, path);
        for (Map<String, Status> layer : below.values()) {
            worst = worst.or(of(layer, path));
        }
        return worst;
    }

    private static Status of(Map<String, Status> layer, String path) {
        return layer.getOrDefault(path, Status.UP);
    }

    /**
     * Returns the statuses that the child, or the parent, said last and has not taken back, in the order of the paths.
     */
    public List<StatusAt> heard(Optional<JobId> child) {
        Map<String, Status> layer = child.isEmpty() ? above : below.getOrDefault(child.get(), new TreeMap<>());
        return layer.entrySet().stream()
                .map(entry -> new StatusAt(entry.getKey(), entry.getValue()))
                .toList();
    }

    /**
     * Returns the statuses that the instance itself must set, so that the child's statements about these subtrees still
     * count after the child has returned them: a resource that failed for one job will fail for the next one.
     */
    public List<StatusAt> inherited(JobId child, Set<String> tops) {
        return heard(Optional.of(child)).stream()
                .filter(it -> Paths.isWithinAny(it.path(), tops))
                .map(it -> new StatusAt(it.path(), it.status().or(of(own, it.path()))))
                .toList();
    }

    /**
     * Returns the sources that say that a vertex is not up: {@code here}, {@code parent}, or the number of a child's
     * job.
     */
    public List<String> saidBy(String path) {
        List<String> who = new ArrayList<>();
        if (own.containsKey(path)) {
            who.add("here");
        }
        if (above.containsKey(path)) {
            who.add("parent");
        }
        below.forEach((job, layer) -> {
            if (layer.containsKey(path)) {
                who.add("instance " + job);
            }
        });
        return who;
    }

    /** Returns the vertices whose status the children, or else the parent, may have to receive. */
    public Collection<String> known(boolean children) {
        Set<String> paths = new TreeSet<>(own.keySet());
        if (children) {
            paths.addAll(above.keySet());
        } else {
            below.values().forEach(layer -> paths.addAll(layer.keySet()));
        }
        return paths;
    }

    /** Records that these subtrees were granted: the receiver must get the statuses in them that are not up. */
    void given(Collection<String> tops) {
        if (!own.isEmpty() || !above.isEmpty()) {
            tops.forEach(top ->
                    Stream.of(own, above).forEach(layer -> within(layer, top).forEach(unseen::status)));
        }
    }

    /** Vertices came that were down already. */
    void came(Subgraph subgraph) {
        for (SubgraphVertex vertex : subgraph.vertices()) {
            boolean isNews = vertex.status() != Status.UP
                    && schedule.statuses().of(Resources.index(schedule.graph(), vertex.path())) != Status.UP
                    && toChildren(vertex.path()).or(toParent(vertex.path())) == Status.UP;
            if (isNews) {
                say(vertex.path(), vertex.status());
            }
        }
    }

    /** Subtrees are here no more, and maybe vertices above them. */
    void went(Collection<String> tops) {
        boolean isSilent = Stream.of(own, above, below, leaving).allMatch(Map::isEmpty) && !unseen.hasStatuses();
        if (isSilent) {
            return;
        }
        for (String top : tops) {
            forget(top);
            for (String up = Paths.parent(top);
                    !up.isEmpty() && schedule.graph().find(up) < 0;
                    up = Paths.parent(up)) {
                forget(up);
            }
        }
    }

    private void forget(String top) {
        Stream.concat(Stream.of(own, above, leaving, notes), below.values().stream())
                .forEach(layer -> within(layer, top).forEach(layer::remove));
        below.values().removeIf(Map::isEmpty);
        unseen.forgetStatuses(path -> Paths.isWithin(path, top));
    }

    private static List<String> within(NavigableMap<String, ?> layer, String top) {
        List<String> paths =
                new ArrayList<>(layer.subMap(top + "/", top + (char) ('/' + 1)).keySet());
        if (layer.containsKey(top)) {
            paths.add(top);
        }
        return paths;
    }

    /** A child does not have these subtrees any more: its word on them goes. */
    void returned(JobId child, Collection<String> tops) {
        NavigableMap<String, Status> layer = below.get(child);
        if (layer != null) {
            List<String> paths =
                    tops.stream().flatMap(top -> within(layer, top).stream()).toList();
            paths.forEach(layer::remove);
            if (layer.isEmpty()) {
                below.remove(child);
            }
            paths.forEach(this::settle);
        }
    }

    /** A child is no more: its word goes with it. */
    void gone(JobId child) {
        NavigableMap<String, Status> layer = below.remove(child);
        if (layer != null) {
            layer.keySet().forEach(this::settle);
        }
    }

    /** Throws if an effective status is not the worst of the statements. O(V / 64 + vertices that are not up). */
    void checkInvariants() {
        Set<String> said = new TreeSet<>(known(true));
        said.addAll(known(false));
        said.addAll(leaving.keySet());
        Set<String> notUp = new TreeSet<>();
        for (int v : schedule.statuses().notUp()) {
            notUp.add(schedule.graph().anyPath(v));
        }
        if (!said.equals(notUp)) {
            throw new IllegalStateException(
                    "the vertices that are not up are " + notUp + ", but statements exist for " + said);
        }
        if (!own.keySet().containsAll(notes.keySet())) {
            throw new IllegalStateException(
                    "there are notes on " + notes.keySet() + ", but own statements on " + own.keySet());
        }
        for (String path : said) {
            Status worst = effective(path);
            Status is = schedule.statuses().of(Resources.index(schedule.graph(), path));
            if (is != worst) {
                throw new IllegalStateException(path + " is " + is + ", but its worst statement is " + worst);
            }
        }
    }

    @Override
    public String toString() {
        return "own " + own + " " + notes + " above " + above + " below " + below + " leaving " + leaving;
    }
}
