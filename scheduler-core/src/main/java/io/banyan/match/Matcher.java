package io.banyan.match;

import io.banyan.graph.ResourceGraph;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.jobspec.Resource;
import io.banyan.match.policy.MatchExtent;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.match.policy.TraverserKind;
import io.banyan.match.shape.Networks;
import io.banyan.match.shape.ShapedRequest;
import io.banyan.prune.PruneFilters;
import io.banyan.resource.JobId;
import io.banyan.schedule.Marks;
import io.banyan.schedule.Schedule;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Finds resources for a jobspec under a match policy, its own or the one that the jobspec asks for. It reads the
 * schedule and changes nothing; its answer is a proposal that {@link Schedule#commit} books.
 *
 * <p>A match visits the vertices that the pruning filters do not exclude; a reservation repeats it at the change points
 * of the root's aggregates. Not thread-safe: used by the thread that owns the schedule.
 */
public final class Matcher {

    private final Schedule schedule;
    private final ResourceGraph graph;
    private final MatchPolicy policy;
    private final TraverserKind kind;
    private final Search.Scratch scratch;
    private final Preparations preparations;
    private final Networks networks;
    private final PolicyChoice choices;
    private final Question.Recent recent = new Question.Recent();

    /** A simple matcher over a schedule. */
    public Matcher(Schedule schedule, MatchPolicy policy) {
        this(schedule, policy, TraverserKind.SIMPLE);
    }

    private long most = Search.UNKNOWN;

    /** A matcher over a schedule that takes slots on one level as its kind says. */
    public Matcher(Schedule schedule, MatchPolicy policy, TraverserKind kind) {
        this(schedule, policy, kind, MatchExtent.FEW);
    }

    /** Creates a matcher that visits no less than its way of counting says. */
    public Matcher(Schedule schedule, MatchPolicy policy, TraverserKind kind, MatchExtent counting) {
        this.kind = kind;
        this.schedule = schedule;
        this.graph = schedule.graph();
        this.policy = policy;
        this.preparations = new Preparations(graph, schedule.supplies());
        this.networks = new Networks(graph);
        this.choices = new PolicyChoice(schedule, networks, policy);
        this.scratch = new Search.Scratch(counting, new Seen(), new Visits(), new Marks(graph));
    }

    /** Sets the number of the job that the next matches are for: a leak begins at an entry node by this number. */
    public void placing(JobId job) {
        networks.placing(job.value());
    }

    /** The policy by which it chooses where the jobspec names none. */
    public MatchPolicy policy() {
        return policy;
    }

    /**
     * Matches a jobspec as Fluxion's resource-query does, with its rules for unsatisfiable requests and for the tried
     * times.
     *
     * @param filters those of the schedule
     * @throws JobspecException as {@link #match}, and where the graph knows a type of the jobspec not at all
     */
    public MatchResult matchAsFluxion(Jobspec jobspec, MatchOperation operation, PruneFilters filters, long nowSec)
            throws JobspecException {
        var rules = new FluxionRules(schedule, filters);
        if (preparations.find(jobspec) == null) {
            List<String> unknown = unknownTypes(jobspec);
            if (!unknown.isEmpty()) {
                throw new JobspecException("the graph has no resource of type " + String.join(", ", unknown));
            }
            if (kind == TraverserKind.SIMPLE
                    && !RequestCheck.wantsEach(jobspec.attributes().extensions())
                    && RequestCheck.hasSeveralSlots(jobspec.resources())) {
                Reason several =
                        Reason.said("several slots on one level require the flexible traverser; this one is simple");
                return rules.answer(jobspec, operation, new MatchResult.Unsatisfiable(List.of(several)));
            }
        }
        return rules.answer(
                jobspec,
                operation,
                match(jobspec, operation, Optional.empty(), new Search.When(nowSec, rules.timesLookedAt(), true)));
    }

    /** How it takes several slots on one level. */
    public TraverserKind kind() {
        return kind;
    }

    /** How many vertices the last traversal visited. */
    public Visits visits() {
        return scratch.visits();
    }

    /** Types that the jobspec names and the graph does not know, in the order of their names. */
    public List<String> unknownTypes(Jobspec jobspec) {
        var unknown = new TreeSet<String>();
        collectUnknown(jobspec.resources(), unknown);
        return List.copyOf(unknown);
    }

    private void collectUnknown(List<Resource> resources, Set<String> unknown) {
        for (Resource resource : resources) {
            if (!resource.isSlot() && !resource.isXorSlot() && graph.types().id(resource.type()) < 0) {
                unknown.add(resource.type().name());
            }
            collectUnknown(resource.with(), unknown);
        }
    }

    /**
     * Matches a jobspec.
     *
     * @param nowSec the present, from which on resources are looked for
     * @throws JobspecException where the jobspec contradicts itself, as by something inside a slot or below an
     *     exclusive resource that is to be shared, or names a policy that there is not
     */
    public MatchResult match(Jobspec jobspec, MatchOperation operation, long nowSec) throws JobspecException {
        return match(jobspec, operation, Optional.empty(), new Search.When(nowSec, time -> true, true));
    }

    /**
     * Matches as {@link #match} does, for a caller that needs only success or failure: a busy result has no reasons,
     * and the counts for these are skipped.
     *
     * @throws JobspecException as {@link #match}
     */
    public MatchResult find(Jobspec jobspec, MatchOperation operation, long nowSec) throws JobspecException {
        return match(jobspec, operation, Optional.empty(), new Search.When(nowSec, time -> true, false));
    }

    /**
     * Matches additional resources for an existing job. Of a divisible pool of which it has a part it gets no other.
     *
     * @throws JobspecException as {@link #match}
     */
    public MatchResult more(Jobspec jobspec, JobId job, long nowSec) throws JobspecException {
        return match(jobspec, MatchOperation.ALLOCATE, Optional.of(job), new Search.When(nowSec, time -> true, true));
    }

    private MatchResult match(Jobspec jobspec, MatchOperation operation, Optional<JobId> job, Search.When when)
            throws JobspecException {
        long nowSec = when.nowSec();
        Preparations.Prepared prepared = preparations.find(jobspec);
        if (prepared == null) {
            new RequestCheck(kind, jobspec.attributes().extensions()).check(jobspec.resources());
        }
        MatchPolicy chosen = prepared == null ? choices.policyFor(jobspec) : prepared.policy();
        most = Search.UNKNOWN;
        Networks.Choice choice = choices.choice(chosen, jobspec, job);
        if (choice.obstacle().isPresent()) {
            return new MatchResult.Unsatisfiable(
                    List.of(Reason.said(choice.obstacle().get())));
        }
        Optional<String> apart = chosen.rule().isEmpty()
                ? Optional.empty()
                : networks.apart(ShapedRequest.leastNodes(jobspec.resources()));
        if (apart.isPresent()) {
            return new MatchResult.Unsatisfiable(List.of(Reason.said(apart.get())));
        }
        if (!schedule.horizon().contains(nowSec)) {
            return new MatchResult.Busy(List.of(Reason.NO_TIME));
        }
        long planned = schedule.horizon().durationSec();
        if (jobspec.attributes().durationSec() > planned) {
            return new MatchResult.Unsatisfiable(List.of(
                    new Reason("duration in seconds", jobspec.attributes().durationSec(), planned, "planned here")));
        }
        if (prepared == null) {
            List<String> unknown = unknownTypes(jobspec);
            if (!unknown.isEmpty()) {
                return new MatchResult.Unsatisfiable(unknown.stream()
                        .map(type -> new Reason(type, 1, 0, "in this graph, which knows no such type"))
                        .toList());
            }
            prepared = preparations.keep(jobspec, new Preparations.Prepared(chosen, question(jobspec, chosen)));
        }
        var search = new Search(schedule, scratch, jobspec, chosen, job, prepared.question(), choice.nodes(), when);
        MatchResult result = search.answer(operation);
        most = search.most();
        return result;
    }

    /**
     * Returns, after a match that found too little now, an amount such that no request for more of the same, for the
     * same time or longer, can succeed either. If that amount is unknown, returns at least the requested amount.
     */
    public long most() {
        return most;
    }

    /**
     * Whether a match for an earlier time than the job's booking may succeed: false only if there is certainly none.
     * O(log change points), as a rule.
     *
     * @param plannedSec the start of its booking
     */
    public boolean mayStartBefore(Jobspec jobspec, long nowSec, long plannedSec) {
        Preparations.Prepared prepared = preparations.find(jobspec);
        if (prepared == null || plannedSec <= nowSec) {
            return true;
        }
        return search(jobspec, prepared, nowSec).mayStartBefore(plannedSec);
    }

    /**
     * Returns the most of a jobspec's only requirement for which there may be enough now: where it asks for more, a
     * match would find nothing. At least as much as it asks for where that is not known. O(tracked types x log change
     * points).
     */
    public long mostNow(Jobspec jobspec, long nowSec) {
        Preparations.Prepared prepared = preparations.find(jobspec);
        if (prepared == null || !schedule.horizon().contains(nowSec)) {
            return Search.UNKNOWN;
        }
        return search(jobspec, prepared, nowSec).mostBySums();
    }

    /**
     * Returns the most of a jobspec's only requirement for which there may be enough for however short a time, so that
     * it bounds what jobs of every duration may find. O(tracked types x log change points).
     */
    public long mostAtAll(Jobspec jobspec, long nowSec) {
        Preparations.Prepared prepared = preparations.find(jobspec);
        if (prepared == null || !schedule.horizon().contains(nowSec)) {
            return Search.UNKNOWN;
        }
        return search(jobspec, prepared, nowSec).mostAtAllBySums();
    }

    /**
     * The first time at which there may be room for a jobspec, as far as the sums at the root go: a match finds none
     * sooner. O(log change points), as a rule.
     */
    public long firstBySums(Jobspec jobspec, long nowSec) {
        Preparations.Prepared prepared = preparations.find(jobspec);
        return prepared == null ? nowSec : search(jobspec, prepared, nowSec).firstBySums();
    }

    /**
     * Matches a jobspec from a later time on, and from no other: reserved, or busy, as it is where that time is not
     * planned.
     *
     * @throws JobspecException as {@link #match}
     */
    public MatchResult matchAt(Jobspec jobspec, long sec) throws JobspecException {
        return at(jobspec, sec, true);
    }

    /**
     * Matches a jobspec from a later time on, and from no other, for a caller that asks only whether it matches ({@link
     * #find}).
     *
     * @throws JobspecException as {@link #match}
     */
    public MatchResult findAt(Jobspec jobspec, long sec) throws JobspecException {
        return at(jobspec, sec, false);
    }

    /**
     * Matches a jobspec from a later time on, for a caller that asks only whether it matches: at that, or the first
     * after it at which there is room.
     *
     * @throws JobspecException as {@link #match}
     */
    public MatchResult findFrom(Jobspec jobspec, long sec) throws JobspecException {
        return ask(jobspec, sec, false, search -> search.from(sec));
    }

    private MatchResult at(Jobspec jobspec, long sec, boolean wantsReasons) throws JobspecException {
        return ask(jobspec, sec, wantsReasons, search -> search.at(sec));
    }

    private MatchResult ask(Jobspec jobspec, long sec, boolean wantsReasons, Function<Search, MatchResult> asked)
            throws JobspecException {
        if (!schedule.horizon().contains(sec)) {
            return new MatchResult.Busy(List.of(Reason.NO_TIME));
        }
        if (preparations.find(jobspec) == null) {
            MatchResult ever = match(jobspec, MatchOperation.SATISFIABILITY, sec);
            if (!(ever instanceof MatchResult.Satisfiable)) {
                return ever;
            }
        }
        Preparations.Prepared prepared = preparations.find(jobspec);
        Optional<String> obstacle = prepared == null
                ? Optional.empty()
                : networks.choice(prepared.policy()).obstacle();
        if (obstacle.isPresent()) {
            return new MatchResult.Unsatisfiable(List.of(Reason.said(obstacle.get())));
        }
        return prepared == null
                ? new MatchResult.Busy(List.of(Reason.SHARED_ONLY))
                : asked.apply(search(jobspec, prepared, new Search.When(sec, time -> true, wantsReasons)));
    }

    private Search search(Jobspec jobspec, Preparations.Prepared prepared, long nowSec) {
        return search(jobspec, prepared, new Search.When(nowSec, time -> true, false));
    }

    private Search search(Jobspec jobspec, Preparations.Prepared prepared, Search.When when) {
        return new Search(
                schedule,
                scratch,
                jobspec,
                prepared.policy(),
                Optional.empty(),
                prepared.question(),
                networks.choice(prepared.policy()).nodes(),
                when);
    }

    /**
     * Walks over everything for one of the variants of a jobspec, without stopping early, and reports to a new witness.
     */
    public void observe(
            Jobspec jobspec, Demand.Primed variant, Availability availability, Function<Pruning, Witness> made)
            throws JobspecException {
        MatchPolicy chosen = choices.policyFor(jobspec);
        var pruning = new Pruning(schedule, availability, jobspec.attributes().constraint(), chosen.nodeExclusive());
        var thorough =
                new MatchPolicy(chosen.name(), chosen.ranking(), chosen.nodeCentric(), chosen.nodeExclusive(), false);
        Witness witness = made.apply(pruning);
        new Traversal(schedule, variant, thorough, availability, pruning, witness, scratch.visits(), null)
                .run(scratch.seen());
    }

    private Question question(Jobspec jobspec, MatchPolicy chosen) throws JobspecException {
        if (schedule.supplies().areDrawnFrom()) {
            return Question.of(variants(jobspec), jobspec.attributes().constraint());
        }
        var key = new Question.Key(
                jobspec.resources(),
                jobspec.attributes().constraint(),
                chosen,
                jobspec.attributes().extensions().used(),
                graph.types().size(),
                graph.hasDivisible());
        return recent.get(
                key, () -> Question.of(variants(jobspec), jobspec.attributes().constraint()));
    }

    /** The requests that the jobspec stands for, primed; at least one. */
    public List<Demand.Primed> variants(Jobspec jobspec) throws JobspecException {
        var variants = new ArrayList<Demand.Primed>();
        for (Variants.Variant variant : Variants.of(jobspec.resources())) {
            variants.add(Demand.prime(
                    variant.resources(),
                    graph.types(),
                    schedule.supplies(),
                    jobspec.attributes().extensions()));
        }
        return variants;
    }
}
