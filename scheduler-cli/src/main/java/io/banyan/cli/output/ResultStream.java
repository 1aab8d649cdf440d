package io.banyan.cli.output;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Where results go, of which is known whether it takes no more, and why. */
public final class ResultStream extends FilterOutputStream {
    private static final String PIPE_WITHOUT_READER = "Broken pipe";

    private volatile boolean isLost;
    private volatile boolean hasNoReader;

    /** One that passes everything on. */
    public ResultStream(OutputStream to) {
        super(to);
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            isLost = true;
            hasNoReader = PIPE_WITHOUT_READER.equals(e.getMessage());
            throw e;
        }
    }

    /** Whether something could not be written. */
    boolean isLost() {
        return isLost;
    }

    /** Whether the failure is that the reader closed the pipe, as {@code head} does. */
    boolean hasNoReader() {
        return hasNoReader;
    }
}
