package io.banyan.workflow.batch.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.workflow.batch.BatchBooking.Booked;
import io.banyan.workflow.batch.BatchException;
import io.banyan.workflow.batch.BatchLook;
import io.banyan.workflow.batch.BatchReservation;
import io.banyan.workflow.batch.ReservedShare;
import io.banyan.workflow.profile.BusySlots;
import io.banyan.workflow.profile.BusyTime;
import io.banyan.workflow.profile.ProfileNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Random queues, against a grid with one cell for each core and minute. */
class SlurmForecastTest {
    private static final long SEED = 31_417L;
    private static final long NOW = PretendedSlurm.START;
    private static final int NODES = 3;
    private static final int CORES = 4;
    private static final int MINUTES = 400;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final int[][] busyCores = new int[NODES][MINUTES];
    private PretendedSlurm slurm = new PretendedSlurm();
    private int number;

    private SlurmBatch batch() {
        return new SlurmBatch(
                slurm, new SlurmBatchSettings("ada", Optional.empty(), Optional.empty(), 5, 60), () -> slurm.now);
    }

    /** Starts with an empty queue. */
    private void empty() {
        slurm = new PretendedSlurm();
        StringBuilder nodes = new StringBuilder();
        for (int node = 0; node < NODES; node++) {
            nodes.append("NodeName=n%d CPUTot=%d RealMemory=1000 State=MIXED ThreadsPerCore=1 Partitions=all\n"
                    .formatted(node, CORES));
            Arrays.fill(busyCores[node], 0);
        }
        slurm.nodes = nodes.toString();
    }

    /** Adds running and expected jobs on single nodes, as many as fit; returns the end of the last in minutes. */
    private int addPlacedJobs() {
        int last = 0;
        for (int i = random.nextInt(12); i > 0; i--) {
            int node = random.nextInt(NODES);
            int cores = random.nextInt(1, CORES + 1);
            int from = random.nextBoolean() ? 0 : random.nextInt(1, 60);
            int to = from + random.nextInt(1, 60);
            int[] busy = busyCores[node];
            if (IntStream.range(from, to).allMatch(minute -> busy[minute] + cores <= CORES)) {
                IntStream.range(from, to).forEach(minute -> busy[minute] += cores);
                last = Math.max(last, to);
                addJob(from, to - from, node, cores);
            }
        }
        return last;
    }

    private void addJob(int from, int minutes, int node, int cores) {
        number++;
        String place = from == 0 ? "(null)|n" + node : "n" + node + "|";
        slurm.queue.add("%d|%d|%s|%d|%d:00|%s|1|%d|OK|N/A|all|(null)|None"
                .formatted(number, number, from == 0 ? "RUNNING" : "PENDING", NOW + 60L * from, minutes, place, cores));
        slurm.waiting.add("%d |cpu=%d |N/A |N/A |N/A |".formatted(number, cores));
    }

    private static int[][] grid(BatchLook look) {
        int[][] cells = new int[NODES][MINUTES];
        for (int node = 0; node < NODES; node++) {
            for (BusyTime time : look.profile().nodes().get(node).busy()) {
                for (int minute = time.from(); minute < Math.min(MINUTES, time.to()); minute++) {
                    cells[node][minute] += time.count();
                }
            }
        }
        return cells;
    }

    @Test
    void theProfileHasAsManyBusyCoresAsTheQueue() throws BatchException {
        for (int round = 0; round < 200; round++) {
            empty();
            int last = addPlacedJobs();
            BatchLook look = batch().look(NOW, 60, Set.of("core"));
            int[][] cells = grid(look);
            assertThat(cells).as("seed %s round %s", SEED, round).isDeepEqualTo(busyCores);
            assertThat(look.profile().horizon())
                    .as("seed %s round %s", SEED, round)
                    .isEqualTo(last);
        }
    }

