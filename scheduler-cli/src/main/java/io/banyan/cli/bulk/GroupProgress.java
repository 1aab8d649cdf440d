package io.banyan.cli.bulk;

import io.banyan.cli.output.ProgressLine;
import io.banyan.instance.message.value.JobState;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The progress of jobs at one moment.
 *
 * @param total how many there are
 * @param waiting for their turn, or for room
 * @param running also those that are being stopped
 * @param completed with success
 * @param failed ended otherwise: with another status, at their time limit, or cancelled
 * @param perSecond how many ended a second, lately; null where that is not known yet
 * @param leftSec the estimated time for the others at this rate; null if unknown
 */
public record GroupProgress(
        long total,
        long waiting,
        long running,
        long completed,
        long failed,
        @Nullable Double perSecond,
        @Nullable Long leftSec) {
    /** The progress without a rate. */
    static GroupProgress of(Map<JobState, Long> jobs) {
        long waiting = of(jobs, JobState.PENDING) + of(jobs, JobState.RESERVED);
        long running = of(jobs, JobState.RUNNING) + of(jobs, JobState.STOPPING);
        long completed = of(jobs, JobState.COMPLETED);
        long failed = of(jobs, JobState.FAILED) + of(jobs, JobState.EXPIRED) + of(jobs, JobState.CANCELLED);
        return new GroupProgress(
                waiting + running + completed + failed, waiting, running, completed, failed, null, null);
    }

    private static long of(Map<JobState, Long> jobs, JobState state) {
        return jobs.getOrDefault(state, 0L);
    }

    /** The progress with a rate: so many jobs ended in so many seconds before. */
    GroupProgress after(long ended, double seconds) {
        if (ended <= 0 || seconds <= 0) {
            return this;
        }
        double rate = ended / seconds;
        return new GroupProgress(
                total, waiting, running, completed, failed, rate, (long) Math.ceil((waiting + running) / rate));
    }

    long ended() {
        return completed + failed;
    }

    boolean isOver() {
        return waiting + running == 0;
    }

    /** One line for people. */
    public String text() {
        return text(Integer.MAX_VALUE);
    }

    /** Returns the line with a bar that is as long as so many characters allow, or without a bar where they do not. */
    String text(int columns) {
        String rate = perSecond == null || leftSec == null
                ? ""
                : String.format(Locale.ROOT, ", %.1f/s, %s left", perSecond, time(leftSec));
        String words = " " + completed + " completed, " + failed + " failed, " + running + " running, " + waiting
                + " waiting" + rate;
        return ProgressLine.bar(ended(), total, columns - words.length()) + words;
    }

    private static String time(long seconds) {
        return seconds < 60
                ? seconds + " s"
                : seconds < 3_600 ? seconds / 60 + " min" : seconds / 3_600 + " h " + seconds % 3_600 / 60 + " min";
    }
}
