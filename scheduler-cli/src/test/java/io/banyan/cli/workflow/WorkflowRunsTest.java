package io.banyan.cli.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.banyan.cli.Run;
import io.banyan.cli.client.WithDaemon;
import io.banyan.cli.output.ExitStatus;
import io.banyan.rpc.daemon.SecurityConfig;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Workflows that run in front of a daemon, with an engine in a process of its own. */
@Timeout(300)
class WorkflowRunsTest extends WithDaemon {
    private static final String HELLO = "../jobspecs/workflows/hello.cwl";

    WorkflowRunsTest() {
        super(config -> config.secured(SecurityConfig.DEFAULT.withJobsAsRoot(true)));
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(directory().resolve(name), text).toString();
    }

    private Run submitted(String file, String... more) {
        String[] words = new String[more.length + 6];
        words[0] = file;
        words[1] = "--slot";
        words[2] = "1m";
        words[3] = "--solver";
        words[4] = "heuristic";
        words[5] = "--yes";
        System.arraycopy(more, 0, words, 6, more.length);
        return banyan("workflow submit", words);
    }

    private void cancelled(String id) throws InterruptedException {
        banyan("workflow cancel", id);
        while (!banyan("workflow status", id).out().contains(": cancelled\n")) {
            Thread.sleep(100);
        }
    }

    @Test
    void aWorkflowOfCwlRunsAndGivesItsOutputs() throws Exception {
        Run run = submitted(HELLO, "--wait", "-o", "json");
        assertThat(run.status()).as(run.out() + run.err()).isZero();
        JsonNode result = new ObjectMapper().readTree(run.out());
        assertThat(result.path("state").asText()).isEqualTo("succeeded");
        JsonNode greeting = result.path("outputs").path("greeting");
        assertThat(greeting.path("checksum").asText()).matches("sha1\\$[0-9a-f]{40}");
        assertThat(Path.of(URI.create(greeting.path("location").asText()))).hasContent("HELLO WORLD\n");
        assertThat(run.err()).contains("workflow 1: submitted", "task shout: succeeded");
        assertThat(banyan("reservation list").out()).doesNotContain("banyan_wf");

        assertThat(banyan("workflow status").out()).contains("hello  succeeded    2/2");
        assertThat(banyan("workflow status", "-o", "json").status()).isZero();
        assertThat(banyan("workflow status", "1").out()).startsWith("workflow 1, hello: succeeded\nstep");
        assertThat(banyan("workflow status", "1", "-o", "json").status()).isZero();
        assertThat(banyan("workflow logs", "1", "greet").err()).isEmpty();
        assertThat(banyan("workflow export", "1").out()).contains("\"schemaVersion\" : \"1.5\"", "\"shout\"");
        Path svg = directory().resolve("run.svg");
        assertThat(banyan("workflow show", "1", "--svg", svg.toString()).status())
                .isZero();
        assertThat(Files.readString(svg)).contains("node0 plan", "node0 run", "greet: succeeded");

        assertThat(banyan("workflow cancel", "1").err()).contains("Workflow 1 is over: succeeded");
        assertThat(banyan("workflow forget", "1", "-o", "json").status()).isZero();
        assertThat(banyan("workflow status").out()).isEqualTo("no workflows\n");
        assertThat(site().state().resolve("workflows").resolve("1")).doesNotExist();
    }

    @Test
    void theOutputsOfAScatterHaveLocationsThatAreUris() throws Exception {
        String flow = file("scatter.cwl", """
                cwlVersion: v1.2
                class: Workflow
                requirements: {ScatterFeatureRequirement: {}}
                inputs: {words: {type: "string[]", default: [one, two]}}
                outputs: {all: {type: "File[]", outputSource: say/said}}
                steps:
                  say:
                    scatter: word
                    in: {word: words}
                    out: [said]
                    run:
                      class: CommandLineTool
                      requirements: {ResourceRequirement: {coresMin: 1}, ToolTimeLimit: {timelimit: 60}}
                      baseCommand: echo
                      inputs: {word: {type: string, inputBinding: {}}}
                      outputs: {said: {type: stdout}}
                      stdout: a word.txt
                """);
        Run run = submitted(flow, "--wait", "-o", "json");
        assertThat(run.status()).as(run.out() + run.err()).isZero();
        JsonNode all = new ObjectMapper().readTree(run.out()).path("outputs").path("all");
        assertThat(all).hasSize(2);
        assertThat(Path.of(URI.create(all.get(1).path("location").asText()))).hasContent("two\n");
        assertThat(all.get(1).path("checksum").asText()).startsWith("sha1$");
    }

