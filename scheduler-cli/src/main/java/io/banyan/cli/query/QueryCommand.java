package io.banyan.cli.query;

import io.banyan.cli.call.Target;
import io.banyan.cli.output.CheckedValues;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.OutputFile;
import io.banyan.cli.output.Terminal;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.Instance;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banyan query}: a session over a graph, without a daemon, or over that of a daemon. */
@Command(
        name = "query",
        description = "Match jobspecs against a graph in a local session with the commands of resource-query.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Reads commands from standard input; 'help' lists them. On a terminal, lines can be "
                    + "edited, the tab key completes commands, files, vertex paths and job ids, Ctrl-C clears "
                    + "the line and Ctrl-D ends the session."
        })
public final class QueryCommand implements Callable<Integer> {
    /** In the directory where a daemon keeps its state, too. */
    private static final String HISTORY = "query-history";
    /** Resource-query's limit of an option that has no meaning here. */
    private static final int MAX_RESERVE = 2_000_000;

    private final Terminal terminal;
    private final Function<Instance, Backend> backends;

    @Mixin
    private final SessionInstance graph = new SessionInstance();

    @Option(
            names = "--connect",
            description = "Query a daemon instead of a local graph. Times are then seconds since the epoch.")
    private boolean connect;

    @Mixin
    private final Target target = new Target();

    @Option(
            names = {"-F", "--match-format"},
            paramLabel = "FORMAT",
            description = "Output format of resources (default ${DEFAULT-VALUE}).")
    private String matchFormat = "simple";

    @Option(
            names = {"-t", "--test-output"},
            paramLabel = "FILE",
            description = "Write results to this file.")
    private @Nullable Path resultFile;

    @Option(
            names = {"-e", "--elapse-time"},
            description = "Print times and visit counts on standard output. Visits are counted as in "
                    + "resource-query unless --visits is given. A daemon counts them according to its "
                    + "configuration.")
    private boolean measured;

    @Option(
            names = {"-g", "--graph-format"},
            paramLabel = "FORMAT",
            description = "Format for -o: ${COMPLETION-CANDIDATES} (default ${DEFAULT-VALUE}).")
    private GraphOutput.Format outputFormat = GraphOutput.Format.DOT;

    @Option(
            names = {"-o", "--graph-output"},
            paramLabel = "FILE",
            description = "Write the graph at the end to this file, marked as free, allocated or down.")
    private @Nullable Path graphOutput;

    @Option(
            names = {"-r", "--reserve-vtx-vec"},
            paramLabel = "N",
            hidden = true)
    private int reserve = 1;

    @Option(
            names = {"-d", "--disable-prompt"},
            description = "Do not print a prompt on a terminal.")
    private boolean promptDisabled;

    @Option(names = "--strict", description = "Exit with status 1 if a command failed.")
    private boolean strict;

    private QueryCommand(Terminal terminal, Function<Instance, Backend> backends) {
        this.terminal = terminal;
        this.backends = backends;
    }

    /** The command; of an option that is given twice the last one counts, as in resource-query. */
    public static CommandLine create(Terminal terminal) {
        return create(terminal, LocalBackend::new);
    }

    /** Returns the command, with another backend between the session and its instance. */
    static CommandLine create(Terminal terminal, Function<Instance, Backend> backends) {
        return new CommandLine(new QueryCommand(terminal, backends)).setOverwrittenOptionsAllowed(true);
    }

    @Override
    public Integer call() throws IOException {
        if (reserve < 1 || reserve > MAX_RESERVE) {
            throw CommandFailure.wrongUse(
                    "--reserve-vtx-vec must be a number from 1 to " + MAX_RESERVE + ", found " + reserve);
        }
        Stream.of(resultFile, graphOutput).filter(Objects::nonNull).forEach(OutputFile::checked);
        MatchFormat format = CheckedValues.value(() -> MatchFormat.parse(matchFormat));
        return connect ? overDaemon(format) : overGraph(format);
    }

    /** Runs the session on a daemon, which was given the graph and its options when it was started. */
    private int overDaemon(MatchFormat format) throws IOException {
        if (graph.isNamed() || graphOutput != null) {
            throw CommandFailure.wrongUse("--connect cannot be used with -L or -o: the daemon has its own graph");
        }
        try (BanyanClient client = target.connect()) {
            return run(new RemoteBackend(client), format);
        } catch (ClientException e) {
            throw CommandFailure.no(String.valueOf(e.getMessage()));
        }
    }

    private int overGraph(MatchFormat format) throws IOException {
        long start = System.nanoTime();
        Instance instance = graph.create(measured);
        if (measured) {
            terminal.out().println("INFO: Graph Load Time: " + SessionMatches.seconds(System.nanoTime() - start));
        }
        int status = run(backends.apply(instance), format);
        if (graphOutput != null) {
            GraphOutput.write(outputFormat, instance, graphOutput);
        }
        return status;
    }

    private int run(Backend backend, MatchFormat format) throws IOException {
        PrintWriter results =
                resultFile == null ? terminal.out() : new PrintWriter(Files.newBufferedWriter(resultFile));
        try {
            QuerySession session = QuerySession.begin(backend, format, results, terminal.out(), measured);
            Interpreter interpreter = new Interpreter(session, terminal.err());
            interpret(interpreter, session);
            return strict && interpreter.failed() ? ExitStatus.NO : ExitStatus.DONE;
        } finally {
            results.flush();
            terminal.out().flush();
            if (resultFile != null) {
                results.close();
            }
        }
    }

    private void interpret(Interpreter interpreter, QuerySession session) throws IOException {
        if (!terminal.isInteractive()) {
            var in = new FlushingInput(terminal.in(), session::flush);
            interpreter.run(new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))::readLine);
            return;
        }
        terminal.out().flush();
        var completion = new Completion(
                interpreter.syntaxes(), session.backend().local().flatMap(Instance::graph), session.jobs());
        var history = new LineHistory(Target.defaultState(System.getenv()).resolve(HISTORY));
        try (EditedLines lines = EditedLines.ofThisProcess(completion, history, !promptDisabled)) {
            interpreter.run(() -> {
                session.flush();
                return lines.next();
            });
        }
    }
}
