package io.banyan.graph.io;

import io.banyan.graph.GraphBuilder.Template;
import io.banyan.resource.Subsystem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A generation recipe: pool templates and the rules that make vertices of them.
 *
 * @param source where it was read from, for messages
 */
record GrugRecipe(String source, Map<String, Pool> pools, List<Rule> rules) {
    /** A template of vertices. */
    record Pool(
            String id,
            boolean isRoot,
            Template template,
            Map<String, String> properties,
            Subsystem subsystem,
            int line) {}

    /** How the vertices of one template get those of another. */
    record Rule(
            String from,
            String to,
            Subsystem subsystem,
            Method method,
            int scale,
            Ids ids,
            Association association,
            int line) {}

    /** How logical ids are given: a scope of -1 gives none. */
    record Ids(int scope, long start, long stride) {}

    /** Which existing vertices are associated: those whose path, cut upwards, is the source's, cut upwards. */
    record Association(Subsystem targetSubsystem, int targetLevelsUp, int sourceLevelsUp) {}

    /** How the vertices of a rule's target come about. */
    enum Method {
        MULTIPLY,
        ASSOCIATE_IN,
        ASSOCIATE_BY_PATH_IN
    }

    /** Whether a child that one rule makes might have the name of one that the other makes for the same vertex. */
    boolean canConfuse(Rule one, Rule other) {
        if (!one.subsystem().equals(other.subsystem())) {
            return false;
        }
        String a = basename(one.to());
        String b = basename(other.to());
        return (a.startsWith(b) && isNumber(a, b.length())) || (b.startsWith(a) && isNumber(b, a.length()));
    }

    private String basename(String pool) {
        Pool known = pools.get(pool);
        return known == null ? "" : known.template().basename();
    }

    private static boolean isNumber(String text, int from) {
        return text.chars().skip(from).allMatch(c -> c >= '0' && c <= '9');
    }

    /** The rules by the pool that they start from, in the order of the file. */
    Map<String, List<Rule>> rulesBySource() {
        Map<String, List<Rule>> bySource = new HashMap<>();
        for (Rule rule : rules) {
            bySource.computeIfAbsent(rule.from(), ignored -> new ArrayList<>()).add(rule);
        }
        return bySource;
    }
}
