package io.banyan.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class ColumnTest {
    private static final int RUNS = 200;
    private static final int STEPS = 300;
    private static final List<Supplier<Column>> COLUMNS =
            List.of(() -> Column.mostly(-1), Column::mostlyOwnIndex, Column::dense);

    @Test
    void aColumnIsAMapWithADefaultWhateverItsForm() {
        for (int run = 0; run < RUNS; run++) {
            Random random = new Random(run);
            int form = run % COLUMNS.size();
            var column = COLUMNS.get(form).get();
            Map<Integer, Long> model = new HashMap<>();
            boolean wide = run % 5 == 0;
            int capacity = 0;
            // Few runs have numbers that need more than four bytes, and then rarely.
            LongSupplier number = () -> wide && random.nextInt(50) == 0 ? random.nextLong() : random.nextInt(100) - 1;
            for (int step = 0; step < STEPS; step++) {
                if (step % 60 == 0) {
                    capacity += 1 + random.nextInt(200);
                    column.reserve(capacity);
                }
                int i = random.nextInt(capacity);
                if (random.nextInt(10) == 0) {
                    int size = 1 + random.nextInt(Math.min(10, capacity - i));
                    long first = number.getAsLong();
                    column.setSeries(i, size, first, 3);
                    for (int k = 0; k < size; k++) {
                        model.put(i + k, first + 3L * k);
                    }
                } else {
                    long value = number.getAsLong();
                    column.set(i, value);
                    model.put(i, value);
                }
            }
            for (int i = 0; i < capacity; i++) {
                long byDefault = form == 0 ? -1 : form == 1 ? i : 0;
                assertThat(column.get(i)).as("run %d, index %d", run, i).isEqualTo(model.getOrDefault(i, byDefault));
            }
        }
    }

    @Test
    void fewExceptionsTakeLessThanAnArray() {
        Column column = Column.mostly(-1);
        column.reserve(10_000);
        for (int i = 0; i < 100; i++) {
            column.set(100 * i, i);
        }
        // At most 12 bytes for each of 100 x 8/3 places.
        assertThat(column.bytes()).isLessThanOrEqualTo(3_200);
        for (int i = 0; i < 2_000; i++) {
            column.set(i, i);
        }
        assertThat(column.bytes()).isEqualTo(40_000);
    }
}
