package io.banyan.workflow.fill.node;

import io.banyan.workflow.fill.FillRecord;

/** Records of a journal as bytes. */
final class RecordCodec {
    private static final int SUBMITTED = 1;
    private static final int ENDED = 2;
    private static final int CANCELLED = 3;
    private static final int TASKS_CANCELLED = 4;

    private RecordCodec() {}

    static byte[] write(FillRecord record) {
        var out = new ByteWriter();
        switch (record) {
            case FillRecord.SetSubmitted submitted -> SetCodec.write(submitted.set(), out.number(SUBMITTED));
            case FillRecord.TasksEnded ended -> {
                SetCodec.write(ended.done(), out.number(ENDED));
                SetCodec.writeFailures(ended.failed(), out);
                SetCodec.write(ended.crashed(), out);
            }
            case FillRecord.SetCancelled cancelled -> out.number(CANCELLED).number(cancelled.set());
            case FillRecord.TasksCancelled cancelled -> SetCodec.write(cancelled.tasks(), out.number(TASKS_CANCELLED));
        }
        return out.bytes();
    }

    static FillRecord read(byte[] bytes) {
        var in = new ByteReader(bytes);
        int kind = in.count();
        FillRecord record = switch (kind) {
            case SUBMITTED -> new FillRecord.SetSubmitted(SetCodec.read(in));
            case ENDED -> new FillRecord.TasksEnded(SetCodec.ranges(in), SetCodec.failures(in), SetCodec.ranges(in));
            case CANCELLED -> new FillRecord.SetCancelled(in.count());
            case TASKS_CANCELLED -> new FillRecord.TasksCancelled(SetCodec.ranges(in));
            default -> throw new IllegalArgumentException("a record has the unknown kind " + kind);
        };
        in.end();
        return record;
    }
}
