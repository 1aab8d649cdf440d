package io.banyan.sim;

import io.banyan.sim.check.TreeCheck;
import io.banyan.sim.script.Action;
import io.banyan.sim.script.Script;
import io.banyan.sim.world.Violation;
import io.banyan.sim.world.WorldParts;
import java.util.ArrayList;
import java.util.List;

/**
 * Removes the actions from a script that are not needed to break a tree (delta debugging, Zeller and Hildebrandt,
 * Simplifying and Isolating Failure-Inducing Input): pieces of the list first, and ever smaller ones, down to single
 * events.
 */
final class Shrinker {
    /** How often a script is run again at most. */
    static final int MOST_RUNS = 600;

    private final Script script;
    private final WorldParts parts;
    private int runs;

    Shrinker(Script script, WorldParts parts) {
        this.script = script;
        this.parts = parts;
    }

    /**
     * Removes actions as long as the rest still breaks the tree. Returns all actions if a second run does not break it.
     */
    List<Action> shrink(List<Action> all) {
        List<Action> left = all;
        int pieces = 2;
        while (left.size() >= 2 && runs < MOST_RUNS) {
            List<Action> fewer = withoutOnePiece(left, pieces);
            if (fewer.size() < left.size()) {
                left = fewer;
                pieces = Math.max(2, pieces - 1);
            } else if (pieces >= left.size()) {
                return left;
            } else {
                pieces = Math.min(left.size(), 2 * pieces);
            }
        }
        return left;
    }

    /** The list without the first piece that it does not take; the same list where it takes all of them. */
    private List<Action> withoutOnePiece(List<Action> list, int pieces) {
        for (int i = 0; i < pieces && runs < MOST_RUNS; i++) {
            int from = (int) ((long) list.size() * i / pieces);
            int to = (int) ((long) list.size() * (i + 1) / pieces);
            List<Action> rest = new ArrayList<>(list.subList(0, from));
            rest.addAll(list.subList(to, list.size()));
            if (breaks(rest)) {
                return rest;
            }
        }
        return list;
    }

    private boolean breaks(List<Action> some) {
        runs++;
        try {
            script.run(script.world(parts, new TreeCheck(1)), some);
            return false;
        } catch (Violation e) {
            return true;
        }
    }
}
