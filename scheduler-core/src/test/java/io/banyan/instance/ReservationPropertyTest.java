package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.journal.JournalCompaction;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Transaction;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ReservationRequest;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Recurrence;
import io.banyan.instance.message.value.Reservation;
import io.banyan.instance.message.value.ReservationTarget;
import io.banyan.instance.state.Fingerprint;
import io.banyan.jobspec.Jobspec;
import io.banyan.queue.QueuePolicy;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random reservations, jobs and ends of jobs; beside them, the forbidden states of a node in each second, without any
 * schedule: a job on a reserved node belongs to that reservation, and no two jobs have the same core.
 */
@Execution(ExecutionMode.CONCURRENT)
class ReservationPropertyTest {
    private static final String GRAPH = "cluster { 4 node { 2 core, memory:8/1 } }";
    private static final int RUNS = 25;
    private static final int EVENTS = 60;
    private static final List<String> JOBS = List.of(
            "1 slot { 1 node! }",
            "2 slot { 1 node! }",
            "1 slot { 1 core }",
            "3 slot { 1 core }",
            "1 slot { 1 core, 3 memory }",
            "4 slot { 1 node! }");
    private static final List<String> NAMES = List.of("a", "b", "c");

    /** The reservation that was made, and the paths of the nodes that it names. */
    private record Kept(Reservation reservation, Set<String> nodes) {}

    private Random random = new Random(0);
    private TreeHarness tree = TreeHarness.over(GRAPH);
    private final List<Kept> kept = new ArrayList<>();
    private int spawned;

