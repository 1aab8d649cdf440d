package io.banyan.cli.query;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Input that flushes the output before it waits for more input. So a program that reads the answer to each command
 * before it writes the next one gets it, and a file of commands is answered in large pieces.
 */
final class FlushingInput extends FilterInputStream {
    private final Runnable flush;

    FlushingInput(InputStream in, Runnable flush) {
        super(in);
        this.flush = flush;
    }

    @Override
    public int read() throws IOException {
        flushBeforeWaiting();
        return super.read();
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        flushBeforeWaiting();
        return super.read(bytes, from, length);
    }

    private void flushBeforeWaiting() {
        if (!isReady()) {
            flush.run();
        }
    }

    /** Where the system cannot say, it may have to be waited for. */
    private boolean isReady() {
        try {
            return in.available() > 0;
        } catch (IOException e) {
            return false;
        }
    }
}
