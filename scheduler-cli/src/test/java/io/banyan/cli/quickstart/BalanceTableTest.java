package io.banyan.cli.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.instance.message.value.Amount;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BalanceTableTest {
    @Test
    void putsThreeMomentsSideBySide() {
        List<LevelCount> before = List.of(count(100, 64));
        List<LevelCount> most = List.of(count(134, 32));
        assertThat(BalanceTable.of(before, most, before).toString().lines())
                .map(line -> line.replaceAll(" {2,}", "|"))
                .containsExactly(
                        "level|free nodes: before|burst|after|free cores: before|burst|after"
                                + "|vertices + edges: before|burst|after",
                        "L0|0|0|0|64|32|64|199|267|199");
    }

    private static LevelCount count(long vertices, long free) {
        return new LevelCount("L0", vertices, vertices - 1, Map.of("core", new Amount(64, free)));
    }
}
