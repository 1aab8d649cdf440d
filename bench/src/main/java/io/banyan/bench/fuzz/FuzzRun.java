package io.banyan.bench.fuzz;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Feeds a door with mutated input until a defect is found: it throws an exception that is no refusal, or exceeds the
 * limit of processor time or of memory.
 */
final class FuzzRun {
    /** Inputs have at most 64 KiB; a recipe of a few lines may stand for millions of vertices. */
    static final long MOST_BYTES = 2L << 30;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Door door;
    private final Mutator mutator;
    private final Watch watch;
    private final long mostNanos;

    /** Receives the progress. */
    interface Watch {
        void begun(long number, Input input);
    }

    /** One input. */
    record Input(Seed bytes) {}

    /**
     * A fault that an input caused.
     *
     * @param number of the input, from 1 on
     * @param why in a sentence
     */
    record Fault(long number, Input input, String why) {}

    /**
     * The result of a run.
     *
     * @param inputs how many were read
     * @param taken how many of them were no refusals
     * @param slowestMillis of processor time
     * @param mostMib that one allocated
     */
    record Result(long inputs, long taken, double slowestMillis, double mostMib, Optional<Fault> fault) {}

    /**
     * A run at a door.
     *
     * @param mostNanos of processor time that one input may take, of the thread that reads it
     */
    FuzzRun(Door door, long seed, long mostNanos, Watch watch) {
        this.door = door;
        this.mostNanos = mostNanos;
        this.mutator = new Mutator(new SplittableRandom(seed), door.seeds());
        this.watch = watch;
    }

    /** Reads so many inputs, or up to the first that goes wrong. */
    Result run(long inputs) {
        long taken = 0;
        long slowest = 0;
        long most = 0;
        for (long number = 1; number <= inputs; number++) {
            byte[] bytes = mutator.next();
            Input input = new Input(new Seed(bytes));
            watch.begun(number, input);
            long allocatedBefore = THREADS.getCurrentThreadAllocatedBytes();
            long before = THREADS.getCurrentThreadCpuTime();
            Optional<String> why = Optional.empty();
            try {
                door.reader().read(bytes);
                taken++;
            } catch (Throwable thrown) {
                why = door.isRefusal(thrown) ? refusal(thrown) : Optional.of("it threw " + shown(thrown));
            }
            long nanos = THREADS.getCurrentThreadCpuTime() - before;
            long allocated = THREADS.getCurrentThreadAllocatedBytes() - allocatedBefore;
            slowest = Math.max(slowest, nanos);
            most = Math.max(most, allocated);
            if (why.isEmpty() && nanos > mostNanos) {
                why = Optional.of("it took " + nanos / 1_000_000 + " ms");
            }
            if (why.isEmpty() && allocated > MOST_BYTES) {
                why = Optional.of("it allocated " + (allocated >> 20) + " MiB");
            }
            if (why.isPresent()) {
                return result(number, taken, slowest, most, Optional.of(new Fault(number, input, why.get())));
            }
        }
        return result(inputs, taken, slowest, most, Optional.empty());
    }

    private static Result result(long inputs, long taken, long slowest, long most, Optional<Fault> fault) {
        return new Result(inputs, taken, slowest / 1e6, most / (double) (1 << 20), fault);
    }

    /** A refusal is one readable sentence. */
    private static Optional<String> refusal(Throwable thrown) {
        String message = thrown.getMessage();
        return message == null || message.isBlank()
                ? Optional.of("it refused without a word: " + shown(thrown))
                : Optional.empty();
    }

    private static String shown(Throwable thrown) {
        StackTraceElement[] trace = thrown.getStackTrace();
        return thrown + (trace.length == 0 ? "" : " at " + trace[0]);
    }
}
