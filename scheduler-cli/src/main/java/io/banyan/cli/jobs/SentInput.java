package io.banyan.cli.jobs;

import io.banyan.cli.call.Asked;
import io.banyan.cli.call.JobEnd;
import io.banyan.cli.output.CommandFailure;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.wire.client.InputMessages;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Sends the standard input of this command to a job, on threads of its own. The command reads no more than the job
 * takes: the rest waits at its source. A command in the background of a terminal sends nothing, since the kernel would
 * stop it where it reads. If the job has a terminal, this command's terminal is used for it once the job has begun.
 */
final class SentInput implements AutoCloseable {
    private static final int PIECE = 32 << 10;
    private static final long SHORTEST_PAUSE_MILLIS = 20;
    private static final long LONGEST_PAUSE_MILLIS = 500;
    /** The input of a job, and a job of 'banyan alloc', ends a minute after its submitter was last heard of. */
    private static final long SIGN_OF_LIFE_SECONDS = 15;

    private final Asked asked;
    private final InputStream in;
    private final JobId job;
    private final Optional<RawTerminal> raw;
    private final Thread reader;
    private final Thread alive;
    private @Nullable BanyanClient client;
    private long offset;
    private volatile boolean isOver;
    /** Whether the command does not wait for the job any more. Until then it sends signs of life. */
    private volatile boolean isClosed;
    /** Whether this command has read anything. */
    private boolean hasInput;
    /** Whether reading has failed, so that the job was given the beginning of the input alone. */
    private volatile boolean isUnreadable;
    /** Why the job does not get the rest of the input. */
    private @Nullable String loss;

    private boolean isTold;

    /**
     * Sends nothing yet.
     *
     * @param raw the terminal of this command, where the job has a terminal
     */
    SentInput(Asked asked, InputStream in, JobId job, Optional<RawTerminal> raw) {
        this.raw = raw;
        this.asked = asked;
        this.in = in;
        this.job = job;
        this.reader = Thread.ofPlatform().daemon(true).name("banyan-input").unstarted(this::read);
        this.alive = Thread.ofPlatform().daemon(true).name("banyan-input-alive").unstarted(this::stayAlive);
    }

    void start() {
        reader.start();
        alive.start();
    }

    private void read() {
        try {
            sendInput();
            sendAll(new byte[0], true);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            isOver = true;
        }
    }

    /** Sends the available input. */
    private void sendInput() throws InterruptedException {
        try {
            if (raw.isPresent()) {
                takeTerminal(raw.get());
            }
            byte[] piece = new byte[PIECE];
            int length = StandardInput.canBeRead() ? in.read(piece) : -1;
            while (length >= 0 && !isOver) {
                noteInput();
                sendAll(Arrays.copyOf(piece, length), false);
                length = in.read(piece);
            }
            if (length > 0) {
                noteInput();
            }
        } catch (IOException e) {
            // The input from a terminal that was hung up has ended.
            isUnreadable = !isOver && !StandardInput.isTerminal();
            asked.tell("banyan: Standard input cannot be read: " + e.getMessage());
        }
    }

    /** Takes the terminal for the job when it has begun: until then, Ctrl-C is for this command. */
    private void takeTerminal(RawTerminal terminal) throws IOException, InterruptedException {
        sendAll(new byte[0], false);
        terminal.set(() -> {
            var unused = send(new byte[0], false);
        });
    }

    /**
     * Asks once more after the end of the job, which can have ended because the daemon had ended its input. That
     * matters also where all was sent: a daemon that is killed loses the input that the job had not read.
     */
    void askAtEnd() {
        if (!isOver || hasRead()) {
            var unused = send(new byte[0], false);
        }
    }

    private synchronized boolean hasRead() {
        return hasInput;
    }

    private void stayAlive() {
        try {
            while (!isClosed) {
                TimeUnit.SECONDS.sleep(SIGN_OF_LIFE_SECONDS);
                var unused = send(new byte[0], false);
            }
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }

    private void sendAll(byte[] data, boolean isEnd) throws InterruptedException {
        byte[] left = data;
        long pause = SHORTEST_PAUSE_MILLIS;
        boolean isSent = false;
        while (!isOver && !isSent) {
            int accepted = send(left, isEnd);
            isSent = accepted == left.length;
            if (accepted > 0) {
                left = Arrays.copyOfRange(left, accepted, left.length);
                pause = SHORTEST_PAUSE_MILLIS;
            }
            if (!isSent) {
                Thread.sleep(pause);
                pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
            }
        }
    }

    /** Returns how many bytes the job has taken; -1 where it has not heard of it. */
    private synchronized int send(byte[] data, boolean isEnd) {
        try {
            BanyanClient connected = client == null ? asked.target().connect() : client;
            client = connected;
            var bytes = InputMessages.Piece.of(job, offset, data, data.length, isEnd);
            InputMessages.Taken taken = connected
                    .queueing()
                    .input(raw.map(it -> bytes.with(it.size())).orElse(bytes));
            if (taken.isCutOff()) {
                stop("the daemon ended the connection");
            } else if (taken.isClosed()) {
                isOver = true;
                return data.length;
            }
            offset += taken.accepted();
            return taken.isWaiting() ? -1 : taken.accepted();
        } catch (ClientException e) {
            disconnect();
            if (!JobEnd.isPassing(e.failure())) {
                stop(String.valueOf(e.getMessage()));
            }
            return -1;
        } catch (CommandFailure passing) {
            disconnect();
            return -1;
        }
    }

    private synchronized void stop(String why) {
        isOver = true;
        loss = why;
        tellOfLoss();
    }

    private synchronized void noteInput() {
        hasInput = true;
        tellOfLoss();
    }

    private void tellOfLoss() {
        if (loss != null && hasInput && !isTold) {
            isTold = true;
            asked.tell("banyan: The rest of the input does not reach job " + job + ", which received at most " + offset
                    + " bytes: " + loss);
        }
    }

    /**
     * Whether there was input that the job cannot have read, as it was not given all of it; also where it is not known
     * if there was.
     */
    synchronized boolean isLost() {
        return isUnreadable || (loss != null && hasInput);
    }

    /** Hangs the job's terminal up, where it has one. */
    void hangUp() {
        if (raw.isPresent() && !isOver) {
            var unused = send(new byte[0], true);
        }
    }

    private synchronized void disconnect() {
        if (client != null) {
            client.close();
            client = null;
        }
    }

    @Override
    public void close() {
        isClosed = true;
        isOver = true;
        reader.interrupt();
        alive.interrupt();
        disconnect();
    }
}
