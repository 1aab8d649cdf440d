package io.banyan.jobspec;

import io.banyan.rset.HostList;
import io.banyan.rset.IdSet;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Which nodes a job accepts: a pure expression tree (RFC 31).
 *
 * <p>An immutable value; {@code toString} is the one-line JSON that RFC 31 defines, so that reasons can quote it.
 */
public sealed interface Constraint {
    /** Whether the vertex meets the constraint. O(size of the constraint). */
    boolean matches(ConstraintTarget target);

    /** Matches everything. */
    record Any() implements Constraint {
        @Override
        public boolean matches(ConstraintTarget target) {
            return true;
        }

        @Override
        public String toString() {
            return "{}";
        }
    }

    /** One word of a property list: the property must be there or, negated, must not. */
    record Property(String name, boolean negated) {
        private static final String FORBIDDEN = "!&'\"^`|()";

        /** Checks the name's characters. */
        public Property {
            if (name.isEmpty()) {
                throw new IllegalArgumentException("a property must have a name, found none");
            }
            if (name.chars().anyMatch(c -> FORBIDDEN.indexOf(c) >= 0)) {
                throw new IllegalArgumentException(
                        "a property name must not contain any of " + FORBIDDEN + ", found '" + name + "'");
            }
        }

        @Override
        public String toString() {
            return negated ? "^" + name : name;
        }
    }

    /** All of these hold. */
    record Properties(List<Property> all) implements Constraint {
        public Properties {
            all = List.copyOf(all);
        }

        @Override
        public boolean matches(ConstraintTarget target) {
            for (Property property : all) {
                if (target.hasProperty(property.name()) == property.negated()) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public String toString() {
            return list("properties", all.stream().map(Property::toString).toList());
        }
    }

    /** The name is in the list. */
    record Hosts(HostList hosts) implements Constraint {
        @Override
        public boolean matches(ConstraintTarget target) {
            return hosts.contains(target.name());
        }

        @Override
        public String toString() {
            return list("hostlist", hosts.size() == 0 ? List.of() : List.of(hosts.toString()));
        }
    }

    /** The rank is in the set. */
    record Ranks(IdSet ranks) implements Constraint {
        @Override
        public boolean matches(ConstraintTarget target) {
            return ranks.contains(target.rank());
        }

        @Override
        public String toString() {
            return list("ranks", ranks.isEmpty() ? List.of() : List.of(ranks.toString()));
        }
    }

    /** All of these match; nothing to match is met by everything. */
    record And(List<Constraint> all) implements Constraint {
        public And {
            all = List.copyOf(all);
        }

        @Override
        public boolean matches(ConstraintTarget target) {
            return allMatch(all, target);
        }

        @Override
        public String toString() {
            return nested("and", all);
        }
    }

    /** At least one of these matches; nothing to match is met by everything. */
    record Or(List<Constraint> any) implements Constraint {
        public Or {
            any = List.copyOf(any);
        }

        @Override
        public boolean matches(ConstraintTarget target) {
            for (Constraint constraint : any) {
                if (constraint.matches(target)) {
                    return true;
                }
            }
            return any.isEmpty();
        }

        @Override
        public String toString() {
            return nested("or", any);
        }
    }

    /** Not all of these match. */
    record Not(List<Constraint> all) implements Constraint {
        public Not {
            all = List.copyOf(all);
        }

        @Override
        public boolean matches(ConstraintTarget target) {
            return !allMatch(all, target);
        }

        @Override
        public String toString() {
            return nested("not", all);
        }
    }

    private static boolean allMatch(List<Constraint> all, ConstraintTarget target) {
        for (Constraint constraint : all) {
            if (!constraint.matches(target)) {
                return false;
            }
        }
        return true;
    }

    private static String nested(String operator, List<Constraint> operands) {
        return operands.stream()
                .map(Constraint::toString)
                .collect(Collectors.joining(", ", "{\"" + operator + "\": [", "]}"));
    }

    private static String list(String operator, List<String> words) {
        return words.stream()
                .map(word -> "\"" + word + "\"")
                .collect(Collectors.joining(", ", "{\"" + operator + "\": [", "]}"));
    }
}
