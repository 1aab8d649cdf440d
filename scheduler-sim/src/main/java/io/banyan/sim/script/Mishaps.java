package io.banyan.sim.script;

import io.banyan.sim.world.Crash;
import io.banyan.sim.world.Disk;
import io.banyan.sim.world.Node;
import io.banyan.sim.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** A source of random mishaps, one at a time. */
final class Mishaps {
    /** Which kinds there are in a run. */
    enum Kind {
        MESSAGES,
        CRASHES,
        CLOUDS
    }

    private final SplittableRandom random;
    private final List<Kind> kinds;

    Mishaps(SplittableRandom random, List<Kind> kinds) {
        this.random = random;
        this.kinds = kinds;
    }

    /** A mishap; empty where this is a run without. */
    Optional<Action> next(World world) {
        if (kinds.isEmpty()) {
            return Optional.empty();
        }
        Node node = world.nodes().get(random.nextInt(world.nodes().size()));
        return Optional.of(
                switch (kinds.get(random.nextInt(kinds.size()))) {
                    case MESSAGES -> node.parent().isPresent() ? message(world, node) : crash(world, node);
                    case CRASHES -> crash(world, node);
                    case CLOUDS -> cloud(world, node);
                });
    }

    private static Action on(World world, Node node, String text, Consumer<Node> deed) {
        String label = node.label();
        return new Action(
                world.nowMillis(),
                text + " (" + label + ")",
                it -> it.node(label).ifPresent(deed));
    }

    private Action message(World world, Node node) {
        boolean isUpward = random.nextBoolean();
        String way = isUpward ? "up" : "down";
        long millis = 1L + random.nextInt(random.nextInt(5) == 0 ? 2_000 : 60);
        return switch (random.nextInt(8)) {
            case 0, 1 ->
                on(
                        world,
                        node,
                        "lose the next message " + way + ", dial after " + millis + " ms",
                        it -> it.uplink().orElseThrow().loseNext(isUpward, millis));
            case 2, 3 ->
                on(
                        world,
                        node,
                        "repeat the next message " + way + " after " + millis + " ms",
                        it -> it.uplink().orElseThrow().repeatNext(isUpward, millis));
            case 4, 5 ->
                on(
                        world,
                        node,
                        "delay the next message " + way + " by " + millis + " ms",
                        it -> it.uplink().orElseThrow().delayNext(isUpward, millis));
            case 6 ->
                on(
                        world,
                        node,
                        "cut the session, dial after " + millis + " ms",
                        it -> it.uplink().orElseThrow().cut(millis));
            default -> {
                long longer = 10L * millis;
                yield on(
                        world,
                        node,
                        "disconnect it from its parent for " + longer + " ms",
                        it -> it.uplink().orElseThrow().part(longer));
            }
        };
    }

    private Action crash(World world, Node node) {
        long millis = 1L + random.nextInt(random.nextInt(5) == 0 ? 12_000 : 200);
        String then = ", start after " + millis + " ms";
        return switch (random.nextInt(9)) {
            case 0 -> on(world, node, "crash" + then, it -> it.processExit().crash(millis));
            case 1, 2 -> {
                List<Disk.Remains> all = List.of(Disk.Remains.values());
                Disk.Remains remains = all.get(random.nextInt(all.size()));
                yield on(
                        world,
                        node,
                        "crash at the next decision, before it is synced, of which all is " + remains + then,
                        it -> it.processExit().crashAt(new Crash.Unsynced(remains), millis));
            }
            case 3, 4 -> {
                int effects = random.nextInt(5);
                yield on(
                        world,
                        node,
                        "crash at the next decision, synced, after " + effects + " effects" + then,
                        it -> it.processExit().crashAt(new Crash.Synced(effects), millis));
            }
            case 5 -> on(world, node, "freeze for " + millis + " ms", it -> it.freeze(millis));
            case 6 -> {
                long by = random.nextInt(-20_000, 20_000);
                yield on(world, node, "set the clock by " + by + " ms", it -> it.setClock(by));
            }
            case 7 -> on(world, node, "suspend" + then, it -> it.processExit().suspend(millis));
            default ->
                on(world, node, "crash, rewrite the journal" + then, it -> {
                    it.processExit().crash(millis);
                    it.shorten();
                });
        };
    }

    private Action cloud(World world, Node any) {
        List<Node> having = new ArrayList<>(world.nodes());
        having.removeIf(node -> node.clouds().byName().isEmpty());
        if (having.isEmpty()) {
            return crash(world, any);
        }
        Node node = having.get(random.nextInt(having.size()));
        List<String> providers = List.copyOf(node.clouds().byName().keySet());
        String provider = providers.get(random.nextInt(providers.size()));
        long millis = 100L + random.nextInt(6_000);
        return switch (random.nextInt(7)) {
            case 0, 1 -> {
                long longer = 20L + random.nextInt(6_000);
                yield on(
                        world,
                        node,
                        "slow provider " + provider + " for " + millis + " ms, by " + longer + " ms",
                        it -> it.clouds().get(provider).slowDown(millis, longer));
            }
            case 2, 3 ->
                on(
                        world,
                        node,
                        "failing provider " + provider + " for " + millis + " ms",
                        it -> it.clouds().get(provider).fail(millis));
            case 4 ->
                on(
                        world,
                        node,
                        provider + " takes away resources",
                        it -> it.clouds().get(provider).takeAway());
            case 5 ->
                on(
                        world,
                        node,
                        provider + " has more than it reported",
                        it -> it.clouds().get(provider).leaveOver());
            default -> on(world, node, "look at " + provider, it -> it.clouds().look(provider));
        };
    }
}
