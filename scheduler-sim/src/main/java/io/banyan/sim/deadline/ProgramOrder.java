package io.banyan.sim.deadline;

import io.banyan.mapping.ProcessOrder;
import io.banyan.sim.program.ParallelProgram;
import io.banyan.sim.program.Phase;
import io.banyan.topology.Topology;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** The order in which the processes of a program take the nodes of a partition, by the messages that they exchange. */
final class ProgramOrder {
    private ProgramOrder() {}

    /**
     * Returns the nodes by process, for a program whose processes all run from its beginning to its end. The nodes of
     * any other program keep their order, since its processes take nodes as they become free. O(processes^3) for each
     * pass of exchanges, and O(1) where the processes all exchange equally many messages, so that no order is better.
     */
    static List<Integer> of(ParallelProgram program, List<Integer> nodes, Topology topology) {
        int count = nodes.size();
        boolean isUnchanging = program.phases().stream()
                .allMatch(phase -> phase.processes().size() == count
                        && phase.talking()
                                .equals(IntStream.range(0, count).boxed().toList()));
        if (!isUnchanging
                || program.phases().stream().allMatch(phase -> phase.pattern().isEven())) {
            return nodes;
        }
        int[][] messages = new int[count][count];
        for (Phase phase : program.phases()) {
            int[][] ofPhase = phase.pattern().messages(count);
            for (int i = 0; i < count; i++) {
                for (int j = 0; j < count; j++) {
                    messages[i][j] += ofPhase[i][j];
                }
            }
        }
        int[] given = nodes.stream().mapToInt(Integer::intValue).toArray();
        return Arrays.stream(ProcessOrder.of(messages, given, topology)).boxed().toList();
    }
}
