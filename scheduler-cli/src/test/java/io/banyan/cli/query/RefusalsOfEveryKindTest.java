package io.banyan.cli.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.Run;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The refusals of a session, with their words, on two racks of two nodes of which a job has two; all that can be asked
 * of the graph and the jobs afterwards is as before.
 */
class RefusalsOfEveryKindTest {
    private static final String JOB = "m allocate @two.yaml; update reserve rv1exec @rank0.json 5 200 10; ";
    private static final String STATE =
            "find status=up agfilter=true; find sched-now=allocated; find sched-future=reserved; list; ";

    @TempDir
    private Path directory;

    private QueryFiles files = new QueryFiles(Path.of("/dev"), "");

    @BeforeEach
    void writeFiles() {
        files = new QueryFiles(directory, "cluster { 2 rack { 2 node { 2 core } } }")
                .slots("two", 2, "[{type: node, count: 1}]")
                .slots("five", 5, "[{type: node, count: 1}]")
                .slots("unknown", 1, "[{type: banana, count: 1}]")
                .slots("contradiction", 1, "[{type: node, count: 1, exclusive: false}]")
                .slots("empty", 1, "[]")
                .jobspec("negative", "[{type: node, count: -1}]")
                .jobspec("odd", "[{type: node, count: 1, colour: red}]")
                .jobspec("shared", "[{type: node, count: 1}]");
        String slot = "{type: slot, label: a, count: 1, with: [{type: core, count: 1}]}";
        files.jobspec("several", "[" + slot + ", " + slot + "]");
        files.jobspec("xor", "[" + slot.replace("slot", "xor_slot") + "]");
        files.write("text.yaml", "version: [");
        files.write("rank0.json", r("0", "node0"));
        files.write("rank9.json", r("9", "node9"));
        files.write("renamed.json", r("0", "other0"));
        files.write("twice.json", r("0\", \"children\": {}}, {\"rank\": \"0", "node[0-1]"));
        files.write("short.json", r("0-1", "node0"));
        files.write("version.json", r("0", "node0").replace("\"version\": 1", "\"version\": 7"));
        files.write(
                "stranger.json", jgf("", "{\"type\": \"node\", \"paths\": {\"containment\": \"/cluster0/node9\"}}"));
        files.write("second.json", jgf("", "{\"type\": \"cluster\", \"paths\": {\"containment\": \"/cluster1\"}}"));
        files.write("cut.json", "{\"graph\": {\"nodes\": [");
        files.write("object.json", "{}");
        files.write(
                "size.json", jgf(", \"size\": 3", "{\"type\": \"x\", \"paths\": {\"containment\": \"/cluster0/x0\"}}"));
        String granted =
                files.query("m allocate @two.yaml", "-F", "jgf", "-P", "high").out();
        files.write("foreign.json", granted.substring(0, granted.indexOf('\n')));
    }

    private static String r(String ranks, String hosts) {
        return """
                {"version": 1, "execution": {"R_lite": [{"rank": "%s", "children": {"core": "0-1"}}],
                 "nodelist": ["%s"]}}""".formatted(ranks, hosts);
    }

    /** A cluster and one more vertex, without an edge. */
    private static String jgf(String ofCluster, String metadata) {
        return """
                {"graph": {"nodes": [
                 {"id": "0", "metadata": {"type": "cluster", "id": 0, "paths": {"containment": "/cluster0"}%s}},
                 {"id": "1", "metadata": %s}], "edges": []}}""".formatted(ofCluster, metadata);
    }

