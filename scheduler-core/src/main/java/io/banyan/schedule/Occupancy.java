package io.banyan.schedule;

import io.banyan.planner.TimeWindow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * Who has taken how much of one vertex, and when: a short list of spans in order of their start. A vertex that nobody
 * holds has none of these.
 */
final class Occupancy {

    private long[] starts = new long[1];
    private long[] ends = new long[1];
    private long[] jobs = new long[1];
    private long[] amounts = new long[1];
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    /** The most that is taken at one instant of the window. O(spans x (1 + different starts within the window)). */
    long takenDuring(TimeWindow window) {
        long most = takenAt(window.startSec());
        long lastSec = window.startSec();
        for (int i = 0; i < size && starts[i] < window.endSec(); i++) {
            if (starts[i] > lastSec) {
                lastSec = starts[i];
                most = Math.max(most, takenAt(lastSec));
            }
        }
        return most;
    }

    private long takenAt(long sec) {
        long sum = 0;
        for (int i = 0; i < size && starts[i] <= sec; i++) {
            sum += sec < ends[i] ? amounts[i] : 0;
        }
        return sum;
    }

    void add(JobId job, TimeWindow window, long amount) {
        if (size == starts.length) {
            int capacity = size * 2;
            starts = Arrays.copyOf(starts, capacity);
            ends = Arrays.copyOf(ends, capacity);
            jobs = Arrays.copyOf(jobs, capacity);
            amounts = Arrays.copyOf(amounts, capacity);
        }
        int at = size;
        while (at > 0 && starts[at - 1] > window.startSec()) {
            at--;
        }
        for (long[] column : new long[][] {starts, ends, jobs, amounts}) {
            System.arraycopy(column, at, column, at + 1, size - at);
        }
        starts[at] = window.startSec();
        ends[at] = window.endSec();
        jobs[at] = job.value();
        amounts[at] = amount;
        size++;
    }

    /** What jobs hold by spans that are over at an instant, of those that the filter accepts. */
    long overdueAt(long sec, Predicate<JobId> filter) {
        long sum = 0;
        for (int i = 0; i < size; i++) {
            sum += ends[i] <= sec && filter.test(new JobId(jobs[i])) ? amounts[i] : 0;
        }
        return sum;
    }

    /** What a job has here. */
    long amountOf(JobId job) {
        long sum = 0;
        for (int i = 0; i < size; i++) {
            sum += jobs[i] == job.value() ? amounts[i] : 0;
        }
        return sum;
    }

    /** The job gives back a part of what it has. */
    void reduce(JobId job, long amount) {
        for (int i = 0; i < size; i++) {
            if (jobs[i] == job.value() && amounts[i] > amount) {
                amounts[i] -= amount;
                return;
            }
        }
        throw new IllegalStateException("Job " + job + " has no more than " + amount + " here.");
    }

    void remove(JobId job) {
        for (int i = 0; i < size; i++) {
            if (jobs[i] == job.value()) {
                for (long[] column : new long[][] {starts, ends, jobs, amounts}) {
                    System.arraycopy(column, i + 1, column, i, size - i - 1);
                }
                size--;
                return;
            }
        }
        throw new IllegalStateException("Job " + job + " has no span here.");
    }

    /** Whether the other has the same spans, in whatever order those of one start are. */
    boolean isSameAs(Occupancy other) {
        return size == other.size && Arrays.equals(rows(), other.rows(), Arrays::compare);
    }

    private long[][] rows() {
        var rows = new long[size][];
        for (int i = 0; i < size; i++) {
            rows[i] = new long[] {starts[i], ends[i], jobs[i], amounts[i]};
        }
        Arrays.sort(rows, Arrays::compare);
        return rows;
    }

    /** What the four columns take, with their headers and the object. */
    long bytes() {
        return 4 * (16 + 8L * starts.length) + 40;
    }

    /** The jobs in order of their starts. */
    List<JobId> jobs() {
        var list = new ArrayList<JobId>(size);
        for (int i = 0; i < size; i++) {
            list.add(new JobId(jobs[i]));
        }
        return list;
    }

    @Override
    public String toString() {
        return Arrays.deepToString(rows());
    }
}
