package io.banyan.sim.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.BufferedReader;
import java.io.StringReader;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class SwfTest {
    private static final String HEADER = "; Version: 2.2\n; MaxProcs: 16\n;  a remark without a key\n";

    private static Swf.Trace read(String text) throws Exception {
        return Swf.read(new BufferedReader(new StringReader(text)), "t.swf");
    }

    @Test
    void aJobAsksForWhatItRequested() throws Exception {
        Swf.Trace trace = read(HEADER + "7 100 5 60 4 60.5 -1 8 120 -1 1 3 1 -1 -1 1 -1 -1\n");
        assertThat(trace.processors()).isEqualTo(16);
        assertThat(trace.workload().jobs()).containsExactly(new TraceJob(7, 100, 60, 120, 8, OptionalInt.of(3)));
        assertThat(trace.workload().remarks()).isEmpty();
    }

    @Test
    void whatIsUnknownIsWhatItGot() throws Exception {
        Swf.Trace trace = read("1 0 -1 60 4 -1 -1 -1 -1 -1 1 -1 -1 -1 0 -1 -1 -1");
        assertThat(trace.workload().jobs()).containsExactly(new TraceJob(1, 0, 60, 60, 4, OptionalInt.empty()));
        assertThat(trace.processors()).as("those of its largest job").isEqualTo(4);
    }

    @Test
    void whatCannotBeReplayedIsLeftOutAndSaidSo() throws Exception {
        Swf.Trace trace = read("""
                1 50 -1 60 4 -1 -1 -1 30 -1 1 -1 -1 -1 0 -1 -1 -1
                2 20 -1 60 4 -1 -1 -1 90 -1 1 -1 -1 -1 0 -1 -1 -1 99
                3 60 -1 -1 4 -1 -1 -1 90 -1 5 -1 -1 -1 0 -1 -1 -1
                4 -3 -1 60 4 -1 -1 -1 90 -1 1 -1 -1 -1 0 -1 -1 -1
                5 60 -1 60 0 -1 -1 -1 90 -1 1 -1 -1 -1 0 -1 -1 -1
                6 70 -1 0 1
                """);
        assertThat(trace.workload().jobs()).extracting(TraceJob::number).containsExactly(2L, 1L, 6L);
        assertThat(trace.workload().remarks())
                .containsExactly(
                        "1 job left out: no number of processors",
                        "1 job left out: no run time",
                        "1 job left out: no time of submission",
                        "1 job submitted before the one on the line above; sorted",
                        "1 job ran for longer than requested; ended at that limit",
                        "1 job on a line with fewer than 18 fields; the others count as unknown",
                        "1 job on a line with more than 18 fields; the others are ignored");
    }

    @Test
    void aLineThatIsNoneIsNamed() {
        assertThatExceptionOfType(WorkloadException.class)
                .isThrownBy(() -> read(HEADER + "1 0 -1 sixty 4 -1 -1 -1 -1 -1 1 -1 -1 -1 0 -1 -1 -1"))
                .withMessage("t.swf, line 4: field 4 of a job is a number, found 'sixty'");
        assertThatExceptionOfType(WorkloadException.class)
                .isThrownBy(() -> read("1 2 3"))
                .withMessage("t.swf, line 1: expected the 18 numbers of a job, found 3");
        assertThatExceptionOfType(WorkloadException.class)
                .isThrownBy(() -> read(HEADER))
                .withMessage("t.swf has no job that can be replayed");
    }
}
