package io.banyan.cli.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.ExitStatus;
import io.banyan.jobspec.Attributes;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class ResourceOptionsTest {
    private static final String EACH = "\"per_slot\":1";

    private static Jobspec jobspec(String words) {
        return CommandLine.populateCommand(new RequestOptions(), words.split(" "))
                .jobspec(List.of("work"));
    }

    private static String text(String words) {
        return JobspecWriter.json(jobspec(words));
    }

    private static String slot(String label, int count, String parts) {
        return "{\"type\":\"slot\",\"count\":" + count + ",\"label\":\"" + label + "\",\"with\":[" + parts + "]}";
    }

    private static String core(int count) {
        return "{\"type\":\"core\",\"count\":" + count + "}";
    }

    private static String node(String count, String inside) {
        return "{\"type\":\"node\",\"count\":" + count + ",\"with\":[" + inside + "]}";
    }

    private static String gpu(int count) {
        return ",{\"type\":\"gpu\",\"count\":" + count + "}";
    }

    private static String memory(int count) {
        return ",{\"type\":\"memory\",\"count\":" + count + ",\"unit\":\"GB\"}";
    }

    private static void has(String words, String resources, String tasks) {
        assertThat(text(words))
                .as(words)
                .contains("\"resources\":[" + resources
                        + "],\"tasks\":[{\"command\":[\"work\"],\"slot\":\"task\",\"count\":{" + tasks + "}}]");
    }

    @Test
    void tasksAreSlotsAnywhere() {
        has("-n 4", slot("task", 4, core(1)), EACH);
        has("-n 4 -c 2", slot("task", 4, core(2)), EACH);
        has("-c 2", slot("task", 1, core(2)), EACH);
        has("-n 2 -g 1 --mem-per-task 3G", slot("task", 2, core(1) + gpu(1) + memory(3)), EACH);
        has("-n 2 -G 4", slot("task", 2, core(1) + gpu(2)), EACH);
        has("-n 2 -c 4 --mem-per-core 700M", slot("task", 2, core(4) + memory(3)), EACH);
    }

    @Test
    void nodesAloneAreWhole() {
        String node = "{\"type\":\"node\",\"count\":1}";
        has("-N 2", slot("task", 2, node), EACH);
        has("-w n[1-3]", slot("task", 3, node), EACH);
        has("-N 1 --exclusive --mem 0", slot("task", 1, node), EACH);
        has("-N 1 --mem 0", slot("task", 1, node), EACH);
        has("-n 2 --exclusive --mem 0", slot("task", 2, core(1)), EACH);
        assertThatThrownBy(() -> jobspec("-n 2 --mem-per-core 0"))
                .hasMessageContaining("--mem-per-core must be more than 0");
        assertThatThrownBy(() -> jobspec("-n 2 --mem-per-task 0"))
                .hasMessageContaining("--mem-per-task must be more than 0");
        assertThatThrownBy(() -> jobspec("-n 2 --mem 0")).hasMessageContaining("add --exclusive, or set a size");
        assertThat(text("-N 2-4")).contains("\"count\":{\"min\":2,\"max\":4,\"operator\":\"+\",\"operand\":1}");
    }

    @Test
    void nodesWithOthersHaveSlots() {
        has("-N 2 -n 4 -c 2", node("2", slot("task", 2, core(2))), EACH);
        has("-N 2 -c 3", node("2", slot("task", 1, core(3))), EACH);
        has("-N 2 --tasks-per-node 3", node("2", slot("task", 3, core(1))), EACH);
        has("-n 6 --tasks-per-node 2", node("3", slot("task", 2, core(1))), EACH);
        has("--gpus-per-node 4 --tasks-per-node 2", node("1", slot("task", 2, core(1) + gpu(2))), EACH);
        has("-N 2 -G 4", node("2", slot("task", 1, core(1) + gpu(2))), EACH);
        has("--mem 4G", node("1", slot("task", 1, core(1) + memory(4))), EACH);
    }

    @Test
    void memoryOfANodeIsSharedByItsTasks() {
        has("-N 2 -n 8 --mem 16G", node("2", slot("node", 1, slot("task", 4, core(1)) + memory(16))), EACH);
        assertThat(text("-n 4 --mem 16G")).contains("\"extensions\":[\"nested-slots\",\"node-slots\"]");
    }

    /** Each of the eight tasks of a node has all of its one GPU. */
    @Test
    void gpusThatCannotBeDividedAmongTasksAreSharedByThoseOfANode() {
        has("-n 8 --gpus-per-node 1", node("1", slot("node", 1, slot("task", 8, core(1)) + gpu(1))), EACH);
        has("-n 3 -G 4", node("1", slot("node", 1, slot("task", 3, core(1)) + gpu(4))), EACH);
        has("-N 2 -n 6 -G 4 --mem 8G", node("2", slot("node", 1, slot("task", 3, core(1)) + memory(8) + gpu(2))), EACH);
    }

    /** Tasks are divided as in Flux: each node has room for as many, and some of it stays without a task. */
    @Test
    void tasksThatCannotBeDividedEvenlyLeaveASlotWithoutATask() {
        has("-N 2 -n 5 -c 2", node("2", slot("task", 3, core(2))), "\"total\":5");
        has("-n 5 --tasks-per-node 2", node("3", slot("task", 2, core(1))), "\"total\":5");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "--mem 1; 1",
                "--mem 1024; 1",
                "--mem 1025; 2",
                "--mem 1500M; 2",
                "--mem 4GB; 4",
                "--mem 4GiB; 4",
                "--mem 1.5T; 1536",
                "--mem 1048577K; 2"
            })
    void memoryIsRoundedUpToGigabytes(String words, int gigabytes) {
        assertThat(text(words)).contains("{\"type\":\"memory\",\"count\":" + gigabytes + ",\"unit\":\"GB\"}");
    }

    @Test
    void nodesAreChosenByPropertiesAndNames() {
        assertThat(jobspec("-n 1 -C a&^b -w n[1-2] -x n2").attributes().constraint())
                .hasToString(
                        "{\"and\": [{\"properties\": [\"a\", \"^b\"]}, {\"hostlist\": [\"n[1-2]\"]}, {\"not\": [{\"hostlist\": [\"n2\"]}]}]}");
        assertThat(jobspec("-n 1 --exclusive").attributes().extensions().nodeExclusive())
                .contains(true);
    }

    @Test
    void timeAndPolicyAreOfTheJobspec() {
        Attributes attributes = jobspec("-n 1 -t 10 --policy low").attributes();
        assertThat(attributes.durationSec()).isEqualTo(600);
        assertThat(attributes.extensions().policy()).contains("low");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "-N 4 -n 2; --tasks 2 is less than --nodes 4: each node must run at least one task",
                "-N 2 -n 9 --tasks-per-node 4; --tasks 9 is more than what --nodes 2 with --tasks-per-node 4 can run",
                "-N 2-4 -n 4; --nodes 2-4 is a range",
                "-N 4 -w n[1-2]; --nodes 4 is more than the 2 of --nodelist n[1-2]",
                "-g 1 --gpus-per-node 2; only one of --gpus-per-task, --gpus-per-node and --gpus can be used",
                "--mem 1G --mem-per-task 1G; only one of --mem, --mem-per-task and --mem-per-core can be used",
                "-N 2 -n 4 -G 3; --gpus 3 cannot be divided evenly among 4 tasks or 2 nodes",
                "-n 0; --tasks must be 1 or more, found 0",
                "-n x; --tasks must be a whole number, found 'x'",
                "-c 99999999999; --cores-per-task is too large",
                "--mem lots; --mem must be an amount of memory such as 4G",
                "-N 4-2; --nodes must be N or MIN-MAX, found '4-2'",
                "-w /tmp/hosts; --nodelist requires host names such as n[1-4,7], not a file",
                "-n 1 -x n[1; hostlist",
                "-n 1 -C a&; the constraint 'a&' is invalid",
                "-n 1 -t never; --time: expected a time"
            })
    void contradictionsAreToldInOneSentence(String words, String sentence) {
        assertThatThrownBy(() -> jobspec(words))
                .isInstanceOfSatisfying(
                        CommandFailure.class,
                        failure -> assertThat(failure.status()).isEqualTo(ExitStatus.WRONG_USE))
                .satisfies(failure -> assertThat(failure.getMessage()).containsIgnoringCase(sentence));
    }
}
