package io.banyan.rpc.store;

import java.io.IOException;
import java.util.List;

/** Where decisions are kept before anybody hears of them. Called from the thread that owns the instance. */
public interface Journal extends AutoCloseable {
    /**
     * Appends transactions, in order, with one sync for all of them. When it returns they survive whatever this journal protects from.
     *
     * @throws IOException if they may not have been kept; nothing may be acknowledged then
     */
    void append(List<Transaction> transactions) throws IOException;

    /** What the journal holds, from the oldest on, so that an instance can be made again. */
    List<Transaction> read() throws IOException;

    /** Lets go of files and connections. */
    @Override
    void close() throws IOException;
}
