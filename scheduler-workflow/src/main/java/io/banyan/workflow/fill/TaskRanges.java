package io.banyan.workflow.fill;

import java.util.ArrayList;
import java.util.List;

/** Collects tasks in order; neighbours become one range. O(1) a task. For one thread at a time. */
public final class TaskRanges {
    private List<TaskRange> ranges = new ArrayList<>();
    private int set;
    private int from;
    private int to;
    private int count;

    /** Adds a task. */
    public void add(int ofSet, int task) {
        if (to > from && ofSet == set && task == to) {
            to++;
        } else {
            close();
            set = ofSet;
            from = task;
            to = task + 1;
        }
        count++;
    }

    /** Adds the tasks of a range. */
    public void add(TaskRange range) {
        if (to > from && range.set() == set && range.from() == to) {
            to = range.to();
        } else {
            close();
            set = range.set();
            from = range.from();
            to = range.to();
        }
        count += range.size();
    }

    /** Returns the number of tasks. */
    public int count() {
        return count;
    }

    /** Returns the number of ranges. */
    public int ranges() {
        return ranges.size() + (to > from ? 1 : 0);
    }

    /** Returns the ranges, and forgets them. */
    public List<TaskRange> take() {
        close();
        List<TaskRange> taken = ranges;
        ranges = new ArrayList<>();
        count = 0;
        return taken;
    }

    private void close() {
        if (to > from) {
            ranges.add(new TaskRange(set, from, to));
            to = from;
        }
    }
}
