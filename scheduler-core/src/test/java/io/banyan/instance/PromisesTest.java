package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.hierarchy.JobLifecycle;
import io.banyan.instance.hierarchy.Plans;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.decision.Decision;
import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Submission;
import io.banyan.instance.state.InstanceState;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.match.MatchResult;
import io.banyan.match.policy.MatchOperation;
import io.banyan.queue.Preemption;
import io.banyan.queue.QueuePolicy;
import io.banyan.queue.QueueView;
import io.banyan.queue.Queues;
import io.banyan.queue.WaitingJob;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import io.banyan.schedule.Holdings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Jobs with deadlines and urgencies that come, go, are held and urged at random. What is reserved for one is put off
 * only for one who comes before it and gets something for that; nobody waits for whom there is room beside what is
 * reserved, and where all resources are alike nothing is reserved later than it has to be; and who comes before one
 * with a reservation has one too, unless it would be too late for it.
 */
@Execution(ExecutionMode.CONCURRENT)
class PromisesTest {
    private static final String GRAPH = "cluster { 4 node { 2 core } }";
    /** Where only numbers count. */
    private static final String ALIKE = "cluster { 4 node { 1 core } }";

    private static final int SLOW_KILL_MILLIS = 700;
    /** Longer than many jobs run: who waits for such a one has nothing reserved for a certain time. */
    private static final int LONG_KILL_MILLIS = 15_000;

    private static final int RUNS = 12;
    private static final int EVENTS = 80;
    private static final List<String> ALIKE_JOBS =
            List.of("1 slot { 1 core }", "2 slot { 1 core }", "3 slot { 1 core }", "4 slot { 1 core }");
    private static final List<String> JOBS = List.of(
            "1 slot { 1 node! }",
            "2 slot { 1 node }",
            "3 slot { 1 node! }",
            "4 slot { 1 node }",
            "1 slot { 1 core }",
            "3 slot { 1 core }",
            "2 slot { 2 core }");

    private static final Jobspec ANY = Jobs.jobspec(JOBS.getFirst());

    private Random random = new Random(0);
    private TreeHarness tree = TreeHarness.over(GRAPH);
    /** The grant that each job got last. */
    private final Map<JobId, JobDecision.JobGranted> granted = new HashMap<>();

    private List<String> queues = List.of("");

    private InstanceConfig config = InstanceConfig.root("L0");
    private boolean isAlike;

    @ParameterizedTest
    @ValueSource(strings = {"easy", "conservative", "hybrid:reservation-depth=2", "hybrid:reservation-depth=4"})
    void areKept(String policy) {
        requireKept(Queues.of(QueuePolicy.parse(policy)), "");
    }

