package io.banyan.workflow.expression;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Cuts a text into literal parts and expressions (CWL v1.2, CommandLineTool, section "Expressions"). A backslash before
 * {@code $(} or <code>${</code> makes it literal, and two backslashes stand for one; both only in a text with an
 * expression.
 *
 * <p>O(length of the text).
 */
final class TemplateScanner {
    /**
     * A part of a text.
     *
     * @param text the literal, or the expression with its brackets and without the {@code $}
     * @param expression whether it is an expression
     */
    record Part(String text, boolean expression) {
        /** Returns whether the part is a body of a function, in braces. */
        boolean isBody() {
            return expression && text.startsWith("{");
        }

        /** Returns the expression without its brackets. */
        String inner() {
            return text.substring(1, text.length() - 1);
        }
    }

    private final String text;
    private final List<Part> parts = new ArrayList<>();
    private final StringBuilder literal = new StringBuilder();

    private TemplateScanner(String text) {
        this.text = text;
    }

    /** Returns whether a text has a place where an expression may begin. */
    static boolean hasExpression(String text) {
        return text.contains("$(") || text.contains("${");
    }

    /** Returns the parts of a text in order, no two literals beside each other. */
    static List<Part> parts(String text) throws ExpressionException {
        if (!hasExpression(text)) {
            return List.of(new Part(text, false));
        }
        return new TemplateScanner(text).scan();
    }

    private List<Part> scan() throws ExpressionException {
        int at = 0;
        while (at < text.length()) {
            if (beginsExpression(at)) {
                flush();
                int end = end(at + 1);
                parts.add(new Part(text.substring(at + 1, end), true));
                at = end;
            } else if (text.charAt(at) == '\\' && beginsExpression(at + 1)) {
                literal.append(text, at + 1, at + 3);
                at += 3;
            } else {
                literal.append(text.charAt(at));
                at += text.startsWith("\\\\", at) ? 2 : 1;
            }
        }
        flush();
        return parts;
    }

    private boolean beginsExpression(int at) {
        return text.startsWith("$(", at) || text.startsWith("${", at);
    }

    private void flush() {
        if (!literal.isEmpty()) {
            parts.add(new Part(literal.toString(), false));
            literal.setLength(0);
        }
    }

    /** Returns the position after the bracket that closes the one at {@code start}; brackets in quotes do not count. */
    private int end(int start) throws ExpressionException {
        Deque<Character> open = new ArrayDeque<>();
        for (int at = start; at < text.length(); at++) {
            char c = text.charAt(at);
            switch (c) {
                case '(' -> open.push(')');
                case '{' -> open.push('}');
                case ')', '}' -> {
                    if (open.element() == c) {
                        open.pop();
                    }
                    if (open.isEmpty()) {
                        return at + 1;
                    }
                }
                case '\'', '"' -> at = endOfQuote(at, c);
                default -> {}
            }
        }
        throw unclosed(start);
    }

    private int endOfQuote(int start, char quote) throws ExpressionException {
        for (int at = start + 1; at < text.length(); at++) {
            if (text.charAt(at) == '\\') {
                at++;
            } else if (text.charAt(at) == quote) {
                return at;
            }
        }
        throw unclosed(start);
    }

    private ExpressionException unclosed(int start) {
        return new ExpressionException("the " + text.charAt(start) + " of an expression at character " + (start + 1)
                + " is never closed, expected its counterpart");
    }
}
