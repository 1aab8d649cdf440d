package io.banyan.cli.graph;

import io.banyan.cli.output.CommandFailure;
import io.banyan.resource.ResourceType;
import java.util.ArrayList;
import java.util.List;

/** Reads shapes such as {@code cluster { 4 node { 2 socket { 16 core, 1 gpu, 2 memory:16:GB } } }}. For one text. */
final class ShapeParser {
    private static final int MAX_DEPTH = 64;
    private static final int MAX_WORDS = 10_000;
    private static final String NUMBER = "[1-9][0-9]{0,8}";

    private final List<String> words;
    private int next;

    private ShapeParser(String text) {
        this.words = List.of(text.replace("{", " { ")
                .replace("}", " } ")
                .replace(",", " , ")
                .strip()
                .split("\\s+", -1));
    }

    /**
     * The shape that a text describes.
     *
     * @throws CommandFailure where it describes none
     */
    static GraphShape parse(String text) {
        ShapeParser parser = new ShapeParser(text);
        if (parser.words.size() > MAX_WORDS) {
            throw wrong("the shape has more than " + MAX_WORDS + " words");
        }
        GraphShape shape = parser.item(0);
        if (parser.next < parser.words.size()) {
            throw wrong("unexpected text after the root: '" + parser.words.get(parser.next) + "'");
        }
        if (shape.count() != 1) {
            throw wrong("expected one root, found " + shape.count());
        }
        return shape;
    }

    private GraphShape item(int depth) {
        if (depth > MAX_DEPTH) {
            throw wrong("the shape is nested more than " + MAX_DEPTH + " levels deep");
        }
        int count = word().matches(NUMBER) ? Integer.parseInt(take()) : 1;
        String[] kind = take().split(":", -1);
        boolean sized = kind.length > 1;
        if (kind.length > 3 || (sized && !kind[1].matches(NUMBER))) {
            throw wrong("expected TYPE, TYPE:SIZE or TYPE:SIZE:UNIT, found '" + String.join(":", kind) + "'");
        }
        List<GraphShape> children = new ArrayList<>();
        if (word().equals("{")) {
            do {
                next++;
                children.add(item(depth + 1));
            } while (word().equals(","));
            if (!take().equals("}")) {
                throw wrong("expected ',' or '}' after '"
                        + children.get(children.size() - 1).type() + "'");
            }
        }
        return new GraphShape(
                count, type(kind[0]), sized ? Long.parseLong(kind[1]) : 1, kind.length > 2 ? kind[2] : "", children);
    }

    private static String type(String name) {
        if (!name.matches("[A-Za-z_][A-Za-z0-9_.-]*")) {
            throw wrong("expected the name of a resource type, found '" + name + "'");
        }
        return new ResourceType(name).name();
    }

    /** The next word, empty at the end. */
    private String word() {
        return next < words.size() ? words.get(next) : "";
    }

    private String take() {
        String word = word();
        next++;
        return word;
    }

    private static CommandFailure wrong(String why) {
        return CommandFailure.wrongUse("invalid graph shape: " + why
                + "\nMaybe: 'cluster { 2 rack { 8 node { 2 socket { 16 core, 2 memory:64:GB } } } }'");
    }
}
