package io.banyan.bench.plot;

import java.util.Locale;

/**
 * A picture that is put together from a few shapes; the coordinates are pixels from its upper left corner. Not
 * thread-safe.
 */
final class SvgPicture {
    private final StringBuilder text = new StringBuilder();

    /** Where a text stands at its point. */
    enum Anchor {
        /** The text begins at the point. */
        START,
        /** The text is centred at the point. */
        MIDDLE,
        /** The text ends at the point. */
        END
    }

    /** An empty, white picture. */
    SvgPicture(int width, int height) {
        text.append(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\""
                        + " font-family=\"sans-serif\" font-size=\"12\">%n",
                width,
                height,
                width,
                height));
        rectangle(0, 0, width, height, "white", "none");
    }

    /** A straight line. */
    SvgPicture line(double x1, double y1, double x2, double y2, String colour, double width) {
        return add(String.format(
                Locale.ROOT,
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-width=\"%.1f\"/>%n",
                x1,
                y1,
                x2,
                y2,
                colour,
                width));
    }

    /** A rectangle by its upper left corner. */
    SvgPicture rectangle(double x, double y, double width, double height, String fill, String stroke) {
        return add(String.format(
                Locale.ROOT,
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\" stroke=\"%s\"/>%n",
                x,
                y,
                width,
                height,
                fill,
                stroke));
    }

    /** A small circle. */
    SvgPicture circle(double x, double y, double radius, String fill, String stroke) {
        return add(String.format(
                Locale.ROOT,
                "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\" stroke=\"%s\"/>%n",
                x,
                y,
                radius,
                fill,
                stroke));
    }

    /** Words. */
    SvgPicture words(double x, double y, Anchor anchor, String words) {
        return add(String.format(
                Locale.ROOT,
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n",
                x,
                y,
                anchor.name().toLowerCase(Locale.ROOT),
                escaped(words)));
    }

    /** Words that run upward, centred. */
    SvgPicture upward(double x, double y, String words) {
        return add(String.format(
                Locale.ROOT,
                "<text transform=\"translate(%.1f,%.1f) rotate(-90)\" text-anchor=\"middle\">%s</text>%n",
                x,
                y,
                escaped(words)));
    }

    private SvgPicture add(String element) {
        text.append(element);
        return this;
    }

    private static String escaped(String words) {
        return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    /** The whole document. */
    @Override
    public String toString() {
        return text + "</svg>\n";
    }
}
