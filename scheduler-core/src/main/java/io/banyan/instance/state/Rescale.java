package io.banyan.instance.state;

import io.banyan.instance.message.value.HeldPart;
import java.util.List;

/**
 * A proposal to a running job: another number of slots from now on.
 *
 * @param number counts the proposals to the job, from 1 on
 * @param from the present number of slots
 * @param to the proposed number of slots
 * @param held the resources to release; or the additional ones, which are the job's from the proposal on
 */
public record Rescale(long number, long from, long to, List<HeldPart> held) {
    public Rescale {
        held = List.copyOf(held);
    }

    public boolean isShrink() {
        return to < from;
    }
}
