package io.banyan.cli.quickstart;

import java.util.List;

/**
 * One grow, measured once.
 *
 * @param request its name, T1 to T8
 * @param elements vertices and edges that it brought to each level below the top
 * @param totalMillis the wait of the caller
 * @param levels the leaf first
 */
public record GrowMeasurement(String request, int elements, double totalMillis, List<LevelMillis> levels) {
    /** Copies the list. */
    public GrowMeasurement {
        levels = List.copyOf(levels);
    }
}
