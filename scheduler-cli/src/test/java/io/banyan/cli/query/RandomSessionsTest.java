package io.banyan.cli.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.graph.GraphInput;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.io.GraphFormat;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.Instance;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.config.InstanceLimits;
import io.banyan.match.MatchPolicy;
import io.banyan.match.TraverserKind;
import io.banyan.planner.TimeWindow;
import io.banyan.prune.PruneFilters;
import io.banyan.resource.MatchSubsystems;
import io.banyan.rpc.daemon.ProcessProbe;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Sessions of right and wrong commands in random order: a command that is refused says so in one line and changes nothing,
 * and every invariant holds after each.
 */
@Execution(ExecutionMode.CONCURRENT)
class RandomSessionsTest {

    private static final int COMMANDS = 300;
    private static final List<String> POLICIES =
            List.of("first", "low", "hinodex", "locality", "firstnodex", "variation");

    @TempDir
    private Path directory;

    private QueryFiles files = new QueryFiles(Path.of("/dev"), "");

    @BeforeEach
    void writeFiles() {
        files = new QueryFiles(directory, "cluster { 2 rack { 2 node { 2 socket { 2 core, 1 gpu, 1 memory:4 } } } }");
        files.slots("core", 1, "[{type: core, count: 1}]")
                .slots("node", 1, "[{type: node, count: 1}]")
                .slots("three", 3, "[{type: node, count: 1}]")
                .slots("nine", 9, "[{type: node, count: 1}]")
                .slots(
                        "sockets",
                        2,
                        "[{type: socket, count: 1, with: [{type: core, count: 2}, {type: gpu, count: 1}]}]")
                .slots("unknown", 1, "[{type: banana, count: 1}]")
                .slots("contradiction", 1, "[{type: node, count: 1, exclusive: false}]")
                .jobspec("rack", "[{type: rack, count: 1, exclusive: true}]")
                .jobspec("shared", "[{type: node, count: 1}]")
                .jobspec(
                        "either",
                        "[{type: slot, label: a, count: 1, with: [{type: core, count: 2}]}, "
                                + "{type: slot, label: b, count: 2, with: [{type: gpu, count: 1}]}]");
        files.write("broken.yaml", "version: [");
        files.write("rank0.json", r("0", "node0"));
        files.write("ranks.json", r("1-2", "node[1-2]"));
        files.write("rank9.json", r("9", "node9"));
        files.write("other.json", jgf("/cluster1", ""));
        files.write("attach.json", jgf("/cluster0", "/rack0/node9"));
        files.write("lost.json", jgf("/cluster0", "/rack7/node9"));
        files.write("broken.json", "{\"graph\": {\"nodes\": [");
        for (String name : List.of("node", "sockets", "rack")) {
            for (String format : List.of("jgf", "jgf_shorthand")) {
                String granted = files.query("m allocate @" + name + ".yaml", "-F", format)
                        .out();
                files.write(name + "." + format, granted.substring(0, granted.indexOf('\n')));
            }
        }
    }

    private static String r(String ranks, String hosts) {
        return """
                {"version": 1, "execution": {"R_lite": [{"rank": "%s", "children": {"core": "0-1", "gpu": "0"}}],
                 "nodelist": ["%s"]}}""".formatted(ranks, hosts);
    }

