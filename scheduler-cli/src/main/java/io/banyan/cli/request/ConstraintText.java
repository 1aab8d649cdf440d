package io.banyan.cli.request;

import io.banyan.jobspec.Constraint;
import io.banyan.jobspec.ConstraintReader;
import io.banyan.rset.HostList;
import io.banyan.rset.IdSet;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads a constraint as people write it: properties with {@code &}, {@code |}, {@code ^} (not) and parentheses, as in
 * Slurm and RFC 35. {@code host:n[1-4]} and {@code rank:0-3} name nodes. A text that begins with <code>{</code> is the
 * JSON of RFC 31. O(length of the text).
 */
final class ConstraintText {
    private static final int MOST_CHARACTERS = 10_000;
    private static final int DEEPEST = 100;
    private static final Pattern TOKEN = Pattern.compile("\\s*(&&?|\\|\\|?|[()^!]|[^\\s()&|^!]+)");
    private static final Pattern PROPERTY = Pattern.compile("[^\\s\\[\\],*]+");
    private static final Pattern OPERATOR = Pattern.compile("(properties|hosts?|hostlist|ranks?):(.+)");
    private static final String AND = "&";
    private static final String OR = "|";
    private static final String OPEN = "(";
    private static final String CLOSE = ")";

    private final String text;
    private final List<String> tokens;
    private int at;

    private ConstraintText(String text, List<String> tokens) {
        this.text = text;
        this.tokens = tokens;
    }

    /**
     * The constraint that a text says.
     *
     * @throws IllegalArgumentException with one sentence, if it says none
     */
    static Constraint read(String text) {
        if (text.startsWith("{")) {
            return ConstraintReader.read(text);
        }
        if (text.length() > MOST_CHARACTERS) {
            throw new IllegalArgumentException(
                    "a constraint can have at most " + MOST_CHARACTERS + " characters, found " + text.length());
        }
        var reader = new ConstraintText(text, tokens(text));
        Constraint constraint = reader.either(0);
        if (reader.at < reader.tokens.size()) {
            throw reader.wrong("'" + reader.tokens.get(reader.at) + "' is not expected at that position");
        }
        return constraint;
    }

    private static List<String> tokens(String text) {
        List<String> tokens = new ArrayList<>();
        Matcher token = TOKEN.matcher(text);
        while (token.lookingAt()) {
            tokens.add(word(token.group(1)));
            token.region(token.end(), text.length());
        }
        return tokens;
    }

    private static String word(String token) {
        return switch (token) {
            case "&&", "and" -> AND;
            case "||", "or" -> OR;
            case "!", "-", "not" -> "^";
            default -> token;
        };
    }

    private Constraint either(int depth) {
        List<Constraint> any = new ArrayList<>(List.of(all(depth)));
        while (take(OR)) {
            any.add(all(depth));
        }
        return any.size() == 1 ? any.getFirst() : new Constraint.Or(any);
    }

    /** Terms beside each other must all hold, as in RFC 35. */
    private Constraint all(int depth) {
        List<Constraint> all = new ArrayList<>(List.of(one(depth)));
        while (take(AND) || isTermNext()) {
            all.add(one(depth));
        }
        return all(all);
    }

    /** All of these; properties beside each other are one list. */
    static Constraint all(List<Constraint> all) {
        List<Constraint.Property> properties = all.stream()
                .flatMap(it -> it instanceof Constraint.Properties list ? list.all().stream() : Stream.empty())
                .toList();
        List<Constraint> others = all.stream()
                .filter(it -> !(it instanceof Constraint.Properties))
                .toList();
        List<Constraint> merged = properties.isEmpty()
                ? others
                : Stream.concat(Stream.<Constraint>of(new Constraint.Properties(properties)), others.stream())
                        .toList();
        return merged.size() == 1 ? merged.getFirst() : new Constraint.And(merged);
    }

    private boolean isTermNext() {
        return at < tokens.size() && !List.of(AND, OR, CLOSE).contains(tokens.get(at));
    }

    private Constraint one(int depth) {
        if (depth > DEEPEST) {
            throw wrong("the constraint is nested more than " + DEEPEST + " levels deep");
        }
        if (take("^")) {
            return negated(one(depth + 1));
        }
        if (take(OPEN)) {
            Constraint inside = either(depth + 1);
            if (!take(CLOSE)) {
                throw wrong("a ')' is missing");
            }
            return inside;
        }
        if (!isTermNext()) {
            throw wrong(
                    at < tokens.size()
                            ? "a property is missing before '" + tokens.get(at) + "'"
                            : "a property is missing at the end");
        }
        String word = tokens.get(at++);
        return word.startsWith("-") ? negated(term(word.substring(1))) : term(word);
    }

    private static Constraint negated(Constraint constraint) {
        if (constraint instanceof Constraint.Properties(List<Constraint.Property> all) && all.size() == 1) {
            Constraint.Property only = all.getFirst();
            return new Constraint.Properties(List.of(new Constraint.Property(only.name(), !only.negated())));
        }
        return new Constraint.Not(List.of(constraint));
    }

    private Constraint term(String word) {
        Matcher operator = OPERATOR.matcher(word);
        if (!operator.matches()) {
            return new Constraint.Properties(List.of(property(word)));
        }
        String operand = operator.group(2);
        return switch (operator.group(1)) {
            case "properties" ->
                new Constraint.Properties(
                        Stream.of(operand.split(",", -1)).map(this::property).toList());
            case "rank", "ranks" -> new Constraint.Ranks(IdSet.parse(operand));
            default -> new Constraint.Hosts(HostList.parse(operand));
        };
    }

    private Constraint.Property property(String word) {
        if (!PROPERTY.matcher(word).matches()) {
            throw wrong("a property must be a word without brackets, commas or '*', found '" + word + "'");
        }
        return new Constraint.Property(word, false);
    }

    private boolean take(String token) {
        boolean isNext = at < tokens.size() && tokens.get(at).equals(token);
        at += isNext ? 1 : 0;
        return isNext;
    }

    private IllegalArgumentException wrong(String why) {
        String sample = text.length() <= 60 ? text : text.substring(0, 60) + "...";
        return new IllegalArgumentException("the constraint '" + sample
                + "' is invalid: " + why
                + "; expected properties with & (and), | (or), ^ (not) and parentheses, such as 'a100&^(old|slow)'");
    }
}
