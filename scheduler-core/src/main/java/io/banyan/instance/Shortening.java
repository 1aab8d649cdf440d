package io.banyan.instance;

import io.banyan.graph.SubgraphVertex;
import io.banyan.schedule.JobId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Which decisions of a journal matter no more: those on jobs that have ended and been forgotten, on grants that have gone back to where they came
 * from, on statuses and properties that were set anew. A replay of the others, in their order, leads to the same state as one of all; only that a grow
 * or a return that was over an hour before the end of the journal is a repeated one, it may not know any more. For one thread: every transaction is
 * noted, in order; then, in the same order, each is asked for what is left of it. O(decisions) of time and memory.
 */
public final class Shortening {
    private static final String QUEUE = "queue";
    private static final List<String> RANKS = List.of(QUEUE);
    private static final long REMEMBERED_MILLIS = TimeUnit.HOURS.toMillis(1);

    private final int remembered;
    private final long rememberedMillis;
    /** Of every decision that is noted, in their order. */
    private final List<Matter> matters = new ArrayList<>();

    private final Map<JobId, Matter> jobs = new HashMap<>();
    private final Map<String, Matter> reservations = new HashMap<>();
    private final Map<JobId, List<AttachedMatters.Granted>> local = new HashMap<>();
    private final AttachedMatters grants = new AttachedMatters();
    private final Map<String, Matter> returns = new HashMap<>();
    private final Map<String, Matter> provisions = new HashMap<>();
    /** Of revokes and clearings, by their ids; those that are through among them. */
    private final Map<String, Matter> revokes = new LinkedHashMap<>();

    private final Map<String, Matter> clearings = new LinkedHashMap<>();
    /** Of shrinks that were begun, and of which what they led to has not been noted yet. */
    private final Map<String, Matter> shrinks = new HashMap<>();
    /** Where the last decision on a status or a property is. */
    private final Map<List<String>, Integer> settings = new HashMap<>();
    /** Grows of which a provider once did not take back everything. */
    private final Set<String> unreleased = new HashSet<>();

    private final Queue<JobId> ended = new ArrayDeque<>();
    /** Those that have ended since the use of all was last said, and those of them that were forgotten. */
    private final Set<JobId> endedSince = new HashSet<>();

    private final List<JobId> unsaid = new ArrayList<>();
    private JobId highest = new JobId(1);
    private long nowMillis = Long.MIN_VALUE;
    private boolean isWeighed;
    private int asked;
    /** How many processes have begun, and how many of them were met again. */
    private int begun;

    private int begunAgain;

    /**
     * Nothing is noted yet.
     *
     * @param remembered how many ended jobs an instance remembers ({@link InstanceLimits#maxEndedJobs})
     */
    public Shortening(int remembered) {
        this(remembered, REMEMBERED_MILLIS);
    }

    /** For one that forgets grows and returns sooner, or later. */
    Shortening(int remembered, long rememberedMillis) {
        this.remembered = remembered;
        this.rememberedMillis = rememberedMillis;
    }

    /** Notes the next transaction. */
    public void note(Transaction transaction) {
        if (isWeighed) {
            throw new IllegalStateException("all was noted, and asked for");
        }
        nowMillis = Math.max(nowMillis, transaction.atMillis());
        begun += isBeginning(transaction) ? 1 : 0;
        for (Decision decision : transaction.decisions()) {
            matters.add(matterOf(decision));
        }
    }

    private static boolean isBeginning(Transaction transaction) {
        return transaction.occasion().filter(Occasion.Begun.class::isInstance).isPresent();
    }

