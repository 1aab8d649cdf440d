package io.banyan.cli.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions over one cluster of two nodes with two cores each. */
class QueryCommandTest {
    private static final String RULER = "INFO: =============================\n";

    @TempDir
    private Path directory;

    private Path graph = Path.of("");

    @BeforeEach
    void writeFiles() throws IOException {
        String recipe =
                Run.banyan("graph", "generate", "cluster { 2 node { 2 core } }").out();
        graph = Files.writeString(directory.resolve("tiny.graphml"), recipe);
        jobspec("node", "[{type: node, count: 1, with: [{type: core, count: 2}]}]");
        jobspec("core", "[{type: core, count: 1}]");
        jobspec("many", "[{type: node, count: 3}]");
        jobspec("unknown", "[{type: banana, count: 1}]");
    }

    private void jobspec(String name, String inSlot) throws IOException {
        jobspec(name, 1, inSlot);
    }

    private void jobspec(String name, int slots, String inSlot) throws IOException {
        Files.writeString(directory.resolve(name + ".yaml"), """
                {version: 1, tasks: [], attributes: {system: {duration: 100}},
                 resources: [{type: slot, count: %d, label: s, with: %s}]}""".formatted(slots, inSlot));
    }

    private Run query(String commands, String... options) {
        List<String> arguments = new ArrayList<>(List.of("query", "-L", graph.toString(), "-P", "low"));
        arguments.addAll(List.of(options));
        return Run.banyanReading(commands.replace("@", directory + "/"), arguments.toArray(String[]::new));
    }

    @Test
    void printsWhatWasAllocated() {
        Run run = query("match allocate @core.yaml\nquit\nmatch allocate @core.yaml\n");
        String resources = """
                      ---------core0[1:x]
                      ------node0[1:s]
                      ---cluster0[1:s]
                """;
        String block = RULER + "INFO: JOBID=1\nINFO: RESOURCES=ALLOCATED\nINFO: SCHEDULED AT=Now\n" + RULER;
        assertThat(run).isEqualTo(new Run(0, resources + block, ""));
    }

    @Test
    void looksAtAsMuchAsIsAskedForAndFindsTheSame() throws IOException {
        String recipe = Run.banyan("graph", "generate", "cluster { 40 node { 2 core } }")
                .out();
        graph = Files.writeString(directory.resolve("forty.graphml"), recipe);
        Run few = query("match allocate @core.yaml\nmatch allocate @node.yaml\n", "-e", "--visits", "few");
        Run fluxion = query("match allocate @core.yaml\nmatch allocate @node.yaml\n", "-e");
        assertThat(visits(few)).allMatch(visits -> visits < 40);
        assertThat(visits(fluxion)).hasSize(2).allMatch(visits -> visits >= 40);
        assertThat(vertices(fluxion)).isNotEmpty().isEqualTo(vertices(few));
    }

    private static List<Integer> visits(Run run) {
        return run.out()
                .lines()
                .filter(line -> line.startsWith("INFO: PREORDER VISIT COUNT"))
                .map(line -> Integer.valueOf(line.replaceAll("\\D", "")))
                .toList();
    }

    private static List<String> vertices(Run run) {
        return run.out().lines().filter(line -> line.contains("---")).toList();
    }

    @Test
    void reservesAndSaysWhen() {
        Run run = query("m allocate @node.yaml\nm allocate @node.yaml\nm allocate_orelse_reserve @core.yaml\n");
        assertThat(run.out()).endsWith("INFO: JOBID=3\nINFO: RESOURCES=RESERVED\nINFO: SCHEDULED AT=100\n" + RULER);
    }

    @Test
    void saysNoWithReasonsAndGoesOn() {
        Run run = query("""
                match allocate @many.yaml
                match allocate_with_satisfiability @many.yaml
                match satisfiability @many.yaml
                match satisfiability @core.yaml
                """);
        assertThat(run.status()).isZero();
        assertThat(run.out())
                .isEqualTo(RULER + "INFO: No matching resources found\nINFO: JOBID=1\n" + RULER + RULER
                        + "INFO: No matching resources found\nINFO: Unsatisfiable request\nINFO: JOBID=2\n" + RULER
                        + RULER + "INFO: Unsatisfiable request\n" + RULER
                        + RULER + "INFO: Satisfiable request\n" + RULER);
        assertThat(run.err()).contains("ERROR: no match: node: 3 needed, 2");
    }

    @Test
    void refusesATypeThatTheGraphDoesNotKnow() {
        Run run = query("match allocate @unknown.yaml\nmatch allocate @core.yaml\n");
        assertThat(run.err()).isEqualTo("Jobspec error: the graph has no resource of type banana\n");
        assertThat(run.out()).contains("RESOURCES=ALLOCATED");
    }

