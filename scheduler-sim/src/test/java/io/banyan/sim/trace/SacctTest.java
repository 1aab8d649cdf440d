package io.banyan.sim.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import io.banyan.sim.workload.JobOutcome;
import io.banyan.sim.workload.TraceJob;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class SacctTest {
    private static Trace read(String text, Counted counted) throws Exception {
        return TraceFile.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "s.csv", counted);
    }

    @Test
    void whatSacctPrintsIsRead() throws Exception {
        Trace trace = read("""
                JobID|User|Partition|Submit|Start|End|Elapsed|Timelimit|NNodes|NCPUS|State
                101|anna|std|2024-01-02T03:00:00|2024-01-02T03:10:00|2024-01-02T04:10:00|01:00:00|02:00:00|2|64|COMPLETED
                101.batch|||2024-01-02T03:10:00|2024-01-02T03:10:00|2024-01-02T04:10:00|01:00:00||1|32|COMPLETED
                102_7|ben|std|2024-01-02T03:00:30|2024-01-02T03:30:00|2024-01-03T03:30:00|1-00:00:00|UNLIMITED|1|32|TIMEOUT
                """, Counted.PROCESSORS);
        assertThat(trace.workload().jobs())
                .containsExactly(
                        new TraceJob("101", 0, 3600, 7200, 64, "anna", "std"),
                        new TraceJob("102_7", 30, 86400, 86400, 32, "ben", "std").ended(JobOutcome.FAILED));
        assertThat(trace.processors()).isEqualTo(96);
        assertThat(trace.workload().remarks())
                .containsExactly(
                        "the size of the machine is unknown; 96 processors are used, as were in use at once",
                        "times are in seconds since 1970; the first job is submitted at time 0",
                        "1 line left out: a step of a job");
    }

    @Test
    void aJobCountsAsItsNodesWhereThatIsWanted() throws Exception {
        String text = """
                JobID,NCPUS,NNodes,Submit,Start,End,ElapsedRaw,State
                5312341,756,21,1703688808,1703987306,1704129658,142352,COMPLETED
                """;
        assertThat(read(text, Counted.NODES).workload().jobs())
                .containsExactly(new TraceJob("5312341", 0, 142352, 142352, 21, "", ""));
        assertThat(read(text, Counted.PROCESSORS).workload().largest()).isEqualTo(756);
    }

    @Test
    void whatNeverRanIsLeftOutAndSaidSo() throws Exception {
        Trace trace = read("""
                JobID|Submit|Start|End|NCPUS|TimelimitRaw|State|User
                1|100|Unknown|Unknown|4|60|PENDING|a
                2|100|200|Unknown|4|60|RUNNING|a
                3|100|None|300|4|60|CANCELLED by 7|a
                4|Unknown|200|300|4|60|COMPLETED|a
                5|100|200|300||60|COMPLETED|a
                6|100|200|Unknown|4|60|COMPLETED|a
                7|100|300|200|4|60|COMPLETED|a
                8|90|200|300|4|1|CANCELLED by 7|"b|
                9|90|200|300|4|60|NODE_FAIL|a|one more
                10|90|200|300|4
                """, Counted.PROCESSORS);
        assertThat(trace.workload().jobs())
                .containsExactly(
                        new TraceJob("8", 90, 100, 60, 4, "\"b", "").ended(JobOutcome.CANCELLED),
                        new TraceJob("9", 90, 100, 3600, 4, "a", "").ended(JobOutcome.FAILED),
                        new TraceJob("10", 90, 100, 100, 4, "", "").ended(JobOutcome.UNKNOWN));
        assertThat(trace.workload().remarks())
                .contains(
                        "1 job left out: no time of submission",
                        "1 job left out: no number of processors",
                        "1 job left out: no run time",
                        "1 job left out: a negative run time",
                        "1 job left out: cancelled before it could start",
                        "2 jobs left out: had not ended when the trace was written",
                        "1 job ran for longer than requested; ended at that limit",
                        "1 job failed; run for the recorded time",
                        "1 job cancelled while running; run for the recorded time",
                        "1 job on a line with fewer fields than the format has; the others count as unknown",
                        "1 job on a line with more fields than the format has; the others are ignored");
    }

    @Test
    void everyRunOfARequeuedJobIsAJob() throws Exception {
        Trace trace = read("""
                JobID|Submit|Start|End|Elapsed|NCPUS|Timelimit|State|User
                7|100|200|500|00:05:00|4|01:00:00|REQUEUED|a
                7|500|600|900|00:05:00|4|01:00:00|PREEMPTED|a
                7|900|1000|1100|00:01:40|4|01:00:00|SPECIAL_EXIT|a
                7|1100|1200|1260|00:01:00|4|01:00:00|COMPLETED|a
                8|100|Unknown|Unknown|00:00:00|4|01:00:00|REQUEUED|a
                9|100|Unknown|Unknown|00:00:00|4|01:00:00|REQUEUE_HOLD|a
                10|100|200|300|00:01:40|4|01:00:00|RESIZING|a
                10|100|300|400|00:01:40|8|01:00:00|COMPLETED|a
                11|100|Unknown|300|00:00:00|4|01:00:00|REVOKED|a
                12|100|200|300|00:01:40|4|01:00:00|VANISHED|a
                """, Counted.PROCESSORS);
        assertThat(trace.workload().jobs())
                .extracting(TraceJob::name, TraceJob::submitSec, TraceJob::runSec, TraceJob::outcome)
                .containsExactlyInAnyOrder(
                        tuple("7", 100L, 300L, JobOutcome.FAILED),
                        tuple("7", 500L, 300L, JobOutcome.FAILED),
                        tuple("7", 900L, 100L, JobOutcome.FAILED),
                        tuple("7", 1100L, 60L, JobOutcome.COMPLETED),
                        tuple("10", 100L, 100L, JobOutcome.UNKNOWN),
                        tuple("10", 100L, 100L, JobOutcome.COMPLETED),
                        tuple("12", 100L, 100L, JobOutcome.UNKNOWN));
        assertThat(trace.workload().remarks())
                .contains(
                        "1 job left out: it ran on another cluster",
                        "2 jobs left out: had not ended when the trace was written",
                        "3 jobs failed; run for the recorded time",
                        "4 further runs of a job that was requeued or resized; treated as a separate job",
                        "1 job with an unknown status; run for the recorded time");
    }

    @Test
    void aRequeuedRunIsKnownByItsLengthWhereThereIsNoStart() throws Exception {
        Trace trace = read("""
                JobID|Submit|Elapsed|NCPUS|State
                7|100|00:05:00|4|REQUEUED
                8|100|00:00:00|4|REQUEUED
                """, Counted.PROCESSORS);
        assertThat(trace.workload().jobs()).extracting(TraceJob::name).containsExactly("7");
    }

    @Test
    void aFieldInQuotationMarksMayHoldTheSeparator() throws Exception {
        assertThat(read("JobID,User,Submit,Elapsed,NNodes\n1,\"a, b\",0,05:06.7,3\n", Counted.PROCESSORS)
                        .workload()
                        .jobs())
                .containsExactly(new TraceJob("1", 0, 306, 306, 3, "a, b", "").ended(JobOutcome.UNKNOWN));
    }

    @Test
    void whatIsMissingIsNamed() {
        assertWrong("JobID|State|NCPUS\n", "s.csv, line 1: the heading names no Submit; it has JobID, NCPUS, State");
        assertWrong("JobID|Submit|NCPUS\n", "s.csv, line 1: the heading names neither Elapsed nor Start and End");
        assertWrong("JobID|Submit|Elapsed\n", "s.csv, line 1: the heading names neither NCPUS nor NNodes");
        assertWrong("JobID|Submit|Elapsed|NCPUS\n", "s.csv contains no job that can be replayed");
        assertWrong("JobID,Submit,Elapsed,NCPUS\n1,\"2,3,4\n", "s.csv, line 2: a quotation mark is not closed");
        assertWrong("JobID|Submit|Elapsed|NCPUS\n|2|3|4\n", "s.csv, line 2: a job has no JobID");
    }

    private static void assertWrong(String text, String message) {
        assertThatExceptionOfType(TraceException.class)
                .isThrownBy(() -> read(text, Counted.PROCESSORS))
                .withMessage(message);
    }
}
