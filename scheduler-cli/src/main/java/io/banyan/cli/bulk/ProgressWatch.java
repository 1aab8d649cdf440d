package io.banyan.cli.bulk;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ProgressLine;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.message.value.JobState;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Looks at how far jobs are, once a second, and shows it: on a terminal in one line, elsewhere where something has
 * changed. For one thread.
 */
public final class ProgressWatch {
    private static final long PAUSE_MILLIS = 1_000;
    /** Over so many looks the rate is measured. */
    private static final int LOOKS = 30;

    private final Supplier<Map<JobState, Long>> look;
    private final Terminal terminal;
    private final Consumer<GroupProgress> print;
    private final boolean mayDraw;
    private final Deque<Look> looks = new ArrayDeque<>();

    private record Look(long nanos, long ended) {}

    /**
     * A watch.
     *
     * @param look at the jobs
     * @param print prints one line
     * @param mayDraw whether a line may be drawn on a terminal
     */
    public ProgressWatch(
            Supplier<Map<JobState, Long>> look, Terminal terminal, Consumer<GroupProgress> print, boolean mayDraw) {
        this.look = look;
        this.terminal = terminal;
        this.print = print;
        this.mayDraw = mayDraw;
    }

    /** Shows it once, and returns it. */
    public GroupProgress showOnce() {
        GroupProgress progress = next();
        print.accept(progress);
        return progress;
    }

    /** Shows it until all jobs have ended, and returns the last one. */
    public GroupProgress showToEnd() {
        GroupProgress progress = next();
        GroupProgress shown = progress;
        boolean draws = mayDraw && terminal.isInteractive();
        try (var line = ProgressLine.of(terminal)) {
            while (!progress.isOver()) {
                GroupProgress now = progress;
                if (draws) {
                    line.show(() -> now.text(columns()));
                } else if (now.ended() != shown.ended()) {
                    print.accept(now);
                    shown = now;
                }
                pause();
                progress = next();
            }
        }
        print.accept(progress);
        return progress;
    }

    /** The last column of a terminal stays free: a character there can move the cursor to the next line. */
    private int columns() {
        return terminal.columns().orElse(Integer.MAX_VALUE) - 1;
    }

    private GroupProgress next() {
        GroupProgress progress = GroupProgress.of(look.get());
        long now = System.nanoTime();
        Look first = looks.isEmpty() ? new Look(now, progress.ended()) : looks.getFirst();
        looks.addLast(new Look(now, progress.ended()));
        if (looks.size() > LOOKS) {
            looks.removeFirst();
        }
        return progress.after(progress.ended() - first.ended(), (now - first.nanos()) / 1e9);
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CommandFailure.no("interrupted");
        }
    }
}
