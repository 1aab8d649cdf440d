package io.banyan.workflow.fill;

import java.io.IOException;
import java.util.List;

/** The durable records of a filler. For one thread at a time. */
public interface FillJournal {
    /**
     * Appends a record. The record survives a crash after the return.
     *
     * @throws IOException if it cannot be written; the filler must stop then
     */
    void append(FillRecord record) throws IOException;

    /**
     * Returns the records in the order of their appending.
     *
     * @throws IOException if they cannot be read
     */
    List<FillRecord> replay() throws IOException;
}
