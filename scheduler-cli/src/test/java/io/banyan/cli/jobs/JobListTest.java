package io.banyan.cli.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.Run;
import io.banyan.cli.client.WithDaemon;
import io.banyan.cli.output.ExitStatus;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The list of {@code banyan jobs}: its fields, their order, and one line for the jobs of an array. */
@Timeout(120)
class JobListTest extends WithDaemon {
    @BeforeEach
    void submit() {
        banyan("submit", "-N", "6", "-t", "90m", "--name", "wide", "--", "work");
        banyan("submit", "-N", "1", "-t", "1-12", "-a", "0-5", "--name", "part", "--", "work");
    }

    private String jobs(String... words) {
        Run run = banyan("jobs", words);
        assertThat(run.err()).isEmpty();
        return run.out();
    }

    @Test
    void aLineHasTheUserTheSizeTheTimesAndTheNodes() {
        assertThat(jobs()).matches("""
                        (?s)    job  name  user   state     nodes  cores +time +left  where or why
                              1  wide  owner  running       6     48 +0:\\d\\d +1:\\d\\d:\\d\\d  node.*
                        2_\\[0-1]  part  owner  running       2     16 +0:\\d\\d +1-\\d\\d:\\d\\d:\\d\\d  node.*
                              4  part  owner  reserved      -      - +- +-  to start by 20.*; node: 1 needed, 0 of 8 free
                        2_\\[3-5]  part  owner  pending       -      - +- +-  node: 1 needed, 0 of 8 free; expected to start 20.*
                        """);
    }

    @Test
    void jobsOfAnArrayHaveALineEachWhereThatIsAskedFor() {
        assertThat(jobs("-r", "--no-header", "--format", "id,array,index,state"))
                .isEqualTo("""
                        1        running
                        2  2  0  running
                        3  2  1  running
                        4  2  2  reserved
                        5  2  3  pending
                        6  2  4  pending
                        7  2  5  pending
                        """);
    }

    @Test
    void theNodesOfAnArrayAreInTheOrderOfTheirNames() {
        assertThat(jobs("--no-header", "--format", "nodelist", "--status", "running", "--name", "part"))
                .matches("node\\[[0-7]-[0-7]]\n");
    }

    @Test
    void namedFieldsAreShownInTheOrderThatIsAskedFor() {
        assertThat(jobs("--format", "user,id,limit", "--sort", "-id")).isEqualTo("""
                        user       job       limit
                        owner  2_[3-5]  1-12:00:00
                        owner        4  1-12:00:00
                        owner  2_[0-1]  1-12:00:00
                        owner        1     1:30:00
                        """);
        assertThat(jobs("--no-header", "--format", "id", "--sort", "nodes", "--status", "running"))
                .isEqualTo("2_[0-1]\n      1\n");
        assertThat(jobs("--no-header", "--format", "id", "--status", "failed")).isEmpty();
    }

    @Test
    void anUnknownFieldIsRefusedWithTheNamesOfAll() {
        for (String[] words : new String[][] {{"--format", "id,nonsense"}, {"--sort", "-nonsense"}}) {
            Run run = banyan("jobs", words);
            assertThat(run.status()).isEqualTo(ExitStatus.WRONG_USE);
            assertThat(run.err()).contains("found 'nonsense'; the fields are id name user queue");
        }
    }

    @Test
    void aPageHasTheFactsOfAJob() {
        assertThat(banyan("info", "2").out()).matches("""
                        (?s)job 2 part: running, from 20.* to 20[^\n]*
                        user       owner
                        array      2, index 0, of 6
                        urgency    16
                        command    work
                        directory  /[^\n]*
                        output     kept by the daemon; 'banyan logs 2' prints it
                        submitted  20[^\n]*
                        time limit 1-12:00:00
                        time       0:.. used, 1-..:..:.. left
                        nodes      1: node[0-7]
                        cores      8
                        history    20[^\n]*  submitted
                                   20[^\n]*  started
                        \\{.*""");
        assertThat(banyan("info", "5").out())
                .contains("time limit 1-12:00:00\n")
                .doesNotContain("nodes ");
    }

    @Test
    void nodesOfAStatusAndAUsageShareALineOfTheSummary() {
        banyan("cancel", "2-7");
        String down = banyan("nodes", "--format", "json")
                .out()
                .replaceAll("(?s).*\"name\" : \"(\\w+)\"[^}]*\"usage\" : \"free\".*", "$1");
        banyan("drain", down, "--reason", "disk");
        assertThat(banyan("nodes", "--summary").out()).matches("""
                        nodes  status   usage  core used  names
                            1  up       free         0/8  node\\d
                            6  up       taken      48/48  node\\[[0-9,-]+]
                            1  drained  free         0/8  node\\d
                        """);
        assertThat(banyan("nodes", "--summary", "-o", "json").out()).contains("\"coresUsed\" : 48");
    }

    @Test
    void dataHaveTheSameOfEachJob() {
        assertThat(jobs("1", "-o", "json"))
                .contains("\"nodes\" : 6", "\"cores\" : 48", "\"requestedSec\" : 5400", "\"urgency\" : 16");
        assertThat(jobs("1", "--format", "yaml"))
                .startsWith("- id: 1\n  name: wide\n")
                .contains("\n  nodeList: node");
    }
}
