package io.banyan.rpc.pmi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The nodes of ranks as MPI libraries read them. */
class ProcessMappingTest {
    @Test
    void nodesWithEquallyManyRanksAreOneBlock() {
        assertThat(ProcessMapping.of(List.of(0, 0, 1, 1, 2, 2), 100)).hasValue("(vector,(0,3,2))");
    }

    @Test
    void otherNodesAreBlocksOfTheirOwn() {
        assertThat(ProcessMapping.of(List.of(0, 0, 1, 2, 0), 100)).hasValue("(vector,(0,1,2),(1,2,1),(0,1,1))");
    }

    @Test
    void aTextThatIsTooLongIsLeftOut() {
        List<Integer> alternating =
                IntStream.range(0, 400).map(rank -> rank % 2 * 7).boxed().toList();
        assertThat(ProcessMapping.of(alternating, 1_024)).isEmpty();
    }
}
