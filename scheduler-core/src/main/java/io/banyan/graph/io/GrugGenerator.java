package io.banyan.graph.io;

import io.banyan.graph.GraphBuilder;
import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.io.GrugRecipe.Ids;
import io.banyan.graph.io.GrugRecipe.Method;
import io.banyan.graph.io.GrugRecipe.Pool;
import io.banyan.graph.io.GrugRecipe.Rule;
import io.banyan.resource.ResourceType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Generates the graph of a recipe: walks the recipe depth-first from its roots, and at each rule makes (or associates) the
 * target's vertices for all vertices of the source at once. Vertices are numbered in the order of their creation.
 */
final class GrugGenerator {
    static final int MAX_VERTICES = 20_000_000;
    private static final int MAX_RULE_USES = 1_000_000;
    /** The most levels that a way through the recipe makes, as many as a graph can have. */
    private static final int MAX_DEPTH = 256;

    private final GrugRecipe recipe;
    private final Map<String, List<Rule>> rulesBySource;
    private final GraphBuilder builder = new GraphBuilder();
    private final Map<ResourceType, List<int[]>> byType = new HashMap<>();
    private final Set<Rule> associated = new HashSet<>();
    /** The rules on the way to the pool at hand: their scales say how ids continue. */
    private final List<Rule> way = new ArrayList<>();

    private long created;
    private int ruleUses;
    private int nextRank;

    GrugGenerator(GrugRecipe recipe) {
        this.recipe = recipe;
        this.rulesBySource = recipe.rulesBySource();
    }

    ResourceGraph generate() throws GraphException {
        List<Pool> roots = recipe.pools().values().stream().filter(Pool::isRoot).toList();
        if (roots.isEmpty()) {
            throw new GraphException(recipe.source()
                    + ": no node of the recipe is marked as root; <data key=\"root\">1</data> is expected in one."
                    + "\nMaybe the file holds a graph and not a recipe for one; JGF is the form for that.");
        }
        long expected = 0;
        for (Pool root : roots) {
            expected += 1 + countBelow(root.id(), 1, 0);
        }
        builder.reserve((int) expected);
        for (Pool root : roots) {
            try {
                int v = builder.addRoot(root.subsystem(), root.template(), 0, nextRank(root));
                root.properties().forEach((key, value) -> builder.setProperty(v, key, value));
                remember(root, new int[] {v});
                generateBelow(root.id(), new int[] {v});
            } catch (GraphException e) {
                throw located(e, root.line());
            }
        }
        return builder.build();
    }

    /** How many vertices the rules below a pool make; those below associated vertices are not foreseen. */
    private long countBelow(String pool, long sources, int depth) throws GraphException {
        long count = 0;
        for (Rule rule : rulesBySource.getOrDefault(pool, List.of())) {
            if (depth > recipe.pools().size()) {
                throw failure(rule, "the edges of the recipe form a cycle");
            }
            if (depth >= MAX_DEPTH - 1) {
                throw tooDeep(rule);
            }
            countUse(rule);
            if (rule.method() == Method.MULTIPLY) {
                long made = sources * rule.scale();
                count += made > MAX_VERTICES ? made : made + countBelow(rule.to(), made, depth + 1);
            }
            if (count > MAX_VERTICES) {
                throw tooLarge(rule);
            }
        }
        return count;
    }

    private void generateBelow(String pool, int[] sources) throws GraphException {
        for (Rule rule : rulesBySource.getOrDefault(pool, List.of())) {
            countUse(rule);
            Pool target = recipe.pools().get(rule.to());
            if (target == null || sources.length == 0 || way.contains(rule)) {
                continue;
            }
            if (way.size() >= MAX_DEPTH - 1) {
                throw tooDeep(rule);
            }
            int[] targets;
            try {
                targets = switch (rule.method()) {
                    case MULTIPLY -> multiply(rule, target, sources);
                    case ASSOCIATE_IN -> associateAll(rule, target, sources);
                    case ASSOCIATE_BY_PATH_IN -> associateByPath(rule, target, sources);
                };
            } catch (GraphException e) {
                throw located(e, rule.line());
            }
            way.add(rule);
            generateBelow(rule.to(), targets);
            way.removeLast();
        }
    }

