package io.banyan.sim;

import io.banyan.instance.Transaction;
import io.banyan.rpc.wire.JournalBytes;
import io.banyan.rpc.wire.WireException;
import io.banyan.sim.world.JournalFormat;
import java.io.IOException;

/** The records of the daemon's journal. */
final class DaemonJournal implements JournalFormat {
    @Override
    public byte[] write(Transaction transaction) {
        return JournalBytes.write(transaction);
    }

    @Override
    public Transaction read(byte[] bytes) throws IOException {
        try {
            return JournalBytes.read(bytes);
        } catch (WireException e) {
            throw new IOException(e);
        }
    }
}
