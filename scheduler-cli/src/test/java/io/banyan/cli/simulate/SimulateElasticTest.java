package io.banyan.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulateElasticTest {
    @TempDir
    Path directory;

    @Test
    void policiesAreComparedByGaps() throws Exception {
        Run run = Run.banyan(
                "simulate",
                "elastic",
                "--seeds",
                "1-3",
                "--gaps",
                "0-90/90",
                "--policy",
                "moldable,elastic,benefit",
                "--plots",
                directory.resolve("p").toString());
        assertThat(run.status()).as(run.err()).isZero();
        assertThat(run.out())
                .startsWith("16 jobs on 64 slots, 3 seeds; each number is a mean with its 95 % confidence interval\n")
                .contains("benefit less elastic, seed by seed:");
        assertThat(run.out().lines().filter(line -> line.contains("moldable"))).hasSize(2);
        assertThat(Files.readString(directory.resolve("p/elastic-submissions-total-time.svg")))
                .startsWith("<svg");
    }

    @Test
    void theSameSeedsGiveTheSameNumbers() {
        String[] command = {"simulate", "elastic", "--seeds", "4-5", "--policy", "elastic", "-o", "csv"};
        Run run = Run.banyan(command);
        assertThat(run.out()).isEqualTo(Run.banyan(command).out());
        assertThat(run.out())
                .startsWith(
                        "submission_gap_s,rescale_gap_s,policy,metric,mean,half_width,seeds\n90,60,elastic,total time,");
    }

    @Test
    void programsGetTheNumbersOfEachSeed() {
        Run run = Run.banyan("simulate", "elastic", "--seeds", "4-5", "--policy", "rigid-min", "-o", "json");
        assertThat(run.status()).as(run.err()).isZero();
        assertThat(run.out())
                .contains("\"policy\" : \"rigid-min\"", "\"weighted completion\" : {", "\"unit\" : \"s\"")
                .containsPattern("\"values\" : \\[ [0-9.]+, [0-9.]+ ]");
    }

    @Test
    void kindsOfJobsCanBeBrought() throws Exception {
        Path file = Files.writeString(directory.resolve("a.txt"), "one | 1 4 1 | 1:60 4:20 | 1:1\n");
        Run run = Run.banyan(
                "simulate",
                "elastic",
                "--applications",
                file.toString(),
                "--seeds",
                "1",
                "--jobs",
                "3",
                "--nodes",
                "1",
                "--cores",
                "4");
        assertThat(run.status()).as(run.err()).isZero();
        assertThat(run.out()).startsWith("3 jobs on 4 slots, 1 seed\n");
        assertThat(Run.banyan("simulate", "elastic", "--applications", file.toString(), "--nodes", "1", "--cores", "3")
                        .err())
                .contains("A job of one can run with 4 cores, but there are 3.");
        Files.writeString(file, "one | 1 4\n");
        assertThat(Run.banyan("simulate", "elastic", "--applications", file.toString())
                        .err())
                .contains("a.txt, line 1: expected name | min max unit");
    }

    @Test
    void whereJobsCanBeStoppedItIsComparedWithoutThat() throws Exception {
        Path file = Files.writeString(
                directory.resolve("a.txt"),
                "long | 4 4 1 | 4:600 | 4:0 | 4:5 | 4:5\nshort | 4 4 1 | 4:60 | 4:0 | 4:1 | 4:1\n");
        String[] command = {
            "simulate", "elastic", "--applications", file.toString(), "--seeds", "1-2", "--nodes", "1", "--cores", "4"
        };
        Run run = Run.banyan(command);
        assertThat(run.status()).as(run.err()).isZero();
        assertThat(run.out())
                .contains("rescales  longest completion", "  stops\n", "benefit less benefit-no-stop, seed by seed:");
        assertThat(run.out().lines().filter(line -> line.contains("benefit-no-stop  ")))
                .hasSize(1);
        assertThat(Run.banyan("simulate", "elastic", "--seeds", "1").out())
                .contains("benefit")
                .doesNotContain("benefit-no-stop", "stops", "longest completion");
        String[] json = {"simulate", "elastic", "--applications", file.toString(), "--seeds", "1", "-o", "json"};
        assertThat(Run.banyan(json).out()).contains("\"stops\" : {", "\"longest completion\" : {");
        Files.writeString(file, "one | 1 4 1 | 1:9 | 1:1 | 1:1\n");
        assertThat(Run.banyan("simulate", "elastic", "--applications", file.toString())
                        .err())
                .contains("a.txt, line 1: expected | checkpoint times | restart times after the rescale times");
    }

    @Test
    void whatMakesNoSenseIsSaid() {
        assertThat(Run.banyan("simulate", "elastic", "--gaps", "9-3/0").err())
                .contains("times must have a form such as 60, 0,60,300 or 0-300/30");
        assertThat(Run.banyan("simulate", "elastic", "--policy", "best").status())
                .isEqualTo(2);
        assertThat(Run.banyan("simulate", "elastic", "--jobs", "0").err()).contains("--jobs must be 1 to 10000");
    }
}
