package io.banyan.cli.workflow.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.banyan.cli.workflow.EngineProcess;
import io.banyan.engine.fill.FilledBatch;
import io.banyan.engine.fill.FillerSettings;
import io.banyan.rpc.daemon.OneNodeSlurm;
import io.banyan.workflow.batch.BatchBooking;
import io.banyan.workflow.batch.BatchBooking.Booked;
import io.banyan.workflow.batch.BatchBooking.Conflict;
import io.banyan.workflow.batch.BatchException;
import io.banyan.workflow.batch.BatchJob;
import io.banyan.workflow.batch.BatchJobReport;
import io.banyan.workflow.batch.BatchJobReport.State;
import io.banyan.workflow.batch.BatchReservation;
import io.banyan.workflow.batch.ReservedShare;
import io.banyan.workflow.batch.slurm.SlurmBatch;
import io.banyan.workflow.batch.slurm.SlurmBatchSettings;
import io.banyan.workflow.batch.slurm.SlurmCommandRunner;
import io.banyan.workflow.model.Needs;
import io.banyan.workflow.profile.ProfileNode;
import io.banyan.workflow.profile.SlotProfile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Plans in front of a real Slurm of four nodes with 8 cores each, which all are this machine. */
@Timeout(300)
@ResourceLock("slurm")
class RealSlurmTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int CORES = 8;
    private static final String SETTINGS = """
            SchedulerParameters=bf_interval=1,bf_resolution=1,sched_interval=2
            GresTypes=gpu
            NodeName=DEFAULT Gres=gpu:2
            """;

    @TempDir
    private static Path slurmDirectory;

    private static @Nullable OneNodeSlurm started;

    @TempDir
    private Path directory;

    private OneNodeSlurm slurm;
    private SlurmBatch batch;

    @BeforeAll
    static void startSlurm() throws Exception {
        for (int i = 0; i < 2; i++) {
            Files.createFile(slurmDirectory.resolve("gpu" + i));
        }
        Files.writeString(slurmDirectory.resolve("gres.conf"), "Name=gpu File=" + slurmDirectory + "/gpu[0-1]\n");
        started = OneNodeSlurm.assumed(slurmDirectory, 4, SETTINGS);
    }

    /** Ends the jobs first, because they are no descendants of Slurm's daemons. */
    @AfterAll
    static void stopSlurm() throws Exception {
        if (started != null) {
            cancelAll(started);
            started.close();
        }
    }

    private static void cancelAll(OneNodeSlurm slurm) throws Exception {
        slurm.run("scancel", "--user=root");
        await().atMost(PATIENCE).until(() -> slurm.run("squeue", "-h").isBlank());
    }

    @BeforeEach
    void empty() throws Exception {
        slurm = Objects.requireNonNull(started);
        batch = batch(new SlurmProcesses(SlurmProcesses.DEFAULT_LIMIT));
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        cancelAll(slurm);
        for (String name : batch.reservations("")) {
            batch.release(name);
        }
        assertThat(batch.reservations("")).isEmpty();
        await().atMost(PATIENCE)
                .until(() -> slurm.run("sinfo", "-h", "-o", "%t %D").strip().equals("idle 4"));
    }

    @Test
    void booksAroundTheQueueAndRunsInsideAndDelaysNobody() throws Exception {
        Map<String, Long> before = queue(25);
        SlotProfile profile = batch.look(now(), 60, Set.of(SlotProfile.CORE)).profile();
        assertThat(profile.nodes()).extracting(ProfileNode::name).containsExactly(names(0, 1, 2, 3));
        // One job has 4 cores of node 0 and one has node 1, for 10 and 20 minutes.
        assertThat(busyAt(profile, 5)).containsExactly(4, 8, 0, 0);
        assertThat(busyAt(profile, 15)).containsExactly(0, 8, 0, 0);
        assertThat(busyAt(profile, 22)).containsExactly(8, 8, 8, 8);
        // The three jobs that wait have 25, 30 and 30 minutes behind the 20.
        assertThat(profile.horizon()).isBetween(104, 107);

        long start = now() + 10;
        BatchReservation whole =
                new BatchReservation("banyan_wf_a", start, start + 180, List.of(share(2, CORES), share(3, CORES)));
        assertThat(book(whole)).isInstanceOf(Booked.class);
        assertThat(batch.reservations("banyan_wf_")).containsExactly("banyan_wf_a");
        assertThat(starts()).isEqualTo(before);

        BatchJob job =
                job("in it", "echo \"$GREETING $(hostname)\"; exit 3", new Needs(2, CORES, 0, none()), "banyan_wf_a");
        String id = batch.submit(job);
        assertThat(batch.find("in it")).contains(id);
        assertThat(batch.find("another")).isEmpty();
        assertThat(report(id).state()).isEqualTo(State.WAITING);
        await().atMost(PATIENCE).until(() -> report(id).isOver());
        BatchJobReport report = report(id);
        assertThat(report.state()).isEqualTo(State.ENDED);
        assertThat(report.exitCode()).hasValue(3);
        assertThat(report.startSec().orElseThrow()).isBetween(start, start + 10);
        assertThat(report.nodes()).containsExactly(names(2, 3));
        assertThat(directory.resolve("100% out")).content().startsWith("it's ${HOME} \"now\" ");
        assertThat(starts()).isEqualTo(before);

        batch.release("banyan_wf_a");
        assertThat(batch.reservations("banyan_wf_")).isEmpty();
        batch.release("banyan_wf_a");
        assertThat(starts()).isEqualTo(before);
    }

    @Test
    void refusesWhatWouldDelayAJobThatWaits() throws Exception {
        Map<String, Long> before = queue(25);
        String first = first(before);
        long itsStart = Objects.requireNonNull(before.get(first));
        BatchReservation over =
                new BatchReservation("banyan_wf_b", itsStart - 60, itsStart + 60, List.of(share(2, CORES)));
        assertThat(book(over)).isInstanceOfSatisfying(Conflict.class, conflict -> {
            assertThat(conflict.jobs()).containsExactly(first);
            assertThat(conflict.fromSec().orElseThrow()).isGreaterThan(itsStart + 24 * 60);
        });
        assertThat(batch.reservations("")).isEmpty();

        // Without the places of jobs in the readings, only the comparison of the starts can find the delay.
        assertThat(blind(() -> false).book(List.of(over))).isInstanceOfSatisfying(Conflict.class, conflict -> {
            assertThat(conflict.jobs()).contains(first);
            assertThat(conflict.sentence()).startsWith("Jobs that wait would start later");
        });
        assertThat(batch.reservations("")).isEmpty();
        await().atMost(PATIENCE).until(() -> starts().equals(before));
    }

    @Test
    void refusesWhatTheBackfillDoesNotSeeYet() throws Exception {
        // The reservation is 19 minutes ahead, and the first job that waits has a limit of 15.
        Map<String, Long> before = queue(15);
        String first = first(before);
        long itsStart = Objects.requireNonNull(before.get(first));
        var over = new BatchReservation("banyan_wf_l", itsStart - 60, itsStart + 60, List.of(share(2, 1)));
        SlurmBatch late =
                blind(() -> slurm.run("scontrol", "-o", "show", "reservation").contains("banyan_wf_l"));
        assertThat(late.book(List.of(over))).isInstanceOfSatisfying(Conflict.class, conflict -> {
            assertThat(conflict.jobs()).containsExactly(first);
            assertThat(conflict.sentence()).contains("are not free");
        });
        assertThat(batch.reservations("")).isEmpty();
        assertThat(starts()).isEqualTo(before);
    }

    /** A port that reads no places of jobs that wait until it sees again. */
    private SlurmBatch blind(Callable<Boolean> seesAgain) {
        return batch(commands((run, words, input) -> {
            SlurmCommandRunner.Answer answer = run.run(words, input);
            if (words.stream().noneMatch(word -> word.startsWith("--format=%A|%i")) || sees(seesAgain)) {
                return answer;
            }
            List<String> lines = new ArrayList<>();
            for (String line : answer.output().lines().toList()) {
                String[] fields = line.split("[|]", -1);
                fields[5] = "(null)";
                lines.add(String.join("|", fields));
            }
            return new SlurmCommandRunner.Answer(0, String.join("\n", lines), "", false);
        }));
    }

    private static boolean sees(Callable<Boolean> seesAgain) throws IOException {
        try {
            return seesAgain.call();
        } catch (Exception e) {
            throw new IOException(e);
        }
    }

    @Test
    void aJobBetweenLookAndBookIsAConflictAndTheNextAttemptSucceeds() throws Exception {
        SlotProfile profile = batch.look(now(), 60, Set.of(SlotProfile.CORE)).profile();
        assertThat(profile.horizon()).isZero();
        slurm.run("sbatch", "-N4", "--exclusive", "-t10", "-o/dev/null", "--wrap=sleep 900");
        await().atMost(PATIENCE)
                .until(() ->
                        slurm.run("squeue", "-h", "-t", "R", "-o", "%A").lines().count() == 1);
        String job = slurm.run("squeue", "-h", "-t", "R", "-o", "%A").strip();
        long start = profile.secondsAt(2);
        BatchBooking first = book(new BatchReservation("banyan_wf_h", start, start + 60, List.of(share(0, 1))));
        assertThat(first)
                .isInstanceOfSatisfying(
                        Conflict.class, it -> assertThat(it.jobs()).containsExactly(job));
        long from = ((Conflict) first).fromSec().orElseThrow();
        assertThat(from).isBetween(start + 360, start + 660);
        assertThat(batch.look(now(), 60, Set.of(SlotProfile.CORE)).profile().version())
                .isNotEqualTo(profile.version());
        assertThat(book(new BatchReservation("banyan_wf_h", from, from + 60, List.of(share(0, 1)))))
                .isInstanceOf(Booked.class);
    }

    @Test
    void acceleratorsAreReservedWithTheirWholeNode() throws Exception {
        slurm.run("sbatch", "-w", slurm.name(0), "--gres=gpu:1", "-n1", "-t10", "-o/dev/null", "--wrap=sleep 900");
        await().atMost(PATIENCE)
                .until(() ->
                        slurm.run("squeue", "-h", "-t", "R", "-o", "%A").lines().count() == 1);
        Set<String> types = Set.of(SlotProfile.CORE, Needs.GPU);
        ProfileNode used = batch.look(now(), 60, types).profile().nodes().getFirst();
        assertThat(used.resources()).isEqualTo(Map.of(SlotProfile.CORE, CORES, Needs.GPU, 2));
        assertThat(used.busy()).hasSize(2).allMatch(time -> time.count() == 1 && time.from() == 0);

        long start = now() + 60;
        assertThat(book(new BatchReservation("banyan_wf_i", start, start + 60, List.of(withGpu(0)))))
                .isInstanceOf(Conflict.class);
        assertThat(book(new BatchReservation("banyan_wf_i", start, start + 60, List.of(withGpu(1)))))
                .isInstanceOf(Booked.class);
        ProfileNode reserved = batch.look(now(), 60, types).profile().nodes().get(1);
        assertThat(reserved.busy().stream().mapToInt(time -> time.count()).sum())
                .isEqualTo(CORES + 2);
    }

    private ReservedShare withGpu(int node) {
        return new ReservedShare(
                slurm.name(node), new TreeMap<>(Map.of(SlotProfile.CORE, List.of(0), Needs.GPU, List.of(0))), 0);
    }

    @Test
    void twoReservationsShareTheCoresOfANode() throws Exception {
        long start = now() + 10;
        assertThat(book(
                        new BatchReservation("banyan_wf_c0", start, start + 120, List.of(share(0, 4))),
                        new BatchReservation("banyan_wf_c1", start, start + 120, List.of(share(0, 4), share(3, 1)))))
                .isInstanceOf(Booked.class);
        assertThat(book(new BatchReservation("banyan_wf_c2", start, start + 60, List.of(share(0, 1)))))
                .isInstanceOf(Conflict.class);
        List<String> ids = new ArrayList<>();
        for (String name : List.of("banyan_wf_c0", "banyan_wf_c1")) {
            ids.add(batch.submit(job(name, "sleep 30", Needs.ofCores(name.endsWith("0") ? 4 : 1), name)));
        }
        await().atMost(PATIENCE)
                .until(() -> report(ids.get(0)).state() == State.RUNNING
                        && report(ids.get(1)).state() == State.RUNNING);
        assertThat(batch.look(now(), 60, Set.of(SlotProfile.CORE)).profile().nodes().getFirst().busy().stream()
                        .filter(time -> time.from() == 0)
                        .mapToInt(time -> time.count())
                        .sum())
                .isEqualTo(CORES);
        batch.cancel(ids.get(0));
        await().atMost(PATIENCE).until(() -> report(ids.get(0)).state() == State.STOPPED);
        batch.cancel(ids.get(0));
        batch.cancel("4711");
        assertThat(batch.reports(List.of("4711"))).isEmpty();
        batch.release("banyan_wf_c0");
        // A job runs in the other one, so Slurm keeps it until a minute after the job's end.
        batch.release("banyan_wf_c1");
        assertThat(batch.reservations("")).containsExactly("banyan_wf_c1");
        assertThat(slurm.run("scontrol", "-o", "show", "reservation")).contains("PURGE_COMP");
        assertThat(report(ids.get(1)).state()).isEqualTo(State.RUNNING);
    }

    @Test
    void aJobRunsAlthoughAnotherReservationFollowsAndIsGoneWithItsReservation() throws Exception {
        long start = now() + 5;
        assertThat(book(
                        new BatchReservation("banyan_wf_d0", start, start + 120, List.of(share(1, CORES))),
                        new BatchReservation("banyan_wf_d1", start + 120, start + 300, List.of(share(1, CORES)))))
                .isInstanceOf(Booked.class);
        String id = batch.submit(job("first", "sleep 15", Needs.ofCores(CORES), "banyan_wf_d0"));
        String next = batch.submit(job("second", "sleep 15", Needs.ofCores(CORES), "banyan_wf_d1"));
        await().atMost(PATIENCE).until(() -> report(id).state() == State.RUNNING);
        await().atMost(PATIENCE)
                .until(() ->
                        slurm.run("squeue", "-h", "-j", id, "-o", "%l").strip().equals("2:00"));
        batch.release("banyan_wf_d1");
        assertThat(report(next).state()).isEqualTo(State.STOPPED);
        assertThat(batch.reservations("")).containsExactly("banyan_wf_d0");
        await().atMost(PATIENCE).until(() -> report(id).state() == State.ENDED);
        assertThat(report(id).exitCode()).hasValue(0);
    }

    @Test
    void aFillerRunsTasksInOneJobForEachNode() throws Exception {
        long start = now() + 10;
        var reservation =
                new BatchReservation("banyan_wf_x_1_5_0", start, start + 180, List.of(share(2, CORES), share(3, 2)));
        assertThat(book(reservation)).isInstanceOf(Booked.class);
        Path fillers = directory.resolve("fillers");
        var settings = new FillerSettings(fillers, EngineProcess.worker(), Optional.empty(), RealSlurmTest::now);
        List<BatchJob> jobs = IntStream.range(0, 60)
                .mapToObj(i -> job("banyan_wf_x_1_t" + i + "_1", "sleep 1; exit " + i % 3, Needs.ofCores(1), "any"))
                .toList();
        Map<String, BatchJobReport> reports = new TreeMap<>();
        try (FilledBatch filled = new FilledBatch(batch, settings)) {
            List<String> tasks = filled.submit(reservation, jobs);
            assertThat(slurm.run("squeue", "-h", "-o", "%j").lines())
                    .containsExactlyInAnyOrder("banyan_wf_x_1_5_0_w0_1", "banyan_wf_x_1_5_0_w1_1");
            await().atMost(PATIENCE).until(() -> {
                reports.putAll(filled.reports(tasks));
                return reports.values().stream().allMatch(BatchJobReport::isOver);
            });
            assertThat(filled.find(jobs.get(7).name())).contains(tasks.get(7));
            for (int i = 0; i < 60; i++) {
                BatchJobReport report = Objects.requireNonNull(reports.get(tasks.get(i)));
                assertThat(report.exitCode()).hasValue(i % 3);
                assertThat(report.startSec().orElseThrow())
                        .isBetween(start, report.endSec().orElseThrow());
            }
            assertThat(reports.values().stream().flatMap(report -> report.nodes().stream()))
                    .contains(names(2, 3));
            filled.release(reservation.name());
        }
        await().atMost(PATIENCE).until(() -> slurm.run("squeue", "-h").isBlank());
        await().atMost(PATIENCE).until(() -> batch.reservations("banyan_wf_x").isEmpty());
    }

    @Test
    void reservationsAreFoundAfterALostAnswer() throws Exception {
        long start = now() + 600;
        var one = new BatchReservation("banyan_wf_e0", start, start + 60, List.of(share(0, CORES)));
        SlurmCommandRunner.Answer lost = new SlurmCommandRunner.Answer(137, "", "", true);
        SlurmBatch deaf = batch(commands((run, words, input) -> {
            SlurmCommandRunner.Answer answer = run.run(words, input);
            return words.contains("create") ? lost : answer;
        }));
        assertThat(deaf.book(List.of(one))).isInstanceOf(Booked.class);
        assertThat(deaf.book(List.of(one))).isInstanceOf(Booked.class);
        assertThat(batch.reservations("banyan_wf_")).containsExactly("banyan_wf_e0");
        batch.release("banyan_wf_e0");

        boolean[] isGone = new boolean[1];
        SlurmBatch cutOff = batch(commands((run, words, input) -> {
            if (isGone[0]) {
                throw new IOException("is cut off");
            }
            isGone[0] = words.contains("create");
            SlurmCommandRunner.Answer answer = run.run(words, input);
            return isGone[0] ? lost : answer;
        }));
        assertThatThrownBy(() -> cutOff.book(List.of(one)))
                .isInstanceOfSatisfying(
                        BatchException.class, e -> assertThat(e.isRefusal()).isFalse())
                .hasMessageContaining("banyan_wf_e0");
        assertThat(batch.reservations("banyan_wf_")).containsExactly("banyan_wf_e0");
        batch.release("banyan_wf_e0");
        assertThat(batch.reservations("banyan_wf_")).isEmpty();
    }

    @Test
    void aControllerThatDiesBeforeItsAnswerLeavesNoOrphan() throws Exception {
        long start = now() + 600;
        SlurmBatch cut = batch(commands((run, words, input) -> {
            SlurmCommandRunner.Answer answer = run.run(words, input);
            if (words.contains("create")) {
                slurm.restartController();
                return new SlurmCommandRunner.Answer(137, "", "", true);
            }
            return answer;
        }));
        boolean isBooked;
        try {
            isBooked =
                    cut.book(List.of(new BatchReservation("banyan_wf_g", start, start + 60, List.of(share(0, CORES)))))
                            instanceof Booked;
        } catch (BatchException e) {
            assertThat(e.isRefusal()).isFalse();
            isBooked = false;
        }
        Set<String> expected = isBooked ? Set.of("banyan_wf_g") : Set.of();
        // The controller may have forgotten the last seconds, so reservations of other tests can be there again.
        assertThat(batch.reservations("banyan_wf_g")).isEqualTo(expected);
        batch.release("banyan_wf_g");
        assertThat(batch.reservations("banyan_wf_g")).isEmpty();
    }

    @Test
    void aUserWhoMayNotReserveLearnsWhatTheAdministratorMustDo() {
        SlurmBatch nobody = batch(commands((run, words, input) -> {
            List<String> all = new ArrayList<>(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));
            all.addAll(words);
            return run.run(all, input);
        }));
        long start = now() + 600;
        assertThatThrownBy(() -> nobody.book(
                        List.of(new BatchReservation("banyan_wf_f", start, start + 60, List.of(share(0, CORES))))))
                .hasMessageContaining("set AdminLevel=Operator");
    }

    /** Two jobs that run and three that wait; returns the expected starts of those that wait. */
    private Map<String, Long> queue(int firstLimit) throws Exception {
        String sleep = "--wrap=sleep 900";
        slurm.run("sbatch", "-w", slurm.name(0), "-n4", "-t10", "-o/dev/null", sleep);
        slurm.run("sbatch", "-w", slurm.name(1), "--exclusive", "-t20", "-o/dev/null", sleep);
        await().atMost(PATIENCE)
                .until(() -> slurm.run("squeue", "-h", "-t", "R").lines().count() == 2);
        slurm.run("sbatch", "-N4", "--exclusive", "-t" + firstLimit, "-o/dev/null", sleep);
        slurm.run("sbatch", "-N2", "-n10", "-t30", "-o/dev/null", sleep);
        slurm.run("sbatch", "-N4", "--exclusive", "-t30", "-o/dev/null", sleep);
        Map<String, Long> starts = new TreeMap<>();
        await().atMost(PATIENCE).until(() -> {
            Map<String, Long> last = new TreeMap<>(starts);
            starts.clear();
            starts.putAll(starts());
            return starts.size() == 3 && starts.equals(last);
        });
        return starts;
    }

    /** Returns the job that starts first. */
    private static String first(Map<String, Long> starts) {
        return Collections.min(starts.entrySet(), Map.Entry.comparingByValue()).getKey();
    }

    /** Returns the expected starts of jobs that wait outside of reservations, by number. */
    private Map<String, Long> starts() throws Exception {
        Map<String, Long> starts = new TreeMap<>();
        String said = slurm.run("env", "SLURM_TIME_FORMAT=%s", "squeue", "-h", "-t", "PD", "-o", "%A %S %v");
        said.lines().map(line -> line.split(" ", -1)).forEach(words -> {
            if (words[2].equals("(null)") && !words[1].equals("N/A")) {
                starts.put(words[0], Long.parseLong(words[1]));
            }
        });
        return starts;
    }

    private static List<Integer> busyAt(SlotProfile profile, int slot) {
        return profile.nodes().stream()
                .map(node -> node.busy().stream()
                        .filter(time -> time.from() <= slot && slot < time.to())
                        .mapToInt(time -> time.count())
                        .sum())
                .toList();
    }

    private String[] names(int... numbers) {
        return IntStream.of(numbers).mapToObj(slurm::name).toArray(String[]::new);
    }

    private BatchBooking book(BatchReservation... reservations) throws BatchException {
        return batch.book(List.of(reservations));
    }

    private ReservedShare share(int node, int cores) {
        return new ReservedShare(
                slurm.name(node),
                new TreeMap<>(Map.of(
                        SlotProfile.CORE, IntStream.range(0, cores).boxed().toList())),
                0);
    }

    private BatchJob job(String name, String script, Needs needs, String reservation) {
        var environment = new LinkedHashMap<String, String>();
        environment.put("GREETING", "it's ${HOME} \"now\"");
        return new BatchJob(
                name,
                List.of("/bin/sh", "-c", script),
                environment,
                directory,
                directory.resolve("100% out"),
                needs,
                OptionalLong.empty(),
                Optional.of(reservation),
                Optional.empty());
    }

    private static SortedMap<String, Integer> none() {
        return new TreeMap<>();
    }

    private BatchJobReport report(String id) throws BatchException {
        return Objects.requireNonNull(batch.reports(List.of(id)).get(id));
    }

    private static long now() {
        return Instant.now().getEpochSecond();
    }

    private SlurmBatch batch(SlurmCommandRunner commands) {
        var settings = new SlurmBatchSettings(
                "root",
                Optional.empty(),
                Optional.of(Path.of(Objects.requireNonNull(slurm.environment().get("SLURM_CONF")))),
                30,
                3);
        return new SlurmBatch(commands, settings, RealSlurmTest::now);
    }

    /** A fault between this process and Slurm's commands. */
    private interface Fault {
        SlurmCommandRunner.Answer run(SlurmCommandRunner commands, List<String> words, String input) throws IOException;
    }

    private static SlurmCommandRunner commands(Fault fault) {
        var processes = new SlurmProcesses(SlurmProcesses.DEFAULT_LIMIT);
        return new SlurmCommandRunner() {
            @Override
            public Answer run(List<String> words, String input) throws IOException {
                return fault.run(processes, words, input);
            }

            @Override
            public void pause(int seconds) throws IOException {
                processes.pause(seconds);
            }
        };
    }
}