    @Test
    void freesWhatIsCancelled() {
        Run run = query("m allocate @node.yaml\nm allocate @node.yaml\ncancel 1\nm allocate @node.yaml\nc 1\nlist\n");
        assertThat(run.err()).isEqualTo("ERROR: job 1 has ended: cancelled\n");
        assertThat(run.out()).contains("INFO: 1, CANCELED, 0, ", "INFO: 2, ALLOCATED", "INFO: 3, ALLOCATED");
    }

    @Test
    void stopsAMultiMatchAtTheFirstNo() {
        Run run = query("multi-match allocate @node.yaml @many.yaml @core.yaml\n");
        assertThat(run.out()).contains("JOBID=1", "JOBID=2").doesNotContain("JOBID=3");
    }

    @Test
    void doesNotGiveOutWhatIsDown() {
        Run run = query("""
                set-status /cluster0/node0 down
                get-status /cluster0/node0
                m allocate @core.yaml
                set-status /nowhere up
                set-status /cluster0 sideways
                """);
        assertThat(run.out())
                .contains("/cluster0/node0 is down\n", "node1[1:s]", "Could not find path /nowhere in resource graph.");
        assertThat(run.err()).contains("up or down, found 'sideways'");
    }

    @Test
    void findsByCriteria() {
        Run run = query("m allocate @core.yaml\nfind sched-now=allocated\nfind status=purple\n");
        String resources = """
                      ---------core0[1:x]
                      ------node0[1:x]
                      ---cluster0[1:x]
                """;
        assertThat(run.out()).endsWith(resources + RULER + "INFO: EXPRESSION=\"sched-now=allocated\"\n" + RULER);
        assertThat(run.err()).startsWith("ERROR: invalid criteria: status must be up or down");
    }

    @Test
    void keepsProperties() {
        Run run =
                query("set-property /cluster0/node0 class=1\nget-property /cluster0/node0\np /cluster0/node0 class\n");
        assertThat(run.out()).isEqualTo("class=1\nIncorrect input format.\n");
    }

    @Test
    void removesASubtreeAlsoFromItsJobs() {
        Run run = query("""
                m allocate @node.yaml
                remove /cluster0/node0 true
                find sched-now=allocated
                find status=up
                remove [1] false
                remove [7] false
                """);
        assertThat(run.out()).contains("INFO: taken from jobs [1]");
        assertThat(run.err()).isEqualTo("ERROR: no vertex here has the rank 7\n");
    }

    @Test
    void attachesASubgraph() throws IOException {
        Path larger = directory.resolve("larger.graphml");
        Files.writeString(
                larger,
                Run.banyan("graph", "generate", "cluster { 3 node { 2 core } }").out());
        Run convert = Run.banyan("graph", "convert", larger.toString(), "-w", directory + "/larger.json");
        assertThat(convert.status()).isZero();
        Run run = query("m allocate @many.yaml\nattach @larger.json\nm allocate @many.yaml\nattach @none.json\n");
        assertThat(run.out()).contains("INFO: JOBID=2\nINFO: RESOURCES=ALLOCATED");
        assertThat(run.err()).contains("none.json: no such file");
    }

    @Test
    void freesAPartOfAJobByRank() throws IOException {
        Files.writeString(
                directory.resolve("rank1.json"),
                "{\"version\": 1, \"execution\": {\"R_lite\": [{\"rank\": \"1\", \"children\": {\"core\": \"0-1\"}}]}}");
        jobspec("both", 2, "[{type: node, count: 1}]");
        Run run = query("""
                m allocate @both.yaml
                partial-cancel 1 rv1exec @rank1.json
                m allocate @node.yaml
                pc 1 rv1exec @both.yaml
                pc 9 jgf @rank1.json
                """);
        assertThat(run.out()).contains("INFO: JOBID=2\nINFO: RESOURCES=ALLOCATED");
        assertThat(run.err()).contains("not well-formed JSON", "the key 'graph' is missing");
    }

    @Test
    void writesResultsToAFileWhereAskedTo() throws IOException {
        Path results = directory.resolve("out");
        Run run = query("m allocate @core.yaml\ninfo 1\nhelp\nstat\n", "-t", results.toString(), "-F", "rlite");
        assertThat(Files.readString(results))
                .isEqualTo("[{\"rank\": \"0\", \"children\": {\"core\": \"0\"}}]\n" + RULER
                        + "INFO: JOBID=1\nINFO: RESOURCES=ALLOCATED\nINFO: SCHEDULED AT=Now\n" + RULER);
        assertThat(run.out()).contains("INFO: 1, ALLOCATED, 0, ", "partial-cancel", "Num. of Vertices: 7");
    }

    @Test
    void endsWithOneWhereACommandFailedOnlyIfStrict() {
        assertThat(query("nonsense\n").status()).isZero();
        Run strict = query("# a comment\n\nnonsense\n", "--strict");
        assertThat(strict.status()).isEqualTo(1);
        assertThat(strict.err()).isEqualTo("ERROR: malformed command: unknown command 'nonsense', see 'help'\n");
        assertThat(query("match\n", "--strict").err()).contains("expected: match OPERATION JOBSPEC");
        assertThat(query("match guess @core.yaml\n").err()).contains("allocate_orelse_reserve");
        assertThat(query("cancel x\n").err()).contains("'x' is not a job id");
    }