    @ParameterizedTest
    @ValueSource(strings = {"fcfs", "easy", "conservative", "hybrid:reservation-depth=2"})
    void nobodyButWhoIsLetInIsWhereSomethingIsKept(String policy) {
        long seed = new Random().nextLong();
        for (int run = 0; run < RUNS; run++) {
            random = new Random(seed + run);
            kept.clear();
            tree = TreeHarness.over(GRAPH, config -> config.queueing(QueuePolicy.parse(policy)));
            try {
                for (int i = 0; i < EVENTS; i++) {
                    step();
                    look();
                }
                restart();
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed + ", run " + run, e);
            }
        }
        assertThat(spawned).as("instances in reservations, seed %d", seed).isPositive();
    }

    private void step() {
        int jobs = tree.member("/").instance.state().jobs().all().size();
        switch (random.nextInt(8)) {
            case 0 -> reserve();
            case 1, 2 -> submit("");
            case 3, 4 -> submit(one(NAMES));
            case 5 -> tree.finish("/", 1L + random.nextInt(jobs + 1));
            case 6 -> {
                long job = 1L + random.nextInt(jobs + 1);
                tree.ask(
                        "/",
                        random.nextInt(3) > 0
                                ? new JobRequest.Limit(new JobId(job), 1L + random.nextInt(60))
                                : random.nextBoolean()
                                        ? new JobRequest.Requeue(new JobId(job))
                                        : new JobRequest.Cancel(new JobId(job)));
            }
            default -> {
                if (random.nextInt(5) == 0) {
                    tree.ask("/", new ReservationRequest.Cancel(one(NAMES), random.nextBoolean()));
                }
            }
        }
        spawnInOpen();
        tree.runFor(1_000L * random.nextInt(9) + 10);
    }

    /** Asks now and then for a small instance in a reservation that has begun: {@link #submit} starts few. */
    private void spawnInOpen() {
        long now = tree.now() / 1000;
        kept.stream()
                .filter(it -> random.nextInt(3) == 0 && !it.reservation().isMaintenance() && isOpen(it, now))
                .findFirst()
                .ifPresent(it -> {
                    String name = it.reservation().name();
                    Jobspec small = Jobs.with(
                            Jobs.jobspec("1 slot { 1 core }").lasting(1),
                            Map.of("banyan", Map.of("reservation", name)));
                    count(tree.ask("/", new Request.Spawn(small, name, Map.of())));
                });
    }

    private void count(Answer answer) {
        spawned += answer instanceof Answer.Spawned ? 1 : 0;
    }

    private <T> T one(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    private void reserve() {
        int first = random.nextInt(4);
        int last = first + random.nextInt(4 - first);
        boolean comesAgain = random.nextBoolean();
        var reservation = new Reservation(
                one(NAMES),
                "owner",
                new ReservationTarget.Where("names=node[" + first + "-" + last + "]"),
                tree.now() / 1000 + 1 + random.nextInt(30),
                5L + random.nextInt(25),
                comesAgain
                        ? new Recurrence(Recurrence.Every.SECONDS, 30L + random.nextInt(20), "", 0, random.nextInt(4))
                        : Recurrence.ONCE,
                random.nextInt(3) == 0 ? new TreeSet<>() : new TreeSet<>(List.of("owner")));
        if (tree.ask("/", new ReservationRequest.Create(reservation, random.nextBoolean()))
                instanceof Answer.Reservations) {
            Set<String> nodes = new TreeSet<>();
            for (int i = first; i <= last; i++) {
                nodes.add("/cluster0/node" + i);
            }
            kept.removeIf(it -> it.reservation().name().equals(reservation.name()));
            kept.add(new Kept(reservation, nodes));
        }
    }

    private void submit(String reservation) {
        Jobspec jobspec = Jobs.jobspec(one(JOBS)).lasting(1L + random.nextInt(30));
        Jobspec named = reservation.isEmpty()
                ? jobspec
                : Jobs.with(jobspec, Map.of("banyan", Map.of("reservation", reservation)));
        boolean isSpawned = !reservation.isEmpty() && random.nextInt(3) == 0;
        Answer answer = tree.ask(
                "/",
                isSpawned
                        ? new Request.Spawn(named, reservation, Map.of())
                        : new JobRequest.Submit(named, reservation, 10 + random.nextInt(10)));
        count(answer);
    }

    /** By what jobs hold now, and what reservations say of it. */
    private void look() {
        Instance instance = tree.member("/").instance;
        Map<String, JobId> byCore = new HashMap<>();
        long now = tree.now() / 1000;
        for (JobRecord job : instance.inspect().jobs()) {
            boolean runs = job.state() == JobState.RUNNING
                    && instance.state().reservations().bookedUnder(job.id()).isEmpty();
            if (!runs) {
                continue;
            }
            for (Inspection.Held held : instance.inspect().held(job.id())) {
                if (held.exclusive() && held.path().contains("core")) {
                    assertThat(byCore.put(held.path(), job.id()))
                            .as(held.path())
                            .isNull();
                }
                for (Kept it : kept) {
                    if (isOpen(it, now) && it.nodes().contains(held.path())) {
                        assertThat(job.name())
                                .as("job %s on %s", job, held)
                                .isEqualTo(it.reservation().name());
                        assertThat(it.reservation().users()).isNotEmpty();
                    }
                }
            }
        }
    }

    /** Whether one of its times that was booked, and not given up, is now. */
    private boolean isOpen(Kept it, long now) {
        return ((Answer.Reservations) tree.ask("/", new ReservationRequest.All()))
                .reservations().stream()
                        .filter(view -> view.reservation().equals(it.reservation()))
                        .flatMap(view -> view.times().stream())
                        .anyMatch(time -> time.window().contains(now));
    }

    private void restart() {
        String before = Fingerprint.of(tree.member("/").instance.state());
        InstanceConfig config = tree.member("/").instance.config();
        var compaction = new JournalCompaction(config.limits().maxEndedJobs());
        List<Effect.Append> journal = tree.member("/").journal;
        journal.forEach(append -> compaction.note(new Transaction(append.atMillis(), List.of(append.decision()))));
        Instance shortened = Instance.root(config, Graphs.graph(GRAPH), Graphs.HORIZON);
        journal.forEach(append -> compaction
                .left(new Transaction(append.atMillis(), List.of(append.decision())))
                .ifPresent(left -> left.decisions().forEach(it -> shortened.replay(it, left.atMillis()))));
        assertThat(Fingerprint.of(shortened.state())).isEqualTo(before);
        Instance fresh = Instance.root(config, Graphs.graph(GRAPH), Graphs.HORIZON);
        journal.forEach(append -> fresh.replay(append.decision(), append.atMillis()));
        assertThat(Fingerprint.of(fresh.state())).isEqualTo(before);
    }
}
