package io.banyan.match;

import io.banyan.alike.NodeClasses;
import io.banyan.graph.Selection;
import io.banyan.jobspec.Jobspec;
import io.banyan.match.policy.MatchExtent;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.match.shape.ShapedNodes;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import io.banyan.schedule.Marks;
import io.banyan.schedule.Schedule;
import java.util.List;
import java.util.Optional;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * One jobspec being matched: now, on the empty system, or at the change points of the root's aggregates, one after the
 * other, until it fits.
 */
final class Search {
    /** More than any request. */
    static final long UNKNOWN = Long.MAX_VALUE;

    private static final Reason PROMISED = Reason.said("other jobs have booked free nodes by their number");

    private final Schedule schedule;
    private final Scratch scratch;
    private final Jobspec jobspec;
    private final MatchPolicy policy;
    private final Optional<JobId> job;
    /** The variants that the jobspec stands for; the first that fits is taken. */
    private final List<Demand.Primed> variants;

    private final Question question;
    private final @Nullable ShapedNodes shape;

    private final long nowSec;
    private final LongPredicate times;
    private final boolean wantsReasons;
    private final long durationSec;
    private final long endSec;
    private long most = UNKNOWN;
    /** Whether nodes were found that are booked by their number for other jobs. */
    private boolean isPromised;

    /** The scratch objects that the searches of one matcher use one after the other. */
    record Scratch(MatchExtent counting, Seen seen, Visits visits, Marks marks) {}

    /**
     * When something is looked for.
     *
     * @param nowSec the present
     * @param times which later times are looked at, of all at which something changes
     * @param wantsReasons whether a no is to be explained, which takes as long as a small match
     */
    record When(long nowSec, LongPredicate times, boolean wantsReasons) {}

    /** Makes the answer from the candidates. */
    private interface Found {
        MatchResult of(Selection selection, TimeWindow window);
    }

    Search(
            Schedule schedule,
            Scratch scratch,
            Jobspec jobspec,
            MatchPolicy policy,
            Optional<JobId> job,
            Question question,
            @Nullable ShapedNodes shape,
            When when) {
        this.shape = shape;
        this.schedule = schedule;
        this.scratch = scratch;
        this.jobspec = jobspec;
        this.policy = policy;
        this.job = job;
        this.question = question;
        this.variants = question.requests();
        this.nowSec = when.nowSec();
        this.times = when.times();
        this.wantsReasons = when.wantsReasons();
        long asked = jobspec.attributes().durationSec();
        this.endSec = schedule.horizon().endSec();
        this.durationSec = asked == 0 ? schedule.horizon().durationSec() : asked;
    }

    MatchResult answer(MatchOperation operation) {
        return switch (operation) {
            case ALLOCATE -> now(MatchResult.Allocated::new);
            case WITHOUT_ALLOCATING -> now(MatchResult.Matched::new);
            case ALLOCATE_WITH_SATISFIABILITY -> orUnsatisfiable(now(MatchResult.Allocated::new));
            case ALLOCATE_ORELSE_RESERVE -> later(nowOrBusy(), MatchResult.Reserved::new);
            case WITHOUT_ALLOCATING_FUTURE -> later(now(MatchResult.Matched::new), MatchResult.Matched::new);
            case SATISFIABILITY -> satisfiability();
        };
    }

    private MatchResult now(Found found) {
        var tally = tally();
        TimeWindow window = TimeWindow.startingAt(nowSec, durationSec, endSec);
        Optional<Selection> selection = selectFree(window, true, tally);
        if (selection.isPresent()) {
            return found.of(selection.get(), window);
        }
        var shortage = shortage(window, true);
        most = variants.size() == 1 ? shortage.most(tally) : UNKNOWN;
        return new MatchResult.Busy(wantsReasons ? reasons(shortage, tally) : List.of());
    }

    private List<Reason> reasons(Shortage shortage, Tally tally) {
        return isPromised ? List.of(PROMISED) : shortage.reasons(tally);
    }

    /**
     * Matches as {@link #now} does, but visits no vertex if the sums at the root exclude a match and no reasons are
     * needed.
     */
    private MatchResult nowOrBusy() {
        boolean isBusy = !wantsReasons
                && !schedule.aggregates().hasSeveralParents()
                && schedule.aggregates().earliestAtRoot(nowSec, durationSec, endSec, rootNeeds()) > nowSec;
        return isBusy ? new MatchResult.Busy(List.of()) : now(MatchResult.Allocated::new);
    }

