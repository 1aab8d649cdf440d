package io.banyan.rpc.store;

import io.banyan.instance.message.Transaction;
import io.banyan.instance.message.value.JobRecord;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/**
 * The storage of decisions, which are written before any effect is visible. Called from one thread at a time, the one
 * that decides.
 */
public interface Journal extends AutoCloseable {
    /**
     * Appends transactions, in order, with one sync for all of them: all are kept, or none. When it returns they
     * survive whatever this journal protects from.
     *
     * @throws IOException with one sentence, if they may not have been kept; nothing may be acknowledged then
     */
    default void append(List<Transaction> transactions) throws IOException {
        append(transactions, List.of());
    }

    /** Appends transactions, and the jobs that they end for the {@link History}. */
    void append(List<Transaction> transactions, List<JobRecord> ended) throws IOException;

    /**
     * Whether no other daemon can have continued this journal yet: only then may answers from it be sent and effects be
     * performed. Any thread may call.
     */
    default boolean isOurs() {
        return true;
    }

    /** Whether an append can wait for a device. Then it is made on a thread that has nothing else to do. */
    boolean waits();

    /**
     * Passes on the transactions of the journal, from the oldest on, so that an instance can be restored. Before the
     * first {@link #append}.
     *
     * @throws IOException with one sentence, if it cannot be read, or a record is damaged, missing or refused by an
     *     exception of {@code each}; the transactions passed on before are valid
     */
    void replay(Consumer<Transaction> each) throws IOException;

    /** Lets go of files and connections. */
    @Override
    void close() throws IOException;
}
