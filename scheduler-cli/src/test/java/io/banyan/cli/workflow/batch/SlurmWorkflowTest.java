package io.banyan.cli.workflow.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.banyan.cli.BanyanProcess;
import io.banyan.rpc.daemon.OneNodeSlurm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** A workflow of CWL from its submission to its outputs, behind the jobs of a real Slurm of four nodes. */
@Timeout(600)
@ResourceLock("slurm")
class SlurmWorkflowTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String SETTINGS = "SchedulerParameters=bf_interval=1,bf_resolution=1,sched_interval=2\n";
    /** How much later a job may start than its plan says: passes of the scheduler, and a slow machine. */
    private static final int TOLERANCE_SEC = 10;

    private static final Pattern PARALLEL =
            Pattern.compile("JobId=(\\d+) JobName=\\S*(?:left|right)\\S* .*JobState=RUNNING.*CPU_IDs=(\\S+)");

    @TempDir
    private Path directory;

    private OneNodeSlurm slurm;

    @Test
    void aWorkflowRunsBehindTheQueueAndDelaysNoJob() throws Exception {
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        slurm = OneNodeSlurm.assumed(directory.resolve("slurm"), 4, SETTINGS);
        try {
            Map<String, Long> expected = queue();
            Path workflows = Files.createDirectory(directory.resolve("workflows"));
            Process submit = banyan(
                    "submit",
                    workflow(),
                    "--batch",
                    "slurm",
                    "--directory",
                    workflows.toString(),
                    "--horizon",
                    "behind",
                    "--slot",
                    "1m",
                    "--solver",
                    "heuristic",
                    "--yes",
                    "--wait",
                    "-o",
                    "json");
            Map<String, Set<String>> cores = new TreeMap<>();
            Map<String, Long> started = new TreeMap<>(expected);
            while (!submit.waitFor(2, TimeUnit.SECONDS)) {
                // Slurm forgets jobs some minutes after their ends.
                started.putAll(starts("all"));
                cores.putAll(cores());
            }
            String said = new String(submit.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(submit.waitFor())
                    .as(said + Files.readString(directory.resolve("err")))
                    .isZero();
            assertThat(new ObjectMapper().readTree(said).path("state").asText()).isEqualTo("succeeded");

            expected.forEach((job, start) -> assertThat(started.get(job))
                    .as("the start of job " + job)
                    .isLessThanOrEqualTo(start + TOLERANCE_SEC));
            assertThat(slurm.run("scontrol", "-o", "show", "reservation")).doesNotContain("banyan_wf");
            checkTimes(workflows);
            assertThat(cores).as("the cores of the two jobs on one node").hasSize(2);
            List<Set<String>> sets = List.copyOf(cores.values());
            assertThat(sets.getFirst()).isNotEmpty().doesNotContainAnyElementsOf(sets.getLast());
        } finally {
            slurm.run("scancel", "--user=root");
            await().atMost(PATIENCE).until(() -> slurm.run("squeue", "-h").isBlank());
            slurm.close();
        }
    }

    /** Five steps: two on one node, then three. */
    private String workflow() throws IOException {
        String text = """
                cwlVersion: v1.2
                class: Workflow
                inputs: {}
                outputs: {all: {type: File, outputSource: join/said}}
                steps:
                """;
        text += step("left", 4);
        text += step("right", 4);
        text += step("count", 1, "left");
        text += step("size", 2, "right");
        text += step("join", 3, "left", "right");
        return Files.writeString(directory.resolve("five.cwl"), text).toString();
    }

    private static String step(String name, int cores, String... before) {
        String in = String.join(
                ", ",
                List.of(before).stream().map(it -> it + ": " + it + "/said").toList());
        String inputs = String.join(
                ", ", List.of(before).stream().map(it -> it + ": File").toList());
        return """
                  %s:
                    in: {%s}
                    out: [said]
                    run:
                      class: CommandLineTool
                      requirements: {ResourceRequirement: {coresMin: %d}, ToolTimeLimit: {timelimit: 60}}
                      inputs: {%s}
                      outputs: {said: {type: stdout}}
                      stdout: %1$s.txt
                      baseCommand: [sh, -c, "sleep 20; echo %1$s"]
                """.formatted(name, in, cores, inputs);
    }

    /** Two jobs that run and three that wait, all with limits of a minute; returns the expected starts. */
    private Map<String, Long> queue() throws Exception {
        String sleep = "--wrap=sleep 50";
        slurm.run("sbatch", "-w", slurm.name(0), "-n4", "-t1", "-o/dev/null", sleep);
        slurm.run("sbatch", "-w", slurm.name(1), "--exclusive", "-t1", "-o/dev/null", sleep);
        await().atMost(PATIENCE)
                .until(() -> slurm.run("squeue", "-h", "-t", "R").lines().count() == 2);
        slurm.run("sbatch", "-N4", "--exclusive", "-t1", "-o/dev/null", sleep);
        slurm.run("sbatch", "-N2", "--exclusive", "-t1", "-o/dev/null", sleep);
        slurm.run("sbatch", "-N2", "--exclusive", "-t1", "-o/dev/null", sleep);
        await().atMost(PATIENCE).until(() -> starts("pending").size() == 3);
        Map<String, Long> expected = starts("all");
        assertThat(expected).hasSize(5);
        return expected;
    }

    /** Returns the starts, or expected starts, of jobs outside of reservations, by number. */
    private Map<String, Long> starts(String states) throws Exception {
        Map<String, Long> starts = new TreeMap<>();
        String said = slurm.run("env", "SLURM_TIME_FORMAT=%s", "squeue", "-h", "-t", states, "-o", "%A %S %v %j");
        said.lines().map(line -> line.split(" ", -1)).forEach(words -> {
            if (words[3].equals("wrap") && !words[1].equals("N/A")) {
                starts.put(words[0], Long.parseLong(words[1]));
            }
        });
        return starts;
    }

    private Process banyan(String... words) throws IOException {
        List<String> all = new ArrayList<>(List.of("workflow"));
        all.addAll(List.of(words));
        var builder = new ProcessBuilder(BanyanProcess.words(all.toArray(String[]::new)))
                .directory(directory.toFile())
                .redirectError(directory.resolve("err").toFile());
        builder.environment().putAll(slurm.environment());
        return builder.start();
    }

    /** Returns the cores of the jobs that run for the first two steps, by job. */
    private Map<String, Set<String>> cores() throws Exception {
        Map<String, Set<String>> cores = new TreeMap<>();
        Matcher found = PARALLEL.matcher(slurm.run("scontrol", "-d", "-o", "show", "job"));
        while (found.find()) {
            cores.put(found.group(1), numbers(found.group(2)));
        }
        return cores;
    }

    private static Set<String> numbers(String list) {
        Set<String> numbers = new HashSet<>();
        for (String range : list.split(",", -1)) {
            String[] ends = range.split("-", -1);
            for (int i = Integer.parseInt(ends[0]); i <= Integer.parseInt(ends[ends.length - 1]); i++) {
                numbers.add(String.valueOf(i));
            }
        }
        return numbers;
    }

    /** Each task runs within the planned time of its block, and inside its reservation. */
    private void checkTimes(Path workflows) throws Exception {
        Process status = banyan("status", "1", "--directory", workflows.toString(), "-o", "json");
        JsonNode run = new ObjectMapper().readTree(status.getInputStream().readAllBytes());
        Map<String, JsonNode> steps = new TreeMap<>();
        run.path("steps").forEach(step -> steps.put(step.path("step").asText(), step));
        assertThat(run.path("tasks")).as(run.toString()).hasSize(5);
        for (JsonNode task : run.path("tasks")) {
            JsonNode step = steps.get(task.path("step").asText());
            long start = step.path("plannedStartSec").asLong();
            assertThat(task.path("reservation").asText()).startsWith("banyan_wf_");
            assertThat(task.path("startSec").asLong()).isBetween(start, start + TOLERANCE_SEC);
            assertThat(task.path("endSec").asLong())
                    .isLessThanOrEqualTo(step.path("plannedEndSec").asLong());
        }
    }
}
