package io.banyan.cli.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A graph that is read from any format is the same after it was written as JGF and read again; the seeds are fixed. */
class ReadWriteReadTest {
    private static final int SEEDS = 25;

    @TempDir
    private Path directory;

    private String converted(Path file) throws IOException {
        Path jgf = directory.resolve("converted.json");
        Run run = Run.banyan("graph", "convert", file.toString(), "-w", jgf.toString());
        assertThat(run.status()).as(run.err()).isZero();
        return Files.readString(jgf);
    }

    /** Returns the JGF. */
    private String survives(String name, String text) throws IOException {
        String once = converted(Files.writeString(directory.resolve(name), text));
        String twice = converted(Files.writeString(directory.resolve("again.json"), once));
        assertThat(twice).as(text).isEqualTo(once);
        return once;
    }

    @Test
    void recipes() throws IOException {
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            int racks = 1 + random.nextInt(3);
            int nodes = 1 + random.nextInt(4);
            int cores = 1 + random.nextInt(5);
            String line = "cluster { %d rack { %d node { %d socket { %d core, 1 memory:%d }, %d ssd:512 } } }"
                    .formatted(racks, nodes, 1 + seed % 2, cores, 1 + random.nextInt(64), 1 + random.nextInt(2));
            String jgf = survives(
                    "recipe.graphml", Run.banyan("graph", "generate", line).out());
            assertThat(count(jgf, "\"type\": *\"node\"")).as(line).isEqualTo(racks * nodes);
            assertThat(count(jgf, "\"type\": *\"core\"")).as(line).isEqualTo(racks * nodes * (1 + seed % 2) * cores);
        }
    }

    private static int count(String text, String pattern) {
        return text.split(pattern, -1).length - 1;
    }

    @Test
    void setsOfResources() throws IOException {
        String jgf = survives("r.json", """
                {"version": 1, "execution": {"R_lite": [{"rank": "0-2", "children": {"core": "0-3", "gpu": "1"}}],
                 "nodelist": ["n[7-8],login"], "properties": {"fast": "0,2"}, "starttime": 0, "expiration": 0}}""");
        assertThat(jgf).contains("\"fast\"", "login");
        assertThat(count(jgf, "\"type\": *\"core\"")).isEqualTo(12);
    }

    @Test
    void topologies() throws IOException {
        String jgf = survives("node.xml", """
                <topology><object type="Machine"><info name="HostName" value="fat3"/>
                  <object type="Package" os_index="0">
                    <object type="L3Cache" cache_size="1048576"><object type="Core"><object type="PU"/></object></object>
                    <object type="Core"><object type="PU"/></object></object></object></topology>""");
        assertThat(jgf).contains("fat3", "L3cache");
    }
}
