package io.banyan.cli.graph;

import io.banyan.cli.output.CommandFailure;
import java.nio.file.Path;
import java.util.Locale;

/** The format in which a picture is written. */
enum Picture {
    SVG,
    PNG,
    PDF,
    /** The input of Graphviz, undrawn. */
    DOT;

    /**
     * The one that the end of a file's name says.
     *
     * @throws CommandFailure where it says none
     */
    static Picture of(Path file) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        for (Picture picture : values()) {
            if (name.endsWith("." + picture)) {
                return picture;
            }
        }
        throw CommandFailure.wrongUse(file + ": the name of a picture must end in .svg, .png, .pdf or .dot");
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
