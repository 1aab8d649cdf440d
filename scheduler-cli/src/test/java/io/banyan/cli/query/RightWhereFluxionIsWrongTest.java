package io.banyan.cli.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.Run;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The cases that resource-query gets wrong, each asked of {@code banyan query}. On a rack of two nodes with two sockets
 * of two cores. Where a node is down or too many are asked for, a session says "unsatisfiable" when resource-query
 * does, since its output is recorded so ({@link io.banyan.match.policy.MatchRules#FLUXION}); the core's tests show what
 * it says by its own rules.
 */
class RightWhereFluxionIsWrongTest {
    private static final String NO = "INFO: No matching resources found\n";
    private static final String YES = "INFO: RESOURCES=ALLOCATED\n";

    @TempDir
    private Path directory;

    private QueryFiles files = new QueryFiles(Path.of("/dev"), "");

    @BeforeEach
    void writeFiles() {
        files = new QueryFiles(directory, "cluster { 1 rack { 2 node { 2 socket { 2 core } } } }")
                .slots("core", 1, "[{type: core, count: 1}]")
                .slots("node", 1, "[{type: node, count: 1}]")
                .slots("both", 2, "[{type: node, count: 1}]")
                .slots("three", 3, "[{type: node, count: 1}]")
                .slots("sockets", 1, "[{type: socket, count: 1, with: [{type: core, count: 2}]}]")
                .jobspec("rack", "[{type: rack, count: 1, exclusive: true}]");
    }

    @Test
    void endsWhereTheInputEnds() {
        assertThat(files.query("m allocate @core.yaml").out()).contains(YES);
        assertThat(files.query("m allocate @core.yaml\n\n\n").status()).isZero();
    }

    @Test
    void tellsByItsStatusThatACommandFailedWhereItIsStrict() {
        assertThat(files.query("cancel 7; find status=up").status()).isZero();
        assertThat(files.query("cancel 7; find status=up", "--strict").status()).isEqualTo(1);
        assertThat(files.query("m allocate @three.yaml", "--strict").status()).isEqualTo(1);
        assertThat(files.query("m satisfiability @three.yaml", "--strict").status())
                .isEqualTo(1);
        assertThat(files.query("m allocate @core.yaml; cancel 1", "--strict").status())
                .isZero();
    }

    @Test
    void neverCallsSatisfiableWhatCanNeverBeAllocated() {
        files.jobspec(
                "skips",
                "[{type: node, count: 1, with: [{type: slot, label: s, count: 1, with: [{type: core, count: 1}]}]}]");
        assertThat(files.query("m satisfiability @skips.yaml").out())
                .isEqualTo(QueryFiles.RULER + "INFO: Unsatisfiable request\n" + QueryFiles.RULER);
        assertThat(files.query("m allocate @skips.yaml").out()).contains(NO);
    }

    @Test
    void holdsNothingWhereAResultCannotBeWritten() {
        for (String format : new String[] {"rlite", "rv1_nosched"}) {
            Run run = files.query("m allocate @both.yaml; cancel 1; m allocate @both.yaml", "-F", format);
            assertThat(run.err()).as(format).isEmpty();
            assertThat(run.out()).as(format).contains("JOBID=1\n" + YES, "JOBID=2\n" + YES);
        }
    }

    @Test
    void neverGivesOutAnIdThatWasNamedByHand() {
        files.write("host.json", """
                {"version": 1, "execution": {"R_lite": [{"rank": "0", "children": {"core": "0-3"}}],
                 "nodelist": ["node0"]}}""");
        files.jobspec("any", "[{type: slot, label: s, count: 1, with: [{type: core, count: 1}]}]");
        Run run = files.query("m allocate @any.yaml; update allocate rv1exec @host.json 3 200 10; "
                + "update allocate rv1exec @host.json 2 300 10; m allocate @any.yaml; "
                + "update allocate rv1exec @host.json 4 400 10");
        assertThat(run.out()).contains("JOBID=1\n", "JOBID=3\n", "JOBID=2\n", "JOBID=4\n");
        assertThat(run.err()).isEqualTo("ERROR: job 4 exists already\n");
    }

    @Test
    void freesAPartOfAJobOnASharedNodeWholeOrNotAtAll() {
        String two = "m allocate @sockets.yaml; m allocate @sockets.yaml";
        String[] lines = files.query(two, "-P", "lonode", "-F", "jgf").out().split("\n", -1);
        files.write("first.json", lines[0]);
        files.write("second.json", lines[6]);
        Run own = files.query(two + "; partial-cancel 1 jgf @first.json; info 1; find jobid-alloc=2", "-P", "lonode");
        assertThat(own.err()).isEmpty();
        assertThat(own.out()).contains("INFO: 1, CANCELED", "socket1[1:x]\n      ---------node0[1:x]");
        Run foreign =
                files.query(two + "; partial-cancel 1 jgf @second.json; info 1; find jobid-alloc=1", "-P", "lonode");
        assertThat(foreign.err()).startsWith("ERROR: Job 1 does not hold /cluster0/rack0/node0/socket1");
        assertThat(foreign.out()).contains("INFO: 1, ALLOCATED", "socket0[1:x]\n      ---------node0[1:x]");
    }

    @Test
    void saysWhichJobsARemovalHurt() {
        Run run = files.query("m allocate @both.yaml; remove /cluster0/rack0/node1 true; find jobid-alloc=1");
        assertThat(run.out()).contains("INFO: taken from jobs [1]\n");
        assertThat(run.out().substring(run.out().indexOf("taken")))
                .contains("node0[1:x]")
                .doesNotContain("node1");
        assertThat(files.query("remove /cluster0/rack0/node1 true").out()).isEmpty();
    }

    @Test
    void countsMatchesAndMemory() {
        Run run = files.query("m allocate @core.yaml; m allocate @three.yaml; stat");
        assertThat(run.out())
                .contains("INFO: Num. of Jobs Matched: 1\n", "INFO: Num. of Jobs Not Matched: 1\n", "INFO: Memory")
                .doesNotContain("E308");
    }

    @Test
    void refusesAnUnknownSubsystem() {
        Run run = files.query("", "-S", "NOPE");
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("'NOPE'", "CA");
    }

    @Test
    void keepsAnAncestorClosedWhileTheJobHoldsSomethingBelow() {
        files.write("rank0.json", """
                {"version": 1, "execution": {"R_lite": [{"rank": "0", "children": {"core": "0-3"}}],
                 "nodelist": ["node0"]}}""");
        Run run = files.query("m allocate @both.yaml; partial-cancel 1 rv1exec @rank0.json; m allocate @rack.yaml; "
                + "m allocate @node.yaml; cancel 1; cancel 3; m allocate @rack.yaml");
        assertThat(run.err().lines().toList()).hasSize(1);
        assertThat(run.out())
                .contains(NO + "INFO: JOBID=2\n")
                .contains("node0[1:x]\n      ------rack0[1:s]\n      ---cluster0[1:s]\n" + QueryFiles.RULER
                        + "INFO: JOBID=3\n")
                .contains("JOBID=4\n" + YES);
    }

    @Test
    void callsWhatWaitsForANodeThatIsDownSatisfiable() {
        String down = "set-status /cluster0/rack0/node0 down; ";
        assertThat(files.query(down + "m satisfiability @both.yaml").out()).contains("INFO: Satisfiable request");
        assertThat(files.query(down + "m allocate @both.yaml").out())
                .contains(NO)
                .doesNotContain("Unsatisfiable");
    }

    @Test
    void neverReservesWhatDoesNotExist() {
        files.slots("cores", 9, "[{type: core, count: 1}]");
        Run run = files.query("m allocate_orelse_reserve @cores.yaml; m allocate_with_satisfiability @cores.yaml; "
                + "m allocate_with_satisfiability @three.yaml");
        assertThat(run.out())
                .isEqualTo((QueryFiles.RULER + NO + "INFO: Unsatisfiable request\nINFO: JOBID=%d\n" + QueryFiles.RULER)
                        .repeat(3)
                        .formatted(1, 2, 3));
    }

    @Test
    void writesTheGraphWhereAskedTo() {
        Path graph = files.path("graph.dot");
        assertThat(files.query("", "-g", "dot", "-o", graph.toString()).status())
                .isZero();
        assertThat(files.read("graph.dot")).startsWith("digraph").contains("rack0");
    }

    @Test
    void reservesWhereTheRootCountsNothingOfTheRequest() {
        Run run =
                files.query("m allocate @both.yaml; m allocate_orelse_reserve @node.yaml", "-p", "node:core,rack:node");
        assertThat(run.out())
                .endsWith("INFO: JOBID=2\nINFO: RESOURCES=RESERVED\nINFO: SCHEDULED AT=100\n" + QueryFiles.RULER);
    }
}