    @Test
    void matchesThatCannotBe() {
        refuse("""
                nonsense                                      | malformed command: unknown command 'nonsense', see 'help'
                match allocate                                | malformed command, expected: match OPERATION JOBSPEC
                match guess @two.yaml                         | malformed command: There is no match operation 'guess'
                m allocate @none.yaml                         | none.yaml: no such file
                m allocate @text.yaml                         | text.yaml:1:
                m allocate @negative.yaml                     | count
                m allocate @odd.yaml                          | 'colour'
                m allocate @unknown.yaml                      | Jobspec error: the graph has no resource of type banana
                m allocate @contradiction.yaml                | has exclusive: false
                m allocate @empty.yaml                        | The slot 's' has nothing in it
                m allocate @several.yaml                      | no match: several slots on one level require the flexible traverser
                m allocate @xor.yaml                          | 'xor_slot' requires the flexible traverser
                m allocate @shared.yaml                       | no match
                m allocate @five.yaml                         | no match: node: 5 needed, 2 of 4 free
                m satisfiability @five.yaml                   | no match: node: 5 needed, 4 in the whole graph
                M allocate @five.yaml @two.yaml               | no match: node: 5 needed
                """);
    }

    @Test
    void jobsThatCannotBeFreed() {
        refuse("""
                cancel                                        | malformed command, expected: cancel JOBID [stats]
                cancel 9                                      | cancel: ERROR: nonexistent job 9
                cancel one                                    | malformed command: 'one' is not a job id
                cancel 1 twice                                | malformed command: expected 'stats' or nothing, found 'twice'
                info 9                                        | info: ERROR: nonexistent job 9
                pc 1 jgf                                      | malformed command, expected: partial-cancel
                pc 1 xml @foreign.json                        | malformed command: a format must be jgf, jgf_shorthand, rv1exec or rv1, found 'xml'
                pc 1 jgf @foreign.json                        | Job 1 does not hold /cluster0/rack1/node2
                pc 1 jgf_shorthand @foreign.json              | Job 1 does not hold /cluster0/rack1/node2
                pc 1 jgf @stranger.json                       | There is no vertex /cluster0/node9 in the graph
                pc 1 jgf @cut.json                            | not well-formed JSON
                pc 1 jgf @object.json                         | the key 'graph' is missing
                pc 1 rv1exec @rank9.json                      | No vertex of the graph has the rank 9
                pc 1 rv1exec @version.json                    | 'version' is 7
                pc 5 rv1exec @rank0.json                      | job 5 is a reservation and cannot be partly freed
                pc 9 rv1exec @rank0.json                      | job 9 holds nothing here
                """);
    }

    @Test
    void resourcesThatCannotBeBookedAgain() {
        refuse("""
                update allocate rv1exec @rank0.json 1 0 10    | job 1 exists already
                update allocate rv1exec @rank0.json 7 0 10    | is not free for job 7
                update reserve rv1exec @rank0.json 7 205 1    | is not free for job 7
                update allocate rv1exec @renamed.json 7 500 1 | has the name node0 in the graph, not other0
                update allocate rv1exec @twice.json 7 500 1   | twice
                update allocate rv1exec @short.json 7 500 1   | execution.nodelist has 1 hosts, but there are 2 ranks
                update allocate jgf @stranger.json 7 500 1    | There is no vertex /cluster0/node9
                update allocate jgf @size.json 7 500 1        | size
                update allocate jgf @rank0.json 7 500 1       | the key 'graph' is missing
                update guess jgf @foreign.json 7 500 1        | malformed command: the first argument must be allocate or reserve
                update allocate jgf @foreign.json 7 x 1       | malformed command: 'x' is not a number of seconds
                update allocate jgf @foreign.json 7 -1 1      | malformed command: '-1' is not a number of seconds, 0 or more
                update allocate jgf @foreign.json 7 3153600000 1 | is after the end of the plan
                """);
    }

    @Test
    void criteriaThatMeanNothing() {
        refuse("""
                find                                          | malformed command, expected: find EXPRESSION
                find status=purple                            | invalid criteria: status must be up or down
                find (status=up                               | invalid criteria: a parenthesis is not closed
                find colour=red                               | invalid criteria: unknown key 'colour'
                find jobid-alloc=x                            | invalid criteria: 'x' is not a job id
                find names=node[0-                            | is not a hostlist
                cat @none                                     | none: no such file
                """);
    }

