package io.banyan.rpc.execute;

import io.banyan.resource.JobId;
import io.banyan.rpc.wire.client.InputMessages;
import io.banyan.rpc.wire.client.InputMessages.WindowSize;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The standard input of running jobs. At most {@link #MOST_BYTES} are kept for each job; a sender with more waits until
 * the job has read. The input of a job ends when its submitter closes it, when the submitter is silent for a minute, or
 * with the daemon. Any thread may call; no call blocks.
 */
public final class JobInputs {
    /** The most bytes that are kept of a job, and that are sent at once. */
    public static final int MOST_BYTES = 64 << 10;

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private static final int MOST_REMEMBERED = 1_000;

    /** The latest jobs that are over and whose input the daemon had ended. */
    private final LinkedHashSet<JobId> latestCut = new LinkedHashSet<>();

    private final Map<JobId, Fed> byJob = new ConcurrentHashMap<>();
    private final SubmitterWatch submitters;

    /** Inputs of jobs whose submitters may be silent for a minute. */
    public JobInputs() {
        this(PATIENCE);
    }

    /** Inputs of jobs whose submitters may be silent for this time, if the jobs are not to outlive them. */
    JobInputs(Duration patience) {
        this.submitters = new SubmitterWatch(patience);
    }

    /**
     * The processes of a job, as those that read its input.
     *
     * @param to their standard input
     * @param isTerminal whether they have a terminal: their input arrives in the frames that {@link PseudoTerminal}
     *     reads
     * @param note receives the amount before it is passed to them
     */
    record Reader(OutputStream to, boolean isTerminal, Consumer<GivenInput> note) {}

    /** A job runs that reads nothing of its submitter. */
    void refuse(JobId job) {
        Fed closed = new Fed(false, true);
        closed.close();
        byJob.put(job, closed);
    }

    /** A job goes on that an earlier daemon gave input to; this daemon cannot give it the rest. */
    void cutOff(JobId job) {
        Fed cut = new Fed(false, false);
        cut.cutOff();
        byJob.put(job, cut);
    }

    /**
     * Takes input for a job from now on, and writes it to the standard input of its processes, on a thread of its own,
     * until there is no more.
     *
     * @param given how much an earlier start of the job was given; where that has ended without a byte, so does this
     */
    void feed(JobId job, Reader reader, GivenInput given) {
        Fed fed = new Fed(reader.isTerminal(), given.hasEnded());
        byJob.put(job, fed);
        Thread.ofPlatform().daemon(true).name("banyan-input-" + job).start(() -> fed.copy(reader));
    }

    /**
     * Watches the submitter of a running job, which sends input or empty pieces, also after the end of the input.
     *
     * @param gone called once if the submitter is silent for too long
     */
    void watch(JobId job, Runnable gone) {
        submitters.begin(job, gone);
    }

    /** A job is over. */
    void ended(JobId job) {
        submitters.end(job);
        Fed fed = byJob.remove(job);
        if (fed != null) {
            fed.close();
            if (fed.wasCutOff()) {
                remember(job);
            }
        }
    }

    private void remember(JobId job) {
        synchronized (latestCut) {
            latestCut.add(job);
            if (latestCut.size() > MOST_REMEMBERED) {
                latestCut.removeFirst();
            }
        }
    }

    /**
     * The answer to input for a job that is over: its submitter may not have heard yet that the daemon had ended the
     * input.
     */
    public InputMessages.Taken over(JobId job) {
        synchronized (latestCut) {
            return new InputMessages.Taken(0, true, false, latestCut.contains(job));
        }
    }

    /** Takes a piece of input for a job that runs. The same bytes can come again. */
    public InputMessages.Taken offer(InputMessages.Piece piece) {
        submitters.heard(piece.job());
        Fed fed = byJob.get(piece.job());
        return fed == null ? InputMessages.Taken.nothing() : fed.offer(piece);
    }

    /** No job reads anything more: the daemon ends. */
    void close() {
        submitters.close();
        byJob.values().forEach(Fed::cutOff);
    }

    /** The input of one job. */
    private static final class Fed {
        private final Queue<byte[]> pieces = new ArrayDeque<>();
        private final boolean isTerminal;
        private @Nullable WindowSize window;
        /** How many bytes of the input have been taken from the pieces and are being written. */
        private int underWay;

        private long received;
        private int kept;
        private boolean hasEnded;
        private boolean isClosed;
        /** Whether it is closed because the daemon has ended it, and not the job. */
        private boolean isCutOff;

        private long heardNanos = System.nanoTime();

        Fed(boolean isTerminal, boolean hasEnded) {
            this.isTerminal = isTerminal;
            this.hasEnded = hasEnded;
        }

        synchronized InputMessages.Taken offer(InputMessages.Piece offered) {
            heardNanos = System.nanoTime();
            if (isTerminal && offered.window().isPresent()) {
                window = offered.window().get();
            }
            return offer(offered.offset(), offered.bytes(), offered.isEnd());
        }

        private InputMessages.Taken offer(long offset, byte[] data, boolean isEnd) {
            if (isClosed || (hasEnded && offset >= received)) {
                return new InputMessages.Taken(isCutOff ? 0 : data.length, isClosed, false, isCutOff);
            }
            if (offset > received) {
                return new InputMessages.Taken(0, false, false, false);
            }
            int known = (int) Math.min(received - offset, data.length);
            int taken = Math.min(data.length - known, MOST_BYTES - kept);
            if (taken > 0) {
                byte[] piece = new byte[taken];
                System.arraycopy(data, known, piece, 0, taken);
                pieces.add(piece);
                kept += taken;
                received += taken;
            }
            hasEnded |= isEnd && known + taken == data.length;
            notifyAll();
            return new InputMessages.Taken(known + taken, false, false, false);
        }

        synchronized void close() {
            isClosed = true;
            window = null;
            pieces.clear();
            notifyAll();
        }

        /** The daemon ends it. */
        synchronized void cutOff() {
            isCutOff |= !isClosed;
            close();
        }

        synchronized boolean wasCutOff() {
            return isCutOff;
        }

        private synchronized byte @Nullable [] next() throws InterruptedException {
            while (pieces.isEmpty() && window == null && !hasEnded && !isClosed) {
                long leftNanos = heardNanos + PATIENCE.toNanos() - System.nanoTime();
                if (leftNanos <= 0) {
                    cutOff();
                    return null;
                }
                TimeUnit.NANOSECONDS.timedWait(this, leftNanos);
            }
            WindowSize size = window;
            if (size != null) {
                window = null;
                return PseudoTerminal.frame(size);
            }
            byte[] piece = pieces.poll();
            underWay = piece == null ? 0 : piece.length;
            return piece == null || !isTerminal ? piece : PseudoTerminal.frame(piece);
        }

        private synchronized void written() {
            kept -= underWay;
            underWay = 0;
        }

        /** Whether the piece that is being written is input, and not the size of a window. */
        private synchronized boolean isOfInput() {
            return underWay > 0;
        }

        /** How much was given, when there is no more; empty where that is no end of the submitter's. */
        private synchronized Optional<GivenInput> given() {
            return !hasEnded || isClosed
                    ? Optional.empty()
                    : Optional.of(received == 0 ? GivenInput.EMPTY : GivenInput.WHOLE);
        }

        void copy(Reader reader) {
            try (OutputStream to = reader.to()) {
                boolean isNoted = false;
                byte[] piece = next();
                while (piece != null) {
                    if (!isNoted && isOfInput()) {
                        reader.note().accept(GivenInput.PART);
                        isNoted = true;
                    }
                    to.write(piece);
                    to.flush();
                    written();
                    piece = next();
                }
                given().ifPresent(reader.note());
            } catch (IOException closed) {
                // The job does not read any more.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                close();
            }
        }
    }
}
