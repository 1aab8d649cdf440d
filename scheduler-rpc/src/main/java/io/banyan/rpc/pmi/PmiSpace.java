package io.banyan.rpc.pmi;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The key-value space and the barrier of one MPI program of a job, which all its ranks share. Any thread may call; no
 * call blocks.
 */
final class PmiSpace {
    /** The maximum number of characters of a key, and of a value, as the server announces them to ranks. */
    static final int MOST_KEY = 64;

    static final int MOST_VALUE = 1_024;
    /** The most characters of the name of a space. */
    static final int MOST_NAME = 256;

    private static final int MOST_KEYS_OF_A_RANK = 256;
    /** The bytes that an entry takes besides the characters of its key and its value, roughly. */
    private static final long ENTRY_BYTES = 160;

    private final String name;
    private final int size;
    private final Map<String, String> values = new HashMap<>();
    private final ValueMemory.Share memory;
    private long bytes;
    private final BitSet joined = new BitSet();
    private final BitSet waiting = new BitSet();
    private final BitSet left = new BitSet();
    private final List<Runnable> released = new ArrayList<>();
    private long barriers;

    /**
     * The ranks that others wait for.
     *
     * @param ranks none if no rank waits
     * @param haveJoined whether they have connected, and have not come to the first barrier
     */
    record Missing(BitSet ranks, boolean haveJoined) {}

    /** @param memory from which the values of the job take theirs */
    PmiSpace(String name, int size, ValueMemory.Share memory) {
        this.name = name;
        this.size = size;
        this.memory = memory;
    }

    String name() {
        return name;
    }

    /** A rank has connected. Returns whether it is the first one. */
    synchronized boolean join(int rank) {
        joined.set(rank);
        return joined.cardinality() == 1;
    }

    /** Puts a value; where that is not possible, returns why. */
    synchronized Optional<String> put(String key, String value) {
        if (key.isEmpty() || key.length() > MOST_KEY) {
            return Optional.of("invalid_key_length");
        }
        if (value.length() > MOST_VALUE) {
            return Optional.of("invalid_value_length");
        }
        String before = values.get(key);
        boolean isFull = before == null && values.size() >= (long) MOST_KEYS_OF_A_RANK * size;
        long more = before == null ? bytesOf(key, value) : value.length() - before.length();
        if (isFull || (more > 0 && !memory.take(more))) {
            return Optional.of("no_room_for_keyval");
        }
        if (more < 0) {
            memory.giveBack(-more);
        }
        values.put(key, value);
        bytes += more;
        return Optional.empty();
    }

    private static long bytesOf(String key, String value) {
        return ENTRY_BYTES + key.length() + value.length();
    }

    /** Gives its memory back. */
    synchronized void close() {
        memory.giveBack(bytes);
        values.clear();
        bytes = 0;
    }

    synchronized Optional<String> get(String key) {
        return Optional.ofNullable(values.get(key));
    }

    /**
     * A rank has come to the barrier.
     *
     * @param release is run when all have
     * @return the actions to run now, outside of any lock: none, or the releases of all ranks
     */
    synchronized List<Runnable> enter(int rank, Runnable release) {
        if (!waiting.get(rank)) {
            waiting.set(rank);
            released.add(release);
        }
        if (waiting.cardinality() < size) {
            return List.of();
        }
        List<Runnable> all = List.copyOf(released);
        released.clear();
        waiting.clear();
        barriers++;
        return all;
    }

    /** A rank has said that it is done. */
    synchronized void leave(int rank) {
        left.set(rank);
    }

    /** Whether all ranks have said that they are done. */
    synchronized boolean isDone() {
        return left.cardinality() == size;
    }

    /** Returns the ranks that the others wait for at the start of the program, before any rank has passed a barrier. */
    synchronized Missing missing() {
        var missing = new BitSet();
        boolean haveJoined = joined.cardinality() == size;
        if (barriers == 0 && (!haveJoined || !waiting.isEmpty())) {
            missing.set(0, size);
            missing.andNot(haveJoined ? waiting : joined);
        }
        return new Missing(missing, haveJoined);
    }
}