    private Matter matterOf(Decision decision) {
        return switch (decision) {
            case JobDecision.JobGranted it -> granted(it);
            case JobDecision.JobSubmitted it -> submitted(it);
            case JobDecision.JobEligible it -> of(it.job());
            case JobDecision.JobRequeued it -> of(it.job());
            case JobDecision.JobLimited it -> of(it.job());
            case RescaleDecision.Proposed it -> proposed(it);
            case RescaleDecision.Settled it -> of(it.job());
            case JobDecision.JobUrged it -> of(it.job());
            case JobDecision.JobUnplanned it -> of(it.job());
            case JobDecision.JobStarted it -> of(it.job());
            case JobDecision.JobStopping it -> of(it.job());
            case LevelDecision.ChildChanged it -> of(it.job());
            case JobDecision.PartlyCancelled it -> of(it.job());
            case JobDecision.JobEnded it -> ended(it.job());
            case GrowDecision.ProvisionAsked it -> asked(it.requestId());
            case GrowDecision.ProvisionRefused it -> answered(it.requestId());
            case GrowDecision.Grown it -> grown(it);
            case ReturnDecision.ShrinkBegun it -> begun(it);
            case ReturnDecision.GaveBack it -> gaveBack(it);
            case ReturnDecision.Freed it -> freed(it);
            case JobDecision.JobHurt it -> of(it.job());
            case ReturnDecision.Retained it -> retained(it);
            case EditDecision.StatusChanged it -> set(it.path(), List.of(it.path()));
            case EditDecision.StatusHeard it -> heard(it);
            case EditDecision.PropertyChanged it -> set(it.path(), List.of(it.path(), it.key()));
            case EditDecision.Attached it ->
                edited(it.subgraph().vertices().stream()
                        .map(SubgraphVertex::path)
                        .toList());
            case EditDecision.Removed it -> removed(it);
            case RevokeDecision.RevokeAsked it -> asked(it);
            case RevokeDecision.RevokeSettled it -> settled(revokes, it.revokeId());
            case RevokeDecision.ClearingBegun it -> begun(it);
            case RevokeDecision.ClearingChose it -> chose(it);
            case RevokeDecision.ClearingEnded it -> settled(clearings, it.id());
            case ReservationDecision.Made it -> made(it.reservation().name());
            case ReservationDecision.Booked it -> booked(it);
            case ReservationDecision.Admitted it -> admitted(it);
            case ReservationDecision.Ended it -> settled(reservations, it.name());
            case LevelDecision.Joined it -> Matter.forEver();
            case LevelDecision.Leaving it -> Matter.forEver();
            case QueueDecision.QueueChanged it -> replaced(List.of(QUEUE, it.queue()));
            case QueueDecision.Ranked it -> ranked();
        };
    }

    private Matter of(JobId job) {
        return jobs.computeIfAbsent(job, it -> Matter.forEver());
    }

    private Matter submitted(JobDecision.JobSubmitted submitted) {
        JobId job = submitted.job();
        highest = job.compareTo(highest) > 0 ? job : highest;
        return jobs.computeIfAbsent(job, it -> Matter.opened(1));
    }

    private Matter granted(JobDecision.JobGranted grant) {
        JobId job = grant.job();
        highest = job.compareTo(highest) > 0 ? job : highest;
        Matter matter = jobs.computeIfAbsent(job, it -> Matter.opened(1));
        for (HeldPart part : grant.held()) {
            grants.touched(part.path()).forEach(matter::needs);
        }
        return matter;
    }

    private Matter proposed(RescaleDecision.Proposed proposed) {
        Matter matter = of(proposed.job());
        for (HeldPart part : proposed.held()) {
            grants.touched(part.path()).forEach(matter::needs);
        }
        return matter;
    }

    private Matter made(String name) {
        Matter matter = Matter.opened(1);
        reservations.put(name, matter);
        return matter;
    }

    /** All its times matter as long as it does: with them goes which is the next. */
    private Matter booked(ReservationDecision.Booked booked) {
        Matter reservation = reservations.getOrDefault(booked.name(), Matter.forEver());
        if (booked.grant().isEmpty()) {
            return reservation;
        }
        Matter matter = granted(booked.grant().get());
        reservation.needs(matter);
        matter.needs(reservation);
        return matter;
    }

    private Matter admitted(ReservationDecision.Admitted admitted) {
        Matter matter = granted(admitted.grant());
        matter.needs(of(admitted.time()));
        return matter;
    }

    private Matter ended(JobId job) {
        Matter matter = of(job);
        for (AttachedMatters.Granted grant : local.getOrDefault(job, List.of())) {
            if (!grant.isSpent()) {
                matter.merge(grant.matter());
                grants.end(grant, nowMillis);
            }
        }
        local.remove(job);
        ended.add(job);
        if (settings.containsKey(RANKS)) {
            endedSince.add(job);
        }
        if (ended.size() > remembered) {
            forgotten(ended.remove());
        }
        return matter;
    }

    /** What a job used that has ended since it was last said how much all have used is said nowhere else. */
    private void forgotten(JobId job) {
        if (endedSince.contains(job)) {
            unsaid.add(job);
        } else {
            of(job).close(Long.MIN_VALUE);
        }
    }

