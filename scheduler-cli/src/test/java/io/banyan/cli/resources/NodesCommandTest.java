package io.banyan.cli.resources;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.Run;
import io.banyan.cli.client.WithDaemon;
import io.banyan.cli.output.ExitStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The table of nodes, and who drained them and why. */
@Timeout(120)
class NodesCommandTest extends WithDaemon {
    @Test
    void whatIsUsedOfNodesIsThere() {
        banyan("submit", "-N", "1", "-t", "1h", "--", "work");
        banyan("submit", "-n", "3", "-t", "1h", "--", "work");
        Run nodes = banyan("nodes", "node[5-7]");
        assertThat(nodes.out()).isEqualTo("""
                        node   status  core used  gpu used  memory used  jobs  why
                        node5  up            0/8                   0/32
                        node6  up            3/8       0/2         0/64  2
                        node7  up            8/8       2/2        64/64  1
                        """);
        assertThat(banyan("nodes", "-o", "json", "node7").out())
                .contains("\"usage\" : \"taken\"", "\"jobs\" : [ 1 ]", "\"status\" : \"up\"");
    }

    @Test
    void namedFieldsAreShownInTheOrderThatIsAskedFor() {
        banyan("submit", "-N", "1", "-t", "1h", "--", "work");
        banyan("drain", "node2", "--reason", "its fan is loud");
        assertThat(banyan("nodes", "--format", "NAME,rank,cores,gpus,jobs,by,reason", "--sort", "-cores", "node[2,6-7]")
                        .out())
                .isEqualTo("""
                        name   rank  core used  gpu used  jobs  by     reason
                        node7     7        8/8       2/2  1
                        node2     2        0/8                  owner  its fan is loud
                        node6     6        0/8       0/2
                        """);
        assertThat(banyan("nodes", "--format", "name,status", "--no-header", "--sort", "-name", "--limit", "2")
                        .out())
                .isEqualTo("node1  up\nnode0  up\n");
        assertThat(banyan("nodes", "--no-header", "node6").out()).isEqualTo("node6  up  0/8  0/2  0/64\n");
        assertThat(banyan("nodes", "--summary", "--no-header").out()).startsWith("6  up");
        assertThat(banyan("nodes", "--format", "name", "--status", "down").out())
                .isEqualTo("name\n");
    }

    @Test
    void aFieldThatThereIsNotIsNamed() {
        assertThat(banyan("nodes", "--format", "name,nam").err())
                .contains("found 'nam'; the fields are name path rank status");
        assertThat(banyan("nodes", "--sort", "core").status()).isEqualTo(ExitStatus.WRONG_USE);
        assertThat(banyan("nodes", "--summary", "--sort", "name").err())
                .contains("--summary cannot be used with --sort or fields in --format");
        assertThat(banyan("nodes", "--summary", "--format", "name").status()).isEqualTo(ExitStatus.WRONG_USE);
    }

    @Test
    void whoDrainedNodesWhenAndWhyIsTold() {
        banyan("submit", "-N", "1", "-t", "1h", "--", "work");
        Run drain = banyan("drain", "node7", "node[2-3]", "--reason", "its fan is loud");
        assertThat(drain.out()).isEqualTo("""
                        drained: /cluster0/rack1/node7 /cluster0/rack0/node2 /cluster0/rack1/node3
                        job 1 still running on them
                        """);
        Run drained = banyan("nodes", "--drained");
        assertThat(drained.out().lines().skip(1))
                .hasSize(3)
                .allSatisfy(line -> assertThat(line).contains("its fan is loud (owner, 20"));
        assertThat(drained.out()).contains("node7  draining").contains("node3  drained");
        assertThat(banyan("status get", "/cluster0/rack1/node7").out())
                .contains("drained  no      here (owner, 20")
                .contains("its fan is loud)");
        assertThat(banyan("undrain", "node7").out()).isEqualTo("up: /cluster0/rack1/node7\n");
        assertThat(banyan("nodes", "--status", "draining,down").out()).isEqualTo("No such nodes.\n");
    }

    @Test
    void aNodeThatIsUpBelowOneThatIsNotIsOfNoUse() {
        banyan("status set", "/cluster0/rack0", "--to", "down", "--reason", "power");
        assertThat(banyan("nodes", "node0").out()).contains("/cluster0/rack0: power (owner, 20");
        Run up = banyan("undrain", "node0");
        assertThat(up.status()).isEqualTo(ExitStatus.DONE);
        assertThat(up.err())
                .isEqualTo("banyan: /cluster0/rack0/node0 is up but not available, because a vertex above it is not "
                        + "up. See 'banyan nodes'.\n");
    }

    @Test
    void whatMakesNoSenseIsSaid() {
        assertThat(banyan("drain", "node9", "--reason", "x").err())
                .isEqualTo("banyan: There is no vertex 'node9' here; 'banyan nodes' lists the nodes.\n");
        assertThat(banyan("drain", "--reason", "x").err()).isEqualTo("banyan: Expected either NODE or --ranks.\n");
        assertThat(banyan("drain", "node1").status()).isEqualTo(ExitStatus.WRONG_USE);
        assertThat(banyan("drain", "node1", "--reason", " ").err()).isEqualTo("banyan: --reason must not be empty.\n");
        assertThat(banyan("nodes", "--type", "disk").err())
                .startsWith("banyan: No resource has the type 'disk' here; the types are cluster, core, gpu");
        assertThat(banyan("nodes", "node[1,9]").err()).isEqualTo("banyan: There is no node 'node9' here.\n");
        assertThat(banyan("nodes", "--limit", "0").status()).isEqualTo(ExitStatus.WRONG_USE);
    }

    @Test
    void ofMoreThanAreWantedThatIsSaid() {
        Run few = banyan("nodes", "--limit", "2");
        assertThat(few.out().lines()).hasSize(3);
        assertThat(few.err()).isEqualTo("banyan: only the first 2 are shown.\n");
        assertThat(banyan("nodes", "--limit", "8").err()).isEmpty();
    }

    @Test
    void verticesOfAnotherTypeAreNamedByTheirPathsWhereTheirNamesAreNotEnough() {
        assertThat(banyan("nodes", "--type", "gpu").out()).contains("/cluster0/rack0/node6/socket0/gpu0");
        assertThat(banyan("nodes", "--type", "rack").out())
                .contains("rack0  up")
                .contains("0/4");
    }

    /** The names are those that --hosts of a reservation takes: of whatever type, and all or nothing. */
    @Test
    void drainTakesNamesOfAllTypes() {
        assertThat(banyan("drain", "rack1", "node0", "--reason", "power").out())
                .isEqualTo("drained: /cluster0/rack1 /cluster0/rack0/node0\n");
        assertThat(banyan("nodes", "--drained").out().lines().skip(1)).hasSize(5);
        assertThat(banyan("undrain", "rack1").status()).isEqualTo(ExitStatus.DONE);
        Run unknown = banyan("drain", "node[1-2],node99", "--reason", "x");
        assertThat(unknown.err())
                .isEqualTo("banyan: There is no vertex 'node99' here; 'banyan nodes' lists the nodes.\n");
        assertThat(banyan("nodes", "--drained").out().lines().skip(1)).hasSize(1);
        assertThat(banyan("drain", "core0", "--reason", "x").err()).contains("The name 'core0' is ambiguous: ");
    }
}
