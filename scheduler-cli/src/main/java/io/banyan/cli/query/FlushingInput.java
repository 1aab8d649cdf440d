package io.banyan.cli.query;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Input before whose end nobody is kept waiting for output: what is written goes out before more input is waited for.
 * Whoever writes a command and reads its answer before writing the next one gets it; a file of commands is answered in
 * large pieces.
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
