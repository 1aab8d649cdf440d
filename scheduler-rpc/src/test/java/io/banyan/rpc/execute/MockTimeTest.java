package io.banyan.rpc.execute;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.instance.Effect;
import io.banyan.jobspec.JobspecReader;
import io.banyan.planner.TimeWindow;
import io.banyan.schedule.JobId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MockTimeTest {
    private static long end(String exec, long endSec) throws Exception {
        var start = new Effect.StartJob(
                new JobId(1),
                "",
                "owner",
                JobspecReader.read("""
                        {"version": 1, "resources": [{"type": "slot", "label": "s", "count": 1, "with":
                         [{"type": "core", "count": 1}]}], "tasks": [], "attributes": {"system": {"duration": 60%s}}}""".formatted(exec), "test"),
                new TimeWindow(100, endSec),
                false);
        return MockTime.of(start).endMillis();
    }

    @ParameterizedTest
    @CsvSource({"5, 105000", "5s, 105000", "1.5, 101500", "250ms, 100250", "0.0001, 100001", "0, 100000", "2m, 159000"})
    void isDoneAfterWhatItSaysAndBeforeItsTimeIsOver(String said, long millis) throws Exception {
        assertThat(end(", \"exec\": {\"test\": {\"run_duration\": \"" + said + "\"}}", 160))
                .isEqualTo(millis);
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
