package io.banyan.instance.state;

import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.schedule.Booking;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** Everything that a replay must bring back, as text; by path, since indices may differ. */
public final class Fingerprint {
    private Fingerprint() {}

    public static String of(InstanceState state) {
        StringBuilder text = new StringBuilder("path ")
                .append(state.path())
                .append(' ')
                .append(state.leaving())
                .append('\n');
        text.append(state.jobs()).append('\n');
        text.append(state.submitted().prerequisites()).append('\n');
        text.append(state.submitted().book()).append(state.submitted().queue().memory());
        text.append(state.submitted().queue().waiting()).append('\n');
        text.append(state.origins()).append('\n');
        text.append(state.childGrants()).append('\n');
        text.append(state.shrinks()).append('\n');
        text.append(state.returns()).append('\n');
        text.append(state.revokes()).append('\n');
        text.append(state.clearings()).append('\n');
        text.append(state.provisions()).append('\n');
        text.append(state.reservations()).append('\n');
        text.append(state.malleables()).append('\n');
        text.append(state.histories()).append('\n');
        if (state.isJoined()) {
            describe(state, text);
        }
        return text.toString();
    }

    /**
     * Returns the fingerprint without grows and returns that are over, which an instance remembers so that it knows
     * them if they are repeated.
     */
    public static String withoutMemories(InstanceState state) {
        StringBuilder text = new StringBuilder("path ").append(state.path()).append('\n');
        text.append(state.jobs()).append('\n');
        text.append(state.origins().all()).append('\n');
        for (JobRecord job : state.jobs().activeInstances()) {
            text.append(job.id()).append(state.childGrants().tops(job.id()));
            text.append(state.childGrants().outstanding(job.id())).append('\n');
        }
        text.append(state.revokes().pending())
                .append(state.clearings().pending())
                .append('\n');
        text.append(state.returns().pending()).append(state.returns().open()).append('\n');
        text.append(state.reservations()).append('\n');
        text.append(state.malleables()).append('\n');
        text.append(state.provisions()).append('\n');
        if (state.isJoined()) {
            describe(state, text);
        }
        return text.toString();
    }

    private static void describe(InstanceState state, StringBuilder text) {
        ResourceGraph graph = state.resources().graph();
        List<String> vertices = IntStream.range(0, graph.vertexBound())
                .filter(graph::contains)
                .mapToObj(v -> graph.path(v) + " " + graph.size(v) + " "
                        + state.schedule().statuses().of(v) + " "
                        + state.schedule().isShared(v) + " " + graph.properties(v))
                .toList();
        new TreeSet<>(vertices).forEach(line -> text.append(line).append('\n'));
        text.append(state.resources().leftTags()).append('\n');
        text.append(state.statuses()).append('\n');
        text.append(state.checkpoints()).append('\n');
        for (Booking booking : state.schedule().holdings().bookings()) {
            text.append(booking).append('\n');
            Selection selection = state.schedule().holdings().selection(booking.job());
            TreeSet<String> held = new TreeSet<>();
            for (int i = 0; i < selection.size(); i++) {
                held.add("  " + graph.path(selection.vertex(i)) + " " + selection.amount(i) + " "
                        + selection.exclusive(i));
            }
            held.forEach(line -> text.append(line).append('\n'));
        }
    }
}
