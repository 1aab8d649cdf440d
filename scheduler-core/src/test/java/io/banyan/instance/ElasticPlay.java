package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.instance.config.Elasticity;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.JournalCause;
import io.banyan.instance.message.Transaction;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.decision.Decision;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.state.Deadlines;
import io.banyan.jobspec.Jobspec;
import io.banyan.queue.QueuePolicy;
import io.banyan.resource.JobId;
import io.banyan.resource.ResourceType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/** Random jobs of which some can be rescaled, and some stopped, in virtual time, each of which works as it says. */
final class ElasticPlay {
    private static final String TWELVE = "cluster { 3 node { 4 core } }";
    private static final int CORES = 12;
    private static final int JOBS = 14;
    private static final int MOST_EVENTS = 20_000;

    /** The application that runs in a job, for as long as it takes. */
    private static final class App {
        final long min;
        final long max;
        final double wholeSecAtMax;
        final boolean canStop;
        final long writeSec;
        final long restartSec;
        final Jobspec jobspec;
        final int urgency;

        boolean isDone;
        double left = 1;
        long slots;
        long startedMillis;
        long fromMillis;
        int plans;
        int stops;

        App(SplittableRandom random, boolean stopping) {
            this.min = 1L + random.nextInt(6);
            this.max = random.nextBoolean() ? min : min + random.nextInt((int) (CORES - min + 1));
            this.wholeSecAtMax = 20 + random.nextInt(random.nextInt(3) == 0 ? 3_000 : 300);
            this.canStop = stopping && random.nextInt(4) > 0;
            this.writeSec = 1L + random.nextInt(8);
            this.restartSec = random.nextInt(10);
            this.urgency = 5 + random.nextInt(20);
            long limit = (long) Math.ceil(wholeSecAtMax * (1 + random.nextDouble()) * max / min) + 2;
            Map<String, Object> system = new HashMap<>();
            if (canStop) {
                Map<String, Object> times = new HashMap<>(Map.of("within", writeSec + random.nextInt(10)));
                if (random.nextBoolean()) {
                    times.put("restart", restartSec);
                }
                system.put("banyan", Map.of("checkpoint", times));
            }
            if (min < max) {
                system.put(
                        "malleable",
                        Map.of(
                                "min", min,
                                "max", max,
                                "times", Map.of(min, wholeSecAtMax * max / min, max, wholeSecAtMax)));
            }
            this.jobspec = Jobs.with(Jobs.jobspec(min + " slot { 1 core } for " + limit), system);
        }

        /** With straight lines between the least and the most, as it says. */
        double wholeSec() {
            double atMin = wholeSecAtMax * max / min;
            return min == max ? wholeSecAtMax : atMin + (wholeSecAtMax - atMin) * (slots - min) / (max - min);
        }

        void work(long nowMillis) {
            left -= Math.max(0, nowMillis - fromMillis) / 1000.0 / wholeSec();
            fromMillis = Math.max(fromMillis, nowMillis);
        }
    }

    private record Due(long atMillis, long number, Event event, int plan) {}

    private final List<App> apps = new ArrayList<>();
    private final List<Transaction> journal = new ArrayList<>();
    private final PriorityQueue<Due> agenda =
            new PriorityQueue<>(Comparator.comparingLong(Due::atMillis).thenComparingLong(Due::number));
    private final Instance instance;
    private long now = 1_000;
    private long wakeAt = Deadlines.NEVER;
    private long numbers;
    private final String seen;

    ElasticPlay(String queue, String policy, long gapSec, long seed) {
        InstanceConfig config = InstanceConfig.root("top")
                .queueing(QueuePolicy.parse(queue))
                .durably(true)
                .rescaling(Elasticity.of(policy, new ResourceType("core"), gapSec, 30_000));
        this.instance = founded(config);
        this.seen = queue + ", seed " + seed;
        journal.add(new Transaction(now, List.of(), Optional.of(new JournalCause.Begun(config))));
    }

    static Instance founded(InstanceConfig config) {
        return Instance.root(config, Graphs.graph(TWELVE), Graphs.HORIZON);
    }

    private App app(JobId job) {
        return apps.get((int) job.value() - 1);
    }

    private void later(long millis, Event event, int plan) {
        agenda.add(new Due(now + millis, numbers++, event, plan));
    }

