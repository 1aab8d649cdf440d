package io.banyan.rpc.pmi;

/**
 * The memory for the values that the ranks of all jobs store. It is bounded, since tasks of any user fill it. A job
 * takes no more than it leaves for others. Any thread may call.
 */
final class ValueMemory {
    /** The memory of this process: a part of its heap. */
    static final ValueMemory OF_PROCESS = new ValueMemory(Runtime.getRuntime().maxMemory() / 8);

    private final long mostBytes;
    private long takenBytes;

    ValueMemory(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    /** The part of one job, which has nothing yet. */
    Share share() {
        return new Share();
    }

    /** The part of one job. Once it is closed, nothing can be taken. */
    final class Share {
        private long ownBytes;
        private boolean isClosed;

        /** Takes so many bytes. Returns false where the job would have more than it leaves for others. */
        boolean take(long bytes) {
            synchronized (ValueMemory.this) {
                if (isClosed || ownBytes + bytes > mostBytes - takenBytes - bytes) {
                    return false;
                }
                ownBytes += bytes;
                takenBytes += bytes;
                return true;
            }
        }

        void giveBack(long bytes) {
            synchronized (ValueMemory.this) {
                if (!isClosed) {
                    ownBytes -= bytes;
                    takenBytes -= bytes;
                }
            }
        }

        void close() {
            synchronized (ValueMemory.this) {
                giveBack(ownBytes);
                isClosed = true;
            }
        }
    }
}
