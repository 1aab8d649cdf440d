package io.banyan.cli.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.banyan.cli.Run;
import io.banyan.cli.client.RunningDaemon;
import io.banyan.queue.Priority;
import io.banyan.queue.QueueLimits;
import io.banyan.queue.QueuePolicy;
import io.banyan.queue.QueueText;
import io.banyan.queue.Queues;
import io.banyan.rpc.execute.ExecutionConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The output of squeue, sacct, sinfo, scontrol and scancel for a daemon with jobs that are not run. */
@Timeout(120)
class LookingCommandsTest {
    private static final String SELF = System.getProperty("user.name");

    @TempDir
    private Path directory = Path.of("");

    private RunningDaemon site;

    @BeforeEach
    final void begin() throws Exception {
        site = RunningDaemon.in(directory, config -> config.executing(ExecutionConfig.MOCK));
        site.banyan("submit", "-N", "8", "-t", "1h", "--name", "big", "--", "work");
        site.banyan("submit", "-n", "1", "-t", "10m", "--array", "0-3", "--name", "part", "--", "work");
        site.banyan("submit", "-n", "1", "-t", "5m", "--hold", "--name", "late", "--", "work");
    }

    @AfterEach
    final void end() {
        site.close();
    }

    private Run slurm(String command, String... arguments) {
        List<String> words =
                new ArrayList<>(List.of("slurm", "--state", site.state().toString(), command));
        words.addAll(List.of(arguments));
        return Run.banyan(words.toArray(String[]::new));
    }

    @Test
    void squeuePrintsWhatWorkflowEnginesAskFor() {
        assertThat(slurm("squeue", "-h", "--format", "%i %t").out()).isEqualTo("""
                        2_[0-3] PD
                        6 PD
                        1 R
                        """);
        assertThat(slurm("squeue", "--noheader", "-o", "%i %t", "-t", "all", "-u", SELF)
                        .out())
                .hasLineCount(3);
        assertThat(slurm("squeue", "--noheader", "--format=%i %t", "--job", "1,6")
                        .out())
                .isEqualTo("6 PD\n1 R\n");
        assertThat(slurm("squeue", "-h", "-u", "nobody").out()).isEmpty();
    }

