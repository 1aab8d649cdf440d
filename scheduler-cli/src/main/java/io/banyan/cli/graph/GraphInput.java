package io.banyan.cli.graph;

import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.InputFile;
import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Subgraph;
import io.banyan.graph.io.GraphFiles;
import io.banyan.graph.io.GraphFormat;
import io.banyan.graph.io.JgfReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads graphs for commands, and ends the command where that is not possible. */
public final class GraphInput {
    private GraphInput() {}

    /**
     * The graph of a file.
     *
     * @param format its name, empty to detect it from the contents
     * @throws CommandFailure where there is no such format, file or graph
     */
    public static ResourceGraph load(Path file, String format) {
        try (LoadProgress progress = LoadProgress.of(file)) {
            return format.isEmpty()
                    ? GraphFiles.load(file, progress.loading())
                    : GraphFiles.load(file, parse(format), progress.loading());
        } catch (GraphException e) {
            throw CommandFailure.no(String.valueOf(e.getMessage()));
        }
    }

    /**
     * The graph of a file.
     *
     * @param allowlist the resource types to keep of hwloc topologies, empty for all
     * @throws CommandFailure where there is no such file or graph
     */
    public static ResourceGraph load(Path file, GraphFormat format, List<String> allowlist) {
        try (LoadProgress progress = LoadProgress.of(file)) {
            return format == GraphFormat.HWLOC
                    ? GraphFiles.loadTopologies(file, allowlist, progress.loading())
                    : GraphFiles.load(file, format, progress.loading());
        } catch (GraphException e) {
            throw CommandFailure.no(String.valueOf(e.getMessage()));
        }
    }

    /**
     * The graph of a JGF file that holds a plain containment tree; nothing where it holds anything else, or cannot be
     * read.
     */
    public static Optional<ResourceGraph> loadTree(Path file) {
        try (LoadProgress progress = LoadProgress.of(file)) {
            return GraphFiles.loadTree(file, progress.loading());
        }
    }

    /**
     * The format of a file.
     *
     * @param name its name, empty to detect it from the contents
     * @throws CommandFailure where there is no such format or file
     */
    public static GraphFormat format(Path file, String name) {
        try {
            return name.isEmpty() ? GraphFiles.format(file) : parse(name);
        } catch (GraphException e) {
            throw CommandFailure.no(String.valueOf(e.getMessage()));
        }
    }

    private static GraphFormat parse(String format) {
        return CheckedValues.value(() -> GraphFormat.parse(format.toLowerCase(Locale.ROOT)));
    }

    /**
     * The subgraph of a JGF file.
     *
     * @throws CommandFailure where there is no such file or subgraph
     */
    public static Subgraph readJgf(Path file) {
        return InputFile.read(file, JgfReader::read);
    }

    /**
     * The subgraph of a JGF file in which vertices can share a path.
     *
     * @throws CommandFailure where there is no such file or subgraph
     */
    public static Subgraph readSharedJgf(Path file) {
        return InputFile.read(file, JgfReader::readShared);
    }
}
