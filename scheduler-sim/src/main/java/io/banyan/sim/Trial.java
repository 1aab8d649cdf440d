package io.banyan.sim;

import io.banyan.sim.check.TreeCheck;
import io.banyan.sim.script.Action;
import io.banyan.sim.script.Script;
import io.banyan.sim.world.Fault;
import io.banyan.sim.world.Violation;
import io.banyan.sim.world.World;
import io.banyan.sim.world.WorldParts;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One tree from one seed, from its start until all has settled.
 *
 * @param steps how many events its instances handled
 * @param events how many were asked for from outside: requests and mishaps
 * @param instances the most that there were at once
 * @param levels the most that there were
 * @param faults the number of each fault
 * @param finding the violation; empty for none
 */
public record Trial(
        long seed,
        long steps,
        int events,
        int instances,
        int levels,
        Map<Fault, Long> faults,
        Optional<SimulationFinding> finding) {
    /** Copies the map. */
    public Trial {
        faults = Collections.unmodifiableMap(new LinkedHashMap<>(faults));
    }

    /** Runs a trial; a script that breaks it is shrunk to the necessary events. */
    public static Trial of(long seed, long steps, WorldParts parts) {
        Script script = Script.of(seed);
        World world = script.world(parts, new TreeCheck(TreeCheck.WHOLE_EVERY));
        try {
            script.write(world, steps);
            return trial(seed, script, world, Optional.empty());
        } catch (Violation e) {
            List<Action> shrunk = new Shrinker(script, parts).shrink(script.actions());
            return trial(seed, script, world, Optional.of(finding(seed, e, script, shrunk, parts)));
        }
    }

    /** Runs it and returns the violation, without shrinking the script. */
    static Optional<Violation> violation(long seed, long steps, WorldParts parts) {
        Script script = Script.of(seed);
        try {
            script.write(script.world(parts, new TreeCheck(TreeCheck.WHOLE_EVERY)), steps);
            return Optional.empty();
        } catch (Violation e) {
            return Optional.of(e);
        }
    }

    private static Trial trial(long seed, Script script, World world, Optional<SimulationFinding> finding) {
        return new Trial(
                seed,
                world.steps(),
                script.actions().size(),
                world.mostNodes(),
                world.mostLevels(),
                world.faults(),
                finding);
    }

    /** Describes the violation of the shrunk script, or that of the whole script if the shrunk one breaks nothing. */
    private static SimulationFinding finding(
            long seed, Violation whole, Script script, List<Action> shrunk, WorldParts parts) {
        World world = script.world(parts, new TreeCheck(1));
        String violation = String.valueOf(whole.getMessage());
        try {
            script.run(world, shrunk);
        } catch (Violation e) {
            violation = String.valueOf(e.getMessage());
        }
        return new SimulationFinding(
                seed,
                violation,
                script.actions().size(),
                shrunk.stream().map(Action::toString).toList(),
                world.describe());
    }
}
