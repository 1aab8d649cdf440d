package io.banyan.sim.world;

import io.banyan.instance.Transaction;
import java.io.IOException;

/** How a transaction is written in a journal. Whoever runs a simulation brings that of the daemon. */
public interface JournalFormat {
    /** The bytes of a transaction. */
    byte[] write(Transaction transaction);

    /**
     * The transaction that was {@link #write written}.
     *
     * @throws IOException where the bytes are none
     */
    Transaction read(byte[] bytes) throws IOException;
}
