package io.banyan.cli.graph;

/**
 * Writes the GRUG recipe (GraphML) of a shape. Everything inside a node is numbered through within its node, everything
 * else through the whole graph.
 */
final class RecipeWriter {
    private static final String KEYS = """
              <key id="root" for="node" attr.name="root" attr.type="int"><default>0</default></key>
              <key id="type" for="node" attr.name="type" attr.type="string"/>
              <key id="basename" for="node" attr.name="basename" attr.type="string"/>
              <key id="unit" for="node" attr.name="unit" attr.type="string"/>
              <key id="size" for="node" attr.name="size" attr.type="long"><default>1</default></key>
              <key id="subsystem" for="node" attr.name="subsystem" attr.type="string"><default>containment</default></key>
              <key id="e_subsystem" for="edge" attr.name="e_subsystem" attr.type="string"><default>containment</default></key>
              <key id="relation" for="edge" attr.name="relation" attr.type="string"><default>contains</default></key>
              <key id="rrelation" for="edge" attr.name="rrelation" attr.type="string"><default>in</default></key>
              <key id="gen_method" for="edge" attr.name="gen_method" attr.type="string"><default>MULTIPLY</default></key>
              <key id="multi_scale" for="edge" attr.name="multi_scale" attr.type="int"><default>1</default></key>
              <key id="id_scope" for="edge" attr.name="id_scope" attr.type="int"><default>0</default></key>
              <key id="id_start" for="edge" attr.name="id_start" attr.type="int"><default>0</default></key>
              <key id="id_stride" for="edge" attr.name="id_stride" attr.type="int"><default>1</default></key>
            """;

    private final StringBuilder pools = new StringBuilder();
    private final StringBuilder rules = new StringBuilder();
    private int nextPool;

    private RecipeWriter() {}

    /** The recipe, with a comment (without two hyphens in a row) at its top. */
    static String write(GraphShape root, String comment) {
        RecipeWriter writer = new RecipeWriter();
        writer.pool(root, true);
        writer.children(root, "p0", 0);
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- " + comment + " -->\n"
                + "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n" + KEYS
                + "  <graph id=\"" + root.type() + "\" edgedefault=\"directed\">\n"
                + writer.pools + writer.rules + "  </graph>\n</graphml>\n";
    }

    private String pool(GraphShape shape, boolean root) {
        String id = "p" + nextPool++;
        pools.append("    <node id=\"").append(id).append("\">");
        data(pools, "root", root ? "1" : "0");
        data(pools, "type", shape.type());
        data(pools, "basename", shape.type());
        data(pools, "size", Long.toString(shape.size()));
        data(pools, "unit", escaped(shape.unit()));
        data(pools, "subsystem", "containment");
        pools.append("</node>\n");
        return id;
    }

    /**
     * Writes the rules below a vertex that is {@code levels} below the vertex through which numbers run (a node, or the
     * root).
     */
    private void children(GraphShape parent, String parentId, int levels) {
        int below = parent.isNode() ? 0 : levels;
        for (GraphShape child : parent.children()) {
            String id = pool(child, false);
            rules.append("    <edge source=\"")
                    .append(parentId)
                    .append("\" target=\"")
                    .append(id)
                    .append("\">");
            data(rules, "multi_scale", Integer.toString(child.count()));
            data(rules, "id_scope", Integer.toString(below));
            rules.append("</edge>\n");
            children(child, id, below + 1);
        }
    }

    private static void data(StringBuilder text, String key, String value) {
        if (!value.isEmpty()) {
            text.append("<data key=\"").append(key).append("\">").append(value).append("</data>");
        }
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
