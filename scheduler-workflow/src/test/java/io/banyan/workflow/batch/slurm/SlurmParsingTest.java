package io.banyan.workflow.batch.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Outputs that a Slurm 22.05.8 printed, shortened. */
class SlurmParsingTest {
    private static final String NODES = """
            NodeName=n0 Arch=x86_64 CoresPerSocket=4  CPUAlloc=0 CPUEfctv=16 CPUTot=16 Gres=gpu:2 NodeAddr=127.0.0.1 \
            OS=Linux 6.18 #1 SMP @0  RealMemory=8000 AllocMem=0 FreeMem=19710 Sockets=2 Boards=1 State=IDLE \
            ThreadsPerCore=2 Partitions=all,debug  BootTime=1795976891 Comment=CPUEfctv=1 is wrong
            NodeName=n1 CoresPerSocket=1  CPUAlloc=0 CPUEfctv=8 CPUTot=8 Gres=(null) RealMemory=8000 Sockets=8 \
            State=MIXED+PLANNED ThreadsPerCore=1 Partitions=all
            NodeName=n2 CPUEfctv=8 CPUTot=8 State=UNKNOWN+DRAIN+INVALID_REG ThreadsPerCore=1 Partitions=all
            NodeName=n3 CPUEfctv=8 CPUTot=8 State=DOWN* ThreadsPerCore=1 Partitions=all
            NodeName=n4 CPUEfctv=8 CPUTot=8 State=IDLE* ThreadsPerCore=1 Partitions=all
            NodeName=n5 CPUTot=8 State=ALLOCATED+DRAIN ThreadsPerCore=1 Partitions=all
            """;

    @Test
    void readsNodes() {
        List<SlurmNode> nodes = SlurmNode.parse(NODES);
        assertThat(nodes).extracting(SlurmNode::name).containsExactly("n0", "n1", "n2", "n3", "n4", "n5");
        assertThat(nodes).extracting(SlurmNode::isUsable).containsExactly(true, true, false, false, false, false);
        assertThat(nodes.getFirst().resources()).isEqualTo(Map.of("core", 8, "gpu", 2));
        assertThat(nodes.getFirst().partitions()).containsExactly("all", "debug");
        assertThat(nodes.getFirst().memoryMib()).isEqualTo(8_000);
        assertThat(nodes.get(1).resources()).isEqualTo(Map.of("core", 8));
    }

    @Test
    void readsJobs() {
        List<QueuedSlurmJob> jobs = QueuedSlurmJob.parse("""
                3|3|PENDING|1795978708|15:00|n[0-3]||4|4|NO|N/A|all|(null)|Resources
                4|4|PENDING|1795979608|30:00|n[2-3]||2|10|OK|gres:gpu:1|all,debug|(null)|Priority
                17|17_[0-9%2]|PENDING|N/A|5:00|(null)||1|2|OK|N/A|all|(null)|Priority
                18|18|PENDING|N/A|UNLIMITED|(null)||1|1|OK|N/A|all|(null)|JobHeldUser
                11|11|RESV_DEL_HOLD|N/A|10:00|(null)||1|1|OK|N/A|all|(null)|Reservation x1 was deleted
                1|1|RUNNING|1795977507|10:00|(null)|n0|1|4|OK|N/A|all|x1|None
                """, """
                3                   |cpu=4,mem=32000M,node=4,billing=4   |N/A        |N/A       |N/A       |
                4                   |cpu=10,mem=200M,node=2,billing=10   |N/A        |N/A       |N/A       |
                17                  |cpu=2,mem=8000M,node=1,billing=2    |gres:gpu:3 |N/A       |N/A       |
                """);
        assertThat(jobs).extracting(QueuedSlurmJob::id).containsExactly("3", "4", "17", "1");
        assertThat(jobs).extracting(QueuedSlurmJob::tasks).containsExactly(1, 1, 10, 1);
        assertThat(jobs).extracting(QueuedSlurmJob::hasExpectedStart).containsExactly(true, true, false, false);
        assertThat(jobs).extracting(QueuedSlurmJob::usesAccelerators).containsExactly(false, false, true, false);
        assertThat(jobs).extracting(QueuedSlurmJob::memoryMib).containsExactly(32_000L, 200L, 8_000L, 0L);
        assertThat(jobs.get(1).accelerators()).isEqualTo(Map.of("gpu", 1));
        assertThat(jobs.get(3).nodes()).containsExactly("n0");
        assertThat(jobs.get(3).reservation()).isEqualTo("x1");
        SlurmNode node = SlurmNode.parse(NODES).get(1);
        // The first takes whole nodes. Of the 10 cores of the second, at least 1 is on the other node.
        assertThat(jobs.stream().limit(2).map(job -> job.coresOn(node))).containsExactly(8, 8);
        assertThat(jobs.get(3).coresOn(node)).isEqualTo(4);
        assertThatIllegalArgumentException().isThrownBy(() -> QueuedSlurmJob.parse("JOBID PARTITION", ""));
    }

    @Test
    void readsWhatRunningJobsHave() {
        var all = SlurmAllocation.parse("""
                JobId=1 JobName=r1 UserId=root(0) JOB_GRES=gpu:2   Nodes=n0 CPU_IDs=0-3 Mem=100 GRES=gpu:a100:2(IDX:0,3) \
                  Nodes=n[1-2] CPU_IDs=0-1,6 Mem=50 GRES= MinCPUsNode=1
                JobId=2 JobName=r2 JobState=PENDING NodeList= NumNodes=4-4
                """);
        assertThat(all.get("2")).isEmpty();
        List<SlurmAllocation> first = all.get("1");
        assertThat(first).hasSize(2);
        assertThat(first.get(0).accelerators()).isEqualTo(Map.of("gpu", List.of(0, 3)));
        assertThat(first.get(0).memoryMib()).isEqualTo(100);
        assertThat(first.get(1).nodes()).containsExactly("n1", "n2");
        assertThat(first.get(1).cpus()).containsExactly(0, 1, 6);
    }

    @Test
    void readsReservations() {
        List<SlurmReservation> all = SlurmReservation.parse("""
                ReservationName=w4 StartTime=1795984707 EndTime=1795986507 Duration=00:30:00 Nodes=n[1-2] NodeCnt=2 \
                CoreCnt=6 Features=(null) PartitionName=all Flags=SPEC_NODES   NodeName=n1 CoreIDs=0-3   NodeName=n2 \
                CoreIDs=0-1 TRES=cpu=6 Users=root State=INACTIVE
                ReservationName=w5 StartTime=1795984707 EndTime=1795986507 Nodes=n3 NodeCnt=1 CoreCnt=8 \
                Flags=SPEC_NODES,WEEKLY TRES=cpu=8 Users=root
                """);
        assertThat(all).extracting(SlurmReservation::name).containsExactly("w4", "w5");
        assertThat(all.getFirst().cores()).isEqualTo(Map.of("n1", List.of(0, 1, 2, 3), "n2", List.of(0, 1)));
        assertThat(all.getLast().everySec()).isEqualTo(7 * 86_400);
        assertThat(SlurmReservation.parse("No reservations in the system\n")).isEmpty();
    }
}
