package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.BookingRefused;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.ReservationRequest;
import io.banyan.instance.message.client.Span;
import io.banyan.instance.message.value.HeldPart;
import io.banyan.instance.message.value.Recurrence;
import io.banyan.instance.message.value.Reservation;
import io.banyan.instance.message.value.ReservationTarget;
import io.banyan.instance.state.Fingerprint;
import io.banyan.jobspec.Jobspec;
import io.banyan.queue.QueuePolicy;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random jobs, ends of jobs and gentle bookings. The instance tells the planned and expected start of each waiting job
 * before and after each booking: no start is later than before. The harness checks the invariants after every event.
 */
@Execution(ExecutionMode.CONCURRENT)
class GentleBookingPropertyTest {
    private static final String GRAPH = "cluster { 3 node { 3 core, memory:8/1 } }";
    private static final int RUNS = 25;
    private static final int EVENTS = 80;
    private static final List<String> JOBS = List.of(
            "1 slot { 1 node! }",
            "2 slot { 1 node! }",
            "1 slot { 1 core }",
            "4 slot { 1 core }",
            "2 slot { 1 core, 3 memory }",
            "2 slot { 1 node { 2 core } }",
            "3 slot { 1 node! }");

    private Random random = new Random(0);
    private TreeHarness tree = TreeHarness.over(GRAPH);
    private int names;
    private int accepted;
    private int harmful;
    private int followed;

    @ParameterizedTest
    @ValueSource(strings = {"fcfs", "easy", "conservative", "hybrid:reservation-depth=2"})
    void noWaitingJobStartsLaterThanBeforeABooking(String policy) {
        long seed = new Random().nextLong();
        for (int run = 0; run < RUNS; run++) {
            begin(policy, seed + run);
            try {
                for (int i = 0; i < EVENTS; i++) {
                    step();
                    Map<JobId, Long> before = promises();
                    List<Reservation> wanted = wanted();
                    if (ask(wanted)) {
                        assertThat(broken(before)).as("%s", wanted).isEmpty();
                    }
                }
                restart();
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("policy " + policy + ", seed " + (seed + run), e);
            }
        }
        assertThat(accepted).as("seed %d", seed).isGreaterThan(RUNS);
        assertThat(harmful).as("seed %d", seed).isGreaterThan(RUNS / 5);
        assertThat(followed).as("seed %d", seed).isGreaterThan(RUNS / 5);
    }

    /**
     * Books without the comparison what the comparison alone refuses: no job and no plan is in the way. Such a booking
     * breaks a promise.
     */
    @ParameterizedTest
    @ValueSource(strings = {"easy", "hybrid:reservation-depth=2"})
    void withoutTheComparisonAPromiseIsBroken(String policy) {
        long seed = new Random().nextLong();
        int seeds = 0;
        int found = 0;
        while (found == 0) {
            assertThat(seeds++).as("seed %d", seed).isLessThan(20);
            begin(policy, seed + seeds);
            for (int i = 0; i < EVENTS; i++) {
                step();
                Map<JobId, Long> before = promises();
                List<Reservation> wanted = List.of(wanted().getFirst());
                Answer answer = tree.ask("/", new ReservationRequest.Book(wanted));
                if (answer instanceof BookingRefused refused
                        && refused.message().contains("would start later")) {
                    tree.ask("/", new ReservationRequest.Create(wanted.getFirst(), false));
                    found += broken(before).size();
                }
            }
        }
    }

    @Test
    void aPromiseIsFoundBrokenIfAJobStartsLater() {
        begin("easy", 1);
        tree.submit("/", "3 slot { 1 node! } for 10");
        tree.submit("/", "3 slot { 1 node! } for 10");
        assertThat(promises()).containsExactly(Map.entry(new JobId(2), 10L));
        assertThat(broken(Map.of(new JobId(2), 10L))).isEmpty();
        assertThat(broken(Map.of(new JobId(2), 9L))).isNotEmpty();
        assertThat(broken(Map.of(new JobId(7), 9L))).isNotEmpty();
    }

    private void begin(String policy, long seed) {
        random = new Random(seed);
        names = 0;
        tree = TreeHarness.over(GRAPH, config -> config.queueing(QueuePolicy.parse(policy)));
    }

    /**
     * Whether reservations were booked: those, or if they are refused with a time from which there would be room, the
     * same ones from that time on.
     */
    private boolean ask(List<Reservation> wanted) {
        Answer answer = book(wanted);
        if (answer instanceof BookingRefused refused && refused.fromSec().isPresent()) {
            long first = wanted.stream().mapToLong(Reservation::startSec).min().orElseThrow();
            long laterSec = refused.fromSec().getAsLong() - first;
            assertThat(laterSec).isPositive();
            answer = book(wanted.stream().map(it -> delayed(it, laterSec)).toList());
            assertThat(answer)
                    .as("%s, %d s later than %s", refused, laterSec, wanted)
                    .isInstanceOf(Answer.Reservations.class);
            followed++;
        }
        return answer instanceof Answer.Reservations;
    }