    @ParameterizedTest
    @ValueSource(strings = {"easy", "conservative", "hybrid:reservation-depth=2"})
    void areKeptWhereOthersAreStoppedForTheUrgent(String policy) {
        requireKept(Queues.of(QueuePolicy.parse(policy)).stopping(Preemption.parse("urgency=18")), "");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a,policy=easy b,policy=easy",
                "a,policy=easy b,policy=conservative",
                "a,policy=fcfs b,policy=easy",
                "a,policy=hybrid:reservation-depth=2 b,policy=easy"
            })
    void areKeptInSeveralQueues(String named) {
        requireKept(QueuesTest.queues("", "", named.split(" ")), "a", "b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a,policy=easy b,policy=easy", "a,policy=hybrid:reservation-depth=3 b,policy=conservative"})
    void areKeptInSeveralQueuesWhereOthersAreStoppedForTheUrgent(String named) {
        requireKept(QueuesTest.queues("", "", named.split(" ")).stopping(Preemption.parse("urgency=18")), "a", "b");
    }

    private void requireKept(Queues policies, String... names) {
        queues = List.of(names);
        long seed = new Random().nextLong();
        for (int run = 0; run < RUNS; run++) {
            random = new Random(seed + run);
            granted.clear();
            isAlike = run % 2 == 0;
            config = InstanceConfig.root("L0").queueing(policies);
            tree = TreeHarness.over(isAlike ? ALIKE : GRAPH, it -> it.queueing(policies));
            tree.killMillis = List.of(1, SLOW_KILL_MILLIS, LONG_KILL_MILLIS).get(random.nextInt(3));
            try {
                for (int i = 0; i < EVENTS; i++) {
                    step();
                }
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed + ", run " + run, e);
            }
        }
    }

    private void step() {
        look(this::act);
        look(() -> {
            tree.runFor(random.nextInt(4) == 0 ? 1_000L * random.nextInt(9) : 10);
            return Set.of();
        });
    }

    private void look(Supplier<Set<JobId>> action) {
        Map<JobId, Long> promised = promised();
        int before = tree.member("/").journal.size();
        Set<JobId> meant = action.get();
        List<Decision> decisions = tree.member("/").journal.stream()
                .skip(before)
                .map(Effect.Append::decision)
                .toList();
        promised.keySet().removeAll(meant);
        requireApart();
        requireNothingPast();
        requireNoneOvertaken(decisions);
        requireNobodyWaitsInVain();
        if (tree.killMillis == LONG_KILL_MILLIS) {
            return;
        }
        requireKept(promised, decisions);
        requireNothingToAndFro(decisions, meant);
        if (isAlike) {
            requireEarliest();
        }
        requireOrder();
    }

    /** Requires that what is reserved is in nobody's way once it is past. */
    private void requireNothingPast() {
        for (JobId job : queue().reserved()) {
            assertThat(state().jobs().active(job).orElseThrow().window().endSec() * 1_000)
                    .as("the end of what is reserved for %s", job)
                    .isGreaterThan(tree.now());
        }
    }

    /** Nobody has anything before whoever had it is gone. */
    private void requireApart() {
        List<JobId> having = state().jobs().all().stream()
                .filter(job -> job.state() == JobState.RUNNING || job.state() == JobState.STOPPING)
                .map(JobRecord::id)
                .toList();
        Holdings holdings = state().schedule().holdings();
        for (JobId one : having) {
            assertThat(having)
                    .as("beside %s", one)
                    .noneMatch(other -> other.value() > one.value() && holdings.exclude(one, other));
        }
    }

    /** Does something, and returns the job that it was done to, where it was there before. */
    private Set<JobId> act() {
        JobId job = new JobId(1L + random.nextInt(state().jobs().all().size() + 1));
        switch (random.nextInt(11)) {
            case 0 -> tree.finish("/", job.value());
            case 1 -> tree.ask("/", new JobRequest.Cancel(job));
            case 2 -> tree.ask("/", new JobRequest.Urge(job, random.nextInt(3) == 0 ? 0 : 10 + random.nextInt(10)));
            case 3 -> shorten(job);
            case 4 -> tree.ask("/", new JobRequest.Requeue(job));
            case 5 -> {
                restart();
                return Set.of();
            }
            case 6 -> {
                // Where some are drained, not all are alike.
                Status status = random.nextInt(3) == 0 && !isAlike ? Status.DRAINED : Status.UP;
                tree.ask("/", new Request.SetStatus("/cluster0/node" + random.nextInt(4), status));
                return state().jobs().all().stream().map(JobRecord::id).collect(Collectors.toSet());
            }
            default -> {
                tree.ask("/", new JobRequest.Submit(jobspec(), "", 10 + random.nextInt(10)));
                return Set.of();
            }
        }
        return Set.of(job);
    }

    /**
     * Decides nothing, where all resources are alike: else who comes again may find something by moving others that
     * nobody has looked for since.
     */
    private void restart() {
        int before = tree.member("/").journal.size();
        tree.restart("/", Instance.root(config, Graphs.graph(isAlike ? ALIKE : GRAPH), Graphs.HORIZON));
        List<Decision> decisions = tree.member("/").journal.stream()
                .skip(before)
                .map(Effect.Append::decision)
                .toList();
        if (isAlike && config.queues().preemption().isOff()) {
            assertThat(decisions).as("beside %s", queue()).noneMatch(JobDecision.JobGranted.class::isInstance);
        }
    }

    private void shorten(JobId job) {
        Optional<JobRecord> active = state().jobs().active(job);
        long sec = active.map(it -> it.window().durationSec()).orElse(20L);
        tree.ask("/", new JobRequest.Limit(job, Math.max(1, Math.min(40, sec) - random.nextInt(10))));
    }

    private Jobspec jobspec() {
        List<String> jobs = isAlike ? ALIKE_JOBS : JOBS;
        Jobspec lasting = Jobs.jobspec(jobs.get(random.nextInt(jobs.size()))).lasting(1L + random.nextInt(40));
        String queue = queues.get(random.nextInt(queues.size()));
        Jobspec jobspec = queue.isEmpty()
                ? lasting
                : new Jobspec(
                        lasting.version(),
                        lasting.resources(),
                        lasting.tasks(),
                        lasting.attributes().inQueue(queue, lasting.attributes().constraint()));
        long deadline = tree.now() / 1_000 + jobspec.attributes().durationSec() + 1 + random.nextInt(60);
        return random.nextInt(3) > 0 ? jobspec : Jobs.with(jobspec, Map.of("banyan", Map.of("deadline", deadline)));
    }

    private InstanceState state() {
        return tree.member("/").instance.state();
    }

    private QueueView queue() {
        return state().submitted().queue();
    }

    private Map<JobId, Long> promised() {
        Map<JobId, Long> starts = new HashMap<>();
        for (JobId job : queue().reserved()) {
            starts.put(job, state().jobs().active(job).orElseThrow().window().startSec());
        }
        return starts;
    }

    private void requireKept(Map<JobId, Long> promised, List<Decision> decisions) {
        Map<JobId, Long> after = promised();
        Set<JobId> given = decisions.stream()
                .filter(JobDecision.JobGranted.class::isInstance)
                .map(it -> ((JobDecision.JobGranted) it).job())
                .collect(Collectors.toCollection(TreeSet::new));
        decisions.stream()
                .filter(JobDecision.JobStarted.class::isInstance)
                .forEach(it -> promised.remove(((JobDecision.JobStarted) it).job()));
        promised.forEach((job, start) -> {
            boolean isKept = !queue().contains(job) || after.getOrDefault(job, Long.MAX_VALUE) <= start;
            boolean isForAnother = given.stream()
                    .anyMatch(other -> !other.equals(job) && place(other).compareTo(place(job)) < 0);
            assertThat(isKept || isForAnother)
                    .as("job %s was to start at %s, and now at %s, by %s", job, start, after.get(job), decisions)
                    .isTrue();
        });
    }

    /** Where it comes among others. */
    private WaitingJob place(JobId job) {
        Submission submission =
                state().jobs().find(job).orElseThrow().submission().orElseThrow();
        return WaitingJob.of(job, ANY, submission.urgency(), submission.atMillis());
    }

    /**
     * Nobody, but the one that it is done to, is given back what was taken from him without anybody else having got
     * anything.
     */
    private void requireNothingToAndFro(List<Decision> decisions, Set<JobId> meant) {
        Map<JobId, JobDecision.JobGranted> taken = new HashMap<>();
        for (Decision decision : decisions) {
            if (decision instanceof JobDecision.JobUnplanned it && !meant.contains(it.job())) {
                taken.put(it.job(), granted.get(it.job()));
            } else if (decision instanceof JobDecision.JobGranted it) {
                JobDecision.@Nullable JobGranted had = taken.remove(it.job());
                boolean isSame = had != null
                        && had.kind() == it.kind()
                        && had.window().equals(it.window())
                        && had.held().equals(it.held());
                assertThat(isSame).as("job %s, by %s", it.job(), decisions).isFalse();
                granted.put(it.job(), it);
                taken.clear();
            }
        }
    }

    /** A job that waits again since another one began did not wait when that one began: it still had what it ran on. */
    private void requireNoneOvertaken(List<Decision> decisions) {
        Set<JobId> waitsAgain = new TreeSet<>();
        for (Decision decision : decisions.reversed()) {
            if (decision instanceof JobDecision.JobRequeued it) {
                waitsAgain.add(it.job());
            } else if (decision instanceof JobDecision.JobGranted it
                    && !queue().policy(it.queue().orElse("")).overtakes()) {
                assertThat(queue().waiting())
                        .as("those that waited when job %s began", it.job())
                        .noneMatch(job -> job.claim().queue().equals(it.queue().orElse(""))
                                && job.compareTo(place(it.job())) < 0
                                && !waitsAgain.contains(job.id()));
            }
        }
    }

    private void requireNobodyWaitsInVain() {
        Set<String> seen = new TreeSet<>();
        for (WaitingJob job : queue().waiting()) {
            String name = job.claim().queue();
            if (queue().policy(name).overtakes() || seen.add(name)) {
                assertThat(find(job.id(), MatchOperation.ALLOCATE))
                        .as("%s beside %s", job, queue())
                        .isNotInstanceOf(MatchResult.Allocated.class);
            }
        }
    }

    /** Requires that what is reserved begins as early as it can, beside what the others have. */
    private void requireEarliest() {
        promised().forEach((job, start) -> {
            MatchResult found =
                    new Plans(state()).without(List.of(job), () -> find(job, MatchOperation.ALLOCATE_ORELSE_RESERVE));
            boolean isSooner = (found instanceof MatchResult.Allocated && start > tree.now() / 1_000)
                    || (found instanceof MatchResult.Reserved it && it.window().startSec() < start);
            assertThat(isSooner)
                    .as("job %s at %s, found %s, beside %s", job, start, found, queue())
                    .isFalse();
        });
    }

    private void requireOrder() {
        for (String name : queues) {
            List<WaitingJob> reserved = queue().withReservation().stream()
                    .filter(job -> job.claim().queue().equals(name))
                    .limit(queue().policy(name).reservations())
                    .toList();
            queue().waiting().stream()
                    .filter(job -> job.claim().queue().equals(name))
                    .filter(job -> !reserved.isEmpty() && job.compareTo(reserved.getLast()) < 0)
                    .forEach(job -> requireUseless(job, reserved));
        }
    }

    /**
     * Why it has no reservation, although one has that comes after it: it would be too late for it, or has no room at
     * any time, also if it had what is reserved for the last.
     */
    private void requireUseless(WaitingJob job, List<WaitingJob> reserved) {
        boolean isFull = reserved.size() == queue().policy(job.claim().queue()).reservations();
        List<JobId> without = isFull ? List.of(reserved.getLast().id()) : List.of();
        MatchResult found =
                new Plans(state()).without(without, () -> find(job.id(), MatchOperation.ALLOCATE_ORELSE_RESERVE));
        long inTime = JobLifecycle.lastStartSec(
                state(), state().submitted().jobspecOf(job.id()).orElseThrow());
        long start = switch (found) {
            case MatchResult.Reserved it -> it.window().startSec();
            case MatchResult.Allocated it -> it.window().startSec();
            default -> Long.MAX_VALUE;
        };
        assertThat(start == Long.MAX_VALUE || queue().isTooLate(job.id()))
                .as("%s beside %s", job, queue())
                .isTrue();
        // Else there may be something, once others have moved for somebody, that nobody has looked for since.
        if (isAlike && start < Long.MAX_VALUE) {
            assertThat(start)
                    .as("%s without %s, beside %s", job, without, queue())
                    .isGreaterThan(inTime);
        }
    }

    private MatchResult find(JobId job, MatchOperation operation) {
        try {
            return state().resources()
                    .matcher()
                    .find(state().submitted().jobspecOf(job).orElseThrow(), operation, tree.now() / 1_000);
        } catch (JobspecException e) {
            throw new IllegalStateException(e);
        }
    }
}
