package io.banyan.cli.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.instance.message.value.Amount;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TreeChecksTest {
    private static final LevelCount TOP = count("L0", 100, 64);
    private static final LevelCount LEAF = count("L1", 10, 0);

    @Test
    void acceptsLevelsThatAreAsBefore() {
        assertThatCode(() -> TreeChecks.asBefore(List.of(TOP, LEAF), List.of(count("L0", 100, 64), LEAF), "T8"))
                .doesNotThrowAnyException();
    }

    @Test
    void namesTheLevelThatHasFewerFreeCoresThanBefore() {
        assertThatThrownBy(() -> TreeChecks.asBefore(List.of(TOP, LEAF), List.of(count("L0", 100, 63), LEAF), "T8"))
                .hasMessage("L0 differs from its state before T8: before: 100 vertices, 99 edges, 64 of 64 cores free; "
                        + "now: 100 vertices, 99 edges, 63 of 64 cores free.");
    }

    @Test
    void wantsEveryLevelBelowTheTopToGrowByTheSame() {
        List<LevelCount> before = List.of(TOP, LEAF);
        assertThatCode(() -> TreeChecks.grownBy(36, before, List.of(TOP, count("L1", 28, 0)), "T8"))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> TreeChecks.grownBy(36, before, List.of(TOP, count("L1", 27, 0)), "T8"))
                .hasMessage("T8 added 34 vertices and edges to L1, expected 36.");
    }

    @Test
    void wantsTheTopNotToGrow() {
        assertThatThrownBy(() -> TreeChecks.grownBy(
                        36, List.of(TOP, LEAF), List.of(count("L0", 101, 64), count("L1", 28, 0)), "T8"))
                .hasMessage("T8 added 2 vertices and edges to L0, expected 0.");
    }

    @Test
    void returnsTheNewPathsWhereTheyAreTheSameAtAllLevels() throws QuickstartFailure {
        assertThat(TreeChecks.samePaths(byLevel(Set.of("/c/n1"), Set.of("/c/n1")), "T8"))
                .containsExactly("/c/n1");
    }

    @Test
    void namesAVertexThatOnlyOneLevelHas() {
        assertThatThrownBy(() -> TreeChecks.samePaths(byLevel(Set.of("/c/n1"), Set.of("/c/n1", "/c/n2")), "T8"))
                .hasMessage("T8 added different vertices to L2 and to L1; one of them is /c/n2.");
    }

    @Test
    void namesAVertexThatTheParentDidNotAllocate() {
        assertThatCode(() -> TreeChecks.included(Set.of("/c/n1"), Set.of("/c", "/c/n1"), "L0", "L1"))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> TreeChecks.included(Set.of("/c/n1", "/c/n2"), Set.of("/c", "/c/n1"), "L0", "L1"))
                .hasMessage("L1 has /c/n2, which L0 did not allocate to it.");
    }

    /** A tree has one edge less than vertices. */
    private static LevelCount count(String level, long vertices, long free) {
        return new LevelCount(level, vertices, vertices - 1, Map.of("core", new Amount(64, free)));
    }

    private static Map<String, Set<String>> byLevel(Set<String> first, Set<String> second) {
        Map<String, Set<String>> paths = new LinkedHashMap<>();
        paths.put("L1", first);
        paths.put("L2", second);
        return paths;
    }
}