    @Test
    void changesOfTheGraphThatCannotBe() {
        refuse("""
                attach @none.json                             | none.json: no such file
                attach @second.json                           | two roots of the subsystem containment
                attach @stranger.json                         | no parent in the subsystem containment
                attach @cut.json                              | not well-formed JSON
                attach @rank0.json                            | the key 'graph' is missing
                remove /nowhere true                          | there is no vertex /nowhere
                remove [7-9] false                            | no vertex here has the rank 7
                remove [0 false                               | 0
                remove /cluster0/rack0 maybe                  | malformed command: the last argument must be true (a path) or false (ranks)
                set-status /nowhere down                      | there is no vertex /nowhere
                set-status /cluster0 broken                   | unrecognized status: expected up or down, found 'broken'
                get-status /nowhere                           | there is no vertex /nowhere
                set-property /nowhere a=b                     | there is no vertex /nowhere
                set-property /cluster0 ab                     | expected KEY=VALUE, found 'ab'
                get-property /nowhere                         | there is no vertex /nowhere
                """);
    }

    /** Lines of a command and a part of what is said to it. */
    private void refuse(String table) {
        String before = state(files.query(JOB + STATE, "-F", "jgf"));
        for (String line : table.lines().toList()) {
            String[] row = line.split("\\|(?=[^|]*$)", -1);
            Run refused = files.query(JOB + row[0] + "; " + STATE, "-F", "jgf", "--strict");
            assertThat(refused.status()).as(line).isEqualTo(1);
            assertThat(refused.err())
                    .as(line)
                    .matches("(?s)((\\w+: )?ERROR|Jobspec error): .*")
                    .contains(row[1].strip())
                    .hasLineCount(1);
            assertThat(state(refused)).as(line).isEqualTo(before);
        }
    }

    /** Returns the output of the commands of the state: from the first graph on, without times. */
    private static String state(Run run) {
        String out = run.out().replaceAll("\\d+\\.\\d{6}\\n", "");
        return out.substring(out.lastIndexOf("{\"graph\"", out.indexOf("EXPRESSION=\"status=up agfilter=true\"")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            jgf     | {"graph": {"nodes": [                                  | not well-formed JSON
            jgf     | []                                                     | an object with the key 'graph' is expected
            jgf     | {"graph": {"nodes": [{"id": "0"}], "edges": []}}       | the node '0' has no 'metadata'
            jgf     | {"graph": {"nodes": [{"id": "0", "metadata": {"type": "a"}}], "edges": []}} | has no 'paths'
            jgf     | {"graph": {"nodes": [], "edges": [{"source": "0", "target": "7"}]}} | names a node '0' that does not exist
            rv1exec | {"version": 3}                                         | 'version' is 3
            rv1exec | {"execution": {}}                                      | the key 'version' is missing
            hwloc   | <topology></topology>                                  | first object of the topology is not a Machine
            hwloc   | <graphml></graphml>                                    | expected <topology>, not <graphml>
            grug    | <graphml><graph></graph></graphml>                     | no node of the recipe is marked as root
            grug    | <topology></topology>                                  | expected <graphml>, not <topology>
            grug    | <!DOCTYPE a [<!ENTITY b "c">]><graphml>&b;</graphml>   | a document type declaration is not allowed
            grug    | nothing                                                | not well-formed XML
            """)
    void aGraphThatIsRefusedEndsTheSession(String format, String text, String message) {
        files.graph(files.write("wrong", text));
        Run run = files.query("find status=up", "-f", format);
        assertThat(run.status()).isNotZero();
        assertThat(run.err()).startsWith("banyan: ").contains(message);
        assertThat(run.err().lines().count()).isLessThanOrEqualTo(2);
        assertThat(run.out()).isEmpty();
    }
}
