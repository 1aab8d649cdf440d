package io.banyan.bench.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A cluster of equal nodes, written as a GRUG recipe.
 *
 * @param nodes in the cluster
 * @param cores of a node, on two sockets
 * @param gpus of a node, on two sockets
 */
public record BenchCluster(int nodes, int cores, int gpus) {

    /** The cluster of the paper: 128 nodes of 32 cores. */
    static final BenchCluster PAPER = new BenchCluster(128, 32, 0);

    private static final int SOCKETS = 2;

    /** How many vertices there are, the cluster itself among them. */
    public long vertices() {
        return 1L + nodes * (1L + SOCKETS + cores + gpus);
    }

    /** For tables and for names of files. */
    public String label() {
        return nodes + "x" + cores + (gpus > 0 ? "x" + gpus : "");
    }

    /** Writes the recipe into the directory; returns the file. */
    public Path write(Path directory) throws IOException {
        Path file = directory.resolve("cluster-" + label() + ".graphml");
        var text = new StringBuilder("""
                <?xml version="1.0" encoding="UTF-8"?>
                <graphml xmlns="http://graphml.graphdrawing.org/xmlns">
                  <key id="root" for="node" attr.name="root" attr.type="int"><default>0</default></key>
                  <key id="type" for="node" attr.name="type" attr.type="string"/>
                  <key id="basename" for="node" attr.name="basename" attr.type="string"/>
                  <key id="size" for="node" attr.name="size" attr.type="long"><default>1</default></key>
                  <key id="unit" for="node" attr.name="unit" attr.type="string"/>
                  <key id="subsystem" for="node" attr.name="subsystem" attr.type="string"><default>containment</default></key>
                  <key id="e_subsystem" for="edge" attr.name="e_subsystem" attr.type="string"><default>containment</default></key>
                  <key id="relation" for="edge" attr.name="relation" attr.type="string"><default>contains</default></key>
                  <key id="rrelation" for="edge" attr.name="rrelation" attr.type="string"><default>in</default></key>
                  <key id="id_scope" for="edge" attr.name="id_scope" attr.type="int"><default>0</default></key>
                  <key id="id_start" for="edge" attr.name="id_start" attr.type="int"><default>0</default></key>
                  <key id="id_stride" for="edge" attr.name="id_stride" attr.type="int"><default>1</default></key>
                  <key id="gen_method" for="edge" attr.name="gen_method" attr.type="string"><default>MULTIPLY</default></key>
                  <key id="multi_scale" for="edge" attr.name="multi_scale" attr.type="int"><default>1</default></key>
                  <key id="as_tgt_subsystem" for="edge" attr.name="as_tgt_subsystem" attr.type="string"><default>containment</default></key>
                  <key id="as_tgt_uplvl" for="edge" attr.name="as_tgt_uplvl" attr.type="int"><default>1</default></key>
                  <key id="as_src_uplvl" for="edge" attr.name="as_src_uplvl" attr.type="int"><default>1</default></key>
                  <graph id="bench" edgedefault="directed">
                    <node id="cluster"><data key="root">1</data><data key="type">cluster</data><data key="basename">cluster</data></node>
                """);
        vertex(text, "node", "cluster", nodes, 0);
        vertex(text, "socket", "node", SOCKETS, 0);
        vertex(text, "core", "socket", cores / SOCKETS, 1);
        if (gpus > 0) {
            vertex(text, "gpu", "socket", gpus / SOCKETS, 1);
        }
        Files.writeString(file, text.append("  </graph>\n</graphml>\n"));
        return file;
    }

    private static void vertex(StringBuilder text, String type, String parent, int count, int scope) {
        text.append("    <node id=\"%s\"><data key=\"type\">%s</data><data key=\"basename\">%s</data></node>%n"
                .formatted(type, type, type));
        text.append("    <edge id=\"%s2%s\" source=\"%s\" target=\"%s\">".formatted(parent, type, parent, type));
        text.append(
                "<data key=\"id_scope\">%d</data><data key=\"multi_scale\">%d</data></edge>%n".formatted(scope, count));
    }
}
