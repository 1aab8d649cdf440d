package io.banyan.cli.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.banyan.cli.Run;
import io.banyan.cli.client.RunningDaemon;
import io.banyan.cli.client.WithDaemon;
import io.banyan.cli.output.ExitStatus;
import io.banyan.rpc.daemon.DaemonConfig;
import io.banyan.rpc.daemon.SecurityConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The page of one job: what it runs, its files, its history, and its jobspec. */
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
class InfoPageTest extends WithDaemon {
    InfoPageTest() {
        super(InfoPageTest::configured);
    }

    private static DaemonConfig.Builder configured(DaemonConfig.Builder config) {
        return config.secured(SecurityConfig.DEFAULT.withJobsAsRoot(true));
    }

    private String info(String... words) {
        Run run = banyan("info", words);
        assertThat(run.err()).isEmpty();
        assertThat(run.status()).isZero();
        return run.out();
    }

    private JsonNode data(long job) throws Exception {
        return new ObjectMapper().readTree(info(String.valueOf(job), "-o", "json"));
    }

    @Test
    void aJobThatRunsHasItsCommandAndItsFiles() throws Exception {
        Path file = Files.writeString(directory().resolve("job.yaml"), """
                version: 1
                resources: [{type: slot, count: 1, label: task, with: [{type: node, count: 1}]}]
                tasks: [{command: [sh, -c, "echo 'its'\\nsleep 100"], slot: task, count: {per_slot: 1}}]
                attributes:
                  system:
                    duration: 3600
                    cwd: %s
                    shell:
                      options:
                        input: {stdin: {type: file, path: /etc/hosts}}
                        output: {stdout: {type: file, path: out-%%j-%%x}, stderr: {type: file, path: /dev/null}}
                """.formatted(directory()));
        Run submitted = banyan("submit", "--name", "myrun", file.toString());
        assertThat(submitted.status()).as(submitted.err()).isZero();
        String page = info("1");
        assertThat(page)
                .contains("\ncommand    sh -c 'echo '\\''its'\\''\\u000Asleep 100'\n")
                .contains("\ndirectory  " + directory() + "\n")
                .contains("\ninput      /etc/hosts\n")
                .contains("\noutput     " + directory().resolve("out-1-myrun") + "\n")
                .contains("\nerrors     /dev/null\n")
                .containsPattern("\nhistory    20.*  submitted\n           20.*  started\n\\{");
        JsonNode work = data(1).get("work");
        assertThat(work.get("commands").get(0).get(2).asText()).isEqualTo("echo 'its'\nsleep 100");
        assertThat(work.get("directory").asText()).isEqualTo(directory().toString());
        assertThat(work.get("output").asText())
                .isEqualTo(directory().resolve("out-1-myrun").toString());
        assertThat(data(1).get("jobspec").get("version").asInt()).isEqualTo(1);
        assertThat(data(1).get("withheld").asBoolean()).isFalse();
        assertThat(data(1).get("history").findValuesAsText("event")).containsExactly("submitted", "started");
    }

    @Test
    void aJobThatHasEndedKeepsItsPageAlsoAfterARestart() throws Exception {
        banyan("submit", "--wait", "-n", "1", "--export=ALL,SECRET=hunter2", "--", "sh", "-c", "exit 3");
        String page = info("1");
        assertThat(page)
                .startsWith("job 1: failed, from ")
                .contains("\nits command ended with status 3\n")
                .contains("\ncommand    sh -c 'exit 3'\n")
                .contains("\nstatus     3\n")
                .containsPattern(
                        "  submitted\n +20.*  started\n +20.*  ended: failed: its command ended with status 3\n$")
                .doesNotContain("hunter2");
        String data = info("1", "-o", "json");
        assertThat(data).doesNotContain("hunter2");
        site().crash();
        try (var next = RunningDaemon.in(directory(), InfoPageTest::configured)) {
            assertThat(next.banyan("info", "1").out()).isEqualTo(page);
            assertThat(next.banyan("info", "1", "-o", "json").out()).isEqualTo(data);
        }
    }