    private static Reservation delayed(Reservation it, long sec) {
        return new Reservation(
                it.name(), it.owner(), it.target(), it.startSec() + sec, it.durationSec(), it.recurrence(), it.users());
    }

    /** A refusal changes nothing. */
    private Answer book(List<Reservation> wanted) {
        String before = Fingerprint.of(tree.member("/").instance.state());
        Answer answer = tree.ask("/", new ReservationRequest.Book(wanted));
        if (answer instanceof Answer.Reservations) {
            accepted++;
        } else {
            assertThat(Fingerprint.of(tree.member("/").instance.state())).isEqualTo(before);
            harmful += answer instanceof BookingRefused ? 1 : 0;
        }
        return answer;
    }

    private void step() {
        int jobs = tree.member("/").instance.state().jobs().all().size();
        switch (random.nextInt(6)) {
            case 0, 1, 2 -> submit("");
            case 3 -> tree.finish("/", 1L + random.nextInt(jobs + 1));
            case 4 -> tree.cancel("/", 1L + random.nextInt(jobs + 1));
            default -> submit("r" + (names - random.nextInt(4)));
        }
        tree.runFor(1_000L * random.nextInt(5) + 10);
    }

    private void submit(String reservation) {
        Jobspec jobspec = Jobs.jobspec(JOBS.get(random.nextInt(JOBS.size()))).lasting(1L + random.nextInt(30));
        Jobspec named = reservation.isEmpty()
                ? jobspec
                : Jobs.with(jobspec, Map.of("banyan", Map.of("reservation", reservation)));
        tree.ask("/", new JobRequest.Submit(named, reservation, 10 + random.nextInt(10)));
    }

    private List<Reservation> wanted() {
        List<Reservation> wanted = new ArrayList<>();
        long start = tree.now() / 1000 + random.nextInt(60);
        for (int count = 1 + random.nextInt(3); count > 0; count--) {
            wanted.add(new Reservation(
                    "r" + ++names,
                    "owner",
                    target(),
                    start,
                    1L + random.nextInt(20),
                    Recurrence.ONCE,
                    new TreeSet<>(List.of("owner"))));
            start = wanted.getLast().startSec() + wanted.getLast().durationSec();
        }
        return wanted;
    }

    private ReservationTarget target() {
        return switch (random.nextInt(5)) {
            case 0 -> new ReservationTarget.Fitting(Jobs.jobspec(JOBS.get(random.nextInt(JOBS.size()))));
            case 1 -> new ReservationTarget.Where("names=node" + random.nextInt(3));
            default -> new ReservationTarget.Parts(parts());
        };
    }

    private List<HeldPart> parts() {
        Map<String, Long> parts = new TreeMap<>();
        for (int count = 1 + random.nextInt(3); count > 0; count--) {
            String node = "/cluster0/node" + random.nextInt(3) + "/";
            if (random.nextInt(4) == 0) {
                parts.put(node + "memory0", 1L + random.nextInt(8));
            } else {
                parts.put(node + "core" + random.nextInt(3), 1L);
            }
        }
        return parts.entrySet().stream()
                .map(part -> new HeldPart(part.getKey(), part.getValue(), false, Map.of()))
                .toList();
    }

    /** The planned or expected starts of the jobs that wait in the queue. */
    private Map<JobId, Long> promises() {
        Map<JobId, Long> promises = new TreeMap<>();
        for (Span span : spans()) {
            boolean waits = span.kind() != Span.Kind.HELD && span.reservation().isEmpty();
            if (waits && tree.job("/", span.job().value()).name().isEmpty()) {
                promises.put(span.job(), span.window().startSec());
            }
        }
        return promises;
    }

    private List<Span> spans() {
        return ((JobAnswer.Timeline) tree.ask("/", new JobRead.Timeline(0, Graphs.HORIZON.endSec()))).spans();
    }

    /** The jobs that start later than they were promised to, or at no time, in words. */
    private List<String> broken(Map<JobId, Long> before) {
        Map<JobId, Long> after = new TreeMap<>();
        spans().forEach(span -> after.put(span.job(), span.window().startSec()));
        List<String> broken = new ArrayList<>();
        before.forEach((job, start) -> {
            if (after.getOrDefault(job, Long.MAX_VALUE) > start) {
                broken.add("job " + job + ": promised " + start + ", now " + after.get(job));
            }
        });
        return broken;
    }

    private void restart() {
        String before = Fingerprint.of(tree.member("/").instance.state());
        Instance fresh = Instance.root(tree.member("/").instance.config(), Graphs.graph(GRAPH), Graphs.HORIZON);
        tree.member("/").journal.forEach(append -> fresh.replay(append.decision(), append.atMillis()));
        assertThat(Fingerprint.of(fresh.state())).isEqualTo(before);
    }
}
