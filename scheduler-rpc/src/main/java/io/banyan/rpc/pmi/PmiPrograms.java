package io.banyan.rpc.pmi;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The MPI programs that the tasks of a job run one after the other: the n-th connection of each rank belongs to the n-th program. Any thread may call.
 */
final class PmiPrograms {
    private static final String MAPPING = "PMI_process_mapping";

    private final PmiJob job;
    private final Optional<String> mapping;
    private final Map<Integer, PmiSpace> spaces = new HashMap<>();
    private final int[] begun;
    private final BitSet connected = new BitSet();

    PmiPrograms(PmiJob job) {
        this.job = job;
        this.mapping = ProcessMapping.of(job.nodes(), PmiSpace.MOST_VALUE);
        this.begun = new int[job.size()];
    }

    /** The space of a program, with its number. */
    record Program(int number, PmiSpace space) {}

    /** The next program of a rank; empty where the rank is connected already. */
    synchronized Optional<Program> begin(int rank) {
        if (connected.get(rank)) {
            return Optional.empty();
        }
        connected.set(rank);
        int number = begun[rank]++;
        return Optional.of(new Program(number, spaces.computeIfAbsent(number, this::space)));
    }

    private PmiSpace space(int number) {
        var space = new PmiSpace("kvs_" + job.name() + "_" + number, job.size());
        mapping.ifPresent(text -> space.put(MAPPING, text));
        return space;
    }

    /** The connection of a rank has ended. */
    synchronized void end(int rank, Program program) {
        connected.clear(rank);
        if (program.space().isDone()) {
            spaces.remove(program.number());
        }
    }
}
