package io.banyan.graph.io;

import io.banyan.graph.GraphBuilder;
import io.banyan.graph.GraphBuilder.Numbering;
import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.io.GrugRecipe.Ids;
import io.banyan.graph.io.GrugRecipe.Method;
import io.banyan.graph.io.GrugRecipe.Pool;
import io.banyan.graph.io.GrugRecipe.Rule;
import io.banyan.resource.ResourceType;
import io.banyan.resource.Subsystem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Generates the graph of a recipe: walks the recipe depth-first from its roots, and at each rule makes (or associates)
 * the target's vertices for all vertices of the source at once. Vertices are numbered in the order of their creation.
 */
final class GrugGenerator {
    static final int MAX_VERTICES = 20_000_000;
    private static final int MAX_RULE_USES = 1_000_000;
    /** The most levels that a way through the recipe makes, as many as a graph can have. */
    private static final int MAX_DEPTH = 256;

    private final GrugRecipe recipe;
    private final int mostVertices;
    private final Map<String, List<Rule>> rulesBySource;
    private final GraphBuilder builder = new GraphBuilder();
    private final Map<ResourceType, List<GrugVertices>> byType = new HashMap<>();
    private final Set<Rule> associated = new HashSet<>();
    /** From then on vertices may have other children than those that the rules of their own pool gave them. */
    private boolean hasAssociated;
    /** The rules on the way to the pool at hand: their scales say how ids continue. */
    private final List<Rule> way = new ArrayList<>();

    private long created;
    private int ruleUses;
    private int nextRank;

    /** Creates a generator for a recipe that stands for at most the given number of vertices. */
    GrugGenerator(GrugRecipe recipe, int mostVertices) {
        this.recipe = recipe;
        this.mostVertices = mostVertices;
        this.rulesBySource = recipe.rulesBySource();
    }

    ResourceGraph generate() throws GraphException {
        List<Pool> roots = recipe.pools().values().stream().filter(Pool::isRoot).toList();
        if (roots.isEmpty()) {
            throw new GraphException(
                    recipe.source()
                            + ": no node of the recipe is marked as root; expected <data key=\"root\">1</data> in one of them.\nMaybe the file contains a graph instead of a recipe; use the format JGF for graphs.");
        }
        long expected = 0;
        for (Pool root : roots) {
            expected += 1 + countBelow(root.id(), 1, 0);
        }
        builder.reserve((int) expected);
        for (Pool root : roots) {
            try {
                int v = builder.addRoot(root.subsystem(), root.template(), 0, nextRank(root, 1));
                root.properties().forEach((key, value) -> builder.setProperty(v, key, value));
                GrugVertices made = GrugVertices.range(v, 1);
                remember(root, made);
                generateBelow(root.id(), made);
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
                count += made > mostVertices ? made : made + countBelow(rule.to(), made, depth + 1);
            }
            if (count > mostVertices) {
                throw tooLarge(rule);
            }
        }
        return count;
    }

