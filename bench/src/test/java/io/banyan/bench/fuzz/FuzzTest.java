package io.banyan.bench.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.graph.GraphException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FuzzTest {
    private static final long INPUTS = 1_000;
    private static final long SEED = 42;

    @TempDir
    private Path scratch = Path.of("");

    @Test
    void everyDoorReadsOrRefusesSpoiltInput() throws IOException, GraphException {
        for (Door door : new FuzzTargets(Path.of(".."), scratch, Optional.empty()).all()) {
            FuzzRun.Result result = new FuzzRun(door, SEED, Long.MAX_VALUE, (number, input) -> {}).run(INPUTS);
            assertThat(result.fault()).as(door.name()).isEmpty();
            // Where all is refused at the first character nothing is tried.
            assertThat(result.taken()).as(door.name()).isPositive();
        }
    }

    @Test
    void whatIsNoRefusalIsAFault() {
        Door door = door(bytes -> {
            throw new IllegalStateException("a bug");
        });
        FuzzRun.Result result = new FuzzRun(door, SEED, Long.MAX_VALUE, (number, input) -> {}).run(INPUTS);
        assertThat(result.inputs()).isEqualTo(1);
        assertThat(result.fault().orElseThrow().why()).contains("IllegalStateException: a bug");
    }

    @Test
    void aRefusalWithoutAWordIsAFault() {
        Door door = door(bytes -> {
            throw new IOException();
        });
        assertThat(new FuzzRun(door, SEED, Long.MAX_VALUE, (number, input) -> {})
                        .run(INPUTS)
                        .fault())
                .isPresent();
    }

    @Test
    void theSameSeedSpoilsInTheSameWay() {
        List<List<Byte>> first = inputs();
        assertThat(inputs()).isEqualTo(first);
        assertThat(first.stream().distinct().count()).isGreaterThan(INPUTS / 2);
    }

    private static List<List<Byte>> inputs() {
        List<List<Byte>> inputs = new ArrayList<>();
        Door door = door(bytes -> {
            List<Byte> input = new ArrayList<>();
            for (byte b : bytes) {
                input.add(b);
            }
            inputs.add(input);
        });
        new FuzzRun(door, SEED, Long.MAX_VALUE, (number, input) -> {}).run(INPUTS);
        return inputs;
    }

    private static Door door(Door.Reader reader) {
        return new Door("test", List.of(Seed.of("{\"a\": [1, 2]}\n")), reader, Set.of(IOException.class));
    }
}
