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
        DecisionGroup matter = DecisionGroup.opened(1);
        provisions.put(requestId, matter);
        return matter;
    }

    private DecisionGroup answered(String requestId) {
        return DecisionGroup.closed(provisions, requestId, Long.MIN_VALUE);
    }

    private DecisionGroup grown(GrowDecision.Grown grown) {
        String id = grown.grant().requestId();
        AttachedDecisionGroups.Granted granted = grants.add(grown);
        DecisionGroup matter = granted.matter();
        if (grown.job().isPresent()) {
            JobId job = grown.job().get();
            matter.needs(jobs.of(job));
            if (grown.arrival() == GrowRoute.LOCAL) {
                jobs.grewHere(job, granted);
            }
        }
        if (grown.arrival() == GrowRoute.PROVIDER) {
            matter.merge(answered(id));
            keepIfUnreleased(matter, id);
        }
        return matter;
    }

    private DecisionGroup gaveBack(ReturnDecision.GaveBack gaveBack, long atMillis) {
        boolean asksParent = !gaveBack.upward().isEmpty();
        DecisionGroup matter =
                DecisionGroup.opened((asksParent ? 1 : 0) + gaveBack.provided().size() + 1);
        returns.put(gaveBack.returnId(), matter);
        wanted.shrinkLedTo(gaveBack.returnId(), matter, atMillis);
        wanted.returned(gaveBack.returnId(), matter);
        release(matter, gaveBack);
        Optional<DecisionGroup> child = gaveBack.child().map(jobs::of);
        child.ifPresent(matter::needs);
        gaveBack.fromChild().forEach(parcel -> goesBack(matter, parcel, child, atMillis));
        gaveBack.removed().forEach(parcel -> goesBack(matter, parcel, Optional.empty(), atMillis));
        gaveBack.upward().forEach(parcel -> keepIfUnreleased(matter, parcel.grantId()));
        for (ReturnDecision.ProviderRelease release : gaveBack.provided()) {
            if (provisions.containsKey(release.requestId())) {
                matter.merge(answered(release.requestId()));
            }
            keepIfUnreleased(matter, release.requestId());
        }
        matter.close(atMillis);
        return matter;
    }

    /**
     * Merges the group of a return with the groups of the jobs that lose resources, where these do not go with the
     * grant that brought them.
     */
    private void release(DecisionGroup matter, ReturnDecision.GaveBack gaveBack) {
        List<AttachedDecisionGroups.Granted> going = new ArrayList<>();
        gaveBack.fromChild().forEach(parcel -> grants.find(parcel.grantId()).ifPresent(going::add));
        gaveBack.removed().forEach(parcel -> grants.find(parcel.grantId()).ifPresent(going::add));
        for (ReturnDecision.Release release : gaveBack.released()) {
            DecisionGroup job = jobs.of(release.job());
            matter.needs(job);
            boolean isOfThese =
                    release.paths().stream().allMatch(path -> going.stream().anyMatch(grant -> grant.covers(path)));
            if (!isOfThese) {
                matter.merge(job);
            }
        }
    }

    /** Records the return of a part of a grant, or of the initial resources of the instance or child. */
    private void goesBack(DecisionGroup matter, Parcel parcel, Optional<DecisionGroup> child, long atMillis) {
        if (parcel.grantId().equals(Parcel.SPAWN)) {
            child.ifPresentOrElse(matter::merge, matter::keep);
            return;
        }
        Optional<AttachedDecisionGroups.Granted> granted = grants.find(parcel.grantId());
        if (granted.isEmpty()) {
            matter.keep();
            return;
        }
        matter.merge(granted.get().matter());
        grants.remove(granted.get(), parcel.paths(), atMillis);
    }

    private void keepIfUnreleased(DecisionGroup matter, String growId) {
        if (unreleased.contains(growId)) {
            matter.keep();
        }
    }

    private DecisionGroup retained(ReturnDecision.Retained retained, long atMillis) {
        retained.released().forEach(release -> jobs.of(release.job()).keep());
        retained.kept().forEach(parcel -> grants.edited(parcel.paths()));
        DecisionGroup matter = DecisionGroup.forEver();
        wanted.shrinkLedTo(retained.shrinkId(), matter, atMillis);
        return matter;
    }

    private DecisionGroup freed(ReturnDecision.Freed freed, long atMillis) {
        @Nullable DecisionGroup matter = returns.get(freed.returnId());
        if (matter == null) {
            return DecisionGroup.forEver();
        }
        matter.close(atMillis);
        for (Unreleased it : freed.unreleased()) {
            unreleased.add(it.requestId());
            matter.keep();
        }
        return matter;
    }
}