    /** The daemon knows users by its token table. */
    @Test
    void aUserWhomOnlyTheDaemonKnowsSelectsJobs() {
        Path token = directory.resolve("token");
        assertThat(site.banyan("token add", "grid-user", "--role", "user", "--to", token.toString())
                        .status())
                .isZero();
        await().atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(site.banyan("jobs", "--token-file", token.toString())
                                .err())
                        .isEmpty());
        site.banyan("submit", "--token-file", token.toString(), "-n", "1", "-t", "1m", "--", "work");
        assertThat(slurm("squeue", "-h", "-u", "grid-user", "-o", "%i").out()).isEqualTo("7\n");
        assertThat(slurm("sacct", "-n", "-P", "-u", "grid-user", "-o", "JobID").out())
                .isEqualTo("7\n");
        assertThat(slurm("scancel", "-u", "grid-user").err()).isEmpty();
        assertThat(slurm("squeue", "-h", "-t", "CA", "-o", "%i").out()).isEqualTo("7\n");
    }

    @Test
    void aPartitionHasTheLimitsOfItsQueue() throws Exception {
        try (var limited = RunningDaemon.in(
                directory.resolve("limited"),
                config -> config.executing(ExecutionConfig.MOCK)
                        .queueing(new Queues(
                                QueuePolicy.EASY,
                                List.of(
                                        QueueText.queue("night"),
                                        QueueText.queue("day,max-time=2h,default-time=10m,max.node=3")),
                                QueueLimits.NONE,
                                Priority.PLAIN)))) {
            Run shown = limited.banyan("slurm", "scontrol", "show", "partition", "-o");
            assertThat(shown.out().lines())
                    .satisfiesExactly(
                            night -> assertThat(night)
                                    .contains("=night", "DefaultTime=NONE", "MaxNodes=UNLIMITED MaxTime=UNLIMITED"),
                            day -> assertThat(day)
                                    .contains("=day", "DefaultTime=00:10:00", "MaxNodes=3 MaxTime=02:00:00"));
        }
    }

    /** A misspelled filter does not look like an empty system. */
    @Test
    void aFilterWithANameThatDoesNotExistIsAnError() {
        refused("Invalid user: nobody-here", "squeue", "-u", "nobody-here");
        refused("Invalid user: nobody-here", "squeue", "-u", SELF + ",nobody-here");
        refused("Invalid user: nobody-here", "sacct", "-u", "nobody-here");
        refused("Invalid user: nobody-here", "scancel", "-u", "nobody-here");
        refused("Invalid partition name specified: night", "squeue", "-p", "night");
        refused("Invalid partition name specified: night", "sinfo", "-p", "default,night");
        refused("Invalid partition name specified: night", "scancel", "-p", "night");
        refused("Invalid node name specified: n99", "squeue", "-w", "node1,n99");
        refused("Invalid node name specified: n99", "sinfo", "-n", "n99");
        refused("Bad state: wrong", "sinfo", "-t", "idle,wrong");
        refused("Bad state: wrong", "sinfo", "-t", "idle&wrong");
        assertThat(slurm("sinfo", "-h", "-t", "maint,RESERVED").out()).isEmpty();
        refused(
                "--starttime 2026-01-02 is after --endtime 2026-01-01",
                "sacct",
                "-S",
                "2026-01-02",
                "-E",
                "2026-01-01");
        assertThat(slurm("squeue", "-h", "-o", "%i", "-t", "R,PD").out()).hasLineCount(3);
    }

    /** An empty value usually comes from a variable that is not set. */
    @Test
    void anEmptyValueIsAnErrorWithTheNameOfItsOption() {
        refused("--user: the value is empty", "squeue", "-u", "");
        refused("--nodelist: the value is empty", "squeue", "-w", "");
        refused("--states: the value is empty", "sinfo", "--states=");
        refused("-p: the value is empty", "sbatch", "-p", "", "--wrap=true");
        refused("--time: the value is empty", "srun", "--time=", "true");
        refused("The width of a field can have at most 5 digits, found 999999999", "squeue", "-o", "%999999999i");
        assertThat(slurm("sacct", "-P", "--delimiter", "", "-n", "-o", "JobID,User", "-j", "1")
                        .out())
                .isEqualTo("1" + SELF + "\n");
    }

    /** A job id that is a variable without a value does not stand for all jobs. */
    @Test
    void anEmptyJobIdMeansNoJob() {
        refused("Invalid job id: ''", "scontrol", "update", "JobId=", "TimeLimit=1");
        refused("Invalid job id: ''", "scontrol", "update", "JobId=", "Priority=0");
        refused("Invalid job id: ','", "scontrol", "hold", ",");
        refused("Invalid job id: ','", "scontrol", "show", "job", ",");
        refused("Invalid job id: ','", "squeue", "-j", ",");
        refused("Invalid job id: ','", "sacct", "-j", ",");
        refused("Invalid job id: ','", "scancel", ",");
        for (String command : List.of("release", "requeue", "hold")) {
            Run run = slurm("scontrol", command, "");
            assertThat(run.status()).as(run.err()).isEqualTo(1);
            assertThat(run.err()).startsWith("scontrol: error: ").hasLineCount(1);
        }
        for (String command : List.of("scancel", "squeue", "sinfo", "sacct", "scontrol")) {
            refused("an argument is empty", command, "");
        }
        assertThat(slurm("squeue", "-h", "-o", "%i %t %l").out()).isEqualTo("""
                        2_[0-3] PD 10:00
                        6 PD 5:00
                        1 R 1:00:00
                        """);
    }

    private void refused(String sentence, String command, String... arguments) {
        Run run = slurm(command, arguments);
        assertThat(run.err()).isEqualTo(command + ": error: " + sentence + "\n");
        assertThat(run.out()).isEmpty();
        assertThat(run.status()).isEqualTo(1);
    }

    @Test
    void squeueHasColumnsOfTheirSizes() {
        assertThat(slurm("squeue", "-o", "%.8i %.9P %.6j %2t %.5D %R").out()).isEqualTo("""
                           JOBID PARTITION   NAME ST NODES NODELIST(REASON)
                         2_[0-3]   default   part PD     1 (Resources)
                               6   default   late PD     1 (JobHeldUser)
                               1   default    big R      8 node[0-7]
                        """);
        assertThat(slurm("squeue", "-h", "-O", "JobArrayID:6,StateCompact:4,Reason:14|,TimeLimit:.8", "-r")
                        .out())
                .isEqualTo("""
                        2_0   PD  Resources     |   10:00
                        2_1   PD  Resources     |   10:00
                        2_2   PD  Resources     |   10:00
                        2_3   PD  Resources     |   10:00
                        6     PD  JobHeldUser   |    5:00
                        1     R   None          | 1:00:00
                        """);
    }

    @Test
    void arraysAreNamedByTheirFirstJobAndByTheirIndices() {
        assertThat(slurm("squeue", "-h", "-r", "-o", "%i %A %F %K", "-j", "2").out())
                .isEqualTo("2_0 2 2 0\n2_1 3 2 1\n2_2 4 2 2\n2_3 5 2 3\n");
        assertThat(slurm("squeue", "-h", "-r", "-o", "%i", "-j", "2_[1-2],4").out())
                .isEqualTo("2_1\n2_2\n");
        assertThat(slurm("scancel", "2_1").status()).isZero();
        assertThat(slurm("squeue", "-h", "-o", "%i", "-j", "2").out()).isEqualTo("2_[0,2-3]\n");
        assertThat(slurm("scancel", "2").status()).isZero();
        assertThat(slurm("sacct", "-n", "-P", "-o", "JobID,JobIDRaw,State", "-j", "2")
                        .out())
                .isEqualTo("""
                        2_0|2|CANCELLED
                        2_1|3|CANCELLED
                        2_2|4|CANCELLED
                        2_3|5|CANCELLED
                        """);
    }

    @Test
    void aNumberThatIsNoJobsIsAnError() {
        Run unknown = slurm("squeue", "-j", "99");
        assertThat(unknown.status()).isEqualTo(1);
        assertThat(unknown.err()).contains("Invalid job id specified");
        assertThat(slurm("scontrol", "show", "job", "99").err()).contains("Invalid job id specified");
        Run cancel = slurm("scancel", "99");
        assertThat(cancel.status()).isZero();
        assertThat(cancel.err()).isEqualTo("scancel: error: Kill job error on job id 99: Invalid job id specified\n");
        assertThat(slurm("scancel", "99_7").err())
                .isEqualTo("scancel: error: Kill job error on job id 99_7: Invalid job id specified\n");
        assertThat(slurm("scontrol", "show").err()).contains("scontrol show requires an entity");
        assertThat(slurm("scancel", "-Q", "99").err()).isEmpty();
        assertThat(slurm("sacct", "-n", "-j", "99").out()).isEmpty();
    }

    @Test
    void anEndedJobIsShownWhereItsStateIsAskedFor() {
        slurm("scancel", "6");
        assertThat(slurm("squeue", "-j", "6").out().lines()).hasSize(1);
        assertThat(slurm("squeue", "-h", "-o", "%i %T", "-t", "CA", "-j", "6").out())
                .isEqualTo("6 CANCELLED\n");
        Run again = slurm("scancel", "6");
        assertThat(again.status()).isZero();
        assertThat(again.err()).isEmpty();
    }

    @Test
    void anEndedJobHasTheNodesThatItHad() {
        slurm("scancel", "1", "6");
        assertThat(slurm("sacct", "-n", "-P", "-j", "1,6", "-o", "JobID,State,NodeList")
                        .out())
                .isEqualTo("1|CANCELLED|node[0-7]\n6|CANCELLED|None assigned\n");
        assertThat(site.banyan("jobs", "--since", "1h", "1", "--format", "id,nodes,nodelist", "--no-header")
                        .out())
                .containsPattern("1 +8 +node\\[0-7\\]");
    }

    @Test
    void aPendingJobHasTheNodesAndProcessorsThatItRequests() {
        assertThat(site.banyan("submit", "-N", "3", "-n", "12", "--hold", "--", "work")
                        .status())
                .isZero();
        assertThat(slurm("squeue", "-h", "-j", "7", "-o", "%D %C %t").out()).isEqualTo("3 12 PD\n");
        assertThat(slurm("scontrol", "show", "job", "7").out()).contains("NumNodes=3", "NumCPUs=12");
        assertThat(slurm("sacct", "-n", "-P", "-j", "7", "-o", "ReqNodes,ReqCPUS")
                        .out())
                .isEqualTo("3|12\n");
    }

    @Test
    void sacctPrintsColumnsOrDelimiters() {
        assertThat(slurm("sacct", "-X", "-j", "1,6", "-o", "JobID,JobName%5,State,ExitCode,Timelimit")
                        .out())
                .isEqualTo("""
                        JobID        JobN+      State ExitCode  Timelimit\s
                        ------------ ----- ---------- -------- ----------\s
                        1              big    RUNNING      0:0   01:00:00\s
                        6             late    PENDING      0:0   00:05:00\s
                        """);
        assertThat(slurm("sacct", "-n", "-j", "1", "--format", "JobIDRaw,State,ExitCode", "-P", "-S", "1970-01-01")
                        .out())
                .isEqualTo("1|RUNNING|0:0\n");
        assertThat(slurm("sacct", "-p", "-j", "6", "-o", "jobid,ncpus,end").out())
                .isEqualTo("JobID|NCPUS|End|\n6|0|Unknown|\n");
        assertThat(slurm("sacct", "-o", "Colour").err())
                .isEqualTo("sacct: error: Invalid field requested: \"Colour\"\n");
    }

    @Test
    void sacctSelectsByNamesAndTimes() {
        slurm("scancel", "--name", "late");
        assertThat(slurm(
                                "sacct",
                                "-X",
                                "--parsable2",
                                "--clusters",
                                "all",
                                "--noheader",
                                "--format=JobIdRaw,State",
                                "--starttime",
                                "now-2days",
                                "--endtime",
                                "now",
                                "--name",
                                "late")
                        .out())
                .isEqualTo("6|CANCELLED\n");
        assertThat(slurm("sacct", "-n", "-S", "now+1hours", "--name", "late").out())
                .isEmpty();
    }

    @Test
    void sinfoGroupsNodesByWhatIsShown() {
        assertThat(slurm("sinfo", "-o", "%P").out()).isEqualTo("PARTITION\ndefault*\n");
        site.banyan("cancel", "1");
        slurm("scancel", "2");
        site.banyan("drain", "node0", "--reason", "fan");
        site.banyan("submit", "-n", "1", "-t", "1h", "--", "work");
        assertThat(slurm("sinfo").out()).isEqualTo("""
                        PARTITION AVAIL  TIMELIMIT  NODES  STATE NODELIST
                        default*     up   infinite      1  drain node0
                        default*     up   infinite      6   idle node[1-6]
                        default*     up   infinite      1    mix node7
                        """);
        assertThat(slurm("sinfo", "-h", "-o", "%D %C %F").out()).isEqualTo("8 1/55/8/64 1/6/1/8\n");
        assertThat(slurm("sinfo", "-h", "-N", "-o", "%N %t", "-n", "node[0,7]").out())
                .isEqualTo("node0 drain\nnode7 mix\n");
        assertThat(slurm("sinfo", "-h", "-N", "-n", "node7", "-o", "%m %e %O").out())
                .isEqualTo("64 64 N/A\n");
        assertThat(slurm("sinfo", "-h", "-N", "-n", "node7", "-O", "FreeMem:4,AllocMem:4,CPUsLoad")
                        .out()
                        .strip())
                .isEqualTo("64  0   N/A");
        assertThat(slurm("sinfo", "-h", "-R", "-o", "%E %N").out()).isEqualTo("fan node0\n");
    }

    @Test
    void scontrolShowsJobsInLinesAndOnOne() {
        assertThat(slurm("scontrol", "show", "job", "1").out())
                .startsWith("JobId=1 JobName=big\n   UserId=" + SELF)
                .contains(
                        "   JobState=RUNNING Reason=None", "NodeList=node[0-7]", "ExitCode=0:0", "TimeLimit=01:00:00");
        assertThat(slurm("scontrol", "-o", "show", "jobid", "2_3").out())
                .startsWith("JobId=5 ArrayJobId=2 ArrayTaskId=3 JobName=part ")
                .hasLineCount(1);
        assertThat(slurm("scontrol", "show", "partitions", "-o").out()).startsWith("PartitionName=default ");
        assertThat(slurm("scontrol", "show", "hostnames", "n[1-2],m").out()).isEqualTo("n1\nn2\nm\n");
        assertThat(slurm("scontrol", "show", "hostlist", "n1,n2,m").out()).isEqualTo("n[1-2],m\n");
        assertThat(slurm("scontrol", "show", "licenses").err())
                .isEqualTo("scontrol: error: scontrol show licenses is not supported by Banyan\n");
    }

    @Test
    void scontrolChangesJobs() {
        assertThat(slurm("scontrol", "hold", "2").status()).isZero();
        assertThat(slurm("squeue", "-h", "-o", "%i %r", "-j", "2").out()).isEqualTo("2_[0-3] JobHeldUser\n");
        assertThat(slurm("scontrol", "release", "2_1").status()).isZero();
        assertThat(slurm("squeue", "-h", "-o", "%r", "-j", "2_1").out()).isEqualTo("Resources\n");
        assertThat(slurm("scontrol", "update", "JobId=6", "TimeLimit=1-00:00:00")
                        .status())
                .isZero();
        assertThat(slurm("squeue", "-h", "-o", "%l", "-j", "6").out()).isEqualTo("1-00:00:00\n");
        for (String wrong : List.of("abc", "+abc", "-abc", "", "99999999999999999999")) {
            Run refused = slurm("scontrol", "update", "JobId=6", "TimeLimit=" + wrong);
            assertThat(refused.status()).as(wrong).isEqualTo(1);
            assertThat(refused.err()).as(wrong).startsWith("scontrol: error: Invalid time limit specification: ");
        }
        assertThat(slurm("squeue", "-h", "-o", "%l", "-j", "6").out()).isEqualTo("1-00:00:00\n");
        assertThat(slurm("scontrol", "update", "JobId=6", "Nice=5").err())
                .contains("scontrol update Nice is not supported by Banyan");
        assertThat(slurm("scontrol", "suspend", "1").err()).contains("scontrol suspend is not supported by Banyan");
    }

    @Test
    void whatHasNoMeaningIsRefusedByName() {
        Run other = slurm("squeue", "--licenses=x");
        assertThat(other.status()).isEqualTo(1);
        assertThat(other.err()).startsWith("squeue: error: unrecognized option '--licenses=x'");
        assertThat(slurm("squeue", "-M", "elsewhere").err()).contains("'elsewhere' is not a cluster");
        assertThat(slurm("squeue", "--version").out()).startsWith("slurm 22.05");
    }

    @Test
    void aSignalIsRefusedWhereNoProcessRuns() {
        Run signal = slurm("scancel", "--signal=USR1", "1");
        assertThat(signal.status()).isEqualTo(1);
        assertThat(signal.err())
                .isEqualTo("scancel: error: Kill job error on job id 1: "
                        + "Job 1 cannot receive the signal: no process of the job is running.\n");
        assertThat(slurm("squeue", "-h", "-o", "%i %t", "-j", "1").out()).isEqualTo("1 R\n");
    }
}
