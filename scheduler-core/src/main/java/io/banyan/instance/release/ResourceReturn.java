package io.banyan.instance.release;

import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.decision.ReturnDecision;
import io.banyan.instance.message.level.DownMessage;
import io.banyan.instance.message.level.UpMessage;
import io.banyan.instance.message.value.FirstItems;
import io.banyan.instance.message.value.Grant;
import io.banyan.instance.message.value.GrantedParts;
import io.banyan.instance.message.value.GrowRoute;
import io.banyan.instance.message.value.Parcel;
import io.banyan.instance.message.value.Paths;
import io.banyan.instance.message.value.Unreleased;
import io.banyan.instance.message.value.ValueChecks;
import io.banyan.instance.state.GrantOrigin;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.state.PendingReturns;
import io.banyan.instance.transition.PendingCalls;
import io.banyan.instance.transition.Transition;
import io.banyan.provider.Handle;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The third phase of a release: resources on their way up, from their users to their source (docs/internals/design.md:
 * "Removal mirrors addition").
 *
 * <p>Resources that a child returns are freed from its job. If they were grown for that job, they go on to the parent
 * or provider that granted them; otherwise they stay here, free. The child receives "freed" when all levels above have
 * freed them. A provider that does not take back its resources delays no level: the return is settled, and all levels
 * below receive the list of unreleased resources, which need a person. The cases:
 *
 * <table>
 * <caption>What arrives, and what is done</caption>
 * <tr><th>message</th><th>expected</th><th>repeated</th><th>late or unknown</th></tr>
 * <tr><td>return of a grant without paths, of a child: what a provider did not take back of it</td><td>ask the provider
 * again, or pass it on</td><td>as below</td><td>nothing is left: answer so</td></tr>
 * <tr><td>return of a child</td><td>free, pass on, answer when all is free</td><td>while pending: nothing, the answer
 * comes; after that: the same answer</td><td>a grant or a path that the child does not hold is passed over, since it is
 * free already</td></tr>
 * <tr><td>freed, of the parent</td><td>settle, answer below, with what providers above did not take
 * back</td><td>nothing</td>
 * <td>nothing</td></tr>
 * <tr><td>released, of the provider</td><td>settle, answer below</td><td>nothing</td><td>nothing</td></tr>
 * <tr><td>not released, of the provider, which was asked as often as it deserves</td><td>log, settle, answer below with
 * what and why; the provider is asked again at the next shrink of that grow, or when the instance
 * ends</td><td>nothing</td><td>nothing</td></tr>
 * </table>
 */
public final class ResourceReturn {
    private static final String BACK = ValueChecks.MADE_HERE + "back";

    private final InstanceState state;
    private final ReleaseAnswers answers;
    private final TentativePlans tentativePlans;

    public ResourceReturn(InstanceState state, PendingCalls pendingCalls) {
        this.state = state;
        this.answers = new ReleaseAnswers(state, pendingCalls);
        this.tentativePlans = new TentativePlans(state);
    }

    /** A child returns resources. */
    public void childReturned(Transition transition, JobId child, UpMessage.Return message) {
        String id = ReleaseAnswers.idOf(child, message);
        if (state.returns().isPending(id)) {
            return;
        }
        boolean isOver = state.jobs().active(child).isEmpty();
        Optional<PendingReturns.Settled> settled = state.returns().settled(id);
        if (isOver || settled.isPresent()) {
            List<Unreleased> unreleased =
                    settled.map(PendingReturns.Settled::unreleased).orElse(List.of());
            ReleaseAnswers.tellChild(transition, child, message.returnId(), unreleased);
            return;
        }
        if (message.isAgain()) {
            again(transition, id, Optional.of(child), message.grantIds());
            return;
        }
        List<Parcel> fromChild = withAllBelow(child, held(transition, child, message));
        List<String> freed = Choice.pathsOf(fromChild);
        List<ReturnDecision.Release> released =
                freed.isEmpty() ? List.of() : List.of(new ReturnDecision.Release(child, Paths.outermost(freed)));
        state.statuses()
                .inherited(child, Set.copyOf(freed))
                .forEach(it -> transition.decide(state.statuses().saying(it.path(), it.status())));
        begin(transition, id, Optional.of(child), fromChild, released, grownFor(child, freed));
    }

