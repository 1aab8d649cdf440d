package io.banyan.workflow.batch.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.workflow.batch.BatchBooking.Booked;
import io.banyan.workflow.batch.BatchBooking.Conflict;
import io.banyan.workflow.batch.BatchException;
import io.banyan.workflow.batch.BatchJob;
import io.banyan.workflow.batch.BatchJobReport;
import io.banyan.workflow.batch.BatchJobReport.State;
import io.banyan.workflow.batch.BatchLook;
import io.banyan.workflow.batch.BatchReservation;
import io.banyan.workflow.batch.ReservedShare;
import io.banyan.workflow.model.Needs;
import io.banyan.workflow.profile.BusyTime;
import io.banyan.workflow.profile.ProfileNode;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SlurmBatchTest {
    private static final long NOW = PretendedSlurm.START;
    private static final Set<String> CORE = Set.of("core");

    private final PretendedSlurm slurm = new PretendedSlurm();
    private final SlurmBatch batch = new SlurmBatch(
            slurm,
            new SlurmBatchSettings("ada", Optional.empty(), Optional.of(Path.of("/etc/slurm.conf")), 5, 60),
            () -> slurm.now);

    /** Makes four nodes of 8 cores; the first two have 2 accelerators. */
    @BeforeEach
    void nodes() {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 4; i++) {
            lines.append("NodeName=n%d CPUTot=8 Gres=%s RealMemory=8000 State=IDLE ThreadsPerCore=1 Partitions=all\n"
                    .formatted(i, i < 2 ? "gpu:2" : "(null)"));
        }
        slurm.nodes = lines.toString();
    }

    private void running(int id, String node, int cores, long endSec) {
        slurm.queue.add("%d|%d|RUNNING|%d|1:00:00|(null)|%s|1|%d|OK|N/A|all|(null)|None"
                .formatted(id, id, endSec - 3_600, node, cores));
    }

    private void waiting(int id, String start, String limit, String nodes, int count, String shared) {
        slurm.queue.add("%d|%d|PENDING|%s|%s|%s||%d|%d|%s|N/A|all|(null)|Priority"
                .formatted(id, id, start, limit, nodes, count, count, shared));
        slurm.waiting.add("%d |cpu=1,mem=100M |N/A |N/A |N/A |".formatted(id));
    }

    private void restart(int id, String start) {
        slurm.queue.replaceAll(
                line -> line.startsWith(id + "|") ? line.replaceFirst("PENDING\\|[^|]*", "PENDING|" + start) : line);
    }

    private static ReservedShare share(String node, int cores, int gpus) {
        Map<String, List<Integer>> numbers = new TreeMap<>();
        numbers.put("core", IntStream.range(0, cores).boxed().toList());
        numbers.put("gpu", IntStream.range(0, gpus).boxed().toList());
        return new ReservedShare(node, new TreeMap<>(numbers), 0);
    }

    private static BatchReservation reservation(String name, long fromSec, long toSec, ReservedShare... shares) {
        return new BatchReservation(name, NOW + fromSec, NOW + toSec, List.of(shares));
    }

    private List<String> calls(String word) {
        return slurm.calls.stream().filter(call -> call.contains(word)).toList();
    }

    private static ProfileNode node(BatchLook look, int index) {
        return look.profile().nodes().get(index);
    }

    @Test
    void looksAtRunningJobsReservationsAndExpectedStarts() throws Exception {
        running(1, "n0", 4, NOW + 150);
        slurm.allocations.add("JobId=1 JobName=x   Nodes=n0 CPU_IDs=2-5 Mem=0 GRES=gpu:1(IDX:1) MinCPUsNode=1");
        waiting(2, String.valueOf(NOW + 200), "2:00", "n[0-1]", 2, "NO");
        slurm.reservations.put(
                "r",
                "ReservationName=r StartTime=" + (NOW + 600) + " EndTime=" + (NOW + 660)
                        + " Nodes=n2 CoreCnt=3 Flags=SPEC_NODES   NodeName=n2 CoreIDs=0-2 TRES=cpu=3");
        slurm.reservations.put(
                "w",
                "ReservationName=w StartTime=" + (NOW - 60) + " EndTime=" + (NOW + 90)
                        + " Nodes=n3 CoreCnt=8 Flags=SPEC_NODES TRES=cpu=8");
        BatchLook look = batch.look(NOW, 60, Set.of("core", "gpu"));
        assertThat(look.notes()).isEmpty();
        assertThat(look.profile().startSec()).isEqualTo(NOW);
        assertThat(node(look, 0).busy())
                .containsExactlyInAnyOrder(
                        new BusyTime("core", 2, 4, 0, 6),
                        new BusyTime("core", 0, 2, 3, 6),
                        new BusyTime("core", 6, 2, 3, 6),
                        new BusyTime("gpu", 0, 1, 3, 6),
                        new BusyTime("gpu", 1, 1, 0, 6));
        assertThat(node(look, 2).busy()).containsExactly(new BusyTime("core", 0, 3, 10, 11));
        assertThat(node(look, 3).busy()).containsExactly(new BusyTime("core", 0, 8, 0, 2));
        assertThat(look.profile().horizon()).isEqualTo(11);
        assertThat(slurm.calls).anyMatch(call -> call.startsWith("squeue"));
    }

    @Test
    void countsFromTheFirstFreeCoreIfNumbersAreNotKnown() throws Exception {
        running(1, "n0", 4, NOW + 60);
        running(2, "n0", 2, NOW + 60);
        slurm.allocations.add("JobId=2 JobName=y   Nodes=n0 CPU_IDs=0,1 Mem=0 GRES= MinCPUsNode=1");
        // Nodes of another job, which a name of a job claims, do not count.
        slurm.allocations.add("JobId=9 JobName=z   Nodes=n3 CPU_IDs=0-7 Mem=0 GRES= MinCPUsNode=1");
        BatchLook look = batch.look(NOW, 60, CORE);
        assertThat(node(look, 0).busy().stream().mapToInt(BusyTime::count).sum())
                .isEqualTo(6);
        assertThat(node(look, 3).busy()).isEmpty();
    }

    @Test
    void placesJobsWithoutAnExpectedStartBehindAllOthers() throws Exception {
        running(1, "n0", 8, NOW + 300);
        waiting(5, "N/A", "10:00", "(null)", 4, "NO");
        slurm.queue.add("6|6_[0-15]|PENDING|N/A|5:00|(null)||1|4|OK|N/A|all|(null)|Priority");
        slurm.waiting.add("6 |cpu=4 |N/A |N/A |N/A |");
        waiting(7, "N/A", "UNLIMITED", "(null)", 1, "OK");
        slurm.queue.add("8|8|PENDING|N/A|5:00|(null)||1|4|OK|N/A|all|(null)|JobHeldUser");
        BatchLook look = batch.look(NOW, 300, CORE);
        // All nodes for 10 minutes from the end of job 1, then 16 tasks of 4 cores on 32 cores, twice 5 minutes.
        for (ProfileNode node : look.profile().nodes()) {
            assertThat(node.freeFrom()).isEqualTo(5);
            assertThat(node.busy().stream()
                            .filter(time -> time.to() > 1)
                            .mapToInt(time -> time.count() * (time.to() - Math.max(1, time.from())))
                            .sum())
                    .isEqualTo(8 * 4);
        }
        assertThat(node(look, 1).busy()).allMatch(time -> time.from() >= 1);
        assertThat(look.notes()).hasSize(2);
        assertThat(look.notes().getFirst()).contains("17 of the waiting jobs");
        assertThat(look.notes().getLast()).startsWith("1 waiting jobs");
    }

    @Test
    void leavesOutNodesWithoutAnEnd() throws Exception {
        slurm.queue.add("1|1|RUNNING|" + NOW + "|UNLIMITED|(null)|n[1-2]|2|2|OK|N/A|all|(null)|None");
        slurm.config += "PrivateData = jobs,usage\n";
        BatchLook look = batch.look(NOW, 60, CORE);
        assertThat(look.profile().nodes()).extracting(ProfileNode::name).containsExactly("n0", "n3");
        assertThat(look.notes()).hasSize(2).first().asString().contains("n1, n2");
    }

    @Test
    void countsMemoryWhereSlurmDoes() throws Exception {
        running(1, "n0", 4, NOW + 60);
        slurm.allocations.add("JobId=1 JobName=x   Nodes=n0 CPU_IDs=0-3 Mem=300 GRES= MinCPUsNode=1");
        assertThat(node(batch.look(NOW, 60, CORE), 0).busyMemory()).isEmpty();
        slurm.config = "SelectType = select/cons_tres\nSelectTypeParameters = CR_CORE_MEMORY\n";
        assertThat(node(batch.look(NOW, 60, CORE), 0).busyMemory().getFirst().mib())
                .isEqualTo(300);
    }

    @Test
    void refusesTypesThatNoNodeHas() {
        assertThatThrownBy(() -> batch.look(NOW, 60, Set.of("core", "fpga")))
                .isInstanceOf(BatchException.class)
                .hasMessage("No usable node in the Slurm partition all has resources of type fpga.");
    }

    @Test
    void theVersionChangesWithTheQueue() throws Exception {
        waiting(2, String.valueOf(NOW + 200), "2:00", "n[0-1]", 2, "NO");
        long version = batch.look(NOW, 60, CORE).profile().version();
        restart(2, String.valueOf(NOW + 220));
        assertThat(batch.look(NOW, 60, CORE).profile().version()).isEqualTo(version);
        running(1, "n3", 4, NOW + 60);
        assertThat(batch.look(NOW, 60, CORE).profile().version()).isNotEqualTo(version);
    }

    @Test
    void booksPartsAndWholeNodesInTheOrderOfSlurm() throws Exception {
        assertThat(batch.book(List.of(
                        reservation("a", 60, 120, share("n3", 5, 0), share("n1", 1, 0)),
                        reservation("b", 60, 120, share("n2", 8, 0)),
                        reservation("c", 200, 300, share("n0", 1, 1), share("n2", 2, 0)))))
                .isInstanceOf(Booked.class);
        List<String> created = calls("create reservation");
        assertThat(created.get(0))
                .isEqualTo("scontrol create reservation ReservationName=a StartTime=uts" + (NOW + 61) + " EndTime=uts"
                        + (NOW + 120) + " Users=ada PartitionName=all Nodes=n1,n3 CoreCnt=1,5");
        assertThat(created.get(1)).contains("StartTime=uts" + (NOW + 60) + " ").endsWith("Nodes=n2");
        // Accelerators come with their whole node.
        assertThat(created.get(2)).endsWith("Nodes=n0,n2 CoreCnt=8,2");
        assertThat(batch.reservations("b")).containsExactly("b");
        int calls = created.size();
        assertThat(batch.book(List.of(reservation("b", 60, 120, share("n2", 8, 0)))))
                .isInstanceOf(Booked.class);
        assertThat(calls("create reservation")).hasSize(calls);
    }

    @Test
    void refusesSharesThatSlurmCannotReserve() {
        assertThatThrownBy(() -> batch.book(List.of(
                        reservation("a", 60, 120, share("n0", 2, 1)), reservation("b", 100, 200, share("n0", 2, 0)))))
                .isInstanceOf(BatchException.class)
                .hasMessageContaining("accelerators without their whole node");
        slurm.config = "SelectType = select/linear\n";
        assertThatThrownBy(() -> batch.book(List.of(reservation("a", 60, 120, share("n2", 2, 0)))))
                .isInstanceOf(BatchException.class)
                .hasMessageContaining("not select/cons_tres");
        assertThatThrownBy(() -> batch.book(List.of(reservation("a,b", 60, 120, share("n2", 8, 0)))))
                .isInstanceOf(BatchException.class)
                .hasMessageContaining("'a,b'");
        assertThat(calls("create")).isEmpty();
    }

    @Test
    void whatIsBusyIsAConflictWithTheTimeFromWhichItIsFree() throws Exception {
        running(1, "n0", 6, NOW + 100);
        waiting(2, String.valueOf(NOW + 150), "2:00", "n0", 1, "NO");
        assertThat(batch.book(List.of(reservation("a", 60, 120, share("n0", 3, 0)))))
                .isInstanceOfSatisfying(Conflict.class, conflict -> {
                    assertThat(conflict.jobs()).containsExactly("1");
                    assertThat(conflict.fromSec()).hasValue(NOW + 270);
                });
        assertThat(batch.book(List.of(reservation("a", 60, 120, share("n0", 2, 0)))))
                .isInstanceOf(Booked.class);
        assertThat(batch.book(List.of(reservation("b", -60, -1, share("n1", 2, 0)))))
                .isInstanceOf(Conflict.class);
        slurm.nodes = slurm.nodes.replace("State=IDLE", "State=IDLE+DRAIN");
        assertThat(batch.book(List.of(reservation("b", 60, 120, share("n1", 2, 0)))))
                .isInstanceOfSatisfying(
                        Conflict.class,
                        conflict -> assertThat(conflict.sentence()).contains("Node n1 cannot"));
    }

    @Test
    void deletesAllIfSlurmSaysThatNodesAreBusy() throws Exception {
        slurm.fault(call -> call.contains("ReservationName=b ") && call.contains("create")
                ? PretendedSlurm.error("Error creating the reservation: Requested nodes are busy")
                : PretendedSlurm.fine());
        assertThat(batch.book(List.of(
                        reservation("a", 60, 120, share("n2", 8, 0)), reservation("b", 60, 120, share("n3", 8, 0)))))
                .isInstanceOf(Conflict.class);
        assertThat(slurm.reservations).isEmpty();
    }

    @Test
    void deletesAllIfAJobThatWaitsWouldStartLater() throws Exception {
        waiting(2, String.valueOf(NOW + 1_000), "2:00", "n[0-3]", 4, "NO");
        waiting(3, String.valueOf(NOW + 2_000), "2:00", "n[0-3]", 4, "NO");
        slurm.fault(call -> {
            if (call.contains("create")) {
                restart(3, String.valueOf(NOW + 2_061));
                restart(2, String.valueOf(NOW + 1_060));
            }
            return PretendedSlurm.fine();
        });
        assertThat(batch.book(List.of(reservation("a", 60, 120, share("n2", 8, 0)))))
                .isInstanceOfSatisfying(Conflict.class, conflict -> {
                    assertThat(conflict.jobs()).containsExactly("3");
                    assertThat(conflict.fromSec()).hasValue(NOW + 2_120);
                });
        assertThat(slurm.reservations).isEmpty();
        assertThat(calls("sdiag")).hasSizeGreaterThan(1);
    }

    @Test
    void deletesAllIfAJobHasNoExpectedStartAnyMore() throws Exception {
        waiting(2, String.valueOf(NOW + 1_000), "2:00", "n[0-3]", 4, "NO");
        slurm.fault(call -> {
            if (call.contains("create")) {
                restart(2, "N/A");
            }
            return PretendedSlurm.fine();
        });
        assertThat(batch.book(List.of(reservation("a", 60, 120, share("n2", 8, 0)))))
                .isInstanceOfSatisfying(
                        Conflict.class, conflict -> assertThat(conflict.jobs()).containsExactly("2"));
        assertThat(slurm.reservations).isEmpty();
    }

    @Test
    void booksNothingIfTheBackfillIsNotSeen() {
        waiting(2, String.valueOf(NOW + 1_000), "2:00", "n[0-3]", 4, "NO");
        slurm.hasBackfill = false;
        assertThatThrownBy(() -> batch.book(List.of(reservation("a", 60, 120, share("n2", 8, 0)))))
                .isInstanceOf(BatchException.class)
                .hasMessageContaining("within 5 s");
        assertThat(slurm.reservations).isEmpty();
    }

    @Test
    void asksForTheReservationAfterALostAnswer() throws Exception {
        slurm.fault(call -> call.contains("create") ? PretendedSlurm.lost() : PretendedSlurm.fine());
        assertThat(batch.book(List.of(reservation("a", 60, 120, share("n2", 8, 0)))))
                .isInstanceOf(Booked.class);
        slurm.fault(call -> call.contains("create")
                ? PretendedSlurm.error("scontrol: error: Unable to contact slurm controller")
                : PretendedSlurm.fine());
        assertThatThrownBy(() -> batch.book(List.of(reservation("b", 60, 120, share("n3", 8, 0)))))
                .isInstanceOfSatisfying(
                        BatchException.class, e -> assertThat(e.isRefusal()).isFalse());
        assertThat(slurm.reservations).containsOnlyKeys("a");
    }

    @Test
    void saysWhatAnAdministratorMustDo() {
        slurm.fault(call -> call.contains("create")
                ? PretendedSlurm.error("Error creating the reservation: Invalid user id")
                : PretendedSlurm.fine());
        assertThatThrownBy(() -> batch.book(List.of(reservation("a", 60, 120, share("n2", 8, 0)))))
                .isInstanceOfSatisfying(
                        BatchException.class, e -> assertThat(e.isRefusal()).isTrue())
                .hasMessageContaining("sacctmgr modify user ada set AdminLevel=Operator");
    }

    @Test
    void releaseCancelsWhatWaits() throws Exception {
        slurm.reservations.put("a", "ReservationName=a");
        slurm.waitingIn.put("a", "12\n13\n");
        batch.release("a");
        assertThat(calls("scancel")).containsExactly("scancel --quiet 12 13");
        assertThat(slurm.reservations).isEmpty();
        batch.release("a");
    }

    @Test
    void releaseLeavesWhatRuns() throws Exception {
        slurm.reservations.put("a", "ReservationName=a");
        slurm.running.add("a");
        batch.release("a");
        assertThat(slurm.calls.getLast()).isEqualTo("scontrol update ReservationName=a Flags=PURGE_COMP=00:01:00");
    }

    @Test
    void submitsVariablesInTheScriptAlone() throws Exception {
        var environment = new LinkedHashMap<String, String>();
        environment.put("TOKEN", "it's a secret");
        var needs = new Needs(2, 4, 100, new TreeMap<>(Map.of("gpu", 1)));
        var job = new BatchJob(
                "step 1",
                List.of("run me", "a'b"),
                environment,
                Path.of("/data"),
                Path.of("/data/50%"),
                needs,
                OptionalLong.of(61),
                Optional.of("a"),
                Optional.of("physics"));
        slurm.reservations.put("a", "ReservationName=a StartTime=" + NOW + " EndTime=" + (NOW + 180) + " Nodes=n0");
        assertThat(batch.submit(job)).isEqualTo("42");
        assertThat(slurm.calls.getLast())
                .isEqualTo("sbatch --parsable --export=NONE --no-requeue --job-name=step 1 --chdir=/data"
                        + " --output=/data/50%% --nodes=2 --ntasks=2 --ntasks-per-node=1 --time=2 --cpus-per-task=4"
                        + " --threads-per-core=1 --mem=100M --gres=gpu:1 --account=physics --reservation=a"
                        + " --time-min=1");
        assertThat(slurm.script)
                .startsWith("#!/bin/sh\n")
                .contains("left=$(( (" + (NOW + 180) + " - $(date +%s) + 59) / 60 ))\n[ \"$left\" -lt 2 ] || left=2\n")
                .contains("export TOKEN='it'\\''s a secret'\n")
                .endsWith("exec 'run me' 'a'\\''b'\n");
    }

    @Test
    void aLimitThatIsMissingIsTheEndOfTheReservation() throws Exception {
        slurm.reservations.put(
                "a", "ReservationName=a StartTime=" + (NOW + 60) + " EndTime=" + (NOW + 180) + " Nodes=n0");
        batch.submit(inReservation("a", Map.of()));
        assertThat(slurm.calls.getLast()).contains("--time=2 ");
        slurm.now += 121;
        batch.submit(inReservation("a", Map.of()));
        assertThat(slurm.calls.getLast()).contains("--time=1 ");
        assertThatThrownBy(() -> batch.submit(inReservation("b", Map.of())))
                .isInstanceOf(BatchException.class)
                .hasMessageContaining("does not exist");
        assertThatThrownBy(() -> batch.submit(inReservation("a", Map.of("a b", "x"))))
                .isInstanceOf(BatchException.class)
                .hasMessageContaining("'a b'");
    }

    private static BatchJob inReservation(String reservation, Map<String, String> environment) {
        return new BatchJob(
                "step",
                List.of("true"),
                new LinkedHashMap<>(environment),
                Path.of("/"),
                Path.of("/dev/null"),
                Needs.ofCores(1),
                OptionalLong.empty(),
                Optional.of(reservation),
                Optional.empty());
    }

    @Test
    void aRefusedJobIsARefusal() {
        slurm.fault(call -> call.startsWith("sbatch")
                ? PretendedSlurm.error("sbatch: error: Batch job submission failed: Requested reservation is invalid")
                : PretendedSlurm.fine());
        slurm.reservations.put("a", "ReservationName=a StartTime=" + NOW + " EndTime=" + (NOW + 180) + " Nodes=n0");
        assertThatThrownBy(() -> batch.submit(inReservation("a", Map.of())))
                .isInstanceOfSatisfying(
                        BatchException.class, e -> assertThat(e.isRefusal()).isTrue())
                .hasMessageContaining("Requested reservation is invalid");
    }

    @Test
    void readsReportsOfTheControllerAndOfTheAccounting() throws Exception {
        slurm.reports = """
                1 |CANCELLED |15 |1795977507 |1795977713 |None |n0 |
                6 |FAILED |768 |1795977736 |1795977741 |NonZeroExitCode |n[0-1] |
                12 |TIMEOUT |15 |1795977781 |1795977801 |TimeLimit |n1 |
                13 |PENDING |0 |1795978381 |1795978981 |Resources | |
                14 |RUNNING |0 |1795977781 |1795978381 |None |n1 |
                15 |COMPLETED |0 |1795977781 |1795978381 |None |n1 |
                16 |FAILED |9 |1795977781 |1795978381 |None |n1 |
                """;
        slurm.accounted =
                "20|CANCELLED by 0|0:15|1795977781|1795978381|n1\n21|FAILED|3:0|1|2|n1\n22|CANCELLED by 0|0:0|None|5|None assigned\n";
        Map<String, BatchJobReport> reports =
                batch.reports(List.of("1", "6", "12", "13", "14", "15", "16", "20", "21", "22", "30"));
        assertThat(reports).hasSize(10).doesNotContainKey("30");
        assertThat(reports.get("6").state()).isEqualTo(State.ENDED);
        assertThat(reports.get("6").exitCode()).hasValue(3);
        assertThat(reports.get("6").nodes()).containsExactly("n0", "n1");
        assertThat(reports.get("6").endSec()).hasValue(1_795_977_741L);
        assertThat(reports.get("12").state()).isEqualTo(State.TIMED_OUT);
        assertThat(reports.get("1").state()).isEqualTo(State.STOPPED);
        assertThat(reports.get("1").exitCode()).isEmpty();
        assertThat(reports.get("13").state()).isEqualTo(State.WAITING);
        assertThat(reports.get("13").startSec()).isEmpty();
        assertThat(reports.get("13").detail()).isEqualTo("PENDING (Resources)");
        assertThat(reports.get("14").state()).isEqualTo(State.RUNNING);
        assertThat(reports.get("14").endSec()).isEmpty();
        assertThat(reports.get("15").exitCode()).hasValue(0);
        assertThat(reports.get("16").exitCode()).hasValue(137);
        assertThat(reports.get("20").state()).isEqualTo(State.STOPPED);
        assertThat(reports.get("21").exitCode()).hasValue(3);
        assertThat(reports.get("22").startSec()).isEmpty();
    }

    @Test
    void aJobThatNobodyKnowsIsMissing() throws Exception {
        slurm.fault(call -> call.startsWith("squeue")
                ? PretendedSlurm.error("slurm_load_jobs error: Invalid job id specified")
                : PretendedSlurm.fine());
        assertThat(batch.reports(List.of("777"))).isEmpty();
        slurm.fault(call -> PretendedSlurm.error("slurm_load_jobs error: Unable to contact slurm controller"));
        assertThatThrownBy(() -> batch.reports(List.of("777")))
                .isInstanceOfSatisfying(
                        BatchException.class, e -> assertThat(e.isRefusal()).isFalse());
    }

    @Test
    void findsTheLastJobOfAName() throws Exception {
        slurm.mine = "9|step|1\n100|step|1\n101|step\n";
        assertThat(batch.find("step|1")).contains("100");
        assertThat(batch.find("other")).isEmpty();
        slurm.accounted = "7|other\n";
        assertThat(batch.find("other")).contains("7");
    }

    @Test
    void cancelsWhatHasEndedWithoutAnError() throws Exception {
        slurm.fault(
                call -> PretendedSlurm.error("scancel: error: Kill job error on job id 1: Invalid job id specified"));
        batch.cancel("1");
        slurm.fault(
                call -> PretendedSlurm.error("scancel: error: Kill job error on job id 1: Access/permission denied"));
        assertThatThrownBy(() -> batch.cancel("1")).isInstanceOf(BatchException.class);
    }
}