    /**
     * Returns, after a refusal, the greatest amount of the jobspec's only requirement that would have been available
     * now; {@link #UNKNOWN} if it is unknown.
     */
    long most() {
        return most;
    }

    private MatchResult satisfiability() {
        if (isKnownToFit()) {
            return new MatchResult.Satisfiable();
        }
        var tally = tally();
        boolean fits = select(Availability.ofEmptySystem(schedule), schedule.parcelsOfEmptySystem(), tally)
                .isPresent();
        if (fits) {
            question.variants()
                    .getFirst()
                    .empty()
                    .met(schedule.parcelsOfEmptySystem().version());
        }
        return fits
                ? new MatchResult.Satisfiable()
                : new MatchResult.Unsatisfiable(shortage(null, false).reasons(tally));
    }

    private MatchResult orUnsatisfiable(MatchResult result) {
        if (!(result instanceof MatchResult.Busy)) {
            return result;
        }
        return satisfiability() instanceof MatchResult.Unsatisfiable never ? never : result;
    }

    /** Whether the same was found on the empty system before, which is the same since then. */
    private boolean isKnownToFit() {
        return scratch.counting() == MatchExtent.FEW
                && shape == null
                && !schedule.aggregates().hasSeveralParents()
                && question.variants()
                        .getFirst()
                        .empty()
                        .isMetAt(schedule.parcelsOfEmptySystem().version())
                && treatAlikeAlike();
    }

    private boolean treatAlikeAlike() {
        for (Question.Variant variant : question.variants()) {
            if (!variant.treatsAlikeAlike()) {
                return false;
            }
        }
        return true;
    }

    /**
     * Searches a later time, except for unsatisfiable requests; Fluxion, whose visits may be counted, looks at later
     * times first.
     */
    private MatchResult later(MatchResult result, Found found) {
        if (!(result instanceof MatchResult.Busy)) {
            return result;
        }
        if (scratch.counting() == MatchExtent.FLUXION) {
            return from(nowSec + 1, found).orElseGet(() -> orUnsatisfiable(result));
        }
        MatchResult checked = orUnsatisfiable(result);
        return checked instanceof MatchResult.Busy ? from(nowSec + 1, found).orElse(checked) : checked;
    }

    /** From a later time on: at that, or the first after it at which there is room. */
    MatchResult from(long sec) {
        return from(sec, MatchResult.Reserved::new).orElse(new MatchResult.Busy(List.of()));
    }

    private Optional<MatchResult> from(long sec, Found found) {
        long[] needs = rootNeeds();
        long at = schedule.aggregates().earliestAtRoot(sec, durationSec, endSec, needs);
        while (at < endSec) {
            TimeWindow window = TimeWindow.startingAt(at, durationSec, endSec);
            Optional<Selection> selection =
                    at == sec || times.test(at) ? selectFree(window, false, tally()) : Optional.empty();
            if (selection.isPresent()) {
                return Optional.of(found.of(selection.get(), window));
            }
            long next = Math.min(
                    schedule.aggregates().nextChangeAtRoot(at),
                    schedule.promises().nextChange(at));
            at = next == Long.MAX_VALUE ? next : schedule.aggregates().earliestAtRoot(next, durationSec, endSec, needs);
        }
        return Optional.empty();
    }

    /**
     * Whether a job with a booking from a time on may start earlier, by the sums at the root. Either a whole earlier
     * window is free, or free resources directly before its booking extend it.
     */
    boolean mayStartBefore(long plannedSec) {
        long[] needs = rootNeeds();
        return schedule.aggregates().earliestAtRoot(plannedSec - 1, 1, endSec, needs) < plannedSec
                || schedule.aggregates().earliestAtRoot(nowSec, durationSec, endSec, needs) < plannedSec;
    }

    /** From a later time on, and no other. */
    MatchResult at(long sec) {
        var tally = tally();
        TimeWindow window = TimeWindow.startingAt(sec, durationSec, endSec);
        Optional<Selection> selection = selectFree(window, false, tally);
        if (selection.isPresent()) {
            return new MatchResult.Reserved(selection.get(), window);
        }
        return new MatchResult.Busy(wantsReasons ? reasons(shortage(window, false), tally) : List.of());
    }

    /**
     * The first time at which the sums at the root leave room for it; the end of the planned time where there is none.
     */
    long firstBySums() {
        return Math.min(schedule.aggregates().earliestAtRoot(nowSec, durationSec, endSec, rootNeeds()), endSec);
    }

    /**
     * Returns the most of the jobspec's only requirement for which there may be enough now, as far as the sums at the
     * root go.
     */
    long mostBySums() {
        return mostBySums(durationSec);
    }