    @Test
    void tellsWhatTheMatchesAmountTo() {
        String out = query("stat\nm allocate @core.yaml\nm allocate @node.yaml\nm allocate @many.yaml\nstat\n")
                .out();
        assertThat(out)
                .contains(
                        "INFO: Num. of Vertices: 7\n",
                        "INFO: Num. of Edges: 6\n",
                        "INFO: Num. of Vertices by Rank: [0-1] 3 each\n",
                        "INFO: Num. of Jobs Matched: 0\nINFO: Num. of Jobs Not Matched: 0\n",
                        "INFO: Match Time (Matched): min 0.000000, max 0.000000, avg 0.000000, variance 0.000000e+00 Secs\n",
                        "INFO: Num. of Jobs Matched: 2\nINFO: Num. of Jobs Not Matched: 1\n",
                        "INFO: Visits: 0 preorder, 0 postorder\n")
                .containsPattern("INFO: Visits: [1-9][0-9]* preorder, [1-9]")
                .containsPattern("INFO: Memory of Graph: [1-9][0-9]* bytes")
                .containsPattern("INFO: Heap Used: [1-9][0-9]* bytes");
    }

    @Test
    void printsTimesAndVisitsWhereAskedTo() {
        assertThat(query("m allocate @core.yaml\n", "-e").out())
                .contains("Graph Load Time", "INFO: ELAPSE=\"0.", "INFO: PREORDER VISIT COUNT=\"");
    }

    /** Policy high enters every node, socket and core of 40 nodes; the file has nothing of it. */
    @Test
    void printsVisitsOfEveryKindOfMatchOnStandardOutput() throws IOException {
        String recipe = Run.banyan("graph", "generate", "cluster { 40 node { 2 core } }")
                .out();
        graph = Files.writeString(directory.resolve("forty.graphml"), recipe);
        Path file = directory.resolve("results");
        Run run = query("""
                match allocate @core.yaml
                match allocate_orelse_reserve @node.yaml
                match satisfiability @core.yaml
                multi-match allocate @core.yaml @core.yaml
                """, "-e", "-P", "high", "-t", file.toString());
        // The cluster, 40 nodes and 80 cores; of a node that is taken nothing is looked at below it.
        assertThat(visits(run)).hasSize(5).allMatch(visits -> visits > 80);
        assertThat(visits(run).getFirst()).isEqualTo(121);
        assertThat(run.out()).doesNotContain("JOBID").contains("INFO: ELAPSE=\"0.", "INFO: POSTORDER VISIT COUNT=\"");
        assertThat(Files.readString(file)).contains("INFO: JOBID=1\n").doesNotContain("VISIT", "ELAPSE");
    }

    @Test
    void writesTheGraphAtTheEndWithWhatIsUsed() throws IOException {
        Path file = directory.resolve("end.out");
        String commands = "m allocate @core.yaml\nset-status /cluster0/node1 down\n";
        query(commands, "-g", "graphml", "-o", file.toString());
        // One core is taken, so its node and the cluster are partly; the other node is down with its two cores.
        String graphml = Files.readString(file);
        assertThat(graphml.split(">taken<", -1)).hasSize(2);
        assertThat(graphml.split(">partly taken<", -1)).hasSize(3);
        assertThat(graphml.split(">down<", -1)).hasSize(4);
        query(commands, "-o", file.toString());
        assertThat(Files.readString(file)).startsWith("digraph").contains("label=\"core0\", style=filled, fillcolor=");
        assertThat(query("", "-g", "png", "-o", file.toString()).err()).contains("dot or graphml");
    }

    @Test
    void printsResourcesAsGraphs() {
        assertThat(query("m allocate @core.yaml\n", "-F", "graphml").out()).contains("<graphml", "JOBID=1");
        assertThat(query("find status=up\n", "-F", "dot").out())
                .startsWith("digraph")
                .contains("node1");
    }

    @Test
    void refusesWrongOptions() {
        assertThat(query("", "-P", "best").err()).contains("'best'", "hinode");
        assertThat(query("", "-F", "xml").err()).contains("'xml'", "pretty_simple");
        assertThat(query("", "-p", "core").err()).contains("'core'");
        assertThat(query("", "-S", "XX").err()).contains("'XX'", "CA");
        assertThat(query("", "-T", "fast").err()).contains("'fast'");
        assertThat(query("", "-f", "xls").err()).contains("'xls'");
        assertThat(query("", "-r", "0").err()).contains("from 1 to 2000000, found 0");
        assertThat(query("", "-F", "xml").status()).isEqualTo(2);
    }
}
