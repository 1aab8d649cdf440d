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

/** Resources that jobs were given, booked again, given back in parts and counted: on two nodes of two cores. */
class GivenResourcesTest {
    private static final String RULER = "INFO: =============================\n";
    private static final String R =
            "{\"version\": 1, \"execution\": {\"R_lite\": [{\"rank\": \"%s\", \"children\": {\"core\": \"0-1\"}}], "
                    + "\"nodelist\": [\"%s\"]}}";

    @TempDir
    private Path directory;

    @BeforeEach
    void writeFiles() throws IOException {
        write("graph.json", R.formatted("0-1", "node[0-1]"));
        write("rank0.json", R.formatted("0", "node0"));
        write("rank1.json", R.formatted("1", "node1"));
        write("rank7.json", R.formatted("7", "node7"));
        jobspec("core", "[{type: core, count: 1}]");
        jobspec("node", "[{type: node, count: 1}]");
        jobspec("full", "[{type: node, count: 1, with: [{type: core, count: 2}]}]");
        jobspec("both", "[{type: node, count: 2}]");
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(directory.resolve(name), text);
    }

    private void jobspec(String name, String inSlot) throws IOException {
        write(name + ".yaml", """
                {version: 1, tasks: [], attributes: {system: {duration: 100}},
                 resources: [{type: slot, count: 1, label: s, with: %s}]}""".formatted(inSlot));
    }

    private Run query(String commands, String... options) {
        List<String> arguments =
                new ArrayList<>(List.of("query", "-L", directory + "/graph.json", "-f", "rv1exec", "-P", "low"));
        arguments.addAll(List.of(options));
        return Run.banyanReading(commands.replace("@", directory + "/"), arguments.toArray(String[]::new));
    }

    @Test
    void booksRanksAgain() {
        Run run =
                query("update allocate rv1exec @rank1.json 5 0 3600\nu reserve rv1exec @rank1.json 6 3600 10\nlist\n");
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .startsWith("""
                      ---------core0[1:x]
                      ---------core1[1:x]
                      ------node1[1:x]
                      ---cluster0[1:s]
                """ + RULER + "INFO: JOBID=5\nINFO: RESOURCES=ALLOCATED\nINFO: SCHEDULED AT=Now\n" + RULER);
        assertThat(run.out())
                .contains("INFO: RESOURCES=RESERVED\nINFO: SCHEDULED AT=3600\n", "INFO: 6, RESERVED, 3600");
    }

    @Test
    void aReservationFromNowOnIsAnAllocation() {
        Run run = query("""
                update reserve rv1exec @rank1.json 6 0 10
                info 6
                find jobid-reserved=6
                find sched-now=allocated
                update reserve rv1exec @rank0.json 7 1 10
                partial-cancel 6 rv1exec @rank1.json
                partial-cancel 7 rv1exec @rank0.json
                """);
        assertThat(run.out())
                .contains("INFO: JOBID=6\nINFO: RESOURCES=ALLOCATED\nINFO: SCHEDULED AT=Now\n", "INFO: 6, ALLOCATED, ")
                .contains(RULER + "INFO: EXPRESSION=\"jobid-reserved=6\"\n" + RULER + """
                      ---------core0[1:x]
                      ---------core1[1:x]
                      ------node1[1:x]
                      ---cluster0[1:x]
                """ + RULER
                        + "INFO: EXPRESSION=\"sched-now=allocated\"\n" + RULER)
                .endsWith("INFO: JOBID=7\nINFO: RESOURCES=RESERVED\nINFO: SCHEDULED AT=1\n" + RULER);
        assertThat(run.err().lines().toList()).singleElement().asString().contains("job 7 is a reservation");
    }

