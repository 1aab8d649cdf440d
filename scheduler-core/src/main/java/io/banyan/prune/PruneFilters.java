package io.banyan.prune;

import io.banyan.resource.ResourceType;
import java.util.ArrayList;
import java.util.List;

/**
 * Which aggregates interior vertices keep: pairs of an anchor (a type of vertex, or {@code ALL}) and the type that is
 * counted below it, as in Fluxion's {@code -p "ALL:core,rack:node"}.
 *
 * @param rules in the order in which they were given, without repetitions
 */
public record PruneFilters(List<Rule> rules) {

    /** Fluxion's default, {@code ALL:core,ALL:node}. */
    public static final PruneFilters DEFAULT = parse("ALL:core,ALL:node");

    private static final String EVERY_ANCHOR = "ALL";
    private static final int MAX_RULES = 1_000;

    public PruneFilters {
        rules = List.copyOf(rules);
    }

    /**
     * One rule: vertices of the anchor's type count the free amount of {@code counted} below them.
     *
     * @param anchor type of the vertices that count, or {@code ALL}
     * @param counted the type that they count
     */
    public record Rule(String anchor, ResourceType counted) {

        /** Whether a vertex of the type keeps this count. Under {@code ALL} no vertex counts its own type. */
        public boolean appliesTo(String vertexType) {
            return anchor.equals(EVERY_ANCHOR) ? !counted.name().equals(vertexType) : anchor.equals(vertexType);
        }
    }

    /**
     * Reads {@code ANCHOR:TYPE[,ANCHOR:TYPE...]}.
     *
     * @throws IllegalArgumentException where the text is something else; the message states the expected form
     */
    public static PruneFilters parse(String text) {
        var rules = new ArrayList<Rule>();
        for (String pair : text.split(",", -1)) {
            int colon = pair.indexOf(':');
            if (colon < 1 || colon == pair.length() - 1 || pair.indexOf(':', colon + 1) >= 0) {
                throw new IllegalArgumentException("The pruning filter '" + pair
                        + "' is not of the form ANCHOR:TYPE, for example ALL:core or rack:node.");
            }
            var rule = new Rule(
                    pair.substring(0, colon).strip(),
                    new ResourceType(pair.substring(colon + 1).strip()));
            if (!rules.contains(rule)) {
                rules.add(rule);
            }
            if (rules.size() > MAX_RULES) {
                throw new IllegalArgumentException("More than " + MAX_RULES + " pruning filters were specified.");
            }
        }
        return new PruneFilters(rules);
    }

    @Override
    public String toString() {
        var pairs = rules.stream()
                .map(rule -> rule.anchor() + ":" + rule.counted().name())
                .toList();
        return String.join(",", pairs);
    }
}