    /** Returns the part of a child's return that the child holds. */
    private List<Parcel> held(Transition transition, JobId child, UpMessage.Return message) {
        List<Parcel> all = new ArrayList<>();
        for (Parcel parcel : message.parcels()) {
            List<String> held = Paths.outermost(state.childGrants().returnable(child, parcel).stream()
                    .filter(path -> state.resources().graph().find(path) >= 0)
                    .toList());
            if (held.size() < parcel.paths().size()) {
                transition.warn("job " + child + " returns " + FirstItems.of(parcel.paths()) + " of grant "
                        + parcel.grantId() + ", but holds " + (held.isEmpty() ? "nothing" : FirstItems.of(held)));
            }
            if (!held.isEmpty()) {
                all.add(new Parcel(parcel.grantId(), held));
            }
        }
        return all;
    }

    /** Adds the resources that the child got below these with other grants. */
    private List<Parcel> withAllBelow(JobId child, List<Parcel> named) {
        Set<String> paths = Set.copyOf(Choice.pathsOf(named));
        List<Parcel> all = new ArrayList<>(named);
        addWithout(paths, state.childGrants().below(child, Paths.outermost(paths)), all);
        return all;
    }

    private static void addWithout(Set<String> paths, List<Parcel> parcels, List<Parcel> all) {
        for (Parcel parcel : parcels) {
            List<String> rest = parcel.paths().stream()
                    .filter(path -> !paths.contains(path))
                    .toList();
            if (!rest.isEmpty()) {
                all.add(new Parcel(parcel.grantId(), rest));
            }
        }
    }

    /** Which of these came here for this job, by the grants with which they came. */
    private List<Parcel> grownFor(JobId job, List<String> paths) {
        return state.origins()
                .parcels(paths.stream()
                        .filter(path -> state.origins()
                                .of(path)
                                .flatMap(origin -> origin.jobOf(path))
                                .equals(Optional.of(job)))
                        .toList());
    }

    /** An id for a return: this one, or where it was taken one that is made of it. */
    public String unusedId(String first) {
        return firstId(first, this::isKnown);
    }

    private boolean isKnown(String id) {
        return state.returns().isPending(id) || state.returns().settled(id).isPresent();
    }

    private static String firstId(String first, Predicate<String> isTaken) {
        String id = first;
        for (int i = 1; isTaken.test(id); i++) {
            id = first + "!" + i;
        }
        return id;
    }

    /** Returns the resources that were grown for an ended job. */
    public void ofEnd(Transition transition, JobId job, List<Parcel> removed) {
        begin(transition, answers.idOfEnd(job), List.of(), removed);
    }

    /** Returns removed resources at this instance's own decision, with everything attached below them. */
    public void begin(
            Transition transition, String returnId, List<ReturnDecision.Release> released, List<Parcel> removed) {
        begin(transition, returnId, Optional.empty(), List.of(), released, removed);
    }

