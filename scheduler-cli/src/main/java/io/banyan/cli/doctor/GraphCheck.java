package io.banyan.cli.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file of the resource graph, which is read by the first start only. */
record GraphCheck(Path graph) implements Check {
    @Override
    public String name() {
        return "resource graph";
    }

    @Override
    public DoctorFinding examine() throws IOException {
        if (Files.notExists(graph)) {
            return problem("There is no file " + graph + ". Specify another one with --graph.");
        }
        if (!Files.isReadable(graph)) {
            return problem("Permission denied: cannot read the graph " + graph
                    + ". Make it readable for the user of the daemon.");
        }
        return Files.isDirectory(graph)
                ? ok(graph + " is a directory of topologies.")
                : ok(graph + ", " + Quantity.bytes(Files.size(graph))
                        + "; 'banyan graph validate' checks its content.");
    }
}
