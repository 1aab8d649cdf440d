package io.banyan.rpc.execute;

import io.banyan.rpc.wire.InputMessages;
import io.banyan.rpc.wire.WindowSize;
import io.banyan.schedule.JobId;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What submitters send to the standard input of jobs that run. Of each job, as much is kept as {@link #MOST_BYTES}; whoever sends more waits until the job has read.
 * The input of a job ends when its submitter says so, or is not heard of for a minute, and with the daemon. Any thread may call; no call blocks.
 */
public final class JobInputs {
    /** The most bytes that are kept of a job, and that are sent at once. */
    public static final int MOST_BYTES = 64 << 10;

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Map<JobId, Fed> byJob = new ConcurrentHashMap<>();

    /**
     * What became of some bytes.
     *
     * @param accepted how many of them the job has, or will have
     * @param isClosed whether the job reads nothing any more
     * @param isWaiting whether the job does not run yet
     */
    public record Taken(int accepted, boolean isClosed, boolean isWaiting) {
        /** The answer of a job that does not run yet, or not any more. */
        public static Taken nothing(boolean isOver) {
            return new Taken(0, isOver, !isOver);
        }
    }

    /** A job is about to start. */
    void expect(JobId job) {
        byJob.put(job, new Fed(false));
    }

    /** A job is about to start that has a terminal: its input arrives in the frames that {@link PseudoTerminal} reads. */
    void expectTerminal(JobId job) {
        byJob.put(job, new Fed(true));
    }

    /** A job runs that reads nothing of its submitter. */
    void refuse(JobId job) {
        Fed closed = new Fed(false);
        closed.close();
        byJob.put(job, closed);
    }

    /** Writes what comes for a job to its standard input, on a thread of its own, until there is no more. */
    void feed(JobId job, OutputStream to) {
        Fed fed = byJob.computeIfAbsent(job, id -> new Fed(false));
        Thread.ofPlatform().daemon(true).name("banyan-input-" + job).start(() -> fed.copy(to));
    }

    /** A job is over. */
    void ended(JobId job) {
        Fed fed = byJob.remove(job);
        if (fed != null) {
            fed.close();
        }
    }

    /** Takes a piece of input for a job that runs. The same bytes can come again. */
    public Taken offer(InputMessages.Piece piece) {
        Fed fed = byJob.get(piece.job());
        return fed == null ? Taken.nothing(false) : fed.offer(piece);
    }

    /** No job reads anything more: the daemon ends. */
    void close() {
        byJob.values().forEach(Fed::close);
    }

    /** What one job is fed. */
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
        private long heardNanos = System.nanoTime();

        Fed(boolean isTerminal) {
            this.isTerminal = isTerminal;
        }

        synchronized Taken offer(InputMessages.Piece offered) {
            heardNanos = System.nanoTime();
            if (isTerminal && offered.window().isPresent()) {
                window = offered.window().get();
            }
            return offer(offered.offset(), offered.bytes(), offered.isEnd());
        }

        private Taken offer(long offset, byte[] data, boolean isEnd) {
            if (isClosed || (hasEnded && offset >= received)) {
                return new Taken(data.length, isClosed, false);
            }
            if (offset > received) {
                return new Taken(0, false, false);
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
            return new Taken(known + taken, false, false);
        }

        synchronized void close() {
            isClosed = true;
            window = null;
            pieces.clear();
            notifyAll();
        }

        private synchronized byte @Nullable [] next() throws InterruptedException {
            while (pieces.isEmpty() && window == null && !hasEnded && !isClosed) {
                long leftNanos = heardNanos + PATIENCE.toNanos() - System.nanoTime();
                if (leftNanos <= 0) {
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

        void copy(OutputStream to) {
            try (to) {
                byte[] piece = next();
                while (piece != null) {
                    to.write(piece);
                    to.flush();
                    written();
                    piece = next();
                }
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
