package io.banyan.instance.state;

import io.banyan.instance.message.value.HeldPart;
import java.util.List;

/**
 * A proposal to a job that runs: to run with another number of slots from now on.
 *
 * @param number counts the proposals to the job, from 1 on
 * @param from what it runs with
 * @param to what it is to run with
 * @param held what it is to give up; or what it is to get as well, which is its own from when that was proposed
 */
public record Rescale(long number, long from, long to, List<HeldPart> held) {
    public Rescale {
        held = List.copyOf(held);
    }

    public boolean isShrink() {
        return to < from;
    }
}