    /** Returns removed resources, with everything attached below them, to their source. */
    public void begin(
            Transition transition,
            String returnId,
            Optional<JobId> child,
            List<Parcel> fromChild,
            List<ReturnDecision.Release> released,
            List<Parcel> removed) {
        List<Parcel> upward = new ArrayList<>();
        Map<String, List<String>> brought = new LinkedHashMap<>();
        List<Parcel> going = withAllBelow(removed);
        for (Parcel parcel : going) {
            GrantOrigin origin = state.origins().find(parcel.grantId()).orElseThrow();
            if (origin.arrival() != GrowRoute.LOCAL) {
                tentativePlans.leaving(transition, parcel.paths());
            }
            switch (origin.arrival()) {
                case PARENT -> upward.add(parcel);
                case PROVIDER ->
                    brought.computeIfAbsent(origin.id(), it -> new ArrayList<>())
                            .addAll(parcel.paths());
                case LOCAL -> {}
            }
        }
        List<ReturnDecision.ProviderRelease> provided = new ArrayList<>();
        brought.forEach((id, paths) -> {
            GrantOrigin origin = state.origins().find(id).orElseThrow();
            List<Handle> handles = origin.handlesOf(paths);
            if (!handles.isEmpty()) {
                String name = origin.grant().source().provider().orElseThrow();
                provided.add(withOpen(new ReturnDecision.ProviderRelease(name, id, handles)));
            }
        });
        begin(transition, new ReturnDecision.GaveBack(returnId, child, fromChild, released, going, upward, provided));
    }

    /** A vertex is removed with all below it, from whichever grants, the deepest first. O(paths x log tops + found). */
    private List<Parcel> withAllBelow(List<Parcel> removed) {
        TreeSet<String> below = new TreeSet<>();
        for (Parcel parcel : removed) {
            if (state.origins().find(parcel.grantId()).orElseThrow().arrival() != GrowRoute.LOCAL) {
                parcel.paths().forEach(path -> below.addAll(state.origins().topsBelow(path)));
            }
        }
        if (below.isEmpty()) {
            return removed;
        }
        List<Parcel> all = new ArrayList<>();
        for (String top : below.descendingSet()) {
            all.add(new Parcel(state.origins().of(top).orElseThrow().id(), List.of(top)));
        }
        addWithout(below, removed, all);
        return all;
    }

    /** Adds to a release of a grow the handles that the provider did not take back before. */
    private ReturnDecision.ProviderRelease withOpen(ReturnDecision.ProviderRelease release) {
        List<Handle> handles = new ArrayList<>(release.handles());
        state.returns().open().own(release.requestId()).ifPresent(open -> {
            handles.removeAll(new HashSet<>(open.handles()));
            handles.addAll(0, open.handles());
        });
        return new ReturnDecision.ProviderRelease(release.provider(), release.requestId(), handles);
    }

    /**
     * Asks the providers again to take back unreleased resources of these grows: the own one, and those above if they
     * refused some too, or if the own one has none.
     */
    public void again(Transition transition, String returnId, Optional<JobId> child, List<String> growIds) {
        List<ReturnDecision.ProviderRelease> provided = new ArrayList<>();
        List<Parcel> upward = new ArrayList<>();
        for (String growId : growIds) {
            Optional<ReturnDecision.ProviderRelease> own =
                    state.returns().open().own(growId);
            if (own.isPresent() && !state.provisions().containsKey(growId)) {
                provided.add(own.get());
            }
            boolean isAbove = own.isEmpty() || state.returns().open().isAbove(growId);
            if (isAbove && state.config().parentJob().isPresent()) {
                upward.add(new Parcel(growId, List.of()));
            }
        }
        beginOutside(transition, returnId, child, upward, provided);
    }

    /** Returns resources that are not, or no longer, a part of this instance. */
    private void beginOutside(
            Transition transition,
            String returnId,
            Optional<JobId> child,
            List<Parcel> upward,
            List<ReturnDecision.ProviderRelease> provided) {
        List<Parcel> none = List.of();
        begin(transition, new ReturnDecision.GaveBack(returnId, child, none, List.of(), none, upward, provided));
    }

    /**
     * Returns a grant of the parent that came too late or does not fit, and was never a part of this instance. A grant
     * that was returned before is returned again: a parent that had forgotten it may have granted it a second time, and
     * for another parent nothing is left to free.
     */
    public void handBack(Transition transition, Grant grant) {
        String id =
                firstId(idOfBack(grant), it -> isKnown(it) && !state.returns().isPending(it));
        if (!state.returns().isPending(id)) {
            List<Parcel> upward = List.of(new Parcel(grant.requestId(), GrantedParts.tops(grant.subgraph())));
            beginOutside(transition, id, Optional.empty(), upward, List.of());
        }
    }