    private Matter ranked() {
        unsaid.forEach(job -> of(job).close(Long.MIN_VALUE));
        unsaid.clear();
        endedSince.clear();
        return replaced(RANKS);
    }

    private Matter asked(RevokeDecision.RevokeAsked asked) {
        Matter matter = revokes.computeIfAbsent(asked.revokeId(), it -> Matter.opened(1));
        matter.needs(of(asked.child()));
        neededBy(clearings, asked.revokeId(), matter);
        return matter;
    }

    private Matter begun(RevokeDecision.ClearingBegun begun) {
        Matter matter = Matter.opened(1);
        clearings.put(begun.id(), matter);
        needsItsShrink(matter, begun.id());
        return matter;
    }

    private Matter begun(ReturnDecision.ShrinkBegun begun) {
        Matter matter = Matter.opened(1);
        shrinks.put(begun.request().requestId(), matter);
        return matter;
    }

    /** As long as it is remembered what a shrink led to, so is what it was of. */
    private void needsItsShrink(Matter matter, String id) {
        @Nullable Matter shrink = shrinks.remove(id);
        if (shrink != null) {
            matter.needs(shrink);
            shrink.close(nowMillis);
        }
    }

    private Matter chose(RevokeDecision.ClearingChose chose) {
        Matter matter = clearings.getOrDefault(chose.id(), Matter.forEver());
        for (String path : chose.paths()) {
            grants.touched(path).forEach(matter::needs);
        }
        return matter;
    }

    private Matter settled(Map<String, Matter> matters, String id) {
        @Nullable Matter matter = matters.remove(id);
        if (matter == null) {
            return Matter.forEver();
        }
        matter.close(nowMillis);
        return matter;
    }

    /** What belongs to one that goes on is needed as long as that is. */
    private static void neededBy(Map<String, Matter> matters, String id, Matter part) {
        matters.forEach((whole, matter) -> {
            if (Revokes.isPartOf(id, whole)) {
                matter.needs(part);
            }
        });
    }

    private Matter asked(String requestId) {
        Matter matter = Matter.opened(1);
        provisions.put(requestId, matter);
        return matter;
    }

    private Matter answered(String requestId) {
        @Nullable Matter matter = provisions.remove(requestId);
        if (matter == null) {
            return Matter.forEver();
        }
        matter.close(Long.MIN_VALUE);
        return matter;
    }

    private Matter grown(GrowDecision.Grown grown) {
        String id = grown.grant().requestId();
        AttachedMatters.Granted granted = grants.add(grown);
        Matter matter = granted.matter();
        if (grown.job().isPresent()) {
            JobId job = grown.job().get();
            matter.needs(of(job));
            if (grown.arrival() == Arrival.LOCAL) {
                local.computeIfAbsent(job, it -> new ArrayList<>()).add(granted);
            }
        }
        if (grown.arrival() == Arrival.PROVIDER) {
            matter.merge(answered(id));
            keepIfUnreleased(matter, id);
        }
        return matter;
    }

    private Matter gaveBack(ReturnDecision.GaveBack gaveBack) {
        boolean asksParent = !gaveBack.upward().isEmpty();
        Matter matter = Matter.opened((asksParent ? 1 : 0) + gaveBack.provided().size() + 1);
        returns.put(gaveBack.returnId(), matter);
        needsItsShrink(matter, gaveBack.returnId());
        neededBy(revokes, gaveBack.returnId(), matter);
        clearings.values().forEach(clearing -> clearing.needs(matter));
        release(matter, gaveBack);
        Optional<Matter> child = gaveBack.child().map(this::of);
        child.ifPresent(matter::needs);
        gaveBack.fromChild().forEach(parcel -> goesBack(matter, parcel, child));
        gaveBack.removed().forEach(parcel -> goesBack(matter, parcel, Optional.empty()));
        gaveBack.upward().forEach(parcel -> keepIfUnreleased(matter, parcel.grantId()));
        for (ReturnDecision.ProviderRelease release : gaveBack.provided()) {
            if (provisions.containsKey(release.requestId())) {
                matter.merge(answered(release.requestId()));
            }
            keepIfUnreleased(matter, release.requestId());
        }
        matter.close(nowMillis);
        return matter;
    }

