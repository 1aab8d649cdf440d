package io.banyan.workflow.fill;

import java.util.ArrayList;
import java.util.List;

/** Records of a filler that do not survive its process. */
public final class MemoryFillJournal implements FillJournal {
    private final List<FillRecord> records = new ArrayList<>();

    @Override
    public void append(FillRecord record) {
        records.add(record);
    }

    @Override
    public List<FillRecord> replay() {
        return List.copyOf(records);
    }
}
