package io.banyan.schedule;

import io.banyan.planner.Planner;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The occupancy of one vertex: a list of spans, each with its job, amount and window, in the order of their starts, and
 * those with equal starts in the order of the jobs. A free vertex has no occupancy.
 *
 * <p>If no two spans overlap, as at vertices that are held whole, a query costs O(log spans). At a shared pool, few
 * spans are summed directly, and a planner holds the sums of many: O(log spans) again.
 */
final class Occupancy {

    /** A span is a row of four: start, end, job, amount. */
    private static final int WIDTH = 4;

    private static final int END = 1;
    private static final int JOB = 2;
    private static final int AMOUNT = 3;
    /** More spans than this that overlap are summed up by a planner. */
    private static final int FEW = 16;
    /** More than all that can be taken. */
    private static final long PLANNED = Long.MAX_VALUE / 2;

    private long[] rows = new long[WIDTH];
    private int size;
    /** Whether it is known that no two spans overlap. */
    private boolean disjoint = true;
    /**
     * The taken amount, as the difference to a bound above the total; null where it is summed up or where the spans are
     * disjoint.
     */
    private @Nullable Planner sums;
    /** The spans of allocations among all. */
    private int allocations;
    /** The spans without the jobs; null before they are asked for. */
    private @Nullable Spans spans;

    boolean isEmpty() {
        return size == 0;
    }

    /**
     * The most that is taken at one instant of the window. O(log spans), and O(spans there) where they are disjoint.
     */
    long takenDuring(TimeWindow window) {
        if (sums != null) {
            return PLANNED - sums.freeDuring(0, window);
        }
        int from = startsBefore(window.endSec());
        long most = 0;
        if (disjoint) {
            for (int i = from - 1; i >= 0 && rows[i * WIDTH + END] > window.startSec(); i--) {
                most = Math.max(most, rows[i * WIDTH + AMOUNT]);
            }
            return most;
        }
        most = takenAt(window.startSec());
        for (int i = 0; i < from; i++) {
            if (rows[i * WIDTH] > window.startSec()) {
                most = Math.max(most, takenAt(rows[i * WIDTH]));
            }
        }
        return most;
    }

    private long takenAt(long sec) {
        long sum = 0;
        for (int at = 0; at < size * WIDTH && rows[at] <= sec; at += WIDTH) {
            sum += sec < rows[at + END] ? rows[at + AMOUNT] : 0;
        }
        return sum;
    }

    /**
     * Whether one of the jobs with a span at an instant passes a test. O(log spans) where they are disjoint, O(spans)
     * otherwise.
     */
    boolean anyAt(long sec, Predicate<JobId> test) {
        for (int i = startsBefore(sec + 1) - 1; i >= 0; i--) {
            boolean isThere = sec < rows[i * WIDTH + END];
            if (isThere && test.test(new JobId(job(i)))) {
                return true;
            }
            if (disjoint) {
                return false;
            }
        }
        return false;
    }

    /**
     * The number of its {@link Spans}, which it has in common with others that have the same. O(1), and O(spans) the
     * first time.
     */
    long spans(Spans.Table table) {
        if (spans == null) {
            var times = new long[size * (WIDTH - 1)];
            int at = 0;
            for (int i = 0; i < size * WIDTH; i += WIDTH) {
                times[at++] = rows[i];
                times[at++] = rows[i + END];
                times[at++] = rows[i + AMOUNT];
            }
            spans = table.of(times);
        }
        return spans.number();
    }

    /** A span of so much comes, or goes where the amount is negative. */
    private void changeSpans(Spans.Table table, TimeWindow window, long amount) {
        if (spans != null) {
            spans = table.change(spans, window, amount);
        }
    }

    /** A span is that of an allocation from now on, or where the change is -1 is gone. */
    void countAllocation(int change) {
        allocations += change;
    }

    /** How many spans are those of allocations. */
    int allocations() {
        return allocations;
    }

    /** How many spans start before an instant. */
    private int startsBefore(long sec) {
        return rankOf(sec, Long.MIN_VALUE);
    }

