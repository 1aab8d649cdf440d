package io.banyan.sim.plot;

import java.util.List;

/** Lines or steps in a field with two axes. */
public final class LinePlot {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 300;
    private static final int AREA_HEIGHT = 150;
    /** Up to so many points are marked each. */
    private static final int MARKED = 40;

    private LinePlot() {}

    /** The picture. O(points). */
    public static String svg(String title, Axis x, Axis y, List<Series> lines) {
        return svg(title, x, y, lines, WIDTH, HEIGHT);
    }

    /** The picture in another size; a title and a legend come on top of the height. */
    public static String svg(String title, Axis x, Axis y, List<Series> lines, int width, int height) {
        List<String> names = lines.stream().map(Series::name).toList();
        var frame = new Frame(title, x, y, width, height, names).axes();
        for (int i = 0; i < lines.size(); i++) {
            draw(frame, lines.get(i), i);
        }
        return frame.svg.end();
    }

    /** One line of steps over a filled field, in the colour of so many-th of several such pictures. O(points). */
    public static String area(String title, Axis x, Axis y, Series line, int colour) {
        var frame = new Frame(title, x, y, WIDTH, AREA_HEIGHT, List.of()).axes();
        if (line.size() > 0) {
            String points = points(frame, line);
            String first = Svg.number(frame.x(line.x(0)));
            String field = points + "V" + Svg.number(frame.y(0)) + "H" + first + "Z";
            frame.svg.field(field, Palette.colour(colour));
            frame.svg.path(points, Palette.colour(colour), 1.2, "");
        }
        return frame.svg.end();
    }

    private static void draw(Frame frame, Series line, int i) {
        frame.svg.path(points(frame, line), Palette.colour(i), line.isSteps() ? 1.6 : 2, Palette.dashes(i));
        if (!line.isSteps() && line.size() <= MARKED) {
            marks(frame, line, i);
        }
    }

    static String points(Frame frame, Series line) {
        StringBuilder points = new StringBuilder();
        for (int j = 0; j < line.size(); j++) {
            double at = frame.x(line.x(j));
            if (line.isSteps() && j > 0) {
                points.append('H').append(Svg.number(at));
                points.append('V').append(Svg.number(frame.y(line.y(j))));
            } else {
                points.append(j == 0 ? 'M' : 'L').append(Svg.point(at, frame.y(line.y(j))));
            }
        }
        return points.toString();
    }

    private static void marks(Frame frame, Series line, int i) {
        for (int j = 0; j < line.size(); j++) {
            double at = frame.x(line.x(j));
            if (line.hasBars()) {
                double low = frame.y(line.y(j) - line.halfWidth(j));
                double high = frame.y(line.y(j) + line.halfWidth(j));
                frame.svg.line(at, low, at, high, Palette.colour(i), 1.2);
            }
            frame.svg.circle(at, frame.y(line.y(j)), 2.8, "#ffffff", Palette.colour(i));
        }
    }
}
