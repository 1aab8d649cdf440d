package io.banyan.sim.report;

import java.util.List;

/** Writes an HTML page that needs nothing from elsewhere. For one thread. */
final class Page {
    private static final String STYLE = """
            body { font-family: system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; color: #222;
                   background: #fff; max-width: 960px; margin: 2em auto; padding: 0 1em; line-height: 1.45; }
            h1 { font-size: 1.5em; margin-bottom: .2em; overflow-wrap: anywhere; }
            h2 { font-size: 1.15em; margin-top: 2em; border-bottom: 1px solid #ddd; padding-bottom: .2em; }
            table { border-collapse: collapse; margin: 1em 0; font-size: .85em; display: block; overflow-x: auto; }
            th, td { padding: .3em .7em; text-align: right; border-bottom: 1px solid #e3e3e3; white-space: nowrap; }
            th:first-child, td:first-child { text-align: left; font-weight: 600; }
            table.words td { text-align: left; white-space: normal; }
            table.words th { text-align: left; }
            svg { max-width: 100%; height: auto; margin: .6em 0; }
            footer { color: #666; font-size: .85em; margin-top: 2em; }
            """;

    private final StringBuilder text = new StringBuilder();

    Page(String title) {
        text.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>")
                .append(escaped(title))
                .append("</title>\n<style>\n")
                .append(STYLE)
                .append("</style>\n</head>\n<body>\n<h1>")
                .append(escaped(title))
                .append("</h1>\n");
    }

    private static String escaped(String words) {
        return words.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    void section(String heading) {
        text.append("<h2>").append(escaped(heading)).append("</h2>\n");
    }

    void paragraph(String words) {
        text.append("<p>").append(escaped(words)).append("</p>\n");
    }

    void list(List<String> entries) {
        text.append("<ul>\n");
        entries.forEach(entry -> text.append("<li>").append(escaped(entry)).append("</li>\n"));
        text.append("</ul>\n");
    }

    /** One of numbers, or of words and their meanings where the heading says so. */
    void table(List<String> heading, List<List<String>> rows) {
        text.append(heading.getFirst().equals("word") ? "<table class=\"words\">\n" : "<table>\n");
        row("th", heading);
        rows.forEach(row -> row("td", row));
        text.append("</table>\n");
    }

    private void row(String cell, List<String> words) {
        text.append("<tr>");
        words.forEach(word -> text.append('<')
                .append(cell)
                .append('>')
                .append(escaped(word))
                .append("</")
                .append(cell)
                .append('>'));
        text.append("</tr>\n");
    }

    void picture(String svg) {
        text.append(svg);
    }

    String text() {
        return text + "<footer>Made by banyan simulate run.</footer>\n</body>\n</html>\n";
    }
}
