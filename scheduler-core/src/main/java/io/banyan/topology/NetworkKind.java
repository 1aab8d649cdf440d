package io.banyan.topology;

import io.banyan.document.Nearest;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The kinds of networks that a word and sides describe, such as {@code grid 16x8}. */
public enum NetworkKind {
    /** Rows of nodes. */
    GRID("grid", 1, Grid.MAX_DIMENSIONS, "16x8"),
    /** Rows of nodes whose ends are linked. */
    TORUS("torus", 1, Grid.MAX_DIMENSIONS, "8x4x4"),
    /** Levels of switches. */
    FAT_TREE("fattree", 1, Grid.MAX_DIMENSIONS, "4x4x8"),
    /** Groups of routers. */
    DRAGONFLY("dragonfly", Dragonfly.SIDES, Dragonfly.SIDES, "8x4x4");

    private static final Pattern SHAPE = Pattern.compile("([^ ]*)(?: (.*))?");
    private static final Pattern SIDES = Pattern.compile("[0-9]{1,7}(?:x[0-9]{1,7})*");

    private final String word;
    private final int fewestSides;
    private final int mostSides;
    private final String example;

    NetworkKind(String word, int fewestSides, int mostSides, String example) {
        this.word = word;
        this.fewestSides = fewestSides;
        this.mostSides = mostSides;
        this.example = example;
    }

    /** Returns the word before the sides. */
    public String word() {
        return word;
    }

    /** Returns an example of sides. */
    public String example() {
        return example;
    }

    /** Returns the kind with a word; empty where there is none. */
    public static Optional<NetworkKind> find(String word) {
        return Arrays.stream(values()).filter(kind -> kind.word.equals(word)).findFirst();
    }

    /**
     * Reads a shape such as {@code grid 16x8}, {@code torus 4x4x4x2}, {@code fattree 4x4x8} or {@code dragonfly 8x4x4}.
     * O(nodes), and O(links) for a network with switches.
     *
     * @throws IllegalArgumentException with one sentence, if the text is not a shape
     */
    public static Topology parse(String text) {
        Matcher shape = SHAPE.matcher(text);
        Optional<NetworkKind> kind = shape.matches() ? find(shape.group(1)) : Optional.empty();
        return kind.orElseThrow(() -> unknown(text))
                .sized(Optional.ofNullable(shape.group(2)).orElse(""), text);
    }

    private Topology sized(String written, String text) {
        int[] sides = SIDES.matcher(written).matches()
                ? Arrays.stream(written.split("x", -1))
                        .mapToInt(Integer::parseInt)
                        .toArray()
                : new int[0];
        if (sides.length < fewestSides || sides.length > mostSides) {
            String count = fewestSides == mostSides ? fewestSides + "" : fewestSides + " to " + mostSides;
            throw new IllegalArgumentException("expected " + count + " sides behind '" + word + "', such as '" + word
                    + " " + example + "', found '" + text + "'");
        }
        return switch (this) {
            case GRID -> Grid.of(sides);
            case TORUS -> Grid.torus(sides);
            case FAT_TREE -> FatTree.of(sides);
            case DRAGONFLY -> Dragonfly.of(sides);
        };
    }

    private static IllegalArgumentException unknown(String text) {
        List<String> shapes = Arrays.stream(values())
                .map(kind -> "'" + kind.word + " " + kind.example + "'")
                .toList();
        int last = shapes.size() - 1;
        List<String> words = Arrays.stream(values()).map(NetworkKind::word).toList();
        String nearest = Nearest.of(text.split(" ", 2)[0], words)
                .map(it -> "; maybe '" + it + "' is meant")
                .orElse("");
        return new IllegalArgumentException("expected a shape such as " + String.join(", ", shapes.subList(0, last))
                + " or " + shapes.get(last) + ", found '" + text + "'" + nearest);
    }
}
