package io.banyan.cli.graph;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.InputFile;
import io.banyan.cli.output.OutputFile;
import io.banyan.cli.output.Terminal;
import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.graph.io.PlotWriter;
import io.banyan.planner.TimeWindow;
import io.banyan.prune.PruneFilters;
import io.banyan.resource.JobId;
import io.banyan.resource.Status;
import io.banyan.resource.Subsystem;
import io.banyan.resource.Usage;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.GivenFormat;
import io.banyan.schedule.GivenResources;
import io.banyan.schedule.Schedule;
import io.banyan.schedule.Usages;
import io.banyan.topology.NetworkMap;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banyan graph plot}: draws a resource graph. */
@Command(
        name = "plot",
        description = "Draw a resource graph with Graphviz. Identical siblings share one box.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Down resources are red. With --job, resources of the jobs are blue, free ones",
            "are green, and others are yellow. The maximum is " + PlotWriter.MAX_BOXES + " boxes.",
            "",
            "With --network, a grid has a row for each of its rows, and any other network",
            "a row for each switch with nodes. The maximum is " + NetworkPicture.MAX_PLACES + " places.",
            "",
            "Exit status: 0 success, 1 the graph cannot be read or drawn (for example",
            "without Graphviz), 2 incorrect usage."
        })
final class GraphPlotCommand implements Callable<Integer> {
    private static final TimeWindow NOW = new TimeWindow(0, 1);

    private final Terminal terminal;

    @Mixin
    private final GraphArgument graph = new GraphArgument();

    @Option(
            names = {"-w", "--write"},
            paramLabel = "FILE",
            description = "Output file with the suffix .svg, .png, .pdf, or .dot for Graphviz source (default: SVG "
                    + "on standard output).")
    private @Nullable Path written;

    @Option(
            names = {"-a", "--all"},
            description = "Draw every vertex, including identical siblings.")
    private boolean all;

    @Option(
            names = {"-b", "--below"},
            paramLabel = "PATH",
            description = "Draw only this vertex and everything below it.")
    private String below = "";

    @Option(
            names = {"-s", "--subsystem"},
            paramLabel = "NAME",
            description = "Subsystem to draw (default ${DEFAULT-VALUE}).")
    private String subsystem = "containment";

    @Option(
            names = {"-n", "--network"},
            description = "Draw the nodes by their places on the network, as SVG and without Graphviz. Each job has "
                    + "its colour.")
    private boolean isNetwork;

    @Option(
            names = {"-j", "--job"},
            paramLabel = "FILE",
            description = "R or JGF file of a job whose resources are marked. May be repeated.")
    private List<Path> jobs = List.of();

    GraphPlotCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        Picture picture = written == null ? Picture.SVG : Picture.of(OutputFile.checked(written));
        byte[] drawn = isNetwork ? network(picture) : hierarchy(picture);
        if (written == null) {
            terminal.out().print(new String(drawn, StandardCharsets.UTF_8));
            terminal.out().flush();
        } else {
            Files.write(written, drawn);
        }
        return ExitStatus.DONE;
    }

    private byte[] hierarchy(Picture picture) throws IOException {
        String text = text(graph.load(), graph.file());
        return picture == Picture.DOT ? text.getBytes(StandardCharsets.UTF_8) : Graphviz.draw(picture, text);
    }

    private byte[] network(Picture picture) {
        if (all || !below.isEmpty() || !subsystem.equals(Subsystem.CONTAINMENT.name())) {
            throw CommandFailure.wrongUse("--network cannot be used with --all, --below or --subsystem");
        }
        if (picture != Picture.SVG) {
            throw CommandFailure.wrongUse("--network writes SVG only; the name of the file must end in .svg");
        }
        ResourceGraph read = graph.load();
        NetworkMap map = graph.network(read);
        var drawing = new NetworkPicture(read, map);
        Schedule schedule = new Schedule(read, PruneFilters.DEFAULT, NOW);
        int number = 0;
        for (Path job : jobs) {
            drawing.mark(name(job), book(schedule, new JobId(++number), job));
        }
        return drawing.svg(name(graph.file()) + ": " + map.topology()).getBytes(StandardCharsets.UTF_8);
    }

    private static String name(Path file) {
        return Optional.ofNullable(file.getFileName()).orElse(file).toString();
    }

    private String text(ResourceGraph graph, Path file) throws IOException {
        Subsystem drawn = new Subsystem(subsystem);
        int top = below.isEmpty() ? graph.root(drawn) : graph.find(below, drawn);
        if (top < 0) {
            throw CommandFailure.no(
                    below.isEmpty()
                            ? file + ": the graph has no subsystem " + subsystem
                            : file + ": there is no vertex " + below + " in the subsystem " + subsystem);
        }
        String title = below.isEmpty()
                ? String.format(Locale.ROOT, "%s: %,d vertices", name(file), graph.vertexCount())
                : name(file) + " below " + below;
        var text = new StringBuilder();
        try {
            PlotWriter.write(graph, new PlotWriter.Plan(top, drawn, usages(graph), !all, title), text);
        } catch (GraphException e) {
            throw CommandFailure.no(
                    e.getMessage() + "\nMaybe --below PATH shows the part you need" + (all ? ", or omit --all." : "."));
        }
        return text.toString();
    }

    /** Returns the usage of each vertex, if there is anything to say of it. */
    private Optional<IntFunction<Usage>> usages(ResourceGraph graph) {
        if (jobs.isEmpty() && !anyDown(graph)) {
            return Optional.empty();
        }
        Schedule schedule = new Schedule(graph, PruneFilters.DEFAULT, NOW);
        int number = 0;
        for (Path job : jobs) {
            book(schedule, new JobId(++number), job);
        }
        Usage[] usages = Usages.at(schedule, NOW.startSec());
        return Optional.of(v -> usages[v]);
    }

    private static boolean anyDown(ResourceGraph graph) {
        return IntStream.range(0, graph.vertexBound())
                .anyMatch(v -> graph.contains(v) && graph.initialStatus(v) == Status.DOWN);
    }

    /** Books a job, and returns its resources. */
    private static Selection book(Schedule schedule, JobId id, Path job) {
        GivenResources given = InputFile.read(job, (in, source) -> GivenResources.read(GivenFormat.RV1, in, source));
        try {
            Selection selection = given.in(schedule);
            schedule.commit(id, BookingKind.ALLOCATION, NOW, selection);
            return selection;
        } catch (GraphException | IllegalStateException e) {
            String reason = String.valueOf(e.getMessage());
            throw CommandFailure.no(reason.startsWith(job.toString()) ? reason : job + ": " + reason);
        }
    }
}
