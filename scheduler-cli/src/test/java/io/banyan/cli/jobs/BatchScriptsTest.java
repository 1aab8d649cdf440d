package io.banyan.cli.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.Run;
import io.banyan.cli.client.WithDaemon;
import io.banyan.cli.output.ExitStatus;
import io.banyan.rpc.daemon.SecurityConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Batch scripts whose commands run. */
@Timeout(120)
class BatchScriptsTest extends WithDaemon {
    BatchScriptsTest() {
        super(config -> config.secured(SecurityConfig.DEFAULT.withJobsAsRoot(true)));
    }

    private Path script(String... lines) throws IOException {
        return Files.writeString(directory().resolve("job.sh"), "#!/bin/sh\n" + String.join("\n", lines) + "\n");
    }

    private String read(String file) throws IOException {
        return Files.readString(directory().resolve(file));
    }

    @Test
    void aScriptWithDirectivesOfEachDialectRunsOnceWithItsArguments() throws IOException {
        Path script = script(
                "#SBATCH --ntasks=4 --cpus-per-task=2 -J 'my job' -w node4",
                "#SBATCH -o out.%j.%x.%A.%a.%N -e err.%4j",
                "#BANYAN --env COLOUR=blue",
                "#FLUX: --time-limit=1h --cwd=" + directory(),
                "echo \"$PWD $COLOUR $BANYAN_JOB_NAME $#: $1, $2\"",
                "echo wrong >&2",
                "#SBATCH --mail-user=me");
        Run run = banyan("submit", "--parsable", "--wait", script.toString(), "-n", "b c");
        assertThat(run.out()).isEqualTo("1\n");
        assertThat(run.status()).isZero();
        assertThat(read("out.1.my job.1.0.node4")).isEqualTo(directory() + " blue my job 2: -n, b c\n");
        assertThat(read("err.0001")).isEqualTo("wrong\n");
    }

    @Test
    void aScriptFromStandardInputIsRunAndItsStatusReturned() throws IOException {
        String text = "#!/bin/sh\n#SBATCH -n 1\necho hello\nexit 7\n";
        Run run = Run.banyanReading(text, site().words("run"));
        assertThat(run.out()).isEqualTo("hello\n");
        assertThat(run.status()).isEqualTo(7);
        Run waits = Run.banyanReading(text, site().words("submit", "--wait", "-", "a", "b"));
        assertThat(waits.status()).isEqualTo(7);
        assertThat(waits.err()).contains("job 2: failed: its command ended with status 7");
        assertThat(banyan("logs", "2").out()).isEqualTo("hello\n");
    }

    @Test
    void theScriptIsTheFileThatWasSubmitted() throws IOException {
        Path script = script("stat -c '%a %s' \"$0\"");
        long size = Files.size(script);
        assertThat(banyan("submit", "--hold", script.toString()).out()).isEqualTo("job 1: pending, held\n");
        Files.writeString(script, "#!/bin/sh\necho another\n");
        banyan("release", "1");
        banyan("wait", "1");
        assertThat(banyan("logs", "1").out()).isEqualTo("700 " + size + "\n");
    }

    @Test
    void eachJobOfAnArrayRunsTheScript() throws IOException {
        Path script =
                script("#SBATCH --array=1-5:2 -o out_%A_%a", "#SBATCH -D " + directory(), "exit $BANYAN_ARRAY_INDEX");
        Run run = banyan("submit", "--wait", script.toString());
        assertThat(run.out()).isEqualTo("jobs 1-3\n");
        assertThat(run.status()).isEqualTo(5);
        assertThat(directory().resolve("out_1_1")).exists();
        assertThat(directory().resolve("out_1_5")).exists();
    }

    @Test
    void withOptionsRunTakesAScriptForAProgramAndSubmitForABatchScript() throws IOException {
        Path script = script("#SBATCH -n 9", "echo $BANYAN_RANK of $BANYAN_SIZE");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        assertThat(banyan("run", "-n", "2", script.toString()).out().lines())
                .containsExactlyInAnyOrder("0 of 2", "1 of 2");
        assertThat(banyan("run", script.toString()).out()).isEqualTo("0 of 1\n");
        banyan("submit", "-n", "2", "--wait", script.toString());
        assertThat(banyan("logs", "3").out()).isEqualTo("0 of 1\n");
        banyan("submit", "-n", "2", "--wait", "--", script.toString());
        assertThat(banyan("logs", "4").out().lines()).containsExactlyInAnyOrder("0 of 2", "1 of 2");
    }

    @Test
    void aDryRunSubmitsNothing() throws IOException {
        assertThat(banyan("submit", "--dry-run", script("true").toString()).out())
                .startsWith("version: 1\n");
        assertThat(banyan("run", "--dry-run", "-n", "1", "--", "true").out()).startsWith("version: 1\n");
        assertThat(banyan("jobs", "-a").out()).isEqualTo("No jobs.\n");
    }

    @Test
    void onlyAFileIsInputOfAJobWhoseSubmitterIsGone() throws IOException {
        Files.writeString(directory().resolve("in.txt"), "from a file\n");
        Path script = script("#SBATCH --input=in.txt --chdir=" + directory(), "cat");
        banyan("submit", "--wait", script.toString());
        assertThat(banyan("logs", "1").out()).isEqualTo("from a file\n");
        Run refused = banyan("submit", "--input", "0", "-n", "1", "--", "cat");
        assertThat(refused.status()).isEqualTo(ExitStatus.WRONG_USE);
        assertThat(refused.err()).contains("--input must name a file");
    }

    @Test
    void tasksOfANodeShareItsGpusWhereTheyCannotBeDivided() throws IOException {
        Run run = banyan("run", "-n", "3", "--gpus-per-node", "2", "--", "sh", "-c", "echo $BANYAN_CORES $BANYAN_GPUS");
        assertThat(run.out().lines().distinct()).hasSize(3).allMatch(line -> line.endsWith(" 0-1"));
        Path script = script("#SBATCH -n 4 --gres=gpu:1", "echo $BANYAN_GPUS $CUDA_VISIBLE_DEVICES");
        assertThat(banyan("run", script.toString()).out()).matches("([01]) \\1\n");
    }

    @Test
    void optionsGiveTasksOnNodesTheirCoresAndGpus() {
        Run run = banyan(
                "run",
                "-N",
                "2",
                "--tasks-per-node",
                "2",
                "-c",
                "2",
                "--gpus-per-node",
                "2",
                "--mem",
                "20G",
                "--",
                "sh",
                "-c",
                "echo $BANYAN_HOST $BANYAN_CORES $BANYAN_GPUS");
        assertThat(run.out().lines().map(line -> line.split(" ", -1)[0]))
                .containsExactlyInAnyOrder("node6", "node6", "node7", "node7");
        assertThat(run.out().lines().map(line -> line.split(" ", -1)[0] + " " + line.split(" ", -1)[2]))
                .containsExactlyInAnyOrder("node6 0", "node6 1", "node7 0", "node7 1");
        assertThat(run.out().lines().distinct()).hasSize(4);
    }
}