    @Test
    void aJobThatWaitsSaysWhyAndWhen() {
        banyan("submit", "-N", "8", "-t", "1h", "--", "sleep", "100");
        banyan("submit", "-N", "8", "-t", "1h", "-a", "0-1", "--name", "part", "--", "sleep", "100");
        assertThat(info("3"))
                .startsWith("job 3 part: pending\nnode: 8 needed, 0 of 8 free; expected to start 20")
                .contains("\narray      2, index 1, of 2\n", "\ncommand    sleep 100\n")
                .containsPattern("\nhistory    20.*  submitted\n$");
        banyan("hold", "3");
        banyan("release", "3");
        banyan("update", "3", "-t", "30m");
        assertThat(info("3"))
                .containsPattern(
                        "submitted\n +20.*  urged: held\n +20.*  urged: urgency 16\n +20.*  limited: 1800 s\n$");
    }

    @Test
    void theJobspecCanBeSubmittedAgainWhileTheJobIsThere() throws Exception {
        Path script = Files.writeString(directory().resolve("job.sh"), "#!/bin/sh\necho hello $1\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        banyan("submit", "-N", "8", "-t", "1h", "--name", "wide", "--", "sleep", "100");
        banyan("submit", "-n", "1", "-t", "10", script.toString(), "world");
        assertThat(info("2")).contains("\ncommand    /bin/sh <script> world\n");
        String jobspec = info("2", "--jobspec");
        assertThat(jobspec).startsWith("version: 1\n").contains("echo hello $1").doesNotContain("environment:");
        Path again = Files.writeString(directory().resolve("again.yaml"), jobspec);
        assertThat(banyan("submit", again.toString()).out()).startsWith("job 3: ");
        banyan("cancel", "1");
        banyan("wait", "2-3");
        assertThat(banyan("logs", "3").out()).isEqualTo("hello world\n");
        assertThat(info("3", "--jobspec")).contains("size: ").doesNotContain("echo hello");
        Path ended = Files.writeString(directory().resolve("ended.yaml"), info("3", "--jobspec"));
        assertThat(banyan("submit", ended.toString()).status()).isNotZero();
    }

    @Test
    void theJobspecIsDataForProgramsAndOfOneJob() throws Exception {
        banyan("submit", "-n", "1", "--", "true");
        JsonNode jobspec = new ObjectMapper().readTree(info("1", "--jobspec", "-o", "json"));
        assertThat(jobspec.get("tasks").get(0).get("command").get(0).asText()).isEqualTo("true");
        Run several = banyan("info", "--jobspec", "1-2");
        assertThat(several.status()).isEqualTo(ExitStatus.WRONG_USE);
        assertThat(several.err()).contains("--jobspec requires one job id");
    }

    @Test
    void anAllocationWithoutACommandHasAPage() {
        assertThat(banyan("match allocate", "../jobspecs/hello.yaml").status()).isZero();
        assertThat(banyan("spawn", "../jobspecs/hello.yaml", "--name", "team").status())
                .isZero();
        assertThat(info("1"))
                .startsWith("job 1")
                .doesNotContain("command ", "directory ")
                .containsPattern("history    20.*  started\n");
        assertThat(info("2")).contains("instance /2: ").containsPattern("history    20.*  started\n");
        Run none = banyan("info", "1", "--jobspec");
        assertThat(none.status()).isEqualTo(ExitStatus.NO);
        assertThat(none.err())
                .isEqualTo("banyan: The jobspec of job 1 is not known, because the job was not submitted to a "
                        + "queue.\n");
    }

    @Test
    void whatAJobRunsIsNotForReaders() {
        banyan("submit", "-n", "1", "-t", "1h", "--name", "visible", "--", "sleep", "77");
        List<String> reader = List.of("--token-file", token("monitor", "reader").toString());
        Run page = banyan("info", with(reader, "1"));
        assertThat(page.out())
                .startsWith("job 1 visible: running")
                .contains("\ncommand    visible only to its owner and administrators\n", "  started\n")
                .doesNotContain("sleep", "directory");
        assertThat(banyan("info", with(reader, "1", "-o", "json")).out())
                .contains("\"withheld\" : true", "\"jobspec\" : null", "\"work\" : null")
                .doesNotContain("sleep");
        assertThat(banyan("info", with(reader, "1", "--jobspec")).err())
                .isEqualTo("banyan: The jobspec of job 1 is visible only to its owner and administrators.\n");
    }

    private Path token(String name, String role) {
        Path file = directory().resolve(name);
        assertThat(banyan("token add", name, "--role", role, "--to", file.toString())
                        .status())
                .isZero();
        // The daemon reads new tokens after a moment.
        await().atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(
                                banyan("jobs", "--token-file", file.toString()).err())
                        .isEmpty());
        return file;
    }

    private static String[] with(List<String> more, String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(more);
        return all.toArray(String[]::new);
    }
}
