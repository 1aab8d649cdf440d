package io.banyan.schedule;

import java.util.ArrayList;
import java.util.List;

/** Reads the expressions of {@link Criteria}. For one text. */
final class CriteriaParser {
    private static final int MAX_LENGTH = 10_000;
    private static final int MAX_DEPTH = 100;

    private final List<String> words;
    private int next;
    private int depth;

    CriteriaParser(String text) {
        if (text.length() > MAX_LENGTH) {
            throw wrong("the text has more than " + MAX_LENGTH + " characters");
        }
        this.words = words(text);
    }

    private static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        for (String word : text.replace("(", " ( ").replace(")", " ) ").strip().split("\\s+", -1)) {
            if (!word.isEmpty()) {
                words.add(word);
            }
        }
        return words;
    }

    Criteria parse() {
        Criteria criteria = expression();
        if (next < words.size()) {
            throw wrong("a parenthesis is closed that was not opened");
        }
        return criteria;
    }

    private Criteria expression() {
        Criteria left = operand();
        while (next < words.size() && !words.get(next).equals(")")) {
            boolean either = words.get(next).equals("or");
            if (either || words.get(next).equals("and")) {
                next++;
            }
            Criteria right = operand();
            left = either ? new Criteria.Either(left, right) : new Criteria.Both(left, right);
        }
        return left;
    }

    private Criteria operand() {
        if (next == words.size()) {
            throw wrong("expected a criterion such as status=up at the end");
        }
        String word = words.get(next++);
        if (word.equals("(")) {
            return inParentheses();
        }
        int equals = word.indexOf('=');
        if (equals < 1 || equals == word.length() - 1) {
            throw wrong("expected a criterion such as status=up, found '" + word + "'");
        }
        try {
            return Criteria.leaf(word.substring(0, equals), word.substring(equals + 1));
        } catch (IllegalArgumentException e) {
            throw wrong(String.valueOf(e.getMessage()));
        }
    }

    private Criteria inParentheses() {
        if (++depth > MAX_DEPTH) {
            throw wrong("parentheses are nested more than " + MAX_DEPTH + " levels deep");
        }
        Criteria inner = expression();
        if (next == words.size()) {
            throw wrong("a parenthesis is not closed");
        }
        next++;
        depth--;
        return inner;
    }

    private static IllegalArgumentException wrong(String why) {
        return new IllegalArgumentException("invalid criteria: " + why);
    }
}