    @Test
    void manyTasksAreNoJobsAndHaveTheirOutputs() throws Exception {
        String flow = file("many.yaml", """
                kind: workflow
                steps:
                  each: {command: "echo task $BANYAN_WORKFLOW_TASK", time: 1s, scatter: 40}
                """);
        assertThat(submitted(flow, "--filler", "often").err()).contains("--filler: expected auto, always or never");
        Run run = submitted(flow, "--filler", "always", "--wait", "-o", "json");
        assertThat(run.status()).as(run.out() + run.err()).isZero();
        assertThat(banyan("workflow logs", "1", "each[17]").out()).isEqualTo("task 17\n");
        assertThat(banyan("workflow logs", "1").out()).contains("==> each[3] <==\ntask 3\n");
        assertThat(banyan("jobs", "-a").out()).contains("_w0_1").doesNotContain("each");
        assertThat(banyan("workflow status", "1", "-o", "json").out())
                .containsPattern("\"job\" ?: ?\"banyan_wf_[^\"]*/1.17\"");
        Path fillers = site().state().resolve("workflows").resolve("fillers");
        assertThat(fillers).isNotEmptyDirectory();
        assertThat(banyan("workflow forget", "1").status()).isZero();
        assertThat(fillers).isEmptyDirectory();
    }

    @Test
    void aFailedTaskFailsTheWorkflowWithItsReason() throws IOException {
        String flow = file("fail.yaml", """
                kind: workflow
                steps:
                  a: {command: "echo tried; exit 3", time: 1m}
                  b: {command: "true", time: 1m, after: a}
                """);
        Run run = submitted(flow, "--wait", "--retries", "1");
        assertThat(run.status()).isEqualTo(ExitStatus.NO);
        assertThat(run.err()).contains("workflow 1: failed: task 'a' ended with exit code 3", "attempt 2");
        assertThat(banyan("workflow logs", "1").out()).isEqualTo("tried\n");
        assertThat(banyan("workflow status", "1").out()).contains("b     skipped");
    }

    @Test
    void aCancelledWorkflowLeavesNothing() throws Exception {
        String flow = file("long.yaml", """
                kind: workflow
                steps:
                  a: {command: "sleep 600", time: 20m}
                  b: {command: "true", time: 1m, cores: 2, after: a}
                """);
        assertThat(submitted(flow).out()).startsWith("workflow 1: submitted; ");
        while (!banyan("workflow status", "1").out().contains("a     running")) {
            Thread.sleep(100);
        }
        assertThat(banyan("workflow forget", "1").err()).contains("is not over");
        assertThat(banyan("workflow export", "1").err()).contains("is not over");
        cancelled("1");
        assertThat(banyan("reservation list").out()).doesNotContain("banyan_wf");
        assertThat(banyan("jobs").out()).doesNotContain("banyan_wf");
    }

    @Test
    void wrongRequestsChangeNothing() throws IOException {
        Run unasked = banyan("workflow submit", HELLO);
        assertThat(unasked.status()).isEqualTo(ExitStatus.WRONG_USE);
        assertThat(unasked.err()).contains("--yes is required");
        String planned = file("planned.yaml", "{kind: workflow, steps: {a: {time: 1m}}}");
        assertThat(submitted(planned).err()).contains("step 'a' has no command");
        String free = file("free.yaml", "{kind: workflow, steps: {a: {time: 1m, nodes: 0, command: 'true'}}}");
        assertThat(submitted(free).err()).contains("step 'a' has a command and no resources");
        String large = file("large.yaml", "{kind: workflow, steps: {a: {time: 1m, nodes: 900, command: 'true'}}}");
        assertThat(submitted(large).err()).contains("no plan");
        assertThat(submitted(HELLO, "--batch", "pbs").err()).contains("expected banyan, slurm or slurm=PARTITION");
        assertThat(submitted(HELLO, "--env", "=x").err()).contains("--env: expected NAME=VALUE or NAME");
        assertThat(submitted(HELLO, "--retries", "-1").err()).contains("--retries: expected 0 to 100");
        assertThat(submitted("missing.cwl").err()).contains("missing.cwl");
        String grep = file("grep.cwl", """
                cwlVersion: v1.2
                class: CommandLineTool
                baseCommand: cat
                requirements: {ToolTimeLimit: {timelimit: 60}}
                inputs: {text: {type: File, inputBinding: {}}}
                outputs: []
                """);
        assertThat(submitted(grep).err()).contains("input 'text' has no value", "Maybe: --inputs FILE");
        String inputs = file("inputs.yaml", "text: {class: File, location: nosuch.txt}");
        assertThat(submitted(grep, "--inputs", inputs).err())
                .contains("there is no file or directory '" + directory().resolve("nosuch.txt") + "'");
        assertThat(submitted(HELLO, "--directory", grep).err()).contains("is not a directory");
        Path elsewhere = directory().resolve("elsewhere");
        assertThat(banyan("workflow status", "--directory", elsewhere.toString())
                        .out())
                .isEqualTo("no workflows\n");
        assertThat(elsewhere).doesNotExist();
        assertThat(banyan("workflow status", "7").err()).contains("There is no workflow 7");
        assertThat(banyan("workflow logs", "7").err()).contains("There is no workflow 7");
        assertThat(banyan("workflow cancel", "7").err()).contains("There is no workflow 7");
        assertThat(banyan("workflow status").out()).isEqualTo("no workflows\n");
        assertThat(banyan("reservation list").out()).doesNotContain("banyan_wf");
    }
}
