package io.banyan.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.Run;
import io.banyan.cli.output.ExitStatus;
import org.junit.jupiter.api.Test;

class SimulateDeadlinesTest {
    private static Run run(String... options) {
        String[] words = new String[options.length + 3];
        words[0] = "simulate";
        words[1] = "deadlines";
        words[2] = "run";
        System.arraycopy(options, 0, words, 3, options.length);
        return Run.banyan(words);
    }

    @Test
    void printsATableOfMappingsAndLoads() {
        Run run = run("--jobs", "100", "--seeds", "1-3", "--gaps", "1500,1");
        assertThat(run.status()).as(run.err()).isZero();
        assertThat(run.out())
                .startsWith("100 jobs on a grid 16x8, 3 seeds; each number is a mean with its 95 % confidence interval")
                .containsPattern("1500 s +count +\\d+ ± \\d+ jobs")
                .containsPattern("1 s +manhattan-median +\\d+ ± \\d+ jobs");
        assertThat(run("--jobs", "100", "--seeds", "1-3", "--gaps", "1500,1").out())
                .isEqualTo(run.out());
        assertThat(run("--jobs", "50", "--seeds", "1", "-o", "csv", "--gaps", "150")
                        .out())
                .startsWith("gap_s,mapping,metric,unit,mean,half_width,seeds\n150,count,accepted,jobs,");
        assertThat(run("--jobs", "50", "--seeds", "1", "-o", "json", "--network", "torus 4x4x4")
                        .out())
                .contains("\"network\" : \"torus 4x4x4\"", "\"mapping\" : \"hilbert\"");
    }

    @Test
    void wrongOptionsAreRefused() {
        refused("expected one of count, hilbert", "--mapping", "hilbrt");
        refused("expected a shape such as 'grid 16x8'", "--network", "ring 8");
        refused("--jobs must be 1 to 100000", "--jobs", "0");
        refused("--gaps must be 1 or more, found 0", "--gaps", "0");
        refused("--network must have at most 16384 nodes", "--network", "grid 1000x100");
        refused("hilbert", "--mapping", "hilbert,hilbert");
    }

    private static void refused(String sentence, String... options) {
        Run run = run(options);
        assertThat(run.status()).isEqualTo(ExitStatus.WRONG_USE);
        assertThat(run.err()).containsIgnoringCase(sentence);
    }
}
