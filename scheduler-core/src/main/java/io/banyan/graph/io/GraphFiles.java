package io.banyan.graph.io;

import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Loads graphs from files. O(size of the graph). */
public final class GraphFiles {
    private static final int BEGINNING = 4_096;

    private GraphFiles() {}

    /**
     * Loads a graph whose format shows in how the file begins.
     *
     * @throws GraphException if the file cannot be read or holds no graph, in one sentence
     */
    public static ResourceGraph load(Path file) throws GraphException {
        return load(file, LoadOptions.PLAIN);
    }

    /** Loads a graph whose format shows in how the file begins, with the given settings for large graphs. */
    public static ResourceGraph load(Path file, LoadOptions loading) throws GraphException {
        if (Files.isDirectory(file)) {
            return loadTopologies(file, List.of(), loading);
        }
        try (InputStream in = new BufferedInputStream(watched(file, loading), BEGINNING)) {
            in.mark(BEGINNING);
            GraphFormat format = format(file, in);
            in.reset();
            return format == GraphFormat.RV1EXEC ? plainRanks(in, file.toString()) : read(in, file, format);
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    /**
     * The format that shows in how the file begins; a folder is one of topologies.
     *
     * @throws GraphException if the file cannot be read, begins like none, or is R with more than ranks, in one
     *     sentence
     */
    public static GraphFormat format(Path file) throws GraphException {
        if (Files.isDirectory(file)) {
            return GraphFormat.HWLOC;
        }
        GraphFormat format;
        try (InputStream in = open(file)) {
            format = format(file, in);
        } catch (IOException e) {
            throw unreadable(file, e);
        }
        if (format == GraphFormat.RV1EXEC) {
            try (InputStream in = open(file)) {
                requireRanksOnly(RReader.read(in, file.toString()), file.toString());
            } catch (IOException e) {
                throw unreadable(file, e);
            }
        }
        return format;
    }

    private static GraphFormat format(Path file, InputStream in) throws GraphException, IOException {
        String beginning = new String(in.readNBytes(BEGINNING), StandardCharsets.UTF_8);
        return GraphFormat.detect(beginning)
                .orElseThrow(() -> new GraphException(file
                        + (beginning.isBlank() ? " is empty" : " is neither XML nor a JSON object")
                        + "; expected a GRUG recipe, an hwloc topology, a JGF document or R."));
    }

    /**
     * Loads a graph in a given format.
     *
     * @throws GraphException if the file cannot be read or holds no graph, in one sentence
     */
    public static ResourceGraph load(Path file, GraphFormat format) throws GraphException {
        return load(file, format, LoadOptions.PLAIN);
    }

    /** Loads a graph in a given format, with the given settings for large graphs. */
    public static ResourceGraph load(Path file, GraphFormat format, LoadOptions loading) throws GraphException {
        if (format == GraphFormat.HWLOC) {
            return loadTopologies(file, List.of(), loading);
        }
        try (InputStream in = watched(file, loading)) {
            return read(in, file, format);
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    /**
     * Loads hwloc topologies: one file, or a folder whose {@code .xml} files are the nodes of a cluster, in the order
     * of their names, numbers by value.
     *
     * @param allowlist the resource types to keep, empty for all
     * @throws GraphException if a file cannot be read or holds no topology, in one sentence
     */
    public static ResourceGraph loadTopologies(Path fileOrFolder, List<String> allowlist) throws GraphException {
        return loadTopologies(fileOrFolder, allowlist, LoadOptions.PLAIN);
    }

    /** Loads hwloc topologies, several files at a time where the executor does so. */
    public static ResourceGraph loadTopologies(Path fileOrFolder, List<String> allowlist, LoadOptions loading)
            throws GraphException {
        var reader = new HwlocReader(allowlist);
        new Topologies(loading).addAll(topologies(fileOrFolder), reader);
        return reader.graph();
    }

    private static List<Path> topologies(Path fileOrFolder) throws GraphException {
        if (!Files.isDirectory(fileOrFolder)) {
            return List.of(fileOrFolder);
        }
        try (Stream<Path> entries = Files.list(fileOrFolder)) {
            List<Path> files = entries.filter(file -> file.toString().endsWith(".xml"))
                    .sorted(Comparator.comparing(GraphFiles::basename)
                            .thenComparingLong(GraphFiles::number)
                            .thenComparing(Path::toString))
                    .toList();
            if (files.isEmpty()) {
                throw new GraphException(
                        fileOrFolder
                                + " is a directory without hwloc topologies (.xml); expected a graph file or a directory of topologies.");
            }
            return files;
        } catch (IOException e) {
            throw unreadable(fileOrFolder, e);
        }
    }

    private static String basename(Path file) {
        return numbered(file).basename();
    }

    private static long number(Path file) {
        return numbered(file).number();
    }

    private static NumberedName numbered(Path file) {
        String name = String.valueOf(file.getFileName());
        String stem = name.substring(0, name.length() - ".xml".length());
        try {
            return NumberedName.of(stem);
        } catch (IllegalArgumentException e) {
            // Only the order of the files is at stake.
            return new NumberedName(stem, -1);
        }
    }

    /**
     * The graph of a JGF file that holds a plain containment tree; nothing where it holds anything else, or cannot be
     * read: then {@link JgfReader} reports the error.
     */
    public static Optional<ResourceGraph> loadTree(Path file, LoadOptions loading) {
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try (InputStream in = watched(file, loading)) {
            return JgfTreeReader.read(in, file.toString());
        } catch (GraphException | IOException e) {
            return Optional.empty();
        }
    }

    private static InputStream watched(Path file, LoadOptions loading) throws IOException, GraphException {
        return new WatchedInput(open(file), Files.size(file), loading.progress());
    }

    static InputStream open(Path file) throws IOException, GraphException {
        if (Files.isDirectory(file)) {
            throw new GraphException(file + " is a directory; expected a graph file.");
        }
        return Files.newInputStream(file);
    }

    private static ResourceGraph read(InputStream in, Path file, GraphFormat format)
            throws GraphException, IOException {
        String source = file.toString();
        ResourceGraph graph = switch (format) {
            case GRUG -> GrugReader.read(in, source);
            case JGF, JGF_SHORTHAND -> jgf(file, in);
            case HWLOC -> new HwlocReader(List.of()).add(in, source).graph();
            case RV1EXEC, RV1EXEC_FORCE -> ranks(RReader.read(in, source), source);
        };
        if (graph.vertexCount() == 0) {
            throw new GraphException(source + " describes no resources; expected at least one vertex.");
        }
        return graph;
    }

    /** Reads an R without a named format. */
    private static ResourceGraph plainRanks(InputStream in, String source) throws GraphException, IOException {
        RExecution execution = RReader.read(in, source);
        requireRanksOnly(execution, source);
        return ranks(execution, source);
    }

    private static void requireRanksOnly(RExecution execution, String source) throws GraphException {
        if (execution.scheduling()) {
            throw new GraphException(
                    source + ": this R contains more under 'scheduling' than its ranks describe. Maybe use the format "
                            + GraphFormat.RV1EXEC_FORCE + ", which ignores the rest.");
        }
    }

    private static ResourceGraph ranks(RExecution execution, String source) throws GraphException {
        try {
            return execution.toGraph();
        } catch (GraphException e) {
            throw new GraphException(source + ": " + e.getMessage(), e);
        }
    }

    /** A file that can be opened again is first read as if everything in it were as usual. */
    private static ResourceGraph jgf(Path file, InputStream in) throws GraphException, IOException {
        String source = file.toString();
        if (!Files.isRegularFile(file)) {
            return located(source, in);
        }
        Optional<ResourceGraph> tree = JgfTreeReader.read(in, source);
        if (tree.isPresent()) {
            return tree.get();
        }
        try (InputStream again = open(file)) {
            return located(source, again);
        }
    }

    private static ResourceGraph located(String source, InputStream in) throws GraphException, IOException {
        var subgraph = JgfReader.read(in, source);
        try {
            return ResourceGraph.of(subgraph);
        } catch (GraphException e) {
            throw new GraphException(source + ": " + e.getMessage(), e);
        }
    }

    static GraphException unreadable(Path file, IOException e) {
        if (e instanceof NoSuchFileException) {
            return new GraphException("There is no file " + file + ".", e);
        }
        return new GraphException(FileTrouble.sentence("read the graph", file, e), e);
    }
}
