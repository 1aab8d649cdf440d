package io.banyan.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimulateWorkflowTest {
    private static final String MODEL = "lublin:jobs=60,nodes=64";

    @TempDir
    Path directory;

    private static Run simulate(String... options) {
        List<String> words = new ArrayList<>(List.of("simulate", "workflow", "--seeds", "1-2", "--generate", MODEL));
        words.addAll(List.of(options));
        return Run.banyan(words.toArray(String[]::new));
    }

    @Test
    void methodsAreComparedByPolicyAndLoad() {
        Run run = simulate("--workflow", "chain,gpus", "--policy", "easy,hybrid", "--load", "0.5,0.9");
        assertThat(run.status()).as(run.err()).isZero();
        assertThat(run.out())
                .startsWith(MODEL + " on 4 nodes of 16 cores, 2 seeds; each number is a mean with its 95 %"
                        + " confidence interval\n")
                .contains("less plain, seed by seed:", "beside the same stream without the workflow:");
        assertThat(run.out().lines().filter(line -> line.matches("(easy|hybrid) .* (chain|gpus) +plain .*")))
                .hasSize(16);
        assertThat(run.out().lines().filter(line -> line.matches("hybrid +0\\.90 +chain +around .*")))
                .hasSize(3);
    }

    @Test
    void theSameSeedsGiveTheSameNumbers() {
        String[] options = {"--workflow", "forkjoin", "--policy", "hybrid", "--error", "2", "-o", "csv"};
        Run run = simulate(options);
        assertThat(run.out())
                .isEqualTo(simulate(options).out())
                .startsWith(
                        "policy,load,workflow,method,metric,mean,half_width,less_plain,less_plain_half_width,seeds\n"
                                + "hybrid,0.0,forkjoin,plain,turnaround,");
    }

    @Test
    void programsGetNumbersWithUnits() {
        Run run = simulate("--workflow", "chain", "--policy", "conservative", "--method", "plain,behind", "-o", "json");
        assertThat(run.status()).as(run.err()).isZero();
        assertThat(run.out())
                .contains(
                        "\"method\" : \"behind\"",
                        "\"makespanDeviationSec\" : ",
                        "\"lessPlain\" : {",
                        "\"unit\" : \"s\"");
    }

    @Test
    void workflowsAreReadFromFiles() throws Exception {
        Path yaml = Files.writeString(
                directory.resolve("two.yaml"),
                "kind: workflow\nsteps:\n  a: {time: 10m, cores: 2}\n  b: {time: 10m, cores: 2, after: [a]}\n");
        Path recorded = Files.writeString(directory.resolve("recorded.json"), """
                {"schemaVersion": "1.4", "name": "x", "workflow": {"tasks": [
                {"name": "t", "id": "t", "type": "compute", "runtimeInSeconds": 30,
                "parents": [], "children": [], "files": []}]}}
                """);
        Run run = simulate(
                "--workflow",
                yaml + "," + recorded,
                "--scale",
                "60",
                "--policy",
                "hybrid",
                "--method",
                "behind",
                "-o",
                "csv");
        assertThat(run.status()).as(run.err()).isZero();
        assertThat(run.out())
                .contains(
                        "hybrid,0.0,two,behind,makespan,1200.0000,0.0000,",
                        "hybrid,0.0,recorded,behind,makespan,1800.0000,0.0000,");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--workflow chain --method fast | A method must be plain, onejob, behind or around, found 'fast'",
                "--workflow chain --policy best | expected one of",
                "--workflow chain --policy deadline | The jobs of a stream have no deadlines",
                "--workflow chain,chain | --workflow",
                "--workflow missing.json | missing.json",
                "--workflow chain --load -1 | a load of 0 to 10",
                "--workflow chain --load a | --load must be a number, found 'a'",
                "--workflow chain --limits 0.5 | a factor of limits of 1 to 1000",
                "--workflow chain --error 0 | an error of 1 to 1000, found 2 and 0.0",
                "--workflow chain --jobs 0 | at least 1 job",
                "--workflow chain --slot 10s | --slot: expected a whole number of seconds, at least 60 s, found '10s'",
                "--workflow chain --objective soon | The objective must be compact, finish or weighted:W",
                "--workflow chain --scale 0 | --scale: expected a number above 0",
                "--workflow chain --cores-per-node 0 --processors -4 | --processors at least 1",
                "--workflow gpus --gpus 0 --policy easy | Workflow 'gpus': task 'train[0]' needs 4 cores and 2 gpus",
                "--workflow chain --cores-per-node 8 --policy easy | Workflow 'chain': task 'simulate' cannot run"
            })
    void badInputGivesOneSentence(String options, String sentence) {
        Run run = simulate(options.trim().split(" "));
        assertThat(run.status()).isNotZero();
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains(sentence.trim()).doesNotContain("Exception", "\tat ");
    }
}