    /** The graph of a part that says another rank, or another type, is another graph. */
    @Test
    void refusesAPartialCancelOfAVertexThatTheGraphHasOtherwise() throws IOException {
        String grant = query("m allocate @full.yaml\n", "-F", "jgf").out();
        String part = grant.substring(0, grant.indexOf('\n'));
        assertThat(part).contains("\"rank\": 0,").contains("\"type\": \"core\"");
        write("part.json", part);
        write("rank.json", part.replace("\"rank\": 0,", "\"rank\": 1,"));
        write("type.json", part.replace("\"type\": \"core\"", "\"type\": \"gpu\", \"basename\": \"core\""));
        for (String format : List.of("jgf", "jgf_shorthand")) {
            Run run = query("m allocate @full.yaml\n" + "pc 1 F @rank.json\npc 1 F @type.json\n".replace("F", format)
                    + "find jobid-alloc=1\npc 1 " + format + " @part.json\nfind sched-now=allocated\n");
            assertThat(run.err().lines().toList()).hasSize(2).allMatch(line -> line.endsWith(" as in the document."));
            assertThat(run.out())
                    .contains("node0[1:x]\n      ---cluster0[1:x]\n" + RULER + "INFO: EXPRESSION=\"jobid-alloc=1\"\n")
                    .endsWith(RULER + RULER + "INFO: EXPRESSION=\"sched-now=allocated\"\n" + RULER);
        }
    }

    @Test
    void booksJgfAgainAsItWasWritten() throws IOException {
        for (String format : List.of("jgf", "jgf_shorthand")) {
            String grant = query("m allocate @full.yaml\n", "-F", format).out();
            write(format + ".json", grant.substring(0, grant.indexOf('\n')));
            Run run = query("update allocate " + format + " @" + format + ".json 1 0 0\n", "-F", format);
            assertThat(run).isEqualTo(new Run(0, grant, ""));
        }
    }

    /**
     * R of a walk over containment, given to sessions that walk power: what power does not have is kept by its node.
     */
    @Test
    void booksWhatWasMatchedInAnotherSubsystem() throws IOException {
        String[] containment = {"-L", "../resource-graphs/power.graphml", "-f", "grug", "-F", "jgf"};
        String[] power = {"-L", "../resource-graphs/power.graphml", "-f", "grug", "-S", "PA", "-F", "simple"};
        for (String jobspec : List.of("node", "core")) {
            String grant =
                    query("m allocate @" + jobspec + ".yaml\n", containment).out();
            write("given.json", grant.substring(0, grant.indexOf('\n')));
            Run run = query("""
                    update allocate jgf @given.json 1 0 0
                    match allocate @node.yaml
                    cancel 1
                    find sched-now=allocated names=node0
                    """, power);
            assertThat(run.err()).isEmpty();
            assertThat(run.out())
                    .contains("node0[1:x]", "INFO: JOBID=1\nINFO: RESOURCES=ALLOCATED\nINFO: SCHEDULED AT=Now\n")
                    .contains("node1[1:x]", "INFO: JOBID=2\nINFO: RESOURCES=ALLOCATED\nINFO: SCHEDULED AT=Now\n")
                    .endsWith(RULER + RULER + "INFO: EXPRESSION=\"sched-now=allocated names=node0\"\n" + RULER);
        }
    }