    private void generateBelow(String pool, GrugVertices sources) throws GraphException {
        for (Rule rule : rulesBySource.getOrDefault(pool, List.of())) {
            countUse(rule);
            Pool target = recipe.pools().get(rule.to());
            if (target == null || sources.size() == 0 || way.contains(rule)) {
                continue;
            }
            if (way.size() >= MAX_DEPTH - 1) {
                throw tooDeep(rule);
            }
            GrugVertices targets;
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

    private GrugVertices multiply(Rule rule, Pool target, GrugVertices sources) throws GraphException {
        long total = (long) sources.size() * rule.scale();
        if (created + total > mostVertices) {
            throw tooLarge(rule);
        }
        Numbering numbering = numbering(rule.ids());
        GrugVertices made = makesNewPaths(rule, sources, numbering)
                ? multiplyAtOnce(rule, target, sources, numbering)
                : multiplyOneByOne(rule, target, sources, numbering);
        for (int i = 0; !target.properties().isEmpty() && i < made.size(); i++) {
            int v = made.get(i);
            target.properties().forEach((key, value) -> builder.setProperty(v, key, value));
        }
        remember(target, made);
        return made;
    }

    /** Whether no child can have the path of another one, as is clear from the recipe alone. */
    private boolean makesNewPaths(Rule rule, GrugVertices sources, Numbering numbering) {
        return sources.isRange()
                && !hasAssociated
                && rule.subsystem().equals(Subsystem.CONTAINMENT)
                && builder.isContained(sources.first())
                && numbering.tellsApart(rule.scale())
                && confusable(rule) == 1;
    }

    /** How many rules make names for the same vertices that this one might make: it is one of them. */
    private long confusable(Rule rule) {
        return rulesBySource.getOrDefault(rule.from(), List.of()).stream()
                .filter(other -> recipe.canConfuse(rule, other))
                .count();
    }

    private GrugVertices multiplyAtOnce(Rule rule, Pool target, GrugVertices sources, Numbering numbering) {
        int firstRank = nextRank(target, sources.size() * rule.scale());
        int first = builder.addChildren(
                sources.first(), sources.size(), target.template(), rule.scale(), numbering, firstRank);
        return GrugVertices.range(first, sources.size() * rule.scale());
    }

    private GrugVertices multiplyOneByOne(Rule rule, Pool target, GrugVertices sources, Numbering numbering)
            throws GraphException {
        var made = new int[sources.size() * rule.scale()];
        int at = 0;
        for (int j = 0; j < sources.size(); j++) {
            for (int i = 0; i < rule.scale(); i++) {
                long number = numbering.number(j, rule.scale(), i);
                made[at++] = builder.addChild(
                        sources.get(j), rule.subsystem(), target.template(), number, nextRank(target, 1));
            }
        }
        return GrugVertices.of(made);
    }

    private Numbering numbering(Ids ids) {
        return ids.scope() < 0 ? Numbering.NONE : new Numbering(idPeriod(ids), ids.start(), ids.stride());
    }

    /** After how many sources the ids begin again: the product of the scales of the nearest rules above. */
    private long idPeriod(Ids ids) {
        long period = 1;
        for (int k = 0; k < ids.scope() && k < way.size(); k++) {
            period = Math.min(mostVertices, period * way.get(way.size() - 1 - k).scale());
        }
        return period;
    }

    /** The rank of the next vertex of a pool, which is followed by so many others; -1 where its vertices have none. */
    private int nextRank(Pool pool, int vertices) {
        if (!pool.template().type().equals(ResourceType.NODE)) {
            return -1;
        }
        int rank = nextRank;
        nextRank += vertices;
        return rank;
    }

    private void remember(Pool pool, GrugVertices made) {
        created += made.size();
        byType.computeIfAbsent(pool.template().type(), ignored -> new ArrayList<>())
                .add(made);
    }

    private GrugVertices associateAll(Rule rule, Pool target, GrugVertices sources) throws GraphException {
        int[] targets = candidates(rule, target);
        countLinks(rule, (long) sources.size() * targets.length);
        hasAssociated = true;
        for (int j = 0; j < sources.size(); j++) {
            for (int v : targets) {
                builder.associate(sources.get(j), v, rule.subsystem());
            }
        }
        return GrugVertices.of(associated.add(rule) ? targets : new int[0]);
    }

    private GrugVertices associateByPath(Rule rule, Pool target, GrugVertices sources) throws GraphException {
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
        hasAssociated = true;
        for (int j = 0; j < sources.size(); j++) {
            int source = sources.get(j);
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
        return GrugVertices.of(associated.add(rule) ? targets.build().distinct().toArray() : new int[0]);
    }

    /** The existing vertices of the target's type in the subsystem that the rule looks at. */
    private int[] candidates(Rule rule, Pool target) {
        return byType.getOrDefault(target.template().type(), List.of()).stream()
                .flatMapToInt(GrugVertices::stream)
                .filter(v -> builder.ancestor(v, rule.association().targetSubsystem(), 0) >= 0)
                .toArray();
    }

    private void countLinks(Rule rule, long links) throws GraphException {
        created += links;
        if (created > 2L * mostVertices) {
            throw tooLarge(rule);
        }
    }

    private void countUse(Rule rule) throws GraphException {
        if (++ruleUses > MAX_RULE_USES) {
            throw failure(rule, "the recipe contains too many paths");
        }
    }

    private GraphException tooDeep(Rule rule) {
        return failure(rule, "the recipe creates more than " + MAX_DEPTH + " levels, which is the limit");
    }

    private GraphException tooLarge(Rule rule) {
        return failure(rule, "the graph would have more than " + mostVertices + " vertices, which is the limit");
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