    /**
     * Whether a grant of the parent was returned, or is being returned, without having been a part of this instance.
     */
    public boolean wasHandedBack(Grant grant) {
        return isKnown(idOfBack(grant));
    }

    private String idOfBack(Grant grant) {
        return grant.requestId() + BACK + state.path();
    }

    /** Whether a return is that of a whole grant that its receiver could not use. */
    public static boolean isBackOf(String grantId, String returnId) {
        return returnId.startsWith(grantId + BACK);
    }

    /**
     * Releases resources that the provider brought, or may have brought, and that were never a part of this instance.
     * An answer that was waited for is acted on, whatever became of an earlier one; any other only once.
     */
    public void release(Transition transition, ReturnDecision.ProviderRelease release) {
        // Differs from the id of a return to the parent, because a failure of a provider that was asked first does not
        // concern it.
        String id = release.requestId() + "!release" + state.path();
        boolean isRepeated =
                state.returns().settled(id).isPresent() && !state.provisions().containsKey(release.requestId());
        if (state.returns().isPending(id) || isRepeated) {
            return;
        }
        beginOutside(transition, id, Optional.empty(), List.of(), List.of(release));
    }

    private void begin(Transition transition, ReturnDecision.GaveBack gaveBack) {
        transition.decide(gaveBack);
        Optional<PendingReturns.Pending> pending = state.returns().pending(gaveBack.returnId());
        if (pending.isEmpty()) {
            answers.returned(transition, gaveBack.returnId(), gaveBack.child());
            return;
        }
        pending.get().message().ifPresent(message -> transition.add(new Effect.ToParent(message)));
        pending.get().releases().forEach(transition::add);
    }

    /** The session to the parent is open again: everything that it has not confirmed is said again. */
    public void parentRegistered(Transition transition) {
        for (PendingReturns.Pending pending : state.returns().pending()) {
            pending.message().ifPresent(message -> transition.add(new Effect.ToParent(message)));
        }
    }

    /** The process is a new one: the providers are asked again for everything that they have not confirmed. */
    public void restarted(Transition transition) {
        state.returns().pending().forEach(pending -> pending.releases().forEach(transition::add));
    }

    /** The parent has freed a return. */
    public void parentFreed(Transition transition, DownMessage.Freed freed) {
        if (state.returns().awaitsParent(freed.returnId())) {
            settle(transition, new ReturnDecision.Freed(freed.returnId(), Optional.empty(), freed.unreleased()));
        }
    }

    /** The provider has taken resources back, or has failed to for good. */
    public void providerReleased(Transition transition, Event.ProviderReleased event) {
        if (!state.returns().awaitsProvider(event.returnId(), event.requestId())) {
            if (!event.error().isEmpty()) {
                transition.warn("the resources that a provider holds for " + event.requestId() + " are not released: "
                        + event.error());
            }
            return;
        }
        List<Unreleased> unreleased = event.error().isEmpty() ? List.of() : List.of(unreleased(event));
        unreleased.forEach(it -> transition.warn(it.sentence()));
        settle(transition, new ReturnDecision.Freed(event.returnId(), Optional.of(event.requestId()), unreleased));
    }

    private Unreleased unreleased(Event.ProviderReleased event) {
        Effect.ReleaseProvider asked = state.returns().pending(event.returnId()).orElseThrow().releases().stream()
                .filter(release -> release.requestId().equals(event.requestId()))
                .findFirst()
                .orElseThrow();
        List<String> handles = asked.handles().stream().map(Handle::value).toList();
        return new Unreleased(state.path(), asked.provider(), asked.requestId(), handles, event.error());
    }

    private void settle(Transition transition, ReturnDecision.Freed freed) {
        Optional<JobId> child = state.returns().childOf(freed.returnId());
        transition.decide(freed);
        if (!state.returns().isPending(freed.returnId())) {
            answers.returned(transition, freed.returnId(), child);
        }
    }
}