    /** A cluster and perhaps a node somewhere below a rack of it. */
    private static String jgf(String cluster, String path) {
        String vertex = """
                {"id": "%d", "metadata": {"type": "%s", "id": %d, "rank": %d, "paths": {"containment": "%s"}}}""";
        String nodes = vertex.formatted(0, "cluster", 0, -1, cluster);
        if (path.isEmpty()) {
            return "{\"graph\": {\"nodes\": [" + nodes + "], \"edges\": []}}";
        }
        nodes += ", " + vertex.formatted(1, "rack", 0, -1, cluster + "/rack0");
        nodes += ", " + vertex.formatted(900, "node", 9, 9, cluster + path);
        String edges = "{\"source\": \"0\", \"target\": \"1\"}, {\"source\": \"1\", \"target\": \"900\"}";
        return "{\"graph\": {\"nodes\": [" + nodes + "], \"edges\": [" + edges + "]}}";
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
    void whatIsRefusedChangesNothing(int seed) throws IOException {
        var random = new Random(seed);
        Instance instance = instance(random);
        Backend backend = new LocalBackend(instance);
        List<MatchFormat> formats = List.of(MatchFormat.values());
        MatchFormat format = formats.get(random.nextInt(formats.size()));
        var out = new PrintWriter(new StringWriter());
        QuerySession session = QuerySession.begin(backend, format, out, out, random.nextBoolean());
        String state = state(backend);
        int refused = 0;
        for (int i = 0; i < COMMANDS; i++) {
            String command = new Commands(random, instance, jobs(state)).next();
            String context = "seed " + seed + ", command " + i + ": " + command;
            String refusal;
            try {
                refusal = run(session, command);
                instance.checkInvariants();
            } catch (RuntimeException e) {
                throw new AssertionError(context, e);
            }
            String after = state(backend);
            if (!refusal.isEmpty() && !command.startsWith("multi-match")) {
                assertThat(refusal).as(context).matches("((\\w+: )?ERROR|Jobspec error): .*\n");
                assertThat(after).as(context).isEqualTo(state);
                refused++;
            }
            state = after;
        }
        assertThat(refused).as("refusals of seed " + seed).isBetween(1, COMMANDS - 1);
    }

    private Instance instance(Random random) {
        ResourceGraph graph = GraphInput.load(files.path("graph.graphml"), GraphFormat.GRUG, List.of());
        String filters = random.nextBoolean() ? "ALL:core,ALL:node" : "ALL:core,ALL:gpu,rack:node";
        MatchPolicy policy = MatchPolicy.parse(POLICIES.get(random.nextInt(POLICIES.size())));
        InstanceConfig config = InstanceConfig.root("random")
                .matching(policy, PruneFilters.parse(filters))
                .walking(
                        random.nextBoolean() ? TraverserKind.SIMPLE : TraverserKind.FLEXIBLE,
                        MatchSubsystems.parse("CA"))
                .within(InstanceLimits.DEFAULT.unbounded());
        return Instance.root(config, graph, new TimeWindow(0, 10_000), ProcessProbe.INSTANCE);
    }

    /** Runs a command; returns what was said against it. */
    private String run(QuerySession session, String command) throws IOException {
        var err = new StringWriter();
        var errors = new PrintWriter(err);
        var input = new BufferedReader(new StringReader(command.replace("@", directory + "/")));
        new Interpreter(session, errors).run(input::readLine);
        errors.flush();
        return err.toString();
    }

    /** All that a session can show, told to another session. */
    private String state(Backend backend) throws IOException {
        var text = new StringWriter();
        var out = new PrintWriter(text);
        QuerySession reader = QuerySession.begin(backend, MatchFormat.JGF, out, out, false);
        String questions = """
                find status=up or status=down agfilter=true
                find status=down
                find sched-now=allocated
                find sched-future=reserved
                list
                """;
        assertThat(run(reader, questions)).isEmpty();
        out.flush();
        return text.toString();
    }

    private static List<String> jobs(String state) {
        return Pattern.compile("INFO: (\\d+), (ALLOCATED|RESERVED)")
                .matcher(state)
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    /** Makes commands, some of which cannot be done. */
    private record Commands(Random random, Instance instance, List<String> jobs) {

        private static final List<String> OPERATIONS = List.of(
                "allocate",
                "allocate",
                "allocate_with_satisfiability",
                "allocate_orelse_reserve",
                "satisfiability",
                "without_allocating",
                "without_allocating_future",
                "guess");
        private static final List<String> JOBSPECS = List.of(
                "core",
                "node",
                "three",
                "nine",
                "sockets",
                "unknown",
                "contradiction",
                "rack",
                "shared",
                "either",
                "broken",
                "missing");
        private static final List<String> RESOURCES = List.of(
                "jgf @node.jgf",
                "jgf @sockets.jgf",
                "jgf_shorthand @node.jgf_shorthand",
                "jgf_shorthand @rack.jgf_shorthand",
                "jgf @rack.jgf",
                "rv1exec @rank0.json",
                "rv1exec @ranks.json",
                "rv1exec @rank9.json",
                "jgf @other.json",
                "jgf @broken.json",
                "rv1exec @node.jgf",
                "jgf @rank0.json",
                "jgf @missing",
                "xml @node.jgf");
        private static final List<String> CRITERIA = List.of(
                "status=up",
                "sched-now=allocated or sched-future=reserved",
                "(names=node[0-2] and jobid-tag=1) agfilter=true",
                "property=fast",
                "status=",
                "jobid-span=x",
                "(status=up",
                "colour=red");
        private static final List<String> ODDITIES = List.of(
                "",
                "# nothing",
                "nonsense",
                "match",
                "match allocate",
                "cancel",
                "cancel x",
                "cancel -1",
                "info 99999",
                "list",
                "stat",
                "help",
                "cat @core.yaml",
                "cat @missing",
                "update allocate",
                "set-status /nowhere up",
                "set-status /cluster0 sideways",
                "get-status /nowhere",
                "set-property /cluster0 =x",
                "get-property /nowhere",
                "remove /nowhere true",
                "remove [9-12] false",
                "remove [0 false",
                "remove [99999999999] false",
                "remove /cluster0 maybe");

        String next() {
            return switch (random.nextInt(16)) {
                case 0, 1, 2, 3 -> one("match", "m") + " " + one(OPERATIONS) + " @" + one(JOBSPECS) + ".yaml";
                case 4 -> "multi-match allocate @" + one(JOBSPECS) + ".yaml @" + one(JOBSPECS) + ".yaml";
                case 5, 6, 7 -> one("cancel", "c") + " " + job() + one("", "", " stats", " twice");
                case 8, 9 -> one("partial-cancel", "pc") + " " + job() + " " + one(RESOURCES) + one("", " stats");
                case 10 ->
                    "update " + one("allocate", "reserve") + " " + one(RESOURCES) + " " + (1 + random.nextInt(900))
                            + " " + one("0", "50", "9999", "10000", "-1") + " " + one("0", "30", "x");
                case 11 -> "find " + one(CRITERIA);
                case 12 -> "set-status " + path() + " " + one("up", "up", "down");
                case 13 -> random.nextInt(6) > 0 ? "set-property " + path() + " fast=1" : change();
                default -> one(ODDITIES);
            };
        }

        private String change() {
            return switch (random.nextInt(4)) {
                case 0 -> "remove " + path() + " true";
                case 1 -> "remove [" + random.nextInt(5) + "-" + (2 + random.nextInt(4)) + "] false";
                default -> "attach @" + one("attach.json", "lost.json", "other.json", "broken.json", "rank0.json");
            };
        }

        private String one(String... choices) {
            return choices[random.nextInt(choices.length)];
        }

        private String one(List<String> choices) {
            return choices.get(random.nextInt(choices.size()));
        }

        private String job() {
            return jobs.isEmpty() || random.nextInt(6) == 0 ? "77777" : one(jobs);
        }

        /** Any but the root's, without which there is not much to do. */
        private String path() {
            ResourceGraph graph = instance.graph().orElseThrow();
            int v = random.nextInt(graph.vertexBound());
            return graph.contains(v) && v != graph.root() ? graph.path(v) : "/cluster0/gone";
        }
    }
}
