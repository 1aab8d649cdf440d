package io.banyan.workflow.reduce;

import io.banyan.workflow.model.StepId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** The times and lanes of the tasks of a block, counted from its start. */
public final class BlockTimetable {
    /**
     * One task.
     *
     * @param step its step
     * @param index its number in the step, from 0
     * @param lane its lane, from 0
     * @param startMillis its start after that of the block
     * @param endMillis its end after the start of the block
     */
    public record Entry(StepId step, int index, int lane, long startMillis, long endMillis) {}

    /** A lane with the time at which it is free. */
    private record Lane(int number, long freeMillis) {}

    private final List<Entry> entries = new ArrayList<>();

    private BlockTimetable() {}

    /** Returns the tasks of a block, by their parts; none for a block without lanes. O(tasks log lanes). */
    public static List<Entry> of(Block block) {
        var timetable = new BlockTimetable();
        if (block.lanes() > 0) {
            timetable.add(block.part(), 0, block.lanes(), 0);
        }
        return timetable.entries;
    }

    /** Returns the time that a part takes in this number of lanes. O(tasks log lanes). */
    static long length(BlockPart part, int lanes) {
        return switch (part) {
            case BlockPart.Tasks tasks -> Math.multiplyExact(Math.ceilDiv(tasks.tasks(), lanes), tasks.millis());
            case BlockPart.Chain chain ->
                chain.parts().stream().mapToLong(each -> length(each, lanes)).sum();
            case BlockPart.Bag bag -> {
                PriorityQueue<Lane> free = lanes(0, lanes, 0);
                yield bag.parts().stream()
                        .mapToLong(each -> {
                            Lane lane = free.remove();
                            long end = lane.freeMillis() + length(each, 1);
                            free.add(new Lane(lane.number(), end));
                            return end;
                        })
                        .max()
                        .orElse(0);
            }
        };
    }

    private static PriorityQueue<Lane> lanes(int first, int count, long millis) {
        PriorityQueue<Lane> lanes =
                new PriorityQueue<>(Comparator.comparingLong(Lane::freeMillis).thenComparingInt(Lane::number));
        for (int i = 0; i < count; i++) {
            lanes.add(new Lane(first + i, millis));
        }
        return lanes;
    }

    /** Adds the tasks of a part in the lanes from {@code first}, and returns the time at which it ends. */
    private long add(BlockPart part, int first, int count, long startMillis) {
        return switch (part) {
            case BlockPart.Tasks tasks -> addTasks(tasks, first, count, startMillis);
            case BlockPart.Chain chain -> {
                long end = startMillis;
                for (BlockPart each : chain.parts()) {
                    end = add(each, first, count, end);
                }
                yield end;
            }
            case BlockPart.Bag bag -> {
                PriorityQueue<Lane> free = lanes(first, count, startMillis);
                long end = startMillis;
                for (BlockPart each : bag.parts()) {
                    Lane lane = free.remove();
                    long laneEnd = add(each, lane.number(), 1, lane.freeMillis());
                    free.add(new Lane(lane.number(), laneEnd));
                    end = Math.max(end, laneEnd);
                }
                yield end;
            }
        };
    }

    private long addTasks(BlockPart.Tasks tasks, int first, int count, long startMillis) {
        for (int i = 0; i < tasks.tasks(); i++) {
            long start = startMillis + i / count * tasks.millis();
            entries.add(new Entry(tasks.step(), i, first + i % count, start, start + tasks.millis()));
        }
        return startMillis + Math.ceilDiv(tasks.tasks(), count) * tasks.millis();
    }
}
