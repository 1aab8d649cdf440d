package io.banyan.cli.quickstart;

import io.banyan.rpc.timing.LevelTiming;

/**
 * The times of a grow at one level of the chain.
 *
 * @param level its name, L0 at the top
 * @param matchMillis looking in its own graph
 * @param communicationMillis the wait for the level above, without the times that it reports itself
 * @param addUpdateMillis the addition of the grant to its graph
 */
public record LevelMillis(String level, double matchMillis, double communicationMillis, double addUpdateMillis) {
    private static final double NANOS = 1e6;

    static LevelMillis of(String level, LevelTiming timing) {
        return new LevelMillis(
                level,
                timing.matchNanos() / NANOS,
                timing.communicationNanos() / NANOS,
                timing.addUpdateNanos() / NANOS);
    }
}