    private void tell(Event event) {
        JobId next = instance.nextJob();
        List<Effect> effects = instance.on(event, now);
        List<Decision> decisions = effects.stream()
                .filter(Effect.Append.class::isInstance)
                .map(it -> ((Effect.Append) it).decision())
                .toList();
        if (!decisions.isEmpty() || instance.isToBeTold()) {
            journal.add(new Transaction(now, decisions, Optional.of(new JournalCause.Happened(event, next))));
        }
        instance.checkInvariants();
        effects.forEach(this::perform);
    }

    private void perform(Effect effect) {
        switch (effect) {
            case Effect.WakeAt wake -> wakeAt = wake.atMillis();
            case Effect.StartJob start -> {
                App app = app(start.job());
                app.slots = instance.inspect().held(start.job()).stream()
                        .filter(it -> it.path().contains("/core"))
                        .count();
                app.startedMillis = now;
                app.fromMillis = now + (app.stops > 0 ? app.restartSec * 1000 : 0);
                plan(start.job());
            }
            case Effect.StopJob stop -> {
                App app = app(stop.job());
                assertThat(app.canStop).as(seen).isTrue();
                assertThat(now - app.startedMillis)
                        .as("%s: job %s gets on before it is stopped", seen, stop.job())
                        .isGreaterThanOrEqualTo(2_000 * app.writeSec - 1_000);
                app.work(now);
                app.stops++;
                app.plans++;
                later(app.writeSec * 1000, new Event.JobFinished(stop.job(), true, ""), app.plans);
            }
            case Effect.Rescale rescale -> {
                boolean isTaken = rescale.number() % 5 != 0;
                App app = app(rescale.job());
                app.work(now);
                long before = app.slots;
                app.slots = isTaken ? rescale.to() : before;
                later(1_500, new Event.RescaleAnswered(rescale.job(), rescale.number(), isTaken, ""), -1);
                plan(rescale.job());
            }
            case Effect other -> {
                // Nobody is there to do it.
            }
        }
    }

    /** When it ends as things are. */
    private void plan(JobId job) {
        App app = app(job);
        app.plans++;
        double stands = Math.max(0, app.fromMillis - now);
        later(
                (long) Math.ceil(stands + Math.max(0, app.left) * app.wholeSec() * 1000),
                new Event.JobFinished(job, false, ""),
                app.plans);
    }

    /** All of them to their ends; nobody is stopped who cannot be, or before that is worth it. */
    void play(SplittableRandom random, boolean stopping) {
        for (int i = 0; i < JOBS; i++) {
            App app = new App(random, stopping);
            apps.add(app);
            agenda.add(new Due(
                    now + i * 40_000L + random.nextInt(30_000),
                    numbers++,
                    new Event.ClientAsked("c" + i, new JobRequest.Submit(app.jobspec, "", app.urgency)),
                    -1));
        }
        for (int i = 0; apps.stream().anyMatch(it -> !it.isDone); i++) {
            assertThat(i).as("%s comes to an end", seen).isLessThan(MOST_EVENTS);
            step();
        }
        assertThat(instance.inspect().jobs()).as(seen).allMatch(it -> it.state() == JobState.COMPLETED);
    }

    private void step() {
        Due next = agenda.peek();
        if (next == null || wakeAt < next.atMillis) {
            assertThat(wakeAt).as("%s: nothing will ever happen again", seen).isNotEqualTo(Deadlines.NEVER);
            now = Math.max(now, wakeAt);
            wakeAt = Deadlines.NEVER;
            tell(new Event.TimeReached());
            return;
        }
        agenda.remove();
        now = Math.max(now, next.atMillis);
        if (next.event instanceof Event.JobFinished finished) {
            App app = app(finished.job());
            if (app.plans != next.plan) {
                return;
            }
            app.isDone = !finished.isFailed();
        }
        tell(next.event);
    }

    int stops() {
        return apps.stream().mapToInt(it -> it.stops).sum();
    }

    List<Transaction> journal() {
        return journal;
    }

    List<Decision> decisions() {
        return journal.stream().flatMap(it -> it.decisions().stream()).toList();
    }

    @Override
    public String toString() {
        return seen;
    }
}