    @Test
    void freesAPartThatOnlyPowerHas() throws IOException {
        jobspec("power", "[{type: power, count: 4}]");
        String[] power = {"-L", "../resource-graphs/power.graphml", "-f", "grug", "-S", "PA", "-F", "jgf"};
        String grant = query("m allocate @power.yaml\n", power).out();
        write("given.json", grant.substring(0, grant.indexOf('\n')));
        Run run = query("m allocate @power.yaml\npc 1 jgf @given.json\nfind sched-now=allocated\n", power);
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).endsWith(RULER + RULER + "INFO: EXPRESSION=\"sched-now=allocated\"\n" + RULER);
    }

    @Test
    void booksRByWhatItsSchedulingKeySays() throws IOException {
        for (String format : List.of("rv1", "rv1_shorthand", "rv1_nosched")) {
            String grant = query("m allocate @full.yaml\n", "-F", format).out();
            write(format + ".json", grant.substring(0, grant.indexOf('\n')));
            Run run = query("update allocate rv1 @" + format + ".json 1 0 0\nfind sched-now=allocated\n");
            assertThat(run.err()).isEmpty();
            assertThat(run.out())
                    .contains("INFO: RESOURCES=ALLOCATED")
                    .endsWith("""
                      ---------core0[1:x]
                      ---------core1[1:x]
                      ------node0[1:x]
                      ---cluster0[1:x]
                """ + RULER + "INFO: EXPRESSION=\"sched-now=allocated\"\n" + RULER);
        }
        write("slurm.json", "{\"scheduling\": {\"writer\": \"slurm\", \"graph\": {\"nodes\": []}}}");
        assertThat(query("update allocate rv1 @slurm.json 1 0 0\n").err()).contains("the writer 'slurm' is unknown");
    }

    @Test
    void refusesAnUpdateThatDoesNotFitAndChangesNothing() {
        Run run = query("""
                update allocate rv1exec @rank7.json 1 0 10
                find sched-now=allocated
                update allocate rv1exec @rank0.json 2 0 10
                update allocate rv1exec @rank0.json 3 5 10
                update allocate rv1exec @rank0.json 2 20 10
                update allocate rv1exec @core.yaml 4 0 10
                update guess rv1exec @rank0.json 5 0 10
                update allocate xml @rank0.json 5 0 10
                update allocate jgf @none.json 5 0 10
                update allocate rv1exec @rank0.json 5 x 10
                update allocate rv1exec @rank0.json 5 4000000000 10
                """);
        String no = RULER + "INFO: No matching resources found\nINFO: JOBID=%d\n" + RULER;
        assertThat(run.out())
                .startsWith(no.formatted(1) + RULER + "INFO: EXPRESSION=\"sched-now=allocated\"\n" + RULER)
                .endsWith(no.formatted(3) + no.formatted(4));
        assertThat(run.err().lines().toList())
                .hasSize(9)
                .contains(
                        "ERROR: The graph has 0 places where rank 7 begins; expected one.",
                        "ERROR: job 2 exists already",
                        "ERROR: malformed command: the first argument must be allocate or reserve",
                        "ERROR: malformed command: a format must be jgf, jgf_shorthand, rv1exec or rv1, found 'xml'",
                        "ERROR: malformed command: 'x' is not a number of seconds");
    }

    @Test
    void neverGivesALiveIdToAnotherJob() {
        Run run = query("""
                m allocate @core.yaml
                m allocate @core.yaml
                cancel 1
                cancel 2
                update allocate rv1exec @rank0.json 1 0 10
                update allocate rv1exec @rank0.json 9 0 10
                m allocate @core.yaml
                """);
        assertThat(run.err()).isEqualTo("ERROR: job 1 exists already\n");
        assertThat(run.out()).contains("JOBID=9\n", "JOBID=10\n").doesNotContain("JOBID=3\n");
    }

    @Test
    void countsWhatACancelVisits() {
        // Looked at: the cluster, both nodes and the two cores of the first; tagged: cluster, node0, core0.
        assertThat(query("m allocate @core.yaml\ncancel 1 stats\n").out())
                .endsWith(RULER + "INFO: CANCEL PREORDER COUNT=\"5\"\nINFO: CANCEL POSTORDER COUNT=\"3\"\n" + RULER);
        assertThat(query("m allocate @core.yaml\ncancel 1 twice\n").err())
                .isEqualTo("ERROR: malformed command: expected 'stats' or nothing, found 'twice'\n");
    }

    @Test
    void freesARankWhileTheAncestorsStayClosed() throws IOException {
        write("cluster.yaml", """
                {version: 1, tasks: [], attributes: null, resources: [{type: cluster, count: 1, exclusive: true}]}""");
        Run run = query("""
                m allocate @both.yaml
                partial-cancel 1 rv1exec @rank0.json stats
                m allocate @cluster.yaml
                m allocate @node.yaml
                partial-cancel 1 rv1exec @rank7.json
                partial-cancel 1 rv1exec @rank0.json
                partial-cancel 1 rv1exec @rank1.json
                cancel 1
                """);
        assertThat(run.out())
                .contains("INFO: PARTIAL CANCEL PREORDER COUNT=\"0\"\nINFO: PARTIAL CANCEL POSTORDER COUNT=\"0\"\n")
                .contains("INFO: No matching resources found\nINFO: JOBID=2\n")
                .endsWith("INFO: JOBID=3\nINFO: RESOURCES=ALLOCATED\nINFO: SCHEDULED AT=Now\n" + RULER);
        assertThat(run.err().lines().skip(1).toList())
                .containsExactly(
                        "ERROR: No vertex of the graph has the rank 7.",
                        "ERROR: Job 1 holds none of these resources.",
                        "ERROR: job 1 has ended: cancelled");
    }

    @Test
    void aTagStaysWhereTheFiltersCountedNothingOfTheJob() {
        String commands = """
                m allocate @node.yaml
                pc 1 rv1exec @rank0.json
                find jobid-tag=1
                find jobid-span=1
                m allocate @full.yaml
                cancel 1 stats
                find jobid-tag=1
                """;
        Run left = query(commands, "-p", "ALL:core");
        assertThat(left.out())
                .contains("      ---cluster0[1:x]\n" + RULER + "INFO: EXPRESSION=\"jobid-tag=1\"\n" + RULER + RULER
                        + "INFO: EXPRESSION=\"jobid-span=1\"\n")
                .contains("node0[1:x]\n      ---cluster0[1:s]\n" + RULER + "INFO: JOBID=2\n")
                .endsWith("INFO: CANCEL PREORDER COUNT=\"3\"\nINFO: CANCEL POSTORDER COUNT=\"1\"\n" + RULER + RULER
                        + "INFO: EXPRESSION=\"jobid-tag=1\"\n" + RULER);
        assertThat(query(commands).err()).isEqualTo("ERROR: job 1 has ended: cancelled\n");
    }

    @Test
    void showsWhatTheFiltersCount() {
        assertThat(query("m allocate @core.yaml\nfind names=node0 agfilter=t\n", "-F", "jgf")
                        .out())
                .contains("\"/cluster0/node0\"}, \"agfilter\": {\"core\": \"used:1, total:2\"}}}")
                .contains(
                        "\"/cluster0\"}, \"agfilter\": {\"core\": \"used:1, total:4\", \"node\": \"used:0, total:2\"}}}");
        assertThat(query("find names=node0\n", "-F", "jgf").out()).doesNotContain("agfilter");
    }

    @Test
    void keepsOfATopologyWhatIsAllowed() throws IOException {
        write("node.xml", """
                <topology><object type="Machine"><info name="HostName" value="fat3"/>
                  <object type="Package"><object type="Core"/><object type="Core"/></object></object></topology>""");
        String[] options = {"-L", directory + "/node.xml", "-f", "hwloc", "-W", "node,core"};
        assertThat(query("find status=up\n", options).out()).startsWith("""
                      ---------core0[1:x]
                      ---------core1[1:x]
                      ------fat3[1:x]
                      ---cluster0[1:x]
                """);
    }

    @Test
    void aNodeBelowOneThatIsDownIsNotCountedAsUp() {
        Run run = query("set-status /cluster0 down\nm allocate_with_satisfiability @node.yaml\n");
        assertThat(run.out()).contains("INFO: Unsatisfiable request\n");
    }

    @Test
    void whatComesFromJgfHasNoUnits() throws IOException {
        write("units.json", """
                {"graph": {"nodes": [
                  {"id": "0", "metadata": {"type": "cluster", "id": 0, "paths": {"containment": "/cluster0"}}},
                  {"id": "1", "metadata": {"type": "memory", "id": 0, "unit": "GB", "size": 2,
                    "paths": {"containment": "/cluster0/memory0"}}}],
                 "edges": [{"source": "0", "target": "1"}]}}""");
        Run run = query("find names=memory0\n", "-L", directory + "/units.json", "-f", "jgf", "-F", "jgf");
        assertThat(run.out()).contains("\"size\": 2").doesNotContain("unit");
    }
}
