package io.banyan.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PropertySetsTest {
    private final PropertySets sets = new PropertySets();

    @Test
    void verticesWithTheSamePropertiesHaveOneSetWhateverTheOrderInWhichTheyCame() {
        int one = sets.changed(sets.changed(PropertySets.NONE, "a", "1"), "b", "2");
        int other = sets.changed(sets.changed(PropertySets.NONE, "b", "2"), "a", "1");

        assertThat(other).isEqualTo(one);
        assertThat(sets.get(one)).isEqualTo(Map.of("a", "1", "b", "2"));
        assertThat(sets.size()).isEqualTo(1);
    }

    @Test
    void aSetThatNoVertexHasIsForgotten() {
        int one = sets.changed(PropertySets.NONE, "serial", "17");
        sets.released(one);
        assertThat(sets.size()).isZero();

        int set = PropertySets.NONE;
        for (int i = 0; i < 1_000; i++) {
            set = sets.changed(set, "load", Integer.toString(i));
            assertThat(sets.get(set)).isEqualTo(Map.of("load", Integer.toString(i)));
        }
        assertThat(sets.size()).isEqualTo(1);
        assertThat(sets.changed(set, "load", null)).isEqualTo(PropertySets.NONE);
        assertThat(sets.size()).isZero();
    }

    @Test
    void manyRandomChangesLeaveEachVertexWithItsOwn() {
        long seed = 7;
        var random = new Random(seed);
        int vertices = 50;
        int[] of = new int[vertices];
        var wanted = new TreeMap<Integer, TreeMap<String, String>>();
        for (int step = 0; step < 20_000; step++) {
            int v = random.nextInt(vertices);
            String key = "k" + random.nextInt(4);
            String value = random.nextInt(3) == 0 ? null : "v" + random.nextInt(3);
            TreeMap<String, String> own = wanted.computeIfAbsent(v, it -> new TreeMap<>());
            if (value == null) {
                own.remove(key);
            } else {
                own.put(key, value);
            }
            of[v] = sets.changed(of[v], key, value);
            assertThat(sets.get(of[v])).as("seed %d, step %d", seed, step).isEqualTo(own);
        }
        long different = wanted.values().stream()
                .filter(own -> !own.isEmpty())
                .distinct()
                .count();
        assertThat(sets.size()).isEqualTo((int) different);
        wanted.forEach((v, own) -> assertThat(sets.get(of[v])).isEqualTo(own));
    }
}
