package io.banyan.sim.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.Instance;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.jobspec.Attributes;
import io.banyan.jobspec.Count;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.Resource;
import io.banyan.match.policy.MatchOperation;
import io.banyan.planner.TimeWindow;
import io.banyan.queue.QueuePolicy;
import io.banyan.resource.JobId;
import io.banyan.sim.metric.OutcomeSummary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of theorems on queue policies, checked on random workloads after every event. */
class ReplayTest {
    private static final int NODES = 12;
    private static final long NEVER = Long.MAX_VALUE;

    private static Jobspec jobspec(int size, long limitSec) {
        return new Jobspec(
                1,
                List.of(Resource.slot("task", Count.exactly(size), Resource.of("core", Count.exactly(1)))),
                List.of(),
                Attributes.lasting(limitSec));
    }

    private static Workload random(long seed, int jobs) {
        var random = new SplittableRandom(seed);
        List<TraceJob> all = new ArrayList<>();
        long at = 0;
        for (int i = 0; i < jobs; i++) {
            at += random.nextInt(30);
            long run = random.nextInt(200);
            long limit = Math.max(1, random.nextInt(4) == 0 ? run : run + random.nextInt(100) - 10);
            all.add(TraceJob.of(i, at, run, limit, 1 + random.nextInt(NODES)));
        }
        return new Workload("seed " + seed, all, List.of());
    }

    private static WorkloadOutcome run(Workload workload, String policy, Consumer<Instance> watcher) {
        InstanceConfig config = InstanceConfig.root("r").queueing(QueuePolicy.parse(policy));
        var afterEach = new ReplayWatcher() {
            @Override
            public void decided(Instance instance) {
                watcher.accept(instance);
            }
        };
        return new Replay(config, Machines.cluster(NODES, 1), job -> jobspec(job.size(), job.limitSec()), afterEach)
                .run(workload);
    }

    @Test
    void whoFollowsAnotherOneIsSubmittedWhenThatIsOver() {
        var unknown = new TraceJob.Preceding("1", OptionalLong.empty());
        var thinks = new TraceJob.Preceding("1", OptionalLong.of(7));
        var chain = new TraceJob.Preceding("3", OptionalLong.of(0));
        var refused = new TraceJob.Preceding("6", OptionalLong.of(5));
        Workload workload = new Workload(
                "chain",
                List.of(
                        TraceJob.of(0, 0, 100, 100, NODES),
                        TraceJob.of(1, 10, 50, 50, NODES),
                        TraceJob.of(2, 20, 1, 1, 1).after(unknown),
                        TraceJob.of(3, 30, 20, 20, 1).after(thinks),
                        TraceJob.of(4, 900, 1, 1, 1).after(unknown),
                        TraceJob.of(5, 31, 1, 1, 1).after(chain),
                        TraceJob.of(6, 40, 1, 1, NODES + 1),
                        TraceJob.of(7, 41, 1, 1, 1).after(refused)),
                List.of());
        WorkloadOutcome outcome = run(workload, "easy", Instance::checkInvariants);
        Map<String, Long> submitted = new HashMap<>();
        outcome.runs().forEach(run -> submitted.put(run.job().name(), run.job().submitSec()));
        assertThat(submitted)
                .isEqualTo(Map.of("0", 0L, "1", 10L, "2", 150L, "3", 157L, "4", 900L, "5", 177L, "7", 45L));
        assertThat(outcome.refused()).extracting(TraceJob::name).containsExactly("6");
    }

    @Test
    void whatWouldBeSubmittedAfterAllTimeNeverIs() {
        var late = new TraceJob.Preceding("0", OptionalLong.of(Replay.HORIZON_SEC));
        Workload workload = new Workload(
                "late",
                List.of(TraceJob.of(0, 0, 1, 1, 1), TraceJob.of(1, 0, 1, 1, 1).after(late)),
                List.of());
        assertThat(run(workload, "fcfs", Instance::checkInvariants).runs()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"fcfs", "easy", "conservative", "hybrid:reservation-depth=3"})
    void everybodyRunsOnceAndTheInvariantsHold(String policy) {
        for (long seed = 1; seed <= 2; seed++) {
            Workload workload = random(seed, 120);
            WorkloadOutcome outcome = run(workload, policy, Instance::checkInvariants);
            assertThat(outcome.refused()).isEmpty();
            assertThat(outcome.runs()).extracting(JobRun::job).containsExactlyInAnyOrderElementsOf(workload.jobs());
            assertThat(outcome.runs()).allSatisfy(run -> {
                assertThat(run.waitSec()).isNotNegative();
                assertThat(run.endSec() - run.startSec()).isEqualTo(run.job().ranSec());
            });
        }
    }

