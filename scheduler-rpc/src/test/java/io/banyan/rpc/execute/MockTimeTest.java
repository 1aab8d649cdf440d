package io.banyan.rpc.execute;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.instance.message.Effect;
import io.banyan.jobspec.JobspecReader;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MockTimeTest {
    private static long end(String exec, long endSec) throws Exception {
        return end(exec, endSec, 100_000, false);
    }

    private static long end(String exec, long endSec, long nowMillis, boolean goesOn) throws Exception {
        var start = new Effect.StartJob(
                new JobId(1),
                "",
                "owner",
                JobspecReader.read("""
                        {"version": 1, "resources": [{"type": "slot", "label": "s", "count": 1, "with":
                         [{"type": "core", "count": 1}]}], "tasks": [], "attributes": {"system": {"duration": 60%s}}}""".formatted(exec), "test"),
                new TimeWindow(100, endSec),
                goesOn);
        return MockTime.of(start, nowMillis).endMillis();
    }

    @ParameterizedTest
    @CsvSource({"5, 105000", "5s, 105000", "1.5, 101500", "250ms, 100250", "0.0001, 100001", "0, 100000", "2m, 159000"})
    void isDoneAfterWhatItSaysAndBeforeItsTimeIsOver(String said, long millis) throws Exception {
        assertThat(end(", \"exec\": {\"test\": {\"run_duration\": \"" + said + "\"}}", 160))
                .isEqualTo(millis);
    }

    /** A window begins with a second. */
    @Test
    void runsFromTheMomentAtWhichItStarts() throws Exception {
        String half = ", \"exec\": {\"test\": {\"run_duration\": \"0.5\"}}";
        assertThat(end(half, 160, 100_900, false)).isEqualTo(101_400);
        assertThat(end(half, 160, 107_000, true)).isEqualTo(100_500);
        assertThat(end(half, 101, 100_800, false)).isEqualTo(100_900);
    }

    @Test
    void takesAllOfItsTimeWhereItSaysNothing() throws Exception {
        assertThat(end("", 160)).isEqualTo(159_000);
        assertThat(end(", \"exec\": {\"test\": {\"run_duration\": \"long\"}}", 160))
                .isEqualTo(159_000);
    }

    @Test
    void isDoneAtOnceWhereItHasNoEnd() throws Exception {
        assertThat(end("", 1L << 50)).isEqualTo(100_000);
    }
}
