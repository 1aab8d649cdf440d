package io.banyan.jobspec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class RequestedMemoryTest {
    private static final long GIGABYTE = 1L << 30;

    private static OptionalLong of(String resources) throws JobspecException {
        return RequestedMemory.of(JobspecReader.read(
                "{\"version\": 9999, \"resources\": [" + resources
                        + "], \"tasks\": [], \"attributes\": {\"system\": {}}}",
                "test"));
    }

    private static String memory(String count, String unit) {
        return "{\"type\": \"memory\", \"count\": " + count + ", \"unit\": \"" + unit + "\"}";
    }

    private static String nodes(String count, String... with) {
        return "{\"type\": \"node\", \"count\": " + count
                + ", \"with\": [{\"type\": \"slot\", \"label\": \"s\", \"count\": 3, \"with\": ["
                + String.join(", ", with) + "]}]}";
    }

    @Test
    void itIsThatOfAllSlotsOfAllNodes() throws Exception {
        assertThat(of(nodes("2", memory("4", "GB"), memory("512", "MB"))))
                .hasValue(2 * 3 * (4 * GIGABYTE + GIGABYTE / 2));
    }

    @Test
    void aJobThatAsksForNoneAsksForNoAmount() throws Exception {
        assertThat(
                        of(
                                nodes(
                                        "2",
                                        "{\"type\": \"core\", \"count\": {\"min\": 1, \"max\": 2, \"operator\": \"+\", \"operand\": 1}}")))
                .isEmpty();
    }

    @Test
    void anAmountThatIsNotCertainIsNone() throws Exception {
        String range = "{\"min\": 1, \"max\": 2, \"operator\": \"+\", \"operand\": 1}";
        assertThat(of(nodes(range, memory("4", "GB")))).isEmpty();
        assertThat(of(nodes("2", memory(range, "GB")))).isEmpty();
        assertThat(of(nodes("2", memory("4", "pages")))).isEmpty();
        assertThat(of(nodes("4294967295", memory("4294967295", "GB")))).isEmpty();
    }
}
