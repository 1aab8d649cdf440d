package io.banyan.sim.plot;

import java.util.Locale;

/** Writes the elements of one picture. For one thread. */
final class Svg {
    private static final String FONT = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif";

    /** At which side of its point a text stands. */
    enum Anchor {
        START,
        MIDDLE,
        END
    }

    private final StringBuilder text = new StringBuilder();

    /**
     * Begins an image.
     *
     * @param title a description for readers that cannot see it
     */
    Svg(int width, int height, String title) {
        text.append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ")
                .append(width)
                .append(' ')
                .append(height)
                .append("\" width=\"")
                .append(width)
                .append("\" height=\"")
                .append(height)
                .append("\" role=\"img\" font-family=\"")
                .append(FONT)
                .append("\" font-size=\"12\">\n<title>")
                .append(escaped(title))
                .append("</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n");
    }

    /** A number with at most two digits behind the point. */
    static String number(double value) {
        String text = String.format(Locale.ROOT, "%.2f", value);
        String shorter = text.endsWith("0") ? text.substring(0, text.length() - 1) : text;
        return shorter.endsWith(".0") ? shorter.substring(0, shorter.length() - 2) : shorter;
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    Svg line(double x1, double y1, double x2, double y2, String colour, double width) {
        text.append("<path d=\"M").append(point(x1, y1)).append('L').append(point(x2, y2));
        text.append("\" stroke=\"")
                .append(colour)
                .append("\" stroke-width=\"")
                .append(number(width))
                .append("\"/>\n");
        return this;
    }

    /** A line through all of these; dashed as the pattern says, or whole where that is empty. */
    Svg path(String points, String colour, double width, String dashes) {
        text.append("<path d=\"")
                .append(points)
                .append("\" fill=\"none\" stroke=\"")
                .append(colour);
        text.append("\" stroke-width=\"").append(number(width)).append("\" stroke-linejoin=\"round\"");
        if (!dashes.isEmpty()) {
            text.append(" stroke-dasharray=\"").append(dashes).append('"');
        }
        text.append("/>\n");
        return this;
    }

    /** A light field within a closed line. */
    Svg field(String points, String colour) {
        text.append("<path d=\"").append(points).append("\" fill=\"").append(colour);
        text.append("\" fill-opacity=\"0.25\"/>\n");
        return this;
    }

    /** A box with a tooltip; a hint can be empty. */
    Svg box(double x, double y, double width, double height, String colour, String hint) {
        text.append("<rect x=\"").append(number(x)).append("\" y=\"").append(number(y));
        text.append("\" width=\"").append(number(Math.max(0, width))).append("\" height=\"");
        text.append(number(Math.max(0, height)))
                .append("\" fill=\"")
                .append(colour)
                .append('"');
        text.append(hint.isEmpty() ? "/>\n" : "><title>" + escaped(hint) + "</title></rect>\n");
        return this;
    }

    Svg circle(double x, double y, double radius, String fill, String stroke) {
        text.append("<circle cx=\"").append(number(x)).append("\" cy=\"").append(number(y));
        text.append("\" r=\"").append(number(radius)).append("\" fill=\"").append(fill);
        text.append("\" stroke=\"").append(stroke).append("\"/>\n");
        return this;
    }

    Svg text(double x, double y, String words, Anchor anchor, String colour) {
        return words(x, y, words, anchor, "fill=\"" + colour + "\"");
    }

    Svg heading(double x, double y, String words) {
        return words(x, y, words, Anchor.START, "fill=\"#111111\" font-size=\"15\" font-weight=\"600\"");
    }

    /** One that reads upward. */
    Svg upward(double x, double y, String words) {
        String at = number(x) + " " + number(y);
        return words(x, y, words, Anchor.MIDDLE, "fill=\"#333333\" transform=\"rotate(-90 " + at + ")\"");
    }

    private Svg words(double x, double y, String words, Anchor anchor, String style) {
        text.append("<text x=\"").append(number(x)).append("\" y=\"").append(number(y));
        text.append("\" text-anchor=\"")
                .append(anchor.name().toLowerCase(Locale.ROOT))
                .append("\" ");
        text.append(style).append('>').append(escaped(words)).append("</text>\n");
        return this;
    }

    static String point(double x, double y) {
        return number(x) + " " + number(y);
    }

    /** The whole picture. */
    String end() {
        return text + "</svg>\n";
    }
}
