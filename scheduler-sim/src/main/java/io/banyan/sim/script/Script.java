package io.banyan.sim.script;

import io.banyan.sim.check.Settlement;
import io.banyan.sim.world.Node;
import io.banyan.sim.world.World;
import io.banyan.sim.world.WorldParts;
import io.banyan.sim.world.WorldSite;
import io.banyan.sim.world.WorldWatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * A script of everything that happens to a tree from outside, from its start until all has settled. The first run
 * writes the script, since each action depends on the results of earlier ones. The script can then be run again, whole
 * or with actions left out.
 */
public final class Script {
    private static final long NO_END = Long.MAX_VALUE;
    /** So many events come to one that is a mishap, where there are any. */
    private static final int MISHAP_EVERY = 7;

    /** One of this many requests to an instance without an answer loses its waiting client. */
    private static final int LEAVES_EVERY = 8;

    private final WorldSite site;
    private final SplittableRandom random;
    private final RandomRequests requests;
    private final Mishaps mishaps;
    private final List<Action> actions = new ArrayList<>();
    private long endMillis;

    private Script(long seed) {
        this.site = Landscape.of(seed);
        this.random = new SplittableRandom(seed);
        this.requests = new RandomRequests(random, site.graph());
        this.mishaps = new Mishaps(random, kinds(seed));
    }

    /** One of four runs is without faults, so that nothing is excused. */
    private static List<Mishaps.Kind> kinds(long seed) {
        return switch ((int) Math.floorMod(seed, 4L)) {
            case 0 -> List.of();
            case 1 -> List.of(Mishaps.Kind.MESSAGES);
            case 2 -> List.of(Mishaps.Kind.CRASHES, Mishaps.Kind.CLOUDS);
            default -> List.of(Mishaps.Kind.values());
        };
    }

    /** A script for a seed. */
    public static Script of(long seed) {
        return new Script(seed);
    }

    /** A world for it. */
    public World world(WorldParts parts, WorldWatcher watcher) {
        return new World(site, parts, watcher);
    }

    /** The actions written so far. */
    public List<Action> actions() {
        return List.copyOf(actions);
    }

    /** Writes it while it runs in this world, until so many events were handled, and lets all settle. Once. */
    public void write(World world, long steps) {
        try {
            while (world.steps() < steps) {
                world.runUntil(world.nowMillis() + gapMillis(), steps);
                next(world).ifPresent(action -> {
                    actions.add(action);
                    action.apply(world);
                });
            }
        } finally {
            endMillis = world.nowMillis();
        }
        settle(world);
    }

    /** Runs these of its events in a new world, and lets all settle. */
    public void run(World world, List<Action> some) {
        for (Action action : some) {
            world.runUntil(action.atMillis(), NO_END);
            action.apply(world);
        }
        world.runUntil(endMillis, NO_END);
        settle(world);
    }

    private void settle(World world) {
        new Settlement(world, site.graph()).run();
    }

    private long gapMillis() {
        return switch (random.nextInt(20)) {
            case 0 -> random.nextInt(4_000);
            case 1, 2, 3 -> random.nextInt(500);
            default -> random.nextInt(30);
        };
    }

    private Optional<Action> next(World world) {
        if (random.nextInt(MISHAP_EVERY) == 0) {
            Optional<Action> mishap = mishaps.next(world);
            if (mishap.isPresent()) {
                return mishap;
            }
        }
        Node node = world.nodes().get(random.nextInt(world.nodes().size()));
        String label = node.label();
        if (!node.isUp()) {
            return Optional.of(new Action(
                    world.nowMillis(),
                    "start it (" + label + ")",
                    it -> it.node(label).ifPresent(Node::start)));
        }
        if (!node.calls().isEmpty() && random.nextInt(LEAVES_EVERY) == 0) {
            return Optional.of(new Action(
                    world.nowMillis(),
                    label + ": the client of the last call leaves",
                    it -> it.node(label)
                            .ifPresent(up -> List.copyOf(up.calls()).stream()
                                    .reduce((first, last) -> last)
                                    .ifPresent(up::leave))));
        }
        RandomRequests.Asked asked = requests.next(world, node);
        return Optional.of(new Action(
                world.nowMillis(),
                label + ": " + asked.text(),
                it -> it.node(label)
                        .filter(Node::isUp)
                        .ifPresent(up -> asked.wish().of(up).ifPresent(request -> it.ask(up, request)))));
    }
}
