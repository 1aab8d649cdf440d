package io.banyan.sim.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import io.banyan.sim.workload.JobOutcome;
import io.banyan.sim.workload.TraceJob;
import io.banyan.sim.workload.Workload;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class SwfTest {
    private static final String HEADER = "; Version: 2.2\n; MaxProcs: 16\n;  a remark without a key\n";

    private static Trace read(byte[] bytes) throws Exception {
        return TraceFile.read(new ByteArrayInputStream(bytes), "t.swf", Counted.PROCESSORS);
    }

    private static Trace read(String text) throws Exception {
        return read(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Trace withFeedback(String text) throws Exception {
        var in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        return TraceFile.read(in, "t.swf", Counted.PROCESSORS, Feedback.HEEDED);
    }

    @Test
    void whoFollowsAnotherOneDoesSoWhereThatIsAskedFor() throws Exception {
        String text = HEADER + """
                1 0 -1 60 4 -1 -1 4 90 -1 1 -1 -1 -1 -1 -1 -1 -1
                2 5 -1 60 4 -1 -1 4 90 -1 1 -1 -1 -1 -1 -1 1 30
                3 6 -1 60 4 -1 -1 4 90 -1 1 -1 -1 -1 -1 -1 2 -1
                4 7 -1 60 4 -1 -1 4 90 -1 1 -1 -1 -1 -1 -1 4 10
                5 8 -1 60 4 -1 -1 4 90 -1 1 -1 -1 -1 -1 -1 6 10
                6 9 -1 60 4 -1 -1 4 90 -1 1 -1 -1 -1 -1 -1 -1 -1
                """;
        Trace trace = withFeedback(text);
        assertThat(trace.workload().jobs())
                .extracting(TraceJob::preceding)
                .containsExactly(
                        Optional.empty(),
                        Optional.of(new TraceJob.Preceding("1", OptionalLong.of(30))),
                        Optional.of(new TraceJob.Preceding("2", OptionalLong.empty())),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty());
        assertThat(trace.workload().remarks())
                .containsExactly(
                        "2 jobs submitted after the end of the predecessor and the think time",
                        "2 jobs with a predecessor that is not on an earlier line; submitted at the time in the trace");
        assertThat(withFeedback(SwfWriter.text(trace, "again")).workload().jobs())
                .isEqualTo(trace.workload().jobs());
        assertThat(read(text).workload().jobs())
                .allSatisfy(job -> assertThat(job.preceding()).isEmpty());
    }

    @Test
    void nobodyFollowsOneThatIsTooLateForAReplay() throws Exception {
        Trace trace = withFeedback(HEADER + """
                1 0 -1 60 4 -1 -1 4 90 -1 1 -1 -1 -1 -1 -1 -1 -1
                2 20000000000 -1 60 4 -1 -1 4 90 -1 1 -1 -1 -1 -1 -1 -1 -1
                3 15 -1 60 4 -1 -1 4 90 -1 1 -1 -1 -1 -1 -1 2 10
                """);
        assertThat(trace.workload().jobs())
                .extracting(TraceJob::name, TraceJob::submitSec, TraceJob::preceding)
                .containsExactly(tuple("1", 0L, Optional.empty()), tuple("3", 15L, Optional.empty()));
        assertThat(trace.workload().remarks())
                .contains(
                        "1 job with a predecessor that is not on an earlier line; submitted at the time in the trace");
    }

    @Test
    void zerosBeforeANumberMakeItNoLarger() throws Exception {
        String zeros = "0".repeat(30);
        Trace trace = read(HEADER + "1 " + zeros + "5 -1 " + zeros + "60 4 -1 -1 4 -" + zeros
                + "1\n2 6 -1 60 4 -1 -1 4 1" + zeros + "\n");
        assertThat(trace.workload().jobs())
                .extracting(TraceJob::submitSec, TraceJob::runSec, TraceJob::limitSec)
                .containsExactly(tuple(5L, 60L, 60L), tuple(6L, 60L, TraceJobs.MOST_SEC));
    }

    @Test
    void aJobAsksForWhatItRequested() throws Exception {
        Trace trace = read(HEADER + "7 100 5 60 4 60.5 -1 8 120 -1 1 3 1 -1 2 1 -1 -1\n");
        assertThat(trace.processors()).isEqualTo(16);
        assertThat(trace.workload().jobs()).containsExactly(new TraceJob("7", 100, 60, 120, 8, "3", "2"));
        assertThat(trace.workload().remarks()).isEmpty();
    }

    @Test
    void whatIsUnknownIsWhatItGot() throws Exception {
        Trace trace = read("1 0 -1 60 4 -1 -1 -1 -1 -1 1 -1 -1 -1 -1 -1 -1 -1");
        assertThat(trace.workload().jobs()).containsExactly(new TraceJob("1", 0, 60, 60, 4, "", ""));
        assertThat(trace.processors()).isEqualTo(4);
        assertThat(trace.workload().remarks())
                .containsExactly(
                        "the size of the machine is unknown; 4 processors are used, as the largest job requests");
    }

    @Test
    void whatCannotBeReplayedIsLeftOutAndSaidSo() throws Exception {
        Trace trace = read("""
                ; MaxProcs: 8
                1 50 -1 60 4 -1 -1 -1 30 -1 1 -1 -1 -1 0 -1 -1 -1
                2 20 -1 60 4 -1 -1 -1 90 -1 1 -1 -1 -1 0 -1 -1 -1 {4,4} q_1w 1:ppn=4
                3 60 -1 -1 4 -1 -1 -1 90 -1 -1 -1 -1 -1 0 -1 -1 -1
                4 -1 -1 60 4 -1 -1 -1 90 -1 1 -1 -1 -1 0 -1 -1 -1
                5 60 -1 60 0 -1 -1 -1 90 -1 1 -1 -1 -1 0 -1 -1 -1
                6 70 -1 0 1
                7 -8 -1 60 4 -1 -1 -1 90 -1 1 -1 -1 -1 0 -1 -1 -1
                8 80 -1 -7 4 -1 -1 -1 90 -1 1 -1 -1 -1 0 -1 -1 -1
                9 80 -1 7 99999999 -1 -1 -1 90 -1 1 -1 -1 -1 0 -1 -1 -1
                10 80 5 0 -1 -1 -1 -1 90 -1 5 -1 -1 -1 0 -1 -1 -1
                """);
        assertThat(trace.workload().jobs()).extracting(TraceJob::name).containsExactly("2", "1", "6");
        assertThat(trace.workload().remarks())
                .containsExactly(
                        "1 job left out: no time of submission",
                        "1 job left out: a negative time of submission",
                        "1 job left out: no number of processors",
                        "1 job left out: more than 10000000 processors",
                        "1 job left out: no run time",
                        "1 job left out: a negative run time",
                        "1 job left out: cancelled before it could start",
                        "1 job submitted before the one on the line above; sorted",
                        "1 job ran for longer than requested; ended at that limit",
                        "1 job on a line with fewer fields than the format has; the others count as unknown",
                        "1 job on a line with more fields than the format has; the others are ignored");
    }

    @Test
    void whatIsBeyondTheTimeOfAReplayIsLeftOutAndSaidSo() throws Exception {
        Trace trace = read(HEADER + """
                1 0 -1 100 4 -1 -1 -1 999999999999999 -1 1 -1 -1 -1 0 -1 -1 -1
                2 9999999999999 -1 100 4 -1 -1 -1 100 -1 1 -1 -1 -1 0 -1 -1 -1
                3 1 -1 10000000000001 4 -1 -1 -1 99999999999999 -1 1 -1 -1 -1 0 -1 -1 -1
                4 2 -1 10000000000001 4 -1 -1 -1 100 -1 1 -1 -1 -1 0 -1 -1 -1
                5 10000000000 -1 10000000000 4 -1 -1 -1 10000000000 -1 1 -1 -1 -1 0 -1 -1 -1
                """);
        assertThat(trace.workload().jobs())
                .extracting(TraceJob::name, TraceJob::submitSec, TraceJob::ranSec, TraceJob::limitSec)
                .containsExactly(
                        tuple("1", 0L, 100L, TraceJobs.MOST_SEC),
                        tuple("4", 2L, 100L, 100L),
                        tuple("5", TraceJobs.MOST_SEC, TraceJobs.MOST_SEC, TraceJobs.MOST_SEC));
        assertThat(trace.workload().remarks())
                .containsExactly(
                        "1 job left out: submitted more than 10000000000 s after the beginning",
                        "1 job left out: ran for more than 10000000000 s",
                        "2 jobs submitted before the one on the line above; sorted",
                        "1 job ran for longer than requested; ended at that limit",
                        "1 job requested more than 10000000000 s; limited to that");
    }

    @Test
    void howLateAJobIsCountsFromTheFirstOneWhereTimesAreSince1970() throws Exception {
        Trace trace = read(HEADER + "1 1356996147 10 60 4\n2 11356996147 0 60 4\n3 11356996148 0 60 4\n");
        assertThat(trace.workload().jobs()).extracting(TraceJob::submitSec).containsExactly(0L, TraceJobs.MOST_SEC);
        assertThat(trace.workload().remarks())
                .contains("1 job left out: submitted more than 10000000000 s after the beginning");
    }

    @Test
    void aNumberBelow0IsNegativeAlsoWhereItsWholePartIs0() throws Exception {
        Trace trace = read(HEADER + """
                1 0 -1 60 4 -1 -1 -1 60 -1 1 -1 -1 -1 0 -1 -1 -1
                2 -0.5 -1 60 4 -1 -1 -1 60 -1 1 -1 -1 -1 0 -1 -1 -1
                3 1 -1 -0.5 4 -1 -1 -1 60 -1 1 -1 -1 -1 0 -1 -1 -1
                4 2 -1 -1.5 4 -1 -1 -1 60 -1 1 -1 -1 -1 0 -1 -1 -1
                5 -0.0 -1 59.9 4 -1.0 -1 -1 60 -1 1 -1 -1 -1 0 -1 -1 -1
                """);
        assertThat(trace.workload().jobs())
                .extracting(TraceJob::name, TraceJob::runSec)
                .containsExactly(tuple("1", 60L), tuple("5", 59L));
        assertThat(trace.workload().remarks())
                .startsWith(
                        "1 job left out: no time of submission",
                        "1 job left out: no run time",
                        "1 job left out: a negative run time");
    }

    @Test
    void aMachineThatIsMoreThanCanBeIsSaidSo() throws Exception {
        assertThat(read("; MaxNodes: 10000001\n; MaxProcs: 99999999999\n1 0 0 1 1\n")
                        .workload()
                        .remarks())
                .contains(
                        "the header's MaxNodes is 10000001, more than 10000000; it is ignored",
                        "the header's MaxProcs is 99999999999, more than 10000000; it is ignored");
    }

    @Test
    void aNumberThatIsTooLongIsANumber() throws Exception {
        assertThat(read("; MaxNodes: many\n; MaxProcs: 1234567890123456 or so\n1 0 0 1 1\n")
                        .workload()
                        .remarks())
                .contains(
                        "the header's MaxNodes is not a number: 'many'; it is ignored",
                        "the header's MaxProcs is a number of more than 15 digits, '1234567890123456 or so'; it is ignored");
    }

    @Test
    void theStatusSaysWhatBecameOfAJob() throws Exception {
        Trace trace = read("""
                ; MaxProcs: 8
                1 0 0 60 4 -1 -1 4 90 -1 0 -1 -1 -1 0 -1 -1 -1
                2 1 0 60 4 -1 -1 4 90 -1 5 -1 -1 -1 0 -1 -1 -1
                3 2 9 0 -1 -1 -1 4 90 -1 5 -1 -1 -1 0 -1 -1 -1
                4 3 0 60 4 -1 -1 4 90 -1 1 -1 -1 -1 0 -1 -1 -1
                4 -1 0 30 4 -1 -1 4 90 -1 2 -1 -1 -1 0 -1 -1 -1
                4 -1 0 30 4 -1 -1 4 90 -1 3 -1 -1 -1 0 -1 -1 -1
                5 4 0 60 9 -1 -1 9 90 -1 7 -1 -1 -1 0 -1 1 60
                5 5 0 60 4 -1 -1 4 90 -1 1 -1 -1 -1 0 -1 -1 -1
                """);
        assertThat(trace.workload().jobs()).extracting(TraceJob::name).containsExactly("1", "2", "4", "5", "5");
        assertThat(trace.workload().remarks())
                .containsExactly(
                        "1 job left out: cancelled before it could start",
                        "2 lines left out: a part of a job that also has a line for the whole job",
                        "1 job requested more processors than the header states",
                        "1 job with the number of an earlier job; treated as a different job",
                        "1 job with a predecessor; submitted at the time in the trace",
                        "1 job failed; run for the recorded time",
                        "1 job cancelled while running; run for the recorded time",
                        "1 job with an unknown status; run for the recorded time");
    }

    @Test
    void aJobOfWhichOnlyPartsAreThereIsToldAsSuch() throws Exception {
        String parts = """
                ; MaxJobs: 3
                ; MaxProcs: 8
                4 3 0 30 4 -1 -1 4 90 -1 2 -1 -1 -1 0 -1 -1 -1
                4 -1 0 30 4 -1 -1 4 90 -1 3 -1 -1 -1 0 -1 -1 -1
                5 3 0 30 4 -1 -1 4 90 -1 2 -1 -1 -1 0 -1 -1 -1
                5 -1 0 30 4 -1 -1 4 90 -1 4 -1 -1 -1 0 -1 -1 -1
                """;
        Trace trace = read(parts + """
                6 4 0 60 4 -1 -1 4 90 -1 1 -1 -1 -1 0 -1 -1 -1
                6 -1 0 30 4 -1 -1 4 90 -1 2 -1 -1 -1 0 -1 -1 -1
                6 -1 0 30 4 -1 -1 4 90 -1 3 -1 -1 -1 0 -1 -1 -1
                """);
        assertThat(trace.workload().jobs()).extracting(TraceJob::name).containsExactly("6");
        assertThat(trace.workload().remarks())
                .containsExactly(
                        "2 lines left out: a part of a job that also has a line for the whole job",
                        "2 jobs left out: the trace has only parts of the job (status 2 to 4), and no line for the whole job");
        assertWrong(
                parts,
                "t.swf contains no job that can be replayed: 2 jobs left out: the trace has only parts of the job (status 2 to 4), and no line for the whole job");
    }

    @Test
    void theHeaderSaysWhatTheMachineWasAndIsChecked() throws Exception {
        Trace trace = read("""
                ; version: 3
                ; MaxNodes: 8 (of them 2 fat)
                ; MaxProcs: 32
                ; MaxJobs: 2
                ; UnixStartTime: 1027839845
                ; MaxRuntime: many
                ; Queue: 1 [fque:1]
                ; Partition: 2 ALL
                1 0 0 60 4 -1 -1 4 90 -1 1 -1 -1 -1 1 2 -1 -1
                2 1 0 60 4 -1 -1 4 90 -1 1 -1 -1 -1 -1 2 -1 -1
                3 2 0 60 4 -1 -1 4 90 -1 1 -1 -1 -1 -1 -1 -1 -1
                """);
        assertThat(trace.nodes()).isEqualTo(8);
        assertThat(trace.coresPerNode()).isEqualTo(4);
        assertThat(trace.unixStartSec()).isEqualTo(OptionalLong.of(1027839845));
        assertThat(trace.workload().jobs()).extracting(TraceJob::queue).containsExactly("[fque:1]", "ALL", "");
        assertThat(trace.workload().remarks())
                .containsExactly(
                        "the header states version 3 of the format; read as version 2.2",
                        "the header's MaxRuntime is not a number: 'many'; it is ignored",
                        "the header states 2 jobs, but the file has 3");
        assertThat(read("; MaxNodes: 9\n; MaxProcs: 4\n1 0 0 1 1\n").workload().remarks())
                .contains("the header states 4 processors on 9 nodes; the processors count");
    }

    @Test
    void timesSince1970BeginAtTheFirstJob() throws Exception {
        Trace trace = read("1 1356996147 10 60 4\n2 1356996200 0 60 4\n3 1356996217 0 60 4\n");
        assertThat(trace.workload().jobs()).extracting(TraceJob::submitSec).containsExactly(0L, 53L, 70L);
        assertThat(trace.unixStartSec()).isEqualTo(OptionalLong.of(1356996147));
        assertThat(trace.workload().remarks())
                .contains(
                        "times are in seconds since 1970; the first job is submitted at time 0",
                        "the size of the machine is unknown; 8 processors are used, as were in use at once");
    }

    @Test
    void aPackedFileIsReadAsAnyOther() throws Exception {
        var bytes = new ByteArrayOutputStream();
        try (var packed = new GZIPOutputStream(bytes)) {
            packed.write((HEADER + "7 100 5 60 4\n").getBytes(StandardCharsets.UTF_8));
        }
        assertThat(read(bytes.toByteArray()).workload().jobs()).hasSize(1);
        byte[] cut = Arrays.copyOf(bytes.toByteArray(), bytes.size() - 12);
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> read(cut));
    }

    @Test
    void aLineThatIsNoneIsNamed() {
        assertWrong(
                HEADER + "1 0 -1 sixty 4 -1 -1 -1 -1 -1 1 -1 -1 -1 0 -1 -1 -1",
                "t.swf, line 4: field 4 of a job must be a number, found 'sixty'");
        assertWrong("1 2 3", "t.swf, line 1: expected the 18 numbers of a job, found 3");
        assertWrong(HEADER, "t.swf contains no job that can be replayed");
        assertWrong(
                "1 -1 0 5 5\n",
                "t.swf contains no job that can be replayed: 1 job left out: no time of submission; "
                        + "1 job on a line with fewer fields than the format has; the others count as unknown");
        assertWrong("", "t.swf: the file is empty");
        assertWrong(
                "job,name,user,queue,state\n1,a,b,c,completed\n",
                "t.swf, line 1: this is accounting data in CSV; 'banyan accounting -o swf' writes the supported format");
        assertWrong(
                "\u0000PNG\n",
                "t.swf, line 1: expected a trace in the Standard Workload Format, or the heading of sacct with JobID, "
                        + "found '\\u0000PNG'");
        assertWrong(
                "; " + "x".repeat(BoundedLines.LONGEST),
                "t.swf, line 1: a line can have at most 4194304 characters, but this one has more");
    }

    @Test
    void aNumberBeyondAllMeasureLeavesOneJobOut() throws Exception {
        Trace trace = read(HEADER + """
                1 0 -1 60 4 -1 -1 4 90 -1 1 -1 -1 -1 -1 -1 -1 -1
                2 5 -1 10000000000000000 4 -1 -1 4 90000000000000000000000000 -1 1 -1 -1 -1 -1 -1 -1 -1
                3 9000000000000000000000 -1 60 4 -1 -1 4 90 -1 1 -1 -1 -1 -1 -1 -1 -1
                4 6 -1 60 9000000000000000000000.5 -1 -1 -1 90 -1 1 -1 -1 -1 -1 -1 -1 -1
                5 -9000000000000000000000.5 -1 60 4 -1 -1 -1 90 -1 1 -1 -1 -1 -1 -1 -1 -1
                """);
        assertThat(trace.workload().jobs()).extracting(TraceJob::name).containsExactly("1");
        assertThat(trace.workload().remarks())
                .containsExactly(
                        "1 job left out: a negative time of submission",
                        "1 job left out: more than 10000000 processors",
                        "1 job left out: submitted more than 10000000000 s after the beginning",
                        "1 job left out: ran for more than 10000000000 s");
    }

    private static void assertWrong(String text, String message) {
        assertThatExceptionOfType(TraceException.class)
                .isThrownBy(() -> read(text))
                .withMessage(message);
    }

    @Test
    void theStatusOfAJobIsWrittenAsItWasRead() throws Exception {
        Trace trace = read("""
                ; MaxProcs: 8
                1 0 0 60 4 -1 -1 4 90 -1 0 -1 -1 -1 0 -1 -1 -1
                2 1 0 60 4 -1 -1 4 90 -1 5 -1 -1 -1 0 -1 -1 -1
                3 2 0 60 4 -1 -1 4 90 -1 1 -1 -1 -1 0 -1 -1 -1
                4 3 0 60 4 -1 -1 4 90 -1 -1 -1 -1 -1 0 -1 -1 -1
                5 4 0 60 4 -1 -1 4 90 -1 7 -1 -1 -1 0 -1 -1 -1
                """);
        String text = SwfWriter.text(trace, "of a test");
        assertThat(text.lines().filter(line -> !line.startsWith(";")).map(line -> line.split(" ", -1)[10]))
                .containsExactly("0", "5", "1", "-1", "-1");
        assertThat(read(text).workload().jobs())
                .extracting(TraceJob::outcome)
                .containsExactly(
                        JobOutcome.FAILED,
                        JobOutcome.CANCELLED,
                        JobOutcome.COMPLETED,
                        JobOutcome.UNKNOWN,
                        JobOutcome.UNKNOWN);
    }

    @Test
    void whatIsWrittenIsReadAgain() throws Exception {
        var jobs = List.of(
                new TraceJob("12", 5, 60, 90, 4, "anna", "long"), new TraceJob("13", 6, 0, 1, 1, "ben", "short"));
        var trace = new Trace(new Workload("w", jobs, List.of()), 4, 2, OptionalLong.of(1000));
        Trace again = read(SwfWriter.text(trace, "of a test"));
        assertThat(again.workload().jobs())
                .containsExactly(
                        new TraceJob("12", 5, 60, 90, 4, "1", "long"), new TraceJob("13", 6, 0, 1, 1, "2", "short"));
        assertThat(again.workload().remarks()).isEmpty();
        assertThat(again.nodes()).isEqualTo(4);
        assertThat(again.coresPerNode()).isEqualTo(2);
        assertThat(again.unixStartSec()).isEqualTo(OptionalLong.of(1000));
    }
}
