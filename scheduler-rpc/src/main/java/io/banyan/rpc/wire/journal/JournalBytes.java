package io.banyan.rpc.wire.journal;

import com.google.protobuf.InvalidProtocolBufferException;
import io.banyan.instance.message.Transaction;
import io.banyan.instance.message.decision.Decision;
import io.banyan.rpc.wire.CheckedMessage;
import io.banyan.rpc.wire.WireException;
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
        String latest = "";
        for (Decision decision : transaction.decisions()) {
            DecisionRecord written = DecisionWriter.write(decision);
            record.addDecisions(withoutRepeated(written, latest));
            latest = written.hasJobSubmitted() ? written.getJobSubmitted().getJobspec() : latest;
        }
        transaction.cause().ifPresent(cause -> JournalCauses.write(cause, transaction.decisions(), record));
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
            String latest = "";
            for (DecisionRecord decision : record.getDecisionsList()) {
                DecisionRecord whole = withRepeated(decision, latest);
                decisions.add(DecisionReader.read(whole));
                latest = whole.hasJobSubmitted() ? whole.getJobSubmitted().getJobspec() : latest;
            }
            return CheckedMessage.value(
                    () -> new Transaction(record.getAtMillis(), decisions, JournalCauses.read(record, decisions)));
        } catch (InvalidProtocolBufferException e) {
            throw new WireException("The data is not a record of a journal.", e);
        }
    }

    private static DecisionRecord withoutRepeated(DecisionRecord decision, String latest) {
        if (!decision.hasJobSubmitted()
                || !decision.getJobSubmitted().getJobspec().equals(latest)) {
            return decision;
        }
        DecisionRecord.Builder changed = decision.toBuilder();
        changed.getJobSubmittedBuilder().clearJobspec().setSameJobspec(true);
        return changed.build();
    }

    private static DecisionRecord withRepeated(DecisionRecord decision, String latest) {
        if (!decision.hasJobSubmitted() || !decision.getJobSubmitted().getSameJobspec()) {
            return decision;
        }
        DecisionRecord.Builder changed = decision.toBuilder();
        changed.getJobSubmittedBuilder().setJobspec(latest).clearSameJobspec();
        return changed.build();
    }
}
