package io.banyan.rpc.pmi;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The MPI programs that the tasks of a job run one after the other: the n-th connection of each rank belongs to the
 * n-th program. Any thread may call.
 */
final class PmiPrograms {
    /** The most programs that some ranks have begun and others have not ended. Each has a key-value space. */
    static final int MOST = 64;

    private static final String MAPPING = "PMI_process_mapping";

    private final PmiJob job;
    private final Optional<String> mapping;
    private final ValueMemory.Share memory;
    private final Map<Integer, PmiSpace> spaces = new HashMap<>();
    private final int[] begun;
    private final BitSet connected = new BitSet();

    PmiPrograms(PmiJob job, ValueMemory.Share memory) {
        this.job = job;
        this.memory = memory;
        this.mapping = ProcessMapping.of(job.nodes(), PmiSpace.MOST_VALUE);
        this.begun = new int[job.size()];
    }

    /** The result of a rank's attempt to begin a program. */
    sealed interface Begun {
        /** The space of the program, with its number. */
        record Program(int number, PmiSpace space) implements Begun {}

        /** The rank has a connection already. */
        record Connected() implements Begun {}

        /** The rank is too far ahead of the others. */
        record TooMany() implements Begun {}
    }

    /** Begins the next program of a rank. */
    synchronized Begun begin(int rank) {
        if (connected.get(rank)) {
            return new Begun.Connected();
        }
        int number = begun[rank];
        if (!spaces.containsKey(number) && spaces.size() >= MOST) {
            return new Begun.TooMany();
        }
        connected.set(rank);
        begun[rank]++;
        return new Begun.Program(number, spaces.computeIfAbsent(number, this::space));
    }

    private PmiSpace space(int number) {
        var space = new PmiSpace("kvs_" + job.name() + "_" + number, job.size(), memory);
        mapping.ifPresent(text -> space.put(MAPPING, text));
        return space;
    }

    /** The connection of a rank has ended. */
    synchronized void end(int rank, Begun.Program program) {
        connected.clear(rank);
        if (program.space().isDone()) {
            spaces.remove(program.number());
            program.space().close();
        }
    }

    /** No rank stores values any more. */
    void close() {
        memory.close();
    }
}
