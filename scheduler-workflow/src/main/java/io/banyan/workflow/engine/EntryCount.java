package io.banyan.workflow.engine;

import java.nio.file.Path;

/** A count of the entries of directories that are read. It is limited, since links make a short tree endless. */
final class EntryCount {
    private static final int MAX = 100_000;

    private final int most;
    private int entries;

    /** Begins a count for one task. */
    EntryCount() {
        this(MAX);
    }

    EntryCount(int most) {
        this.most = most;
    }

    /** Counts one entry. */
    void add(Path path) throws TaskException {
        entries++;
        if (entries > most) {
            throw new TaskException("more than " + most + " files are read in directories, the last is '" + path
                    + "', expected fewer files and no links in a circle");
        }
    }
}
