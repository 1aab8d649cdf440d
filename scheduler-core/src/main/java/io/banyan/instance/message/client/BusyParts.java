package io.banyan.instance.message.client;

import io.banyan.instance.message.value.HeldPart;
import io.banyan.planner.TimeWindow;
import java.util.List;
import java.util.Objects;

/**
 * Resources that are busy for a time: held, reserved, planned for a waiting job, or expected to be used by one.
 *
 * @param window endless for a job without a time limit ({@link TimeWindow#isEndless()})
 * @param parts the resources; of a vertex that is not whole, the vertices below it are listed separately
 * @param everywhere whether it is not known which resources; there are no parts then
 */
public record BusyParts(TimeWindow window, List<HeldPart> parts, boolean everywhere) {
    /** Checks that the resources are named, or not known. */
    public BusyParts {
        Objects.requireNonNull(window, "window");
        parts = List.copyOf(parts);
        if (everywhere && !parts.isEmpty()) {
            throw new IllegalArgumentException("resources that are not known have no parts, found " + parts.size());
        }
    }
}
