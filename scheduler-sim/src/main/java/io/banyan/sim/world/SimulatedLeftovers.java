package io.banyan.sim.world;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;

/**
 * The resources of ended instances that are still at their providers. They are released by the journals of the
 * instances; resources that no journal knows are found in the lists of the providers. The daemon's launcher does so
 * too, and a job ends only after the release.
 */
final class SimulatedLeftovers {
    private static final long AGAIN_MILLIS = 500;

    private final World world;
    private final List<Node> left = new ArrayList<>();

    SimulatedLeftovers(World world) {
        this.world = world;
    }

    /** Nothing of it runs any more. */
    void add(Node node) {
        if (!node.clouds().byName().isEmpty()) {
            left.add(node);
        }
    }

    /** The instances that may still have resources at providers. */
    List<Node> all() {
        return List.copyOf(left);
    }

    /** Providers fail no more. */
    void heal() {
        left.forEach(node -> node.clouds().heal());
    }

    /**
     * Returns the leftovers of an instance and of those below it, repeatedly until all are returned.
     *
     * @param isWanted whether a caller still waits for that
     * @param failed is called the first time that a provider does not take resources back
     * @param done is called when all are returned
     */
    void giveBack(String path, BooleanSupplier isWanted, Runnable failed, Runnable done) {
        for (Node node : List.copyOf(left)) {
            if (isWithin(node, path) && isAllBack(node)) {
                left.remove(node);
            }
        }
        if (left.stream().noneMatch(node -> isWithin(node, path))) {
            done.run();
            return;
        }
        failed.run();
        world.in(AGAIN_MILLIS, () -> {
            if (isWanted.getAsBoolean()) {
                giveBack(path, isWanted, () -> {}, done);
            }
        });
    }

    private static boolean isWithin(Node node, String path) {
        return node.path().equals(path) || node.path().startsWith(path + "/");
    }

    private static boolean isAllBack(Node node) {
        SortedMap<String, SortedSet<String>> outside = node.outside();
        boolean isAll = true;
        for (var cloud : node.clouds().byName().entrySet()) {
            Set<String> ids = new TreeSet<>(cloud.getValue().unsaid());
            Optional.ofNullable(outside.get(cloud.getKey())).ifPresent(ids::addAll);
            boolean isTaken = cloud.getValue().takeBack(ids);
            isAll &= isTaken;
            if (isTaken && !cloud.getValue().open().isEmpty()) {
                throw new Violation(node + " no longer runs, but " + cloud.getKey() + " has "
                        + cloud.getValue().open() + " of its resources, which its journal does not list: " + outside);
            }
        }
        return isAll;
    }
}
