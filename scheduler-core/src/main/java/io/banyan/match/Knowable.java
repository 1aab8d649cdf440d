package io.banyan.match;

import io.banyan.jobspec.Constraint;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The facts about vertices that the conditions of a request use: properties by name, or the identity.
 *
 * @param properties names of the used properties
 * @param byIdentity whether a name or a rank is used, which no two vertices share
 */
record Knowable(Set<String> properties, boolean byIdentity) {

    /** Returns the facts that a constraint and the demands of a request use. O(their size). */
    static Knowable of(Constraint constraint, List<Demand> demands) {
        Set<String> properties = new HashSet<>();
        boolean byIdentity = collect(constraint, properties);
        for (Demand demand : demands) {
            byIdentity |= collect(demand.requires, properties);
        }
        return new Knowable(Set.copyOf(properties), byIdentity);
    }

    /** Collects the properties; returns whether the constraint uses the identity too. */
    private static boolean collect(Constraint constraint, Set<String> properties) {
        return switch (constraint) {
            case Constraint.Any any -> false;
            case Constraint.Properties(List<Constraint.Property> all) -> {
                all.forEach(property -> properties.add(property.name()));
                yield false;
            }
            case Constraint.Hosts hosts -> true;
            case Constraint.Ranks ranks -> true;
            case Constraint.And(List<Constraint> all) -> collect(all, properties);
            case Constraint.Or(List<Constraint> any) -> collect(any, properties);
            case Constraint.Not(List<Constraint> all) -> collect(all, properties);
        };
    }

    private static boolean collect(List<Constraint> operands, Set<String> properties) {
        boolean byIdentity = false;
        for (Constraint operand : operands) {
            byIdentity |= collect(operand, properties);
        }
        return byIdentity;
    }
}
