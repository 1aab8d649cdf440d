package io.banyan.instance.journal;

import io.banyan.instance.message.decision.GrowDecision;
import io.banyan.instance.message.decision.ReturnDecision;
import io.banyan.instance.message.value.GrowRoute;
import io.banyan.instance.message.value.Parcel;
import io.banyan.instance.message.value.Unreleased;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The granted and returned resources in a journal while it is read. A grant is needed until all its resources have been
 * returned, a return until all levels have freed it. O(its resources) for a decision.
 */
final class ReturnDecisionGroups {
    private final JobDecisionGroups jobs;
    private final AttachedDecisionGroups grants;
    private final WantedDecisionGroups wanted;
    private final Map<String, DecisionGroup> returns = new HashMap<>();
    private final Map<String, DecisionGroup> provisions = new HashMap<>();
    /** Grows of which a provider once did not take back everything. */
    private final Set<String> unreleased = new HashSet<>();

    ReturnDecisionGroups(JobDecisionGroups jobs, AttachedDecisionGroups grants, WantedDecisionGroups wanted) {
        this.jobs = jobs;
        this.grants = grants;
        this.wanted = wanted;
    }

    DecisionGroup of(GrowDecision decision) {
        return switch (decision) {
            case GrowDecision.ProvisionAsked it -> asked(it.requestId());
            case GrowDecision.ProvisionRefused it -> answered(it.requestId());
            case GrowDecision.Grown it -> grown(it);
        };
    }

    DecisionGroup of(ReturnDecision decision, long atMillis) {
        return switch (decision) {
            case ReturnDecision.ShrinkBegun it -> wanted.shrinkBegun(it);
            case ReturnDecision.GaveBack it -> gaveBack(it, atMillis);
            case ReturnDecision.Freed it -> freed(it, atMillis);
            case ReturnDecision.Retained it -> retained(it, atMillis);
        };
    }

    private DecisionGroup asked(String requestId) {
        DecisionGroup group = DecisionGroup.opened(1);
        provisions.put(requestId, group);
        return group;
    }

    private DecisionGroup answered(String requestId) {
        return DecisionGroup.closed(provisions, requestId, Long.MIN_VALUE);
    }

    private DecisionGroup grown(GrowDecision.Grown grown) {
        String id = grown.grant().requestId();
        AttachedDecisionGroups.Granted granted = grants.add(grown);
        DecisionGroup group = granted.group();
        if (grown.job().isPresent()) {
            JobId job = grown.job().get();
            group.needs(jobs.of(job));
            if (grown.arrival() == GrowRoute.LOCAL) {
                jobs.grewHere(job, granted);
            }
        }
        if (grown.arrival() == GrowRoute.PROVIDER) {
            group.merge(answered(id));
            keepIfUnreleased(group, id);
        }
        return group;
    }

    private DecisionGroup gaveBack(ReturnDecision.GaveBack gaveBack, long atMillis) {
        boolean asksParent = !gaveBack.upward().isEmpty();
        DecisionGroup group =
                DecisionGroup.opened((asksParent ? 1 : 0) + gaveBack.provided().size() + 1);
        returns.put(gaveBack.returnId(), group);
        wanted.shrinkLedTo(gaveBack.returnId(), group, atMillis);
        wanted.returned(gaveBack.returnId(), group);
        release(group, gaveBack);
        Optional<DecisionGroup> child = gaveBack.child().map(jobs::of);
        child.ifPresent(group::needs);
        gaveBack.fromChild().forEach(parcel -> goesBack(group, parcel, child, atMillis));
        gaveBack.removed().forEach(parcel -> goesBack(group, parcel, Optional.empty(), atMillis));
        gaveBack.upward().forEach(parcel -> keepIfUnreleased(group, parcel.grantId()));
        for (ReturnDecision.ProviderRelease release : gaveBack.provided()) {
            if (provisions.containsKey(release.requestId())) {
                group.merge(answered(release.requestId()));
            }
            keepIfUnreleased(group, release.requestId());
        }
        group.close(atMillis);
        return group;
    }

    /**
     * Merges the group of a return with the groups of the jobs that lose resources, where these do not go with the
     * grant that brought them.
     */
    private void release(DecisionGroup group, ReturnDecision.GaveBack gaveBack) {
        List<AttachedDecisionGroups.Granted> going = new ArrayList<>();
        gaveBack.fromChild().forEach(parcel -> grants.find(parcel.grantId()).ifPresent(going::add));
        gaveBack.removed().forEach(parcel -> grants.find(parcel.grantId()).ifPresent(going::add));
        for (ReturnDecision.Release release : gaveBack.released()) {
            DecisionGroup job = jobs.of(release.job());
            group.needs(job);
            boolean isOfThese =
                    release.paths().stream().allMatch(path -> going.stream().anyMatch(grant -> grant.covers(path)));
            if (!isOfThese) {
                group.merge(job);
            }
        }
    }

    /** Records the return of a part of a grant, or of the initial resources of the instance or child. */
    private void goesBack(DecisionGroup group, Parcel parcel, Optional<DecisionGroup> child, long atMillis) {
        if (parcel.grantId().equals(Parcel.SPAWN)) {
            child.ifPresentOrElse(group::merge, group::keep);
            return;
        }
        Optional<AttachedDecisionGroups.Granted> granted = grants.find(parcel.grantId());
        if (granted.isEmpty()) {
            group.keep();
            return;
        }
        group.merge(granted.get().group());
        grants.remove(granted.get(), parcel.paths(), atMillis);
    }

    private void keepIfUnreleased(DecisionGroup group, String growId) {
        if (unreleased.contains(growId)) {
            group.keep();
        }
    }

    private DecisionGroup retained(ReturnDecision.Retained retained, long atMillis) {
        retained.released().forEach(release -> jobs.of(release.job()).keep());
        retained.kept().forEach(parcel -> grants.edited(parcel.paths()));
        DecisionGroup group = DecisionGroup.forEver();
        wanted.shrinkLedTo(retained.shrinkId(), group, atMillis);
        return group;
    }

    private DecisionGroup freed(ReturnDecision.Freed freed, long atMillis) {
        @Nullable DecisionGroup group = returns.get(freed.returnId());
        if (group == null) {
            return DecisionGroup.forEver();
        }
        group.close(atMillis);
        for (Unreleased it : freed.unreleased()) {
            unreleased.add(it.requestId());
            group.keep();
        }
        return group;
    }
}