    /** How many spans start before, or together with it and are of jobs with smaller ids. */
    private int rankOf(long startSec, long job) {
        if (size > 0 && rows[(size - 1) * WIDTH] < startSec) {
            return size;
        }
        int low = 0;
        int high = size;
        while (low < high) {
            int middle = (low + high) >>> 1;
            long start = rows[middle * WIDTH];
            if (start < startSec || (start == startSec && rows[middle * WIDTH + JOB] < job)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    void add(Spans.Table table, JobId job, TimeWindow window, long amount) {
        changeSpans(table, window, amount);
        int rank = rankOf(window.startSec(), job.value());
        int at = rank * WIDTH;
        if (size * WIDTH == rows.length) {
            rows = Arrays.copyOf(rows, rows.length * 2);
        }
        System.arraycopy(rows, at, rows, at + WIDTH, size * WIDTH - at);
        rows[at] = window.startSec();
        rows[at + END] = window.endSec();
        rows[at + JOB] = job.value();
        rows[at + AMOUNT] = amount;
        size++;
        disjoint &= (rank == 0 || rows[at - WIDTH + END] <= window.startSec())
                && (rank == size - 1 || window.endSec() <= rows[at + WIDTH]);
        if (sums != null) {
            sums.add(window, new long[] {amount});
        } else if (!disjoint && size > FEW) {
            sums = planned();
        }
    }

    private Planner planned() {
        var planner = new Planner(PLANNED);
        for (int at = 0; at < size * WIDTH; at += WIDTH) {
            planner.add(new TimeWindow(rows[at], rows[at + END]), new long[] {rows[at + AMOUNT]});
        }
        return planner;
    }

    /**
     * Returns the amount that jobs hold by spans that are over at an instant, of those that the filter accepts.
     * O(spans).
     */
    long overdueAt(long sec, Predicate<JobId> filter) {
        long sum = 0;
        for (int at = 0; at < size * WIDTH; at += WIDTH) {
            sum += rows[at + END] <= sec && filter.test(new JobId(rows[at + JOB])) ? rows[at + AMOUNT] : 0;
        }
        return sum;
    }

    /** Releases a part of the job's amount, in its window. */
    void reduce(Spans.Table table, JobId job, TimeWindow window, long amount) {
        int at = spanOf(job, window);
        if (rows[at + AMOUNT] <= amount) {
            throw new IllegalStateException("Job " + job + " has no more than " + amount + " here.");
        }
        changeSpans(table, window, -rows[at + AMOUNT]);
        changeSpans(table, window, rows[at + AMOUNT] - amount);
        rows[at + AMOUNT] -= amount;
        if (sums != null) {
            sums.reduce(window, new long[] {amount});
        }
    }

    /** The job gives back all that it has, in its window. */
    void remove(Spans.Table table, JobId job, TimeWindow window) {
        int at = spanOf(job, window);
        changeSpans(table, window, -rows[at + AMOUNT]);
        if (sums != null) {
            sums.remove(window, new long[] {rows[at + AMOUNT]});
        }
        System.arraycopy(rows, at + WIDTH, rows, at, (size - 1) * WIDTH - at);
        size--;
        if (size <= FEW / 2) {
            sums = null;
            disjoint |= size <= 1;
        }
    }

    private int spanOf(JobId job, TimeWindow window) {
        int rank = rankOf(window.startSec(), job.value());
        if (rank == size || rows[rank * WIDTH] != window.startSec() || rows[rank * WIDTH + JOB] != job.value()) {
            throw new IllegalStateException("Job " + job + " has no span here.");
        }
        return rank * WIDTH;
    }

    /** Whether the other has the same spans, and as many of allocations. */
    boolean isSameAs(Occupancy other) {
        return size == other.size
                && allocations == other.allocations
                && Arrays.equals(rows, 0, size * WIDTH, other.rows, 0, size * WIDTH);
    }

    /** Returns the number of bytes that the rows and the sums take, with the headers. */
    long bytes() {
        return 40 + 16 + 8L * rows.length + (sums == null ? 0 : sums.bytes());
    }

    /** How many spans there are. */
    int size() {
        return size;
    }

    /** The job of a span, by its place in order of their starts. */
    long job(int i) {
        return rows[i * WIDTH + JOB];
    }

    /** The jobs in order of their starts. */
    List<JobId> jobs() {
        var list = new ArrayList<JobId>(size);
        for (int i = 0; i < size; i++) {
            list.add(new JobId(job(i)));
        }
        return list;
    }

    @Override
    public String toString() {
        var text = new StringBuilder();
        for (int at = 0; at < size * WIDTH; at += WIDTH) {
            text.append(Arrays.toString(Arrays.copyOfRange(rows, at, at + WIDTH)));
        }
        return text.toString();
    }
}