    @Test
    void jobsWithoutAStartAreBehindAllOthersAndShareNoCore() throws BatchException {
        for (int round = 0; round < 100; round++) {
            empty();
            int last = addPlacedJobs();
            long cells = 0;
            for (int i = random.nextInt(1, 10); i > 0; i--) {
                int nodes = random.nextInt(1, NODES + 1);
                boolean isWhole = random.nextBoolean();
                int cores = isWhole ? CORES : random.nextInt(1, CORES + 1);
                int minutes = random.nextInt(1, 20);
                // Of the cores of several nodes, at least 1 is on each.
                int held = nodes == 1 || isWhole ? cores : Math.min(CORES, Math.max(1, nodes * cores - (nodes - 1)));
                cells += (long) nodes * held * minutes;
                number++;
                slurm.queue.add("%d|%d|PENDING|N/A|%d:00|(null)||%d|%d|%s|N/A|all|(null)|None"
                        .formatted(number, number, minutes, nodes, nodes * cores, isWhole ? "NO" : "OK"));
                slurm.waiting.add("%d |cpu=1 |N/A |N/A |N/A |".formatted(number));
            }
            BatchLook look = batch().look(NOW, 60, Set.of("core"));
            long found = 0;
            for (ProfileNode node : look.profile().nodes()) {
                for (BusyTime time : node.busy()) {
                    found += (long) Math.max(0, time.to() - Math.max(last, time.from())) * time.count();
                }
            }
            assertThat(found).as("seed %s round %s", SEED, round).isEqualTo(cells);
        }
    }

    @Test
    void booksExactlyWhatIsFreeOnSingleCores() throws BatchException {
        int booked = 0;
        for (int round = 0; round < 200; round++) {
            empty();
            addPlacedJobs();
            List<BusySlots> busy =
                    batch().look(NOW, 60, Set.of("core")).profile().busySlots();
            int node = random.nextInt(NODES);
            int cores = random.nextInt(1, CORES + 1);
            int from = random.nextInt(100);
            int to = from + random.nextInt(1, 40);
            List<Integer> numbers = new ArrayList<>();
            for (int core = 0; core < CORES; core++) {
                if (busy.get(node * CORES + core).isFree(from, to)) {
                    numbers.add(core);
                }
            }
            var share = new ReservedShare(
                    "n" + node,
                    new TreeMap<>(
                            Map.of("core", IntStream.range(0, cores).boxed().toList())),
                    0);
            var one = new BatchReservation("r", NOW + 60L * from, NOW + 60L * to, List.of(share));
            boolean isBooked = batch().book(List.of(one)) instanceof Booked;
            assertThat(isBooked).as("seed %s round %s", SEED, round).isEqualTo(numbers.size() >= cores);
            booked += isBooked ? 1 : 0;
        }
        assertThat(booked).isBetween(20, 180);
    }

    @Test
    void damagedOutputIsAFailureWithASentence() {
        int failures = 0;
        for (int round = 0; round < 3_000; round++) {
            empty();
            addPlacedJobs();
            slurm.allocations.add("JobId=1 JobName=x   Nodes=n[0-1] CPU_IDs=0-1 Mem=5 GRES=gpu:1(IDX:0) MinCPUsNode=1");
            slurm.reservations.put(
                    "r",
                    "ReservationName=r StartTime=" + NOW + " EndTime=" + (NOW + 90)
                            + " Nodes=n2 CoreCnt=2 Flags=DAILY   NodeName=n2 CoreIDs=0-1 TRES=cpu=2");
            slurm.nodes = damaged(slurm.nodes);
            slurm.queue.replaceAll(this::damaged);
            slurm.waiting.replaceAll(this::damaged);
            slurm.allocations.replaceAll(this::damaged);
            slurm.reservations.replaceAll((name, line) -> damaged(line));
            try {
                assertThat(batch().look(NOW, 60, Set.of("core")).profile().nodes())
                        .isNotEmpty();
            } catch (BatchException e) {
                assertThat(e).hasMessageEndingWith(".");
                failures++;
            }
        }
        assertThat(failures).isBetween(100, 2_900);
    }

    private String damaged(String text) {
        StringBuilder damaged = new StringBuilder(text);
        for (int i = random.nextInt(3); i > 0 && damaged.length() > 1; i--) {
            int at = random.nextInt(damaged.length());
            switch (random.nextInt(3)) {
                case 0 -> damaged.deleteCharAt(at);
                case 1 -> damaged.setCharAt(at, (char) random.nextInt(32, 127));
                default -> damaged.insert(at, "09|[,-=".charAt(random.nextInt(7)));
            }
        }
        return damaged.toString();
    }
}
