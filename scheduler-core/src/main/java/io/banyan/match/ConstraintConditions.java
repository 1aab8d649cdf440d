package io.banyan.match;

import io.banyan.jobspec.Constraint;
import io.banyan.jobspec.ConstraintTarget;
import java.util.ArrayList;
import java.util.List;

/** A constraint as the conditions that it joins by "and", so that one of them can be named or left out. */
record ConstraintConditions(List<Constraint> all) {

    ConstraintConditions {
        all = List.copyOf(all);
    }

    static ConstraintConditions of(Constraint constraint) {
        var all = new ArrayList<Constraint>();
        collect(constraint, all);
        return new ConstraintConditions(all);
    }

    private static void collect(Constraint constraint, List<Constraint> all) {
        switch (constraint) {
            case Constraint.Any any -> {}
            case Constraint.And and -> and.all().forEach(part -> collect(part, all));
            case Constraint.Properties properties ->
                properties.all().forEach(one -> all.add(new Constraint.Properties(List.of(one))));
            case Constraint.Hosts hosts -> all.add(hosts);
            case Constraint.Ranks ranks -> all.add(ranks);
            case Constraint.Or or -> all.add(or);
            case Constraint.Not not -> all.add(not);
        }
    }

    /** The first condition that the vertex does not meet, in words; empty where it meets all. */
    String firstUnmet(ConstraintTarget target) {
        for (Constraint condition : all) {
            if (!condition.matches(target)) {
                return text(condition);
            }
        }
        return "";
    }

    /** All but one of them. */
    Constraint without(int position) {
        var others = new ArrayList<>(all);
        others.remove(position);
        return others.isEmpty() ? new Constraint.Any() : new Constraint.And(others);
    }

    /** In words: {@code gpu}, {@code not hostlist node[1-3]}, {@code fast or ranks 0-3}. */
    static String text(Constraint condition) {
        return switch (condition) {
            case Constraint.Any any -> "none";
            case Constraint.Properties properties ->
                joined(properties.all().stream().map(ConstraintConditions::word).toList(), " and ");
            case Constraint.Hosts hosts -> "hostlist " + hosts.hosts();
            case Constraint.Ranks ranks -> "ranks " + ranks.ranks();
            case Constraint.And and -> joined(texts(and.all()), " and ");
            case Constraint.Or or -> joined(texts(or.any()), " or ");
            case Constraint.Not not ->
                "not " + bracketed(joined(texts(not.all()), " and "), not.all().size() > 1);
        };
    }

    private static String word(Constraint.Property property) {
        return property.negated() ? "not " + property.name() : property.name();
    }

    private static List<String> texts(List<Constraint> parts) {
        return parts.stream().map(part -> bracketed(text(part), isJoined(part))).toList();
    }

    private static boolean isJoined(Constraint part) {
        return switch (part) {
            case Constraint.Properties properties -> properties.all().size() > 1;
            case Constraint.And and -> and.all().size() > 1;
            case Constraint.Or or -> or.any().size() > 1;
            case Constraint.Any any -> false;
            case Constraint.Hosts hosts -> false;
            case Constraint.Ranks ranks -> false;
            case Constraint.Not not -> false;
        };
    }

    private static String bracketed(String text, boolean brackets) {
        return brackets ? "(" + text + ")" : text;
    }

    private static String joined(List<String> texts, String word) {
        return texts.isEmpty() ? "none" : String.join(word, texts);
    }
}
