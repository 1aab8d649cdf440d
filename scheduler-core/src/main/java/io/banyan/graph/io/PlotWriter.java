package io.banyan.graph.io;

import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.resource.Subsystem;
import io.banyan.resource.Usage;
import io.banyan.rset.HostList;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * Writes a picture of a graph in the language of Graphviz: one hierarchy from the top down (or from left to right where
 * it is wide), identical siblings as one box with their number, in the colours of their use. For one use.
 */
public final class PlotWriter {
    /** The most boxes of a picture; Graphviz needs seconds for so many, and a larger picture is not readable. */
    public static final int MAX_BOXES = 2_000;

    /** From how many leaves on the picture is drawn from left to right. */
    private static final int WIDE = 12;

    private static final int MAX_NAME = 32;

    /**
     * The contents of a picture.
     *
     * @param top the vertex to begin with
     * @param subsystem the hierarchy
     * @param usages the use of each vertex, empty if unknown
     * @param folded whether identical siblings share one box
     * @param title above the picture
     */
    public record Plan(
            int top, Subsystem subsystem, Optional<IntFunction<Usage>> usages, boolean folded, String title) {}

    private final ResourceGraph graph;
    private final Plan plan;
    private final Appendable out;
    private final Set<Usage> shown = EnumSet.noneOf(Usage.class);
    private int written;

    private PlotWriter(ResourceGraph graph, Plan plan, Appendable out) {
        this.graph = graph;
        this.plan = plan;
        this.out = out;
    }

    /**
     * Writes the picture. O(V) for V vertices below its top.
     *
     * @throws GraphException if it would have more than {@link #MAX_BOXES} boxes
     */
    public static void write(ResourceGraph graph, Plan plan, Appendable out) throws GraphException, IOException {
        var folder =
                new PlotFolder(graph, graph.subsystemId(plan.subsystem()), plan.usages(), plan.folded(), MAX_BOXES);
        new PlotWriter(graph, plan, out).picture(folder.fold(plan.top()));
    }

    private void picture(PlotBox top) throws IOException {
        boolean wide = top.width() > WIDE;
        out.append("digraph plot {\n");
        out.append("    graph [rankdir=" + (wide ? "LR" : "TB") + ", nodesep=0.15, ranksep=" + (wide ? "0.7" : "0.4")
                + ", pad=0.3, fontname=\"Helvetica\", fontsize=16, labelloc=t, labeljust=l, label=\""
                + DotWriter.escaped(plan.title()) + "\\n \"];\n");
        out.append("    node [shape=box, style=\"filled,rounded\", fontname=\"Helvetica\", fontsize=11, height=0.3, "
                + "margin=\"0.14,0.06\", color=\"#8a949e\", fontcolor=\"#1f2933\", penwidth=1];\n");
        out.append("    edge [color=\"#aab4be\", arrowhead=none, penwidth=1.1"
                + (wide ? ", tailport=e, headport=w" : "") + "];\n");
        box(top, true, false);
        legend();
        out.append("}\n");
    }

    /**
     * Writes a box with all below it; returns its number.
     *
     * @param named whether the names below the first of several vertices above are those below the others as well
     * @param repeated whether one box above stands for several vertices
     */
    private int box(PlotBox box, boolean named, boolean repeated) throws IOException {
        int id = written++;
        out.append("    b" + id + " [label=\"" + DotWriter.escaped(name(box, named)) + detail(box, repeated)
                + "\", fillcolor=\"" + colour(box) + "\"" + (box.count() > 1 ? ", peripheries=2" : "") + "];\n");
        for (PlotBox child : box.children()) {
            int below = box(child, named && box.namesHold(), repeated || box.count() > 1);
            out.append("    b" + id + " -> b" + below + ";\n");
        }
        return id;
    }

    /** The names of the vertices, or the basename alone where those that are meant have different ones. */
    private String name(PlotBox box, boolean named) {
        if (!named) {
            return graph.basename(box.first());
        }
        List<String> names = box.vertices().stream().map(graph::name).toList();
        String text = box.count() == 1 ? names.getFirst() : compact(names);
        return text.length() <= MAX_NAME ? text : text.substring(0, MAX_NAME - 1) + "…";
    }

    private static String compact(List<String> names) {
        try {
            return HostList.of(names).toString();
        } catch (IllegalArgumentException e) {
            // Vertices may have names that hosts cannot have.
            return names.getFirst() + " … " + names.getLast();
        }
    }

    /** How many and how large, where that is not one of size one. */
    private String detail(PlotBox box, boolean repeated) {
        String unit = graph.unit(box.first());
        String amount = (graph.size(box.first()) + " " + unit).strip();
        String sized = graph.size(box.first()) == 1 && unit.isEmpty() ? "" : amount;
        String times = box.count() == 1 && !repeated ? "" : "×" + box.count() + (repeated ? " each" : "");
        String text = times + (times.isEmpty() || sized.isEmpty() ? "" : ", ") + sized;
        return text.isEmpty() ? "" : "\\n" + DotWriter.escaped(text);
    }

    private String colour(PlotBox box) {
        if (plan.usages().isEmpty()) {
            return PlotColours.UNKNOWN;
        }
        Usage usage = plan.usages().get().apply(box.first());
        shown.add(usage);
        return PlotColours.of(usage);
    }

    private void legend() throws IOException {
        if (shown.isEmpty()) {
            return;
        }
        out.append(
                "    legend [shape=plain, style=\"\", label=<<table border=\"0\" cellborder=\"0\" cellspacing=\"4\"><tr>");
        for (Usage usage : shown) {
            out.append("<td bgcolor=\"" + PlotColours.of(usage)
                    + "\" border=\"1\" color=\"#8a949e\" width=\"18\"></td><td>" + usage.words() + "</td>");
        }
        out.append("</tr></table>>];\n");
    }
}
