package io.banyan.cli.query;

import io.banyan.cli.client.Target;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.io.GraphFormat;
import io.banyan.graph.io.MatchFormat;
import io.banyan.match.MatchPolicy;
import io.banyan.match.Matcher;
import io.banyan.match.TraverserKind;
import io.banyan.planner.TimeWindow;
import io.banyan.prune.PruneFilters;
import io.banyan.resource.MatchSubsystems;
import io.banyan.schedule.Schedule;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code banyan query}: a session over a graph, without a daemon. */
@Command(
        name = "query",
        description = "Match jobspecs against a graph in a local session that takes resource-query's commands.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Reads commands from standard input; 'help' lists them. At a terminal a line can be edited, the tab key completes",
            "commands, files, paths of vertices and ids of jobs, Ctrl-C clears the line and Ctrl-D ends the session."
        })
public final class QueryCommand implements Callable<Integer> {
    /** A hundred years, as resource-query has it. */
    private static final TimeWindow HORIZON = new TimeWindow(Session.NOW_SEC, 3_153_600_000L);

    private static final String SUBSYSTEMS =
            "CA, PA, C+PA, C+IBA, ALL and resource-query's other names, or containment+NAME";

    /** In the directory where a daemon keeps its state, too. */
    private static final String HISTORY = "query-history";

    private final Terminal terminal;

    @Option(
            names = {"-L", "--load-file"},
            required = true,
            paramLabel = "FILE",
            description = "The graph.")
    private Path graphFile = Path.of("");

    @Option(
            names = {"-f", "--load-format"},
            paramLabel = "FORMAT",
            description = "Its format: " + GraphFormat.NAMES + " (default: by its content).")
    private String loadFormat = "";

    @Option(
            names = {"-W", "--load-allowlist"},
            split = ",",
            paramLabel = "TYPE",
            description = "The resource types to keep of an hwloc topology (default: all).")
    private List<String> allowlist = List.of();

    @Option(
            names = {"-S", "--match-subsystems"},
            paramLabel = "NAME",
            description = "The subsystem that is walked, and those from whose pools is drawn: " + SUBSYSTEMS
                    + " (default ${DEFAULT-VALUE}).")
    private String subsystems = "CA";

    @Option(
            names = {"-P", "--match-policy"},
            paramLabel = "POLICY",
            description = "Which of the resources that fit are taken (default ${DEFAULT-VALUE}).")
    private String policy = "first";

    @Option(
            names = {"-T", "--traverser-policy"},
            paramLabel = "NAME",
            description =
                    "What several slots on one level mean: simple (one only, the default) or flexible (alternatives).")
    private String traverser = "simple";

    @Option(
            names = {"-F", "--match-format"},
            paramLabel = "FORMAT",
            description = "How resources are printed (default ${DEFAULT-VALUE}).")
    private String matchFormat = "simple";

    @Option(
            names = {"-p", "--prune-filters"},
            paramLabel = "FILTERS",
            description = "Pruning filters (default ${DEFAULT-VALUE}).")
    private String pruneFilters = PruneFilters.DEFAULT.toString();

    @Option(
            names = {"-t", "--test-output"},
            paramLabel = "FILE",
            description = "Print results to this file.")
    private @Nullable Path resultFile;

    @Option(
            names = {"-e", "--elapse-time"},
            description = "Print times and visit counts.")
    private boolean measured;

    @Option(
            names = {"-g", "--graph-format"},
            paramLabel = "FORMAT",
            description = "What -o writes: ${COMPLETION-CANDIDATES} (default ${DEFAULT-VALUE}).")
    private GraphOutput.Format outputFormat = GraphOutput.Format.DOT;

    @Option(
            names = {"-o", "--graph-output"},
            paramLabel = "FILE",
            description = "Write the graph to this file at the end, with what is free, taken and down.")
    private @Nullable Path graphOutput;

    @Option(
            names = {"-r", "--reserve-vtx-vec"},
            paramLabel = "N",
            hidden = true)
    @SuppressWarnings("UnusedVariable") // Accepted, so that scripts written for resource-query need no change.
    private int reserve;

    @Option(
            names = {"-d", "--disable-prompt"},
            description = "Print no prompt at a terminal.")
    private boolean promptDisabled;

    @Option(names = "--strict", description = "End with status 1 where a command failed.")
    private boolean strict;

    private QueryCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    /** The command; of an option that is given twice the last one counts, as in resource-query. */
    public static CommandLine create(Terminal terminal) {
        return new CommandLine(new QueryCommand(terminal)).setOverwrittenOptionsAllowed(true);
    }

    @Override
    public Integer call() throws IOException {
        MatchPolicy matchPolicy = parse("match policy", policy, MatchPolicy::parse);
        TraverserKind kind = parse("traverser", traverser, TraverserKind::parse);
        MatchFormat format = parse("match format", matchFormat, MatchFormat::parse);
        PruneFilters filters = pruneFilters.isBlank()
                ? new PruneFilters(List.of())
                : parse("pruning filters", pruneFilters, PruneFilters::parse);
        MatchSubsystems walked = subsystems(subsystems);
        long start = System.nanoTime();
        ResourceGraph graph = SessionGraph.load(graphFile, loadFormat, allowlist);
        Schedule schedule = new Schedule(graph, filters, HORIZON, walked.dominant());
        if (measured) {
            terminal.out().println("INFO: Graph Load Time: " + Statistics.seconds(System.nanoTime() - start));
        }
        int status = run(schedule, filters, new Matcher(schedule, matchPolicy, kind), format);
        if (graphOutput != null) {
            GraphOutput.write(outputFormat, schedule, graphOutput);
        }
        return status;
    }

    private int run(Schedule schedule, PruneFilters filters, Matcher matcher, MatchFormat format) throws IOException {
        PrintWriter results =
                resultFile == null ? terminal.out() : new PrintWriter(Files.newBufferedWriter(resultFile));
        try {
            Session session = new Session(
                    schedule,
                    filters,
                    matcher,
                    new Written(),
                    format,
                    new JobTable(),
                    new LeftTags(schedule),
                    new JobspecFiles(),
                    new Statistics(),
                    results,
                    terminal.out(),
                    measured);
            Interpreter interpreter = new Interpreter(session, terminal.err());
            interpret(interpreter, session);
            return strict && interpreter.failed() ? ExitStatus.NO : ExitStatus.DONE;
        } finally {
            results.flush();
            if (resultFile != null) {
                results.close();
            }
        }
    }

    private static MatchSubsystems subsystems(String text) {
        try {
            return MatchSubsystems.parse(text);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.wrongUse(String.valueOf(e.getMessage()));
        }
    }

    private void interpret(Interpreter interpreter, Session session) throws IOException {
        if (!terminal.isInteractive()) {
            interpreter.run(new BufferedReader(new InputStreamReader(terminal.in(), StandardCharsets.UTF_8))::readLine);
            return;
        }
        terminal.out().flush();
        var completion = new Completion(interpreter.syntaxes(), session.schedule(), session.jobs());
        var history = new History(Target.defaultState(System.getenv()).resolve(HISTORY));
        try (EditedLines lines = EditedLines.ofThisProcess(completion, history, !promptDisabled)) {
            interpreter.run(lines);
        }
    }

    private static <T> T parse(String what, String text, Function<String, T> parser) {
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.wrongUse("wrong " + what + ": " + e.getMessage());
        }
    }
}