    /**
     * Returns the most of the jobspec's only requirement for which there may be enough for a moment, as far as the sums
     * at the root go.
     */
    long mostAtAllBySums() {
        return mostBySums(1);
    }

    private long mostBySums(long forSec) {
        return variants.size() == 1
                ? shortage(TimeWindow.startingAt(nowSec, forSec, endSec), true).mostBySums()
                : UNKNOWN;
    }

    private Tally tally() {
        return tally(variants.getFirst());
    }

    private Tally tally(Demand.Primed request) {
        return new Tally(request.all, schedule.graph());
    }

    private Shortage shortage(@Nullable TimeWindow window, boolean startsNow) {
        return new Shortage(schedule, variants.getFirst(), jobspec.attributes().constraint(), window, startsNow);
    }

    /** Returns the amounts that every variant needs, by position of the root's tracked types. */
    private long[] rootNeeds() {
        int[] types = schedule.aggregates().trackedTypes(schedule.aggregates().root());
        var needs = new long[types.length];
        for (int i = 0; i < types.length; i++) {
            int type = types[i];
            needs[i] = Long.MAX_VALUE;
            for (Demand.Primed variant : variants) {
                needs[i] = Math.min(needs[i], type < variant.least.length ? variant.least[type] : 0);
            }
        }
        return needs;
    }

    /** Where a vertex has several parents, pruning by subtree may overlook that it is held by way of another. */
    private Optional<Selection> selectFree(TimeWindow window, boolean now, Tally tally) {
        return select(
                        Availability.during(schedule, job, window, now),
                        now ? presentParcels() : parcelsAsBooked(),
                        tally)
                .filter(selection -> !schedule.aggregates().hasSeveralParents()
                        || schedule.holdings().isFree(window, selection))
                .filter(selection -> !isPromised(window, selection));
    }

    /** Whether the nodes are booked for others. A new job with a profile starts when its own booking permits it. */
    private boolean isPromised(TimeWindow window, Selection selection) {
        boolean isBookedByNumber =
                job.isEmpty() && jobspec.attributes().extensions().profile().isPresent();
        isPromised = !isBookedByNumber && !schedule.promises().allow(job, window, selection);
        return isPromised;
    }

    /** The parcels in their present state, if the job's own resources make no difference between equal ones. */
    private @Nullable NodeClasses presentParcels() {
        boolean hasParts = job.isPresent() && schedule.graph().hasDivisible();
        return hasParts || nowSec < schedule.latestStartSec() ? null : schedule.parcels();
    }

    private @Nullable NodeClasses parcelsAsBooked() {
        return job.isPresent() ? null : schedule.parcelsAsBooked();
    }

    private Optional<Selection> select(Availability availability, @Nullable NodeClasses nodeClasses, Tally first) {
        for (Question.Variant variant : question.variants()) {
            Tally tally = variant.request() == variants.getFirst() ? first : tally(variant.request());
            Optional<Selection> selection = walk(variant, availability, nodeClasses, tally)
                    .run(scratch.seen())
                    .map(chosen ->
                            new ChoiceMarker(schedule, policy, variant.request(), scratch.marks()).select(chosen))
                    .filter(found -> !found.isEmpty());
            if (selection.isPresent()) {
                return selection;
            }
        }
        return Optional.empty();
    }

    private Outlooks outlooks(Question.Variant variant, NodeClasses nodeClasses) {
        if (nodeClasses == schedule.parcels()) {
            return wantsReasons ? variant.present() : variant.found();
        }
        return nodeClasses == schedule.parcelsAsBooked() ? variant.later() : variant.empty();
    }

    private Traversal walk(
            Question.Variant variant, Availability availability, @Nullable NodeClasses nodeClasses, Tally tally) {
        var pruning = new Pruning(schedule, availability, jobspec.attributes().constraint(), policy.nodeExclusive());
        boolean sparing = nodeClasses != null
                && shape == null
                && scratch.counting() == MatchExtent.FEW
                && !schedule.aggregates().hasSeveralParents()
                && variant.treatsAlikeAlike();
        if (!sparing || nodeClasses == null) {
            return new Traversal(
                    schedule, variant.request(), policy, availability, pruning, tally, scratch.visits(), shape);
        }
        nodeClasses.refresh(variant.knowable().properties());
        Outlooks outlooks = outlooks(variant, nodeClasses);
        return new Traversal(
                schedule,
                variant.request(),
                policy,
                availability,
                pruning,
                tally,
                scratch.visits(),
                nodeClasses,
                outlooks);
    }
}