    private int[] multiply(Rule rule, Pool target, int[] sources) throws GraphException {
        long total = (long) sources.length * rule.scale();
        if (created + total > MAX_VERTICES) {
            throw tooLarge(rule);
        }
        var made = new int[(int) total];
        long period = idPeriod(rule.ids());
        int at = 0;
        for (int j = 0; j < sources.length; j++) {
            for (int i = 0; i < rule.scale(); i++) {
                long number = number(rule, j % period, i);
                int v = builder.addChild(sources[j], rule.subsystem(), target.template(), number, nextRank(target));
                target.properties().forEach((key, value) -> builder.setProperty(v, key, value));
                made[at++] = v;
            }
        }
        remember(target, made);
        return made;
    }

    /** After how many sources the ids begin again: the product of the scales of the nearest rules above. */
    private long idPeriod(Ids ids) {
        long period = 1;
        for (int k = 0; k < ids.scope() && k < way.size(); k++) {
            period = Math.min(MAX_VERTICES, period * way.get(way.size() - 1 - k).scale());
        }
        return period;
    }

    private static long number(Rule rule, long indexInScope, int i) {
        Ids ids = rule.ids();
        if (ids.scope() < 0) {
            return -1;
        }
        return ids.start() + (indexInScope * rule.scale() + i) * ids.stride();
    }

    private int nextRank(Pool pool) {
        return pool.template().type().equals(ResourceType.NODE) ? nextRank++ : -1;
    }

    private void remember(Pool pool, int[] made) {
        created += made.length;
        byType.computeIfAbsent(pool.template().type(), ignored -> new ArrayList<>())
                .add(made);
    }

    private int[] associateAll(Rule rule, Pool target, int[] sources) throws GraphException {
        int[] targets = candidates(rule, target);
        countLinks(rule, (long) sources.length * targets.length);
        for (int source : sources) {
            for (int v : targets) {
                builder.associate(source, v, rule.subsystem());
            }
        }
        return associated.add(rule) ? targets : new int[0];
    }

    private int[] associateByPath(Rule rule, Pool target, int[] sources) throws GraphException {
        Map<Integer, IntStream.Builder> byAncestor = new HashMap<>();
        for (int v : candidates(rule, target)) {
            int ancestor = builder.ancestor(
                    v, rule.association().targetSubsystem(), rule.association().targetLevelsUp());
            if (ancestor >= 0) {
                byAncestor
                        .computeIfAbsent(ancestor, ignored -> IntStream.builder())
                        .add(v);
            }
        }
        Map<Integer, int[]> found = new HashMap<>();
        byAncestor.forEach(
                (ancestor, vertices) -> found.put(ancestor, vertices.build().toArray()));
        IntStream.Builder targets = IntStream.builder();
        for (int source : sources) {
            int ancestor = builder.ancestor(
                    source,
                    rule.association().targetSubsystem(),
                    rule.association().sourceLevelsUp());
            int[] matching = found.getOrDefault(ancestor, new int[0]);
            countLinks(rule, matching.length);
            for (int v : matching) {
                builder.associate(source, v, rule.subsystem());
                targets.add(v);
            }
        }
        return associated.add(rule) ? targets.build().distinct().toArray() : new int[0];
    }

    /** The existing vertices of the target's type in the subsystem that the rule looks at. */
    private int[] candidates(Rule rule, Pool target) {
        return byType.getOrDefault(target.template().type(), List.of()).stream()
                .flatMapToInt(IntStream::of)
                .filter(v -> builder.ancestor(v, rule.association().targetSubsystem(), 0) >= 0)
                .toArray();
    }

    private void countLinks(Rule rule, long links) throws GraphException {
        created += links;
        if (created > 2L * MAX_VERTICES) {
            throw tooLarge(rule);
        }
    }

    private void countUse(Rule rule) throws GraphException {
        if (++ruleUses > MAX_RULE_USES) {
            throw failure(rule, "the recipe has too many ways through it");
        }
    }

    private GraphException tooDeep(Rule rule) {
        return failure(rule, "the recipe makes more than " + MAX_DEPTH + " levels, which is the limit");
    }

    private GraphException tooLarge(Rule rule) {
        return failure(rule, "the graph would have more than " + MAX_VERTICES + " vertices, which is the limit");
    }

    private GraphException failure(Rule rule, String what) {
        return new GraphException(recipe.source() + ":" + rule.line() + ": " + what + ".");
    }

    private GraphException located(GraphException e, int line) {
        String message = String.valueOf(e.getMessage());
        boolean isLocated = message.startsWith(recipe.source() + ":");
        return isLocated ? e : new GraphException(recipe.source() + ":" + line + ": " + message, e);
    }
}
