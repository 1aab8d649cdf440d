package io.banyan.instance.hierarchy;

import io.banyan.instance.message.Effect;
import io.banyan.instance.message.decision.EditDecision;
import io.banyan.instance.message.level.DownMessage;
import io.banyan.instance.message.level.UpMessage;
import io.banyan.instance.message.value.GrowRoute;
import io.banyan.instance.message.value.Paths;
import io.banyan.instance.message.value.StatusAt;
import io.banyan.instance.message.value.StatusNews;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.transition.Transition;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The messages that the levels exchange about vertices that are not up. A parent sends each child the statuses of the
 * child's vertices and of the vertices above them. A child sends its parent the statuses of the vertices that came from
 * the parent. A session begins with all statuses; changes follow. O(changed vertices x instances that have them).
 */
public final class StatusTalk {
    private static final int FEW = 16;

    private final InstanceState state;
    private final Map<JobId, Side> children = new TreeMap<>();
    private @Nullable Side parent;
    private long lastStamp;
    /** Beyond so many children those are forgotten that are no more. */
    private int room = FEW;

    /** One end of a session, as far as it has come. */
    private static final class Side {
        final Optional<JobId> child;
        /** The stamp of the last sent statement; 0 for none. */
        long said;
        /** The stamp of the last received statement without a gap; 0 for none. */
        long heard;
        /** Paths of which something was heard before they came. */
        final Set<String> missed = new TreeSet<>();

        Side(Optional<JobId> child) {
            this.child = child;
        }
    }

    public StatusTalk(InstanceState state) {
        this.state = state;
    }

    /** A session with a child begins, after all its grants were sent. */
    void childRegistered(Transition transition, JobId child) {
        Side side = new Side(Optional.of(child));
        children.put(child, side);
        if (children.size() > room) {
            children.keySet().removeIf(job -> state.jobs().active(job).isEmpty());
            room = Math.max(FEW, 2 * children.size());
        }
        begin(transition, side);
    }

    /** A session with the parent begins. */
    void parentRegistered(Transition transition) {
        parent = new Side(Optional.empty());
        begin(transition, parent);
    }

    void parentUnlinked() {
        parent = null;
    }

    private void begin(Transition transition, Side side) {
        List<StatusAt> whole = whole(side);
        if (!whole.isEmpty()) {
            tell(transition, side, 0, whole);
        }
        if (!state.statuses().heard(side.child).isEmpty()) {
            ask(transition, side);
        }
    }

    /** The other side has missed something. */
    public void asked(Transition transition, Optional<JobId> child) {
        Side side = side(child);
        if (side != null) {
            tell(transition, side, 0, whole(side));
        }
    }

    /**
     * Handles a statement of the other side. A stale statement changes nothing. If the preceding statement has not
     * arrived, the whole statement is requested again.
     */
    public void heard(Transition transition, Optional<JobId> child, StatusNews news) {
        Side side = side(child);
        if (side == null || news.stamp() <= side.heard) {
            return;
        }
        if (!news.isWhole() && news.after() != side.heard) {
            ask(transition, side);
            return;
        }
        Map<String, Status> before =
                state.statuses().heard(child).stream().collect(Collectors.toMap(StatusAt::path, StatusAt::status));
        Map<String, Status> now = new LinkedHashMap<>();
        if (news.isWhole()) {
            side.missed.clear();
            before.keySet().forEach(path -> now.put(path, Status.UP));
        }
        news.statuses().forEach(it -> now.put(it.path(), it.status()));
        now.forEach((path, status) -> {
            if (!isKnown(child, path)) {
                side.missed.add(path);
            } else if (before.getOrDefault(path, Status.UP) != status) {
                transition.decide(new EditDecision.StatusHeard(child, path, status));
            }
        });
        if (child.isPresent()) {
            // Vertices that it does not have, or no longer has, do not concern it.
            side.missed.clear();
        }
        side.heard = news.stamp();
    }

    private boolean isKnown(Optional<JobId> child, String path) {
        return child.isPresent()
                ? state.resources().isHeldBy(child.get(), path)
                : state.resources().graph().find(path) >= 0;
    }

    /**
     * Sends changed statuses to the parent and the children that have the vertices; at the end of a transition, so that
     * they follow the grants of that turn.
     */
    public void tellNews(Transition transition) {
        if (!state.isJoined()) {
            return;
        }
        Map<Side, Set<String>> told = new LinkedHashMap<>();
        for (String path : state.transients().unseen().takeStatuses()) {
            for (JobId job : users(path)) {
                Side side = children.get(job);
                if (side != null && concerns(side, path)) {
                    told.computeIfAbsent(side, it -> new TreeSet<>()).add(path);
                }
            }
            if (parent != null && concerns(parent, path)) {
                told.computeIfAbsent(parent, it -> new TreeSet<>()).add(path);
            }
        }
        told.forEach((side, paths) -> tellChange(transition, side, paths));
        Side up = parent;
        if (up != null && up.missed.stream().anyMatch(path -> isKnown(Optional.empty(), path))) {
            ask(transition, up);
        }
    }

    private List<JobId> users(String path) {
        return children.isEmpty() ? List.of() : state.users(state.resources().index(path));
    }

    private void tellChange(Transition transition, Side side, Collection<String> paths) {
        if (side.said == 0) {
            tell(transition, side, 0, whole(side));
        } else {
            List<StatusAt> changes = paths.stream()
                    .map(path -> new StatusAt(path, wordFor(side, path)))
                    .toList();
            tell(transition, side, side.said, changes);
        }
    }

    private List<StatusAt> whole(Side side) {
        return state.statuses().known(side.child.isPresent()).stream()
                .filter(path -> concerns(side, path))
                .map(path -> new StatusAt(path, wordFor(side, path)))
                .toList();
    }

    private Status wordFor(Side side, String path) {
        return side.child.isPresent()
                ? state.statuses().toChildren(path)
                : state.statuses().toParent(path);
    }

    /**
     * A child must receive the statuses of its vertices and of those above them; the parent those of the vertices that
     * it granted.
     */
    private boolean concerns(Side side, String path) {
        if (side.child.isPresent()) {
            JobId job = side.child.get();
            return state.resources().isHeldBy(job, path)
                    || state.childGrants().tops(job).stream()
                            .anyMatch(held -> Paths.isWithin(/* path= */ held, /* top= */ path));
        }
        return state.origins()
                .of(path)
                .filter(origin -> origin.arrival() == GrowRoute.PARENT)
                .isPresent();
    }

    private void tell(Transition transition, Side side, long after, List<StatusAt> statuses) {
        lastStamp = Math.max(lastStamp + 1, transition.nowMillis());
        StatusNews news = new StatusNews(after, lastStamp, statuses);
        side.said = lastStamp;
        transition.add(
                side.child.isPresent()
                        ? new Effect.ToChild(side.child.get(), new DownMessage.Statuses(news))
                        : new Effect.ToParent(new UpMessage.Statuses(news)));
    }

    private static void ask(Transition transition, Side side) {
        side.heard = 0;
        side.missed.clear();
        transition.add(
                side.child.isPresent()
                        ? new Effect.ToChild(side.child.get(), new DownMessage.AskStatuses())
                        : new Effect.ToParent(new UpMessage.AskStatuses()));
    }

    private @Nullable Side side(Optional<JobId> child) {
        return child.isPresent() ? children.get(child.get()) : parent;
    }
}