    /** What jobs lose is lost for them alone, where it does not go with the grant that brought it. */
    private void release(Matter matter, ReturnDecision.GaveBack gaveBack) {
        List<AttachedMatters.Granted> going = new ArrayList<>();
        gaveBack.fromChild().forEach(parcel -> grants.find(parcel.grantId()).ifPresent(going::add));
        gaveBack.removed().forEach(parcel -> grants.find(parcel.grantId()).ifPresent(going::add));
        for (ReturnDecision.Release release : gaveBack.released()) {
            Matter job = of(release.job());
            matter.needs(job);
            boolean isOfThese =
                    release.paths().stream().allMatch(path -> going.stream().anyMatch(grant -> grant.covers(path)));
            if (!isOfThese) {
                matter.merge(job);
            }
        }
    }

    /** A part of a grant, or of what the instance or the child began with, is given back. */
    private void goesBack(Matter matter, Parcel parcel, Optional<Matter> child) {
        if (parcel.grantId().equals(Parcel.SPAWN)) {
            child.ifPresentOrElse(matter::merge, matter::keep);
            return;
        }
        Optional<AttachedMatters.Granted> granted = grants.find(parcel.grantId());
        if (granted.isEmpty()) {
            matter.keep();
            return;
        }
        matter.merge(granted.get().matter());
        grants.remove(granted.get(), parcel.paths(), nowMillis);
    }

    private void keepIfUnreleased(Matter matter, String growId) {
        if (unreleased.contains(growId)) {
            matter.keep();
        }
    }

    private Matter retained(ReturnDecision.Retained retained) {
        retained.released().forEach(release -> of(release.job()).keep());
        retained.kept().forEach(parcel -> edited(parcel.paths()));
        Matter matter = Matter.forEver();
        needsItsShrink(matter, retained.shrinkId());
        return matter;
    }

    private Matter freed(ReturnDecision.Freed freed) {
        @Nullable Matter matter = returns.get(freed.returnId());
        if (matter == null) {
            return Matter.forEver();
        }
        matter.close(nowMillis);
        for (Unreleased it : freed.unreleased()) {
            unreleased.add(it.requestId());
            matter.keep();
        }
        return matter;
    }

    /** What a child says matters as long as it is there. */
    private Matter heard(EditDecision.StatusHeard heard) {
        Matter matter =
                set(heard.path(), List.of(heard.child().map(JobId::toString).orElse(""), heard.path()));
        if (heard.child().isEmpty()) {
            return matter;
        }
        return of(heard.child().get());
    }

    /** What was set here before matters no more. */
    private Matter set(String path, List<String> setting) {
        replaced(setting);
        return edited(List.of(path));
    }

    private Matter replaced(List<String> setting) {
        @Nullable Integer before = settings.put(setting, matters.size());
        if (before != null) {
            matters.set(before, Matter.over());
        }
        return Matter.forEver();
    }

    private Matter removed(EditDecision.Removed removed) {
        removed.released().forEach(release -> of(release.job()).keep());
        return edited(removed.paths());
    }

    private Matter edited(Collection<String> paths) {
        for (String path : paths) {
            grants.touched(path).forEach(Matter::keep);
        }
        return Matter.forEver();
    }

    private void weigh() {
        if (!isWeighed) {
            // The next number that a job gets follows the highest.
            of(highest).keep();
            Matter.weigh(matters, nowMillis - rememberedMillis);
            isWeighed = true;
        }
    }

    /** How many decisions would be left out; nothing more is noted then. O(decisions). */
    public long leftOut() {
        weigh();
        return matters.stream().filter(matter -> !matter.isKept()).count();
    }

    /** Whether at least half of the journal would go; nothing more is noted then. O(decisions). */
    public boolean isWorthIt() {
        long leftOut = leftOut();
        return leftOut > 0 && 2 * leftOut >= matters.size();
    }

    /**
     * What is left of the next transaction, once all are noted; empty where nothing is. Of the beginnings of processes the last is left; what led to decisions is not, since
     * without the others it would lead to something else.
     */
    public Optional<Transaction> left(Transaction transaction) {
        weigh();
        if (isBeginning(transaction)) {
            return ++begunAgain == begun ? Optional.of(transaction) : Optional.empty();
        }
        List<Decision> kept = new ArrayList<>();
        for (Decision decision : transaction.decisions()) {
            if (matters.get(asked++).isKept()) {
                kept.add(decision);
            }
        }
        return kept.isEmpty() ? Optional.empty() : Optional.of(new Transaction(transaction.atMillis(), kept));
    }
}
