package io.banyan.bench.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes the jobspecs of the scenarios into a directory and names them. */
public record ScenarioJobspecs(Path directory) {

    /** So many whole nodes, each in a slot of its own. */
    public String nodes(int count, long durationSec) throws IOException {
        return write(
                "nodes-" + count + "-" + durationSec, slot(count, "{\"type\": \"node\", \"count\": 1}"), durationSec);
    }

    /** So many cores, each in a slot of its own. */
    public String cores(int count, long durationSec) throws IOException {
        return write(
                "cores-" + count + "-" + durationSec, slot(count, "{\"type\": \"core\", \"count\": 1}"), durationSec);
    }

    /** The paper's request of so many nodes of two sockets and 32 cores. */
    String paper(int nodes) throws IOException {
        String node = "{\"type\": \"node\", \"count\": 1, \"with\": [{\"type\": \"socket\", \"count\": 2, "
                + "\"with\": [{\"type\": \"core\", \"count\": 16}]}]}";
        return write("paper-" + nodes, slot(nodes, node), 0);
    }

    private static String slot(int count, String with) {
        return "{\"type\": \"slot\", \"count\": " + count + ", \"label\": \"default\", \"with\": [" + with + "]}";
    }

    private String write(String name, String resource, long durationSec) throws IOException {
        Path file = directory.resolve(name + ".yaml");
        Files.writeString(file, """
                {"version": 9999, "resources": [%s],
                 "attributes": {"system": {"duration": %d}},
                 "tasks": [{"command": ["app"], "slot": "default", "count": {"per_slot": 1}}]}
                """.formatted(resource, durationSec));
        return file.toString();
    }
}
