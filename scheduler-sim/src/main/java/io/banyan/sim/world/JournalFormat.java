package io.banyan.sim.world;

import io.banyan.instance.message.Transaction;
import java.io.IOException;
import java.util.function.Function;

/**
 * The format of a transaction in a journal. The caller of a simulation supplies the format of the daemon.
 *
 * @param writer the bytes of a transaction
 * @param reader the transaction that was written
 */
public record JournalFormat(Function<Transaction, byte[]> writer, Reader reader) {
    /** Reads a written transaction. */
    @FunctionalInterface
    public interface Reader {
        /**
         * The transaction that these bytes are.
         *
         * @throws Exception where they are none, with a sentence that says why
         */
        Transaction read(byte[] bytes) throws Exception;
    }

    /** The bytes of a transaction. */
    public byte[] write(Transaction transaction) {
        return writer.apply(transaction);
    }

    /**
     * The transaction that was {@link #write written}.
     *
     * @throws IOException where the bytes are none
     */
    public Transaction read(byte[] bytes) throws IOException {
        try {
            return reader.read(bytes);
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(e.getMessage(), e);
        }
    }
}
