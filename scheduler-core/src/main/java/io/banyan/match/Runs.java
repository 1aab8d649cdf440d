package io.banyan.match;

import java.util.Arrays;
import java.util.List;

/** Runs of consecutive scores, highest first, as far down as they are known. */
final class Runs {

    private long[] highs = new long[4];
    private long[] lows = new long[4];
    private int size;

    /** The runs of all scores that there are among candidates. O(n log n). */
    static Runs of(List<Candidate> candidates) {
        long[] scores = candidates.stream()
                .mapToLong(Candidate::score)
                .sorted()
                .distinct()
                .toArray();
        var runs = new Runs();
        int end = scores.length - 1;
        for (int i = end; i >= 0; i--) {
            if (i == 0 || scores[i - 1] != scores[i] - 1) {
                runs.add(scores[i], scores[end]);
                end = i - 1;
            }
        }
        return runs;
    }

    /** The next run below those that are there. */
    void add(long low, long high) {
        if (size == highs.length) {
            highs = Arrays.copyOf(highs, 2 * size);
            lows = Arrays.copyOf(lows, 2 * size);
        }
        lows[size] = low;
        highs[size++] = high;
    }

    int size() {
        return size;
    }

    long low(int run) {
        return lows[run];
    }

    long high(int run) {
        return highs[run];
    }

    /** Returns the same runs with all scores raised by this much. */
    Runs raised(long by) {
        var raised = new Runs();
        for (int i = 0; i < size; i++) {
            raised.add(lows[i] + by, highs[i] + by);
        }
        return raised;
    }

    /**
     * The last score of the run that a score is part of; the score itself where it is below all runs that are known.
     * O(log runs).
     */
    long endOf(long score) {
        int first = 0;
        int behind = size;
        while (first < behind) {
            int middle = (first + behind) >>> 1;
            if (lows[middle] <= score) {
                behind = middle;
            } else {
                first = middle + 1;
            }
        }
        return first < size ? highs[first] : score;
    }
}
