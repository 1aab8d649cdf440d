package io.banyan.rpc.wire;

import com.google.protobuf.InvalidProtocolBufferException;
import io.banyan.instance.Decision;
import io.banyan.instance.Transaction;
import io.banyan.v1.DecisionRecord;
import io.banyan.v1.JournalRecord;
import java.util.ArrayList;
import java.util.List;

/** Transactions as the bytes of a journal's record. */
public final class JournalBytes {
    private JournalBytes() {}

    /** The bytes of a transaction; O(their number). */
    public static byte[] write(Transaction transaction) {
        var record = JournalRecord.newBuilder().setAtMillis(transaction.atMillis());
        transaction.decisions().forEach(decision -> record.addDecisions(DecisionWriter.write(decision)));
        transaction.occasion().ifPresent(occasion -> Occasions.write(occasion, transaction.decisions(), record));
        return record.build().toByteArray();
    }

    /**
     * The transaction that was {@link #write written} by this version or an earlier one.
     *
     * @throws WireException where the bytes are no record that this version knows
     */
    public static Transaction read(byte[] bytes) throws WireException {
        try {
            JournalRecord record = JournalRecord.parseFrom(bytes);
            List<Decision> decisions = new ArrayList<>(record.getDecisionsCount());
            for (DecisionRecord decision : record.getDecisionsList()) {
                decisions.add(DecisionReader.read(decision));
            }
            return Checked.value(
                    () -> new Transaction(record.getAtMillis(), decisions, Occasions.read(record, decisions)));
        } catch (InvalidProtocolBufferException e) {
            throw new WireException("It is no record of a journal.", e);
        }
    }
}
