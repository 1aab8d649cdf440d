package io.banyan.graph.io;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.banyan.fixture.Graphs;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * How many bytes writing a grant takes from the heap, for each of its text. One is the text itself, and one more the
 * place where it was put together; a value for every vertex would be about three.
 */
class WrittenBytesTest {
    private static final int ROUNDS = 200;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final ResourceGraph graph = Graphs.graph("cluster { 4 node { 2 socket { 16 core, 2 gpu } } }");
    private final Selection all = Selection.all(graph);

    /** The least of many rounds: what the virtual machine itself allocates now and then is not counted. */
    private double bytesForEachOfTheText(MatchFormat format) {
        long least = Long.MAX_VALUE;
        int length = 0;
        for (int i = 0; i < ROUNDS; i++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            length = ResourceWriter.write(format, graph, all, 0, 100, Optional.empty())
                    .length();
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        return (double) least / length;
    }

    @Test
    void linesTakeTheirTextAndTheBufferForIt() {
        assertThat(bytesForEachOfTheText(MatchFormat.SIMPLE)).isLessThan(3);
        assertThat(bytesForEachOfTheText(MatchFormat.PRETTY_SIMPLE)).isLessThan(3);
    }

    @Test
    void jgfIsWrittenWithoutValuesOfItsVertices() {
        assertThat(bytesForEachOfTheText(MatchFormat.JGF)).isLessThan(3.5);
        assertThat(bytesForEachOfTheText(MatchFormat.RV1)).isLessThan(3.5);
    }
}