    @Test
    void nobodyOvertakesFirstComeFirstServed() {
        for (long seed = 1; seed <= 10; seed++) {
            WorkloadOutcome outcome = run(random(seed, 200), "fcfs", instance -> {});
            List<JobRun> inOrder = outcome.runs().stream()
                    .sorted(Comparator.comparingLong(
                            run -> Long.parseLong(run.job().name())))
                    .toList();
            for (int i = 1; i < inOrder.size(); i++) {
                assertThat(inOrder.get(i).startSec())
                        .as("seed %d, job %d", seed, i)
                        .isGreaterThanOrEqualTo(inOrder.get(i - 1).startSec());
            }
        }
    }

    /** A promised start, for the first job or for all, comes at the promised time or sooner. */
    @ParameterizedTest
    @ValueSource(strings = {"easy", "conservative", "hybrid:reservation-depth=3"})
    void noReservationIsEverDelayed(String policy) {
        for (long seed = 1; seed <= 10; seed++) {
            long of = seed;
            Map<JobId, Long> promised = new HashMap<>();
            run(random(seed, 120), policy, instance -> {
                for (JobRecord job : instance.inspect().jobs()) {
                    long start = job.plan().map(TimeWindow::startSec).orElse(NEVER);
                    assertThat(start)
                            .as("job %s under %s, seed %d", job.id(), policy, of)
                            .isLessThanOrEqualTo(promised.getOrDefault(job.id(), NEVER));
                    promised.put(job.id(), start);
                }
            });
        }
    }

    @Test
    void underConservativeBackfillingEverybodyHasATime() {
        run(
                random(7, 200),
                "conservative",
                instance -> assertThat(instance.inspect().jobs()).noneMatch(job -> job.state() == JobState.PENDING));
    }

    /**
     * Whoever could start has started: the queue remembers what failed, and asks for no match whose answer it knows.
     */
    @ParameterizedTest
    @ValueSource(strings = {"easy", "conservative", "hybrid:reservation-depth=3"})
    void nobodyWaitsWhoCouldStart(String policy) {
        for (long seed = 1; seed <= 5; seed++) {
            Workload workload = random(seed, 120);
            Map<String, TraceJob> byName = new HashMap<>();
            workload.jobs().forEach(job -> byName.put(job.name(), job));
            long of = seed;
            long[] now = new long[1];
            run(workload, policy, instance -> {
                List<JobRecord> waiting = instance.inspect().jobs().stream()
                        .filter(job -> job.state() == JobState.PENDING)
                        .toList();
                for (JobRecord job : waiting) {
                    TraceJob traced = byName.get(job.name());
                    assertThat(couldStart(instance, jobspec(traced.size(), traced.limitSec()), now))
                            .as("job %s under %s, seed %d", job.id(), policy, of)
                            .isFalse();
                }
            });
        }
    }

    private static boolean couldStart(Instance instance, Jobspec jobspec, long[] calls) {
        var match = new JobRequest.Match(jobspec, MatchOperation.WITHOUT_ALLOCATING, MatchFormat.SIMPLE, "");
        // A time before that of the last event counts as that.
        return instance.on(new Event.ClientAsked("look" + calls[0]++, match), 0).stream()
                .filter(Effect.Reply.class::isInstance)
                .anyMatch(reply -> ((Effect.Reply) reply).answer() instanceof Answer.Matched);
    }

    @Test
    void theSameWorkloadHasTheSameOutcome() {
        Workload workload = random(3, 300);
        assertThat(run(workload, "easy", instance -> {})).isEqualTo(run(workload, "easy", instance -> {}));
    }

    @Test
    void backfillingShortensTheWait() {
        Workload workload = random(11, 120);
        double fcfs = OutcomeSummary.of(run(workload, "fcfs", instance -> {}), NODES)
                .all()
                .slowdown()
                .mean();
        double easy = OutcomeSummary.of(run(workload, "easy", instance -> {}), NODES)
                .all()
                .slowdown()
                .mean();
        double conservative = OutcomeSummary.of(run(workload, "conservative", instance -> {}), NODES)
                .all()
                .slowdown()
                .mean();
        assertThat(easy).isLessThan(fcfs);
        assertThat(conservative).isLessThan(fcfs);
    }
}
