package io.banyan.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.Run;
import io.banyan.cli.output.ExitStatus;
import io.banyan.sim.metric.MeanEstimate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulateDeadlinesTest {
    @TempDir
    private Path directory;

    private static Run deadlines(String... words) {
        String[] all = new String[words.length + 2];
        all[0] = "simulate";
        all[1] = "deadlines";
        System.arraycopy(words, 0, all, 2, words.length);
        return Run.banyan(all);
    }

    private static Run run(String... options) {
        String[] words = new String[options.length + 1];
        words[0] = "run";
        System.arraycopy(options, 0, words, 1, options.length);
        return deadlines(words);
    }

    private static String printed(String... words) {
        Run run = deadlines(words);
        assertThat(run.status()).as(run.err()).isZero();
        return run.out();
    }

    @Test
    void printsATableOfMappingsAndLoads() {
        String[] words = {"run", "--jobs", "100", "--seeds", "1-3", "--gaps", "1500,1"};
        String out = printed(words);
        assertThat(out)
                .startsWith("100 jobs on a grid 16x8, programs: uniform, messages: asynchronous, 3 seeds")
                .contains("Each number is a mean with its 95 % confidence interval.")
                .containsPattern("1500 s +count +\\d+ ± \\d+ jobs +-")
                .containsPattern("1 s +leak-scattered +100 ± 0 jobs +[0-9.]+ ± [0-9.]+ % +\\d+ ± \\d+ jobs");
        assertThat(printed(words)).isEqualTo(out);
        assertThat(printed("run", "--jobs", "100", "--seeds", "1-3", "--gaps", "1500,1", "--threads", "1"))
                .isEqualTo(out);
        assertThat(printed("run", "--jobs", "50", "--seeds", "1", "-o", "csv", "--gaps", "150", "--programs", "bsp"))
                .startsWith("gap_s,mapping,metric,unit,mean,half_width,seeds\n150,count,accepted,jobs,")
                .contains("150,leak,cancelled,%,");
        assertThat(printed(
                        "run",
                        "--jobs",
                        "50",
                        "--seeds",
                        "1",
                        "-o",
                        "json",
                        "--network",
                        "torus 4x4x4",
                        "--synchronous"))
                .contains("\"network\" : \"torus 4x4x4\"", "\"mapping\" : \"hilbert\"", "\"synchronous\"");
    }

    @Test
    void aCampaignContinuesAndIsReported() throws IOException {
        String file = directory.resolve("campaign.csv").toString();
        String[] words = {"campaign", file, "--jobs", "40", "--network", "grid 4x4", "--seeds", "1-2"};
        assertThat(printed(words)).isEqualTo(file + ": 240 runs, 0 of them from an earlier call\n");
        String whole = Files.readString(Path.of(file));
        Files.writeString(
                Path.of(file), String.join("\n", whole.lines().limit(2 + 85).toList()));
        assertThat(printed(words)).isEqualTo(file + ": 240 runs, 80 of them from an earlier call\n");
        assertThat(Files.readString(Path.of(file))).isEqualTo(whole);
        Path plots = directory.resolve("plots");
        assertThat(printed("report", file, "--to", plots.toString()))
                .containsPattern(
                        "^2 seeds, \\d+ of 23 statements hold\nnetwork=grid:4x4 jobs=40 first-seed=1 mappings=hilbert")
                .containsPattern("A5 +yes +Leak accepts nearly all jobs at each load\\.");
        assertThat(plots.resolve("figure15.svg")).content().contains("adaptive-fem, heavy load");
        assertThat(printed("report", file, "-o", "json")).contains("\"id\" : \"C8b\"");
        assertThat(printed("report", file, "-o", "csv")).startsWith("id,holds,statement,found\nA1,");
        assertThat(printed("report", file, "--beside", file))
                .isEqualTo("2 seeds, 120 cells\n"
                        + "Completed jobs differ by at most 3 % of the submitted jobs in 120 cells.\n"
                        + "Which of two mappings completes more jobs: equal in 180 of 180 pairs, open in one campaign "
                        + "in 0, opposite in 0.\n");
        assertThat(printed("campaign", file, "--jobs", "40", "--network", "grid 4x4", "--seeds", "1"))
                .as("two seeds are in the file, and one was asked for")
                .isEqualTo(file + ": 120 runs, 120 of them from an earlier call\n");
        assertThat(printed("campaign", file, "--jobs", "40", "--seeds", "1", "--estimate"))
                .containsPattern("^120 runs: [0-9.]+ runs/s; 120 runs take about \\d+ s\n$");
        assertThat(printed("campaign", file, "--jobs", "40", "--seeds", "1", "--estimate", "-o", "json"))
                .contains("\"measuredRuns\" : 120", "\"runs\" : 120");

        Run other = deadlines("campaign", file, "--jobs", "41", "--network", "grid 4x4");
        assertThat(other.status()).isEqualTo(ExitStatus.WRONG_USE);
        assertThat(other.err()).contains("is the file of another campaign");
        assertThat(Files.readString(Path.of(file))).isEqualTo(whole);
        assertThat(deadlines("report", directory.resolve("none").toString()).err())
                .contains("none: no such file");
        assertThat(deadlines("campaign", directory.resolve("none/c").toString()).err())
                .contains("none/c: no such file");
    }

    @Test
    void foresightIsComparedWithTheOtherMappings() {
        String[] words = {
            "run",
            "--jobs",
            "60",
            "--seeds",
            "1-3",
            "--gaps",
            "1",
            "--mapping",
            "count,leak,foresight,foresight-blind",
            "--compare",
            "leak",
            "--set",
            "profile-error=0.5"
        };
        assertThat(printed(words))
                .contains("Differences to other mappings, paired by seed:")
                .containsPattern("1 s +foresight +leak +-?[0-9.]+ ± [0-9.]+ jobs +-?[0-9.]+ ± [0-9.]+ node h")
                .containsPattern("1 s +foresight-blind +leak ")
                .doesNotContainPattern("count +leak ");
        assertThat(printed(
                        "run",
                        "--jobs",
                        "60",
                        "--seeds",
                        "1",
                        "--gaps",
                        "1",
                        "--mapping",
                        "leak,foresight",
                        "--compare",
                        "leak",
                        "-o",
                        "json"))
                .contains("\"comparedWith\" : \"leak\"", "\"profile-error\" : \"0\"");
        refused(
                "--compare must name mappings of --mapping other than count, found 'leak'",
                "--mapping",
                "hilbert",
                "--compare",
                "leak");
        refused("found 'count'", "--mapping", "count,leak", "--compare", "count");
        refused("profile-error must be a number from 0 to 1 such as 0.25, found '2'", "--set", "profile-error=2");
    }

    @Test
    void theTimeOfAnInstanceIsPrinted() {
        assertThat(printed(
                        "run",
                        "--jobs",
                        "30",
                        "--seeds",
                        "1-2",
                        "--gaps",
                        "150",
                        "--mapping",
                        "hilbert,manhattan-median,leak",
                        "--through-instance"))
                .contains("An instance takes the same decisions in all 6 runs of hilbert, manhattan-median, leak.")
                .doesNotContain("not compared")
                .containsPattern("divided by that of the search: hilbert [0-9.]+, manhattan-median [0-9.]+");
        refused(
                "--through-instance requires a mapping of nodes that is also a match policy",
                "--jobs",
                "1",
                "--seeds",
                "1",
                "--mapping",
                "count",
                "--through-instance");
    }

    @Test
    void mappingsThatAnInstanceDoesNotHaveAreNamed() {
        assertThat(printed(
                        "run",
                        "--jobs",
                        "10",
                        "--seeds",
                        "1",
                        "--gaps",
                        "150",
                        "--mapping",
                        "count,leak,random,foresight",
                        "--through-instance"))
                .contains("in the run of leak.\n")
                .endsWith("count, random and foresight are not compared with an instance.\n");
        // The runs would take minutes: the refusal comes before them.
        refused(
                "--through-instance requires a mapping of nodes that is also a match policy",
                "--jobs",
                "100000",
                "--mapping",
                "random",
                "--through-instance");
    }

    @Test
    void tablesThatWouldBeEmptyOrLostAreRefused() {
        refused("--by and --compare cannot be used with -o csv", "-o", "csv", "--by", "size");
        refused("--by and --compare cannot be used with -o csv", "-o", "csv", "--compare", "leak");
        refused("--by requires a mapping other than count", "--mapping", "count", "--by", "size");
        refused("--compare requires two mappings", "--mapping", "count,leak", "--compare", "leak");
        refused("--gaps names 1 twice", "--gaps", "1,1");
        refused("expected one of count, hilbert", "--mapping", "leak,");
        refused("--mapping names leak twice", "--mapping", "leak,leak");
        refused("--set: traffic must be one of flows, messages, found 'x'.", "--set", "traffic=x");
    }

    @Test
    void aReportRefusesOtherJobsAndEmptyFiles() throws IOException {
        String[] small = {"--jobs", "20", "--network", "grid 4x2", "--seeds", "1"};
        String flows = directory.resolve("flows.csv").toString();
        String messages = directory.resolve("messages.csv").toString();
        String others = directory.resolve("others.csv").toString();
        String mappings = "leak,foresight";
        printed(joined(small, "campaign", flows, "--mapping", mappings));
        printed(joined(small, "campaign", messages, "--mapping", mappings, "--set", "traffic=messages"));
        printed("campaign", others, "--jobs", "20", "--network", "grid 8x1", "--seeds", "1", "--mapping", mappings);
        assertThat(printed("report", flows, "--beside", messages))
                .startsWith("1 seed, 60 cells\nThe parameters that differ: traffic=flows, beside traffic=messages\n");
        assertThat(printed("report", flows, "--beside", messages, "-o", "json"))
                .contains("\"besideParameters\" : [ \"traffic=messages\" ]");
        assertThat(deadlines("report", flows, "--beside", others).err())
                .contains("The campaigns must have the same jobs and the same network, found network=grid:4x2 and "
                        + "network=grid:8x1.");
        assertThat(printed("report", flows))
                .contains("Other mappings, all types")
                .doesNotContain("±")
                .doesNotContainPattern("-0(\\.0)?( |\n)");
        Files.writeString(
                Path.of(others),
                String.join(
                                "\n",
                                Files.readString(Path.of(flows))
                                        .lines()
                                        .limit(2)
                                        .toList()) + "\n");
        assertThat(deadlines("report", others).err()).contains(others + ": the campaign has no runs.");
        assertThat(deadlines("campaign", directory.toString()).err()).contains("is not a regular file");
    }

    @Test
    void numbersThatAreRoundedToZeroHaveNoSign() {
        assertThat(MeanText.of("%.1f", MeanEstimate.of(new double[] {-0.04}))).isEqualTo("0.0");
        assertThat(MeanText.of("%.1f", MeanEstimate.of(new double[] {-0.04, -0.04})))
                .isEqualTo("0.0 ± 0.0");
        assertThat(MeanText.number("%.1f", -10)).isEqualTo("-10.0");
    }

    @Test
    void jobsAreCountedBySizeAndType() {
        String[] words = {"run", "--jobs", "60", "--seeds", "1-2", "--gaps", "150", "--mapping", "count,leak", "--by"};
        assertThat(printed(joined(new String[] {"size"}, words)))
                .contains("Jobs by size, means of all seeds:")
                .containsPattern("150 s +leak +65-128 +[0-9.]+ +[0-9.]+ +[0-9.]+ +[0-9.]+\n");
        assertThat(printed(joined(new String[] {"type"}, words)))
                .containsPattern("150 s +leak +adaptive-fem +[0-9.]+ +[0-9.]+ +[0-9.]+ +[0-9.]+\n")
                .doesNotContainPattern("count +bsp");
        assertThat(printed(joined(new String[] {"type", "-o", "json"}, words)))
                .contains("\"name\" : \"33-64\"", "\"name\" : \"fem\"", "\"submitted\" : ");
        refused("expected size or type, found 'user'", "--by", "user");
    }

    @Test
    void aCampaignRunsTheNamedMappings() throws IOException {
        String file = directory.resolve("foresight.csv").toString();
        String[] small = {"--jobs", "40", "--network", "grid 4x4", "--seeds", "1-2"};
        String all = "hilbert,manhattan-median-strict,leak,leak-scattered,foresight";
        assertThat(deadlines(joined(small, "campaign", file, "--mapping", all)).status())
                .isZero();
        assertThat(printed("report", file))
                .containsPattern("^2 seeds, \\d+ of 23 statements hold\n")
                .contains("Other mappings, all types of programs, asynchronous:")
                .containsPattern("very-heavy +foresight +[a-z-]+ +-?[0-9.]+ ± [0-9.]+ +-?[0-9]+ ± [0-9]+");
        assertThat(printed("report", file, "-o", "json")).contains("\"completedHalfWidth\" : ");
        String alone = directory.resolve("alone.csv").toString();
        assertThat(printed(joined(small, "campaign", alone, "--mapping", "foresight,foresight-blind")))
                .startsWith(alone + ": 120 runs");
        assertThat(printed("report", alone))
                .startsWith("2 seeds; the statements require all mappings of the paper\nnetwork=grid:4x4");
        assertThat(deadlines("campaign", file, "--mapping", "count").err())
                .contains("--mapping must name mappings that choose nodes, found 'count'");
    }

    private static String[] joined(String[] last, String... first) {
        return Stream.concat(Arrays.stream(first), Arrays.stream(last)).toArray(String[]::new);
    }

    @Test
    void readingsAreSortedByTheStatementsThatHold() {
        assertThat(printed("readings", "--jobs", "20", "--network", "grid 4x2", "--seeds", "1-2"))
                .startsWith("reading ")
                .contains("unit=node shared=preempted end=booking threads=anywhere parent=first median=all");
        assertThat(printed("readings", "--jobs", "20", "--network", "grid 4x2", "--seeds", "1-2", "-o", "csv")
                        .lines())
                .hasSize(49);
        Run changed = deadlines("readings", "--set", "unit=node");
        assertThat(changed.status()).isEqualTo(ExitStatus.WRONG_USE);
        assertThat(changed.err()).contains("--set cannot change 'unit', since the readings compare its values.");
    }

    @Test
    void aCalibrationPrintsThePaperBesideIt() {
        assertThat(printed("calibrate", "--tries", "3", "--seeds", "1-2", "--jobs", "100"))
                .startsWith("short=")
                .containsPattern("very-heavy +\\d+ jobs +260 of 1000 +\\d+ d +65 d");
        assertThat(printed("calibrate", "--tries", "0", "--seeds", "1", "--jobs", "100", "-o", "json"))
                .contains("\"acceptedInPaper\" : 510", "\"comparesTimes\" : false");
        assertThat(printed("calibrate", "--tries", "0", "--seeds", "1", "--jobs", "50"))
                .contains("The error has no times: those of the paper are of 1000 jobs, and these of 50.\n");
        assertThat(printed("calibrate", "--tries", "0", "--seeds", "1")).doesNotContain("has no times");
        assertThat(deadlines("calibrate", "--set", "unit=node").status()).isEqualTo(ExitStatus.WRONG_USE);
    }

    @Test
    void wrongOptionsAreRefused() {
        refused("expected one of count, hilbert", "--mapping", "hilbrt");
        refused("expected a shape such as 'grid 16x8'", "--network", "ring 8");
        refused("--jobs must be 1 to 100000", "--jobs", "0");
        refused("--gaps must be 1 or more, found 0", "--gaps", "0");
        refused("--network must have at most 16384 nodes", "--network", "grid 1000x100");
        refused("hilbert", "--mapping", "hilbert,hilbert");
        refused("expected one of monte-carlo, bsp", "--programs", "mpi");
        refused("unit must be one of node, core, found 'cpu'", "--set", "unit=cpu");
        refused("--threads must be 1 to 256, found 0", "--threads", "0");
        assertThat(deadlines("campaign", "x", "--seeds", "1-20000").err()).contains("at most 10000 seeds");
        assertThat(deadlines("campaign", "x", "--median", "some").err())
                .contains("--median must be strict or all, found 'some'");
        assertThat(deadlines("readings", "--seeds", "1-20000").err()).contains("At most 1000 seeds");
        assertThat(deadlines("calibrate", "--tries", "-1").err()).contains("--tries must be 0 to 100000");
    }

    /** The runs would take minutes: the refusal comes before them. */
    @Test
    void messagesOnLargeNetworksWithSwitchesAreRefused() {
        for (String network : List.of("fattree 17x16x16", "dragonfly 32x16x16")) {
            refused(
                    "--network must have at most 4096 nodes with '--set traffic=messages' if it has switches, found ",
                    "--network",
                    network,
                    "--set",
                    "traffic=messages");
        }
        refused("--jobs must be 1", "--network", "grid 80x80", "--set", "traffic=messages", "--jobs", "0");
        refused("--jobs must be 1", "--network", "fattree 16x16x16", "--set", "traffic=messages", "--jobs", "0");
    }

    private static void refused(String sentence, String... options) {
        Run run = run(options);
        assertThat(run.status()).isEqualTo(ExitStatus.WRONG_USE);
        assertThat(run.err()).containsIgnoringCase(sentence);
    }
}
