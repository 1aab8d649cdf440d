package io.banyan.graph.io;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** An input that reports the amount read, about once a mebibyte. */
final class WatchedInput extends FilterInputStream {
    private static final long STEP = 1 << 20;

    private final long size;
    private final LoadOptions.Progress progress;
    private long read;
    private long next = STEP;

    WatchedInput(InputStream in, long size, LoadOptions.Progress progress) {
        super(in);
        this.size = size;
        this.progress = progress;
    }

    @Override
    public int read() throws IOException {
        int found = super.read();
        count(found < 0 ? 0 : 1);
        return found;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        int found = super.read(bytes, from, length);
        count(Math.max(0, found));
        return found;
    }

    private void count(int bytes) {
        read += bytes;
        if (read >= next) {
            next = read + STEP;
            progress.at(read, size);
        }
    }
}
