package io.banyan.schedule;

import io.banyan.graph.ResourceGraph;

/**
 * The whole state of a schedule as text: every status, span, aggregate and hold. Exploration weights are not part of
 * it.
 */
final class ScheduleText {

    private ScheduleText() {}

    static String of(Schedule schedule) {
        ResourceGraph graph = schedule.graph();
        var text = new StringBuilder();
        for (int v = 0; v < graph.vertexBound(); v++) {
            if (graph.contains(v)) {
                text.append(graph.path(v))
                        .append(' ')
                        .append(schedule.statuses().of(v))
                        .append(' ');
                text.append(schedule.isShared(v))
                        .append(' ')
                        .append(graph.properties(v))
                        .append(' ');
                text.append(schedule.holdings().occupancy(v)).append(' ');
                text.append(schedule.aggregates().describe(v)).append('\n');
            }
        }
        for (Booking booking : schedule.holdings().bookings()) {
            text.append(booking).append('\n');
            for (Hold hold : schedule.holdings().require(booking.job()).holds()) {
                text.append("  ").append(graph.path(hold.vertex)).append(' ').append(hold.amount);
                text.append(' ')
                        .append(hold.whole)
                        .append(' ')
                        .append(hold.children)
                        .append('\n');
            }
        }
        return text.toString();
    }
}
