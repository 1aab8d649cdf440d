package io.banyan.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.Run;
import io.banyan.cli.output.ExitStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulateRunTest {
    private static final String JOBS = """
            ; MaxProcs: 4
            1 0 -1 100 4 -1 -1 4 100 -1 1 7 -1 -1 1 -1 -1 -1
            2 1 -1 100 4 -1 -1 4 100 -1 1 7 -1 -1 1 -1 -1 -1
            3 2 -1 50 2 -1 -1 2 60 -1 1 8 -1 -1 2 -1 -1 -1
            4 3 -1 50 9 -1 -1 9 60 -1 1 8 -1 -1 2 -1 -1 -1
            """;

    @TempDir
    Path directory;

    private String trace = "";

    @BeforeEach
    void write() throws Exception {
        trace = Files.writeString(directory.resolve("t.swf"), JOBS).toString();
    }

    @Test
    void policiesAreComparedSideBySide() {
        Run run = Run.banyan("simulate", "run", "--trace", trace, "--policy", "fcfs,easy");
        assertThat(run.status()).isZero();
        assertThat(run.out())
                .contains(
                        "1 job requested more processors than the header states",
                        "1 job requests more resources than exist and did not run");
        assertThat(run.out().lines().filter(line -> line.matches("(fcfs|easy) .*")))
                .hasSize(2);
    }

    /** 112 jobs of 300 years each, one after the other, are too many. */
    @Test
    void jobsWhoseTurnNeverComesAreTold() throws Exception {
        StringBuilder jobs = new StringBuilder("; MaxProcs: 1\n");
        for (int i = 1; i <= 112; i++) {
            jobs.append(i).append(" 0 -1 10000000000 1 -1 -1 1 10000000000 -1 1 7 -1 -1 1 -1 -1 -1\n");
        }
        Path file = Files.writeString(directory.resolve("long.swf"), jobs);
        Run run = Run.banyan("simulate", "run", "--trace", file.toString(), "--policy", "fcfs");
        assertThat(run.status()).as(run.err()).isZero();
        assertThat(run.out())
                .contains("under fcfs, jobs that ran after 1099511627776 s were truncated, and 2 jobs never ran: "
                        + "this is the maximum simulated time");
    }

    @Test
    void whatIsDrawnCanBeWrittenAndIsTheSameAgain() throws Exception {
        Path file = directory.resolve("drawn.swf");
        Run drawn = Run.banyan(
                "simulate", "run", "--generate", "lublin:jobs=40,nodes=16,seed=3", "--export", file.toString());
        assertThat(drawn.status()).as(drawn.err()).isZero();
        assertThat(Files.readString(file))
                .startsWith("; Version: 2.2\n; MaxJobs: 40\n")
                .contains("; Note: lublin:jobs=40,nodes=16,seed=3 (seed 3)\n");
        Run read = Run.banyan("simulate", "run", "--trace", file.toString());
        assertThat(numbers(read)).isEqualTo(numbers(drawn));
    }

    /** The jobs are of users 7 and 8 and in queues 1 and 2, as the trace has it. */
    @Test
    void queuesAndLimitsAreThoseOfAConfiguration() throws Exception {
        String queues = Files.writeString(directory.resolve("queues.yaml"), """
                        queue:
                          named: ["1,user.jobs=1", "2,priority=5"]
                          limits: [user.submitted=9]
                          priority: fairshare=10
                        """).toString();
        Path events = directory.resolve("events.csv");
        Run run = Run.banyan(
                "simulate",
                "run",
                "--trace",
                trace,
                "--policy",
                "easy",
                "--queues",
                queues,
                "--events",
                events.toString());
        assertThat(run.status()).as(run.err()).isZero();
        assertThat(Files.readString(events).lines().filter(line -> line.contains("start")))
                .hasSize(3);
        String twice = Files.writeString(directory.resolve("twice.yaml"), "queue: {named: [x, x]}\n")
                .toString();
        assertThat(Run.banyan("simulate", "run", "--trace", trace, "--queues", twice)
                        .err())
                .contains("there are two queues 'x'")
                .doesNotContain("Internal error");
        assertThat(Run.banyan("simulate", "run", "--trace", trace, "--queues", trace)
                        .err())
                .contains("t.swf");
    }

    /** The table without how long it took. */
    private static String numbers(Run run) {
        return run.out().replaceAll("(?m)\\d+[.]\\d+ s$", "").replaceAll("(?m)^.*: 40 jobs", "40 jobs");
    }

    @Test
    void whatCannotBeDoneIsSaid() {
        assertThat(Run.banyan("simulate", "run").status()).isEqualTo(2);
        assertThat(Run.banyan("simulate", "run", "--generate", "lublin:jobs=5", "--policy", "easy,fcfs,easy")
                        .err())
                .contains("--policy names easy twice");
        assertThat(Run.banyan("simulate", "run", "--generate", "poisson").err())
                .contains("Expected lublin[:jobs=N,nodes=N,seed=N], feitelson96[", "or elastic[", "found 'poisson'.");
        assertThat(Run.banyan(
                                "simulate",
                                "run",
                                "--trace",
                                directory.resolve("none").toString())
                        .err())
                .contains("none: no such file.");
        assertThat(Run.banyan("simulate", "run", "--trace", trace, "--unit", "gpu")
                        .err())
                .contains("no resource of type gpu");
        assertThat(Run.banyan("simulate", "run", "--trace", trace, "--generate", "lublin")
                        .status())
                .isEqualTo(2);
    }

    /** Job 2 begins an hour later than it did when the trace was written. */
    @Test
    void whoeverWaitsForAnotherOneIsSubmittedAfterItWhereThatIsAskedFor() throws Exception {
        Path chain = directory.resolve("chain.swf");
        Files.writeString(chain, """
                ; MaxProcs: 2
                1 0 0 4000 2 -1 -1 2 5000 -1 1 1 -1 -1 -1 -1 -1 -1
                2 400 0 10 1 -1 -1 1 20 -1 1 1 -1 -1 -1 -1 1 5
                """);
        String[] words = {"simulate", "run", "--trace", chain.toString(), "--policy", "easy"};
        assertThat(Run.banyan(words).out())
                .contains("1 job with a predecessor; submitted at the time in the trace", " 4010 s ");
        Run heeded = Run.banyan(
                Stream.concat(Arrays.stream(words), Stream.of("--feedback")).toArray(String[]::new));
        assertThat(heeded.out()).contains("1 job submitted after the end of the predecessor", " 4015 s ");
        assertThat(Run.banyan("simulate", "run", "--generate", "lublin", "--feedback")
                        .err())
                .contains("--feedback requires a trace; generated jobs do not follow each other.");
    }

    @Test
    void aPackedTraceThatWasCutOffIsSaidToBe() throws Exception {
        Path cut = directory.resolve("cut.gz");
        for (byte[] bytes :
                List.of(new byte[] {0x1f, (byte) 0x8b}, new byte[] {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, 3})) {
            Files.write(cut, bytes);
            assertThat(Run.banyan("simulate", "run", "--trace", cut.toString()).err())
                    .contains(cut + ": unexpected end of file; the file may be truncated");
        }
    }

    @Test
    void seedsGiveIntervals() {
        Run run = Run.banyan(
                "simulate", "run", "--generate", "lublin:jobs=30,nodes=8", "--seeds", "1-3", "--policy", "easy");
        assertThat(run.status()).as(run.err()).isZero();
        assertThat(run.out()).contains("3 workloads; each number is a mean with its 95 % confidence interval", " ± ");
        assertThat(Run.banyan("simulate", "run", "--trace", trace, "--seeds", "1-3")
                        .err())
                .contains("--seeds requires generated jobs; a trace has no seeds.");
        assertThat(Run.banyan("simulate", "run", "--generate", "lublin", "--seeds", "1-1001")
                        .err())
                .contains("At most 1000 seeds can be compared at once, found 1001.");
    }

    @Test
    void numbersForProgramsAreAllOfThem() {
        Run csv = Run.banyan("simulate", "run", "--trace", trace, "--policy", "easy", "-o", "csv");
        assertThat(csv.out().lines().findFirst().orElse(""))
                .startsWith("policy,workload,by,class,jobs,refused,makespan_s,utilisation,wait_s_mean,wait_s_weighted,"
                        + "wait_s_p50,wait_s_p90,wait_s_p95,wait_s_p99,wait_s_max,completion_s_mean,");
        assertThat(csv.out().lines().map(line -> line.split(",", -1).length).distinct())
                .containsExactly(29);
        assertThat(csv.out()).contains("easy," + trace + ",all,all,3,1,", ",size,2-4,3,,,,", ",user,heavy,2,,,,");
        Run json = Run.banyan("simulate", "run", "--trace", trace, "--policy", "easy", "-o", "json");
        assertThat(json.out()).contains("\"utilisation\"", "\"p99\"", "\"byQueue\"", "\"halfWidth\"");
    }

    @Test
    void classesOfJobsHaveATable() {
        Run run = Run.banyan("simulate", "run", "--trace", trace, "--policy", "fcfs,easy", "--by", "queue,user");
        assertThat(run.out()).containsPattern("(?m)^policy +queue +jobs").containsPattern("(?m)^easy +middle +1 ");
    }

    @Test
    void whatIsReadIsNotWrittenOver() throws Exception {
        Path link = Files.createSymbolicLink(directory.resolve("index.html"), Path.of("t.swf"));
        String sum = ", which --trace reads, would be overwritten.\n";
        requireKept("--events " + trace + sum, "--events", trace);
        requireKept("--export " + trace + sum, "--export", trace);
        requireKept("--report " + link + sum, "--report", directory.toString());
        Path copy = directory.resolve("copy.csv");
        Run twice = Run.banyan(
                "simulate", "run", "--trace", trace, "--events", copy.toString(), "--export", copy.toString());
        assertThat(twice.err())
                .isEqualTo("banyan: --export " + copy + ", which --events writes, would be overwritten.\n");
        assertThat(copy).doesNotExist();
    }

    private void requireKept(String expected, String... words) throws Exception {
        String[] all = Stream.concat(Stream.of("simulate", "run", "--trace", trace), Stream.of(words))
                .toArray(String[]::new);
        Run run = Run.banyan(all);
        assertThat(run.status()).isEqualTo(ExitStatus.WRONG_USE);
        assertThat(run.err()).isEqualTo("banyan: " + expected);
        assertThat(Files.readString(Path.of(trace))).isEqualTo(JOBS);
    }

    @Test
    void aPageThatCannotBeWrittenIsToldBeforeAnythingIsReplayed() throws Exception {
        Path page = Files.createDirectories(directory.resolve("pages/index.html"));
        Run run = Run.banyan(
                "simulate",
                "run",
                "--trace",
                "there-is-none.swf",
                "--report",
                directory.resolve("pages").toString());
        assertThat(run.status()).isEqualTo(ExitStatus.NO);
        assertThat(run.err()).isEqualTo("banyan: " + page + " is a directory; expected a file to write.\n");
    }

    @Test
    void eventsAndAPageAreWritten() throws Exception {
        Path events = directory.resolve("events.csv");
        Path pages = directory.resolve("a/b");
        Run run = Run.banyan(
                "simulate",
                "run",
                "--trace",
                trace,
                "--policy",
                "fcfs,easy",
                "--events",
                events.toString(),
                "--report",
                pages.toString());
        assertThat(run.status()).as(run.err()).isZero();
        assertThat(Files.readString(events))
                .startsWith("policy,time,event,job,processors,nodes\nfcfs,0,submit,1,4,\nfcfs,0,start,1,4,node[0-3]\n")
                .contains("\neasy,3,refuse,4,9,\n");
        assertThat(Files.readString(pages.resolve("index.html"))).contains("Policies side by side");
        Run wrong = Run.banyan("simulate", "run", "--trace", trace, "--events", directory.toString());
        assertThat(wrong.status()).isEqualTo(1);
        assertThat(wrong.err()).contains("is a directory; expected a file to write.");
    }
}
