package io.banyan.cli.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GrowTableTest {
    private static final int WIDTH = 120;
    private static final int INDENT = 3;

    @Test
    void showsALevelsThreePartsAndOfTheTopTheMatchOnly() {
        GrowResult result = new GrowResult(
                "T1",
                4480,
                List.of(new LevelMillis("L1", 0.014, 12.345, 2.5), new LevelMillis("L0", 3.456, 0, 0)),
                123.4,
                45.67,
                816.8,
                17.9);
        assertThat(GrowTable.of(List.of(result))).isEqualTo("""
                           L1               L0
                     size  match comm  add  match  total  cold  paper  ratio
                T1  4,480   0.01 12.3 2.50   3.46   45.7   123    817  17.9x
                """);
    }

    @Test
    void fitsIntoATerminalOf120Columns() {
        List<LevelMillis> levels = IntStream.rangeClosed(0, 4)
                .mapToObj(i -> new LevelMillis("L" + (4 - i), 99.94, 99.94, 99.94))
                .toList();
        GrowResult widest = new GrowResult("T1", 4480, levels, 1999.9, 99.9, 816.8, 999.9);
        assertThat(GrowTable.of(List.of(widest)).lines())
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(WIDTH - INDENT));
    }
}
