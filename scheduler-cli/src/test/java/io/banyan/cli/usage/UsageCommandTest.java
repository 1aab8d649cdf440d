package io.banyan.cli.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.banyan.cli.Run;
import io.banyan.cli.client.RunningDaemon;
import io.banyan.rpc.daemon.SecurityConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The output of {@code banyan usage}, {@code banyan jobs} and sacct about what jobs used. */
@Timeout(120)
class UsageCommandTest {
    private static final Path PERL = Path.of("/usr/bin/perl");
    /** Writes how much processor time it and its child used at the least, in seconds. */
    private static final String BURN =
            "my $m = 'x' x (32 << 20); unless (fork) { my $n = 0; $n += $_ for 1 .. 10000000; exit } wait;"
                    + " my @t = times; print $t[0] + $t[1] + $t[2] + $t[3], qq(\\n)";

    private static final long MEMORY = 32L << 20;
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path directory;

    private RunningDaemon site;

    @BeforeEach
    void begin() throws Exception {
        assumeTrue(Files.isExecutable(PERL), "this machine has no perl");
        site = RunningDaemon.in(directory, config -> config.secured(SecurityConfig.DEFAULT.withJobsAsRoot(true)));
    }

    @AfterEach
    void end() {
        site.close();
    }

    private String ok(String command, String... words) {
        Run run = site.banyan(command, words);
        assertThat(run.status()).as(run.err()).isZero();
        return run.out();
    }

    private List<JsonNode> usage(String... words) throws Exception {
        String[] all =
                Stream.concat(Arrays.stream(words), Stream.of("-o", "json")).toArray(String[]::new);
        return StreamSupport.stream(JSON.readTree(ok("usage", all)).spliterator(), false)
                .toList();
    }

    @Test
    void whatTheJobsOfAnArrayUsedIsToldOfEach() throws Exception {
        ok("submit", "-a", "0-2", "-n", "1", "--mem", "1G", "--wait", "--", PERL.toString(), "-e", BURN);
        List<JsonNode> jobs = usage("1_[0-2]");
        assertThat(jobs).hasSize(3).allSatisfy(job -> {
            String told = ok("logs", job.get("job").asText()).strip();
            assertThat(job.get("cpuMicros").asLong())
                    .isEqualTo(job.get("userMicros").asLong()
                            + job.get("systemMicros").asLong())
                    .isGreaterThanOrEqualTo(Math.round(1_000_000 * Double.parseDouble(told)));
            assertThat(job.get("largestProcess").asLong()).isGreaterThanOrEqualTo(MEMORY);
            assertThat(job.get("requestedMemory").asLong()).isEqualTo(1L << 30);
            assertThat(job.get("cores").asInt()).isEqualTo(1);
            assertThat(job.get("source").asText()).isEqualTo("processes");
            assertThat(job.get("allProcesses").isNull()).isTrue();
            assertThat(job.get("remark").asText()).isEmpty();
        });
    }

    @Test
    void theTableIsAligned() {
        ok("submit", "-n", "1", "--wait", "--", "true");
        ok("submit", "--hold", "-n", "1", "--", "true");
        ok("submit", "--hold", "-n", "1", "--", "true");
        ok("cancel", "3");
        List<String> lines = ok("usage", "1-3").lines().toList();
        assertThat(lines.getFirst())
                .isEqualTo(
                        "job  state      time  cores  cpu time     user   system  cpu %  largest process  all processes"
                                + "  requested  remark");
        assertThat(lines.get(1))
                .matches(
                        "  1  completed  0:0\\d      1   0:0\\d\\.\\d\\d  0:0\\d\\.\\d\\d  0:0\\d\\.\\d\\d      - +[0-9.]+[KM]"
                                + "              -          -")
                .hasSize(lines.getFirst().length() - "  remark".length());
        assertThat(lines.get(2))
                .isEqualTo(
                        "  2  pending       -      -         -        -        -      -                -              -"
                                + "          -  has not started");
        assertThat(lines.get(3))
                .isEqualTo(
                        "  3  cancelled     -      -         -        -        -      -                -              -"
                                + "          -  never started");
    }

    @Test
    void jobsThatAreNotThereAreTold() {
        Run run = site.banyan("usage", "7");
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).contains("There is no job 7 here.");
        assertThat(site.banyan("usage").status()).isEqualTo(2);
    }

    @Test
    void aUserSeesNothingOfTheJobsOfOthers() {
        ok("submit", "-n", "1", "--wait", "--", "true");
        String token = directory.resolve("ann.token").toString();
        ok("token add", "ann", "--role", "user", "--to", token);
        // The daemon reads new tokens after a moment.
        await().atMost(Duration.ofMinutes(1))
                .until(() -> site.banyan("jobs", "--token-file", token).err().isEmpty());
        Run info = site.banyan("info", "--token-file", token, "1");
        Run usage = site.banyan("usage", "--token-file", token, "1");
        assertThat(usage.status()).isEqualTo(1);
        assertThat(usage.out()).isEmpty();
        assertThat(usage.err()).isEqualTo(info.err());
    }

    @Test
    void otherCommandsHaveFieldsForIt() {
        ok("submit", "-n", "1", "--mem", "2G", "--wait", "--", PERL.toString(), "-e", BURN);
        ok("submit", "--hold", "-n", "1", "--", "true");
        assertThat(ok("jobs", "-a", "--format", "id,cpuTime,maxMemory", "--no-header", "--sort", "-cputime")
                        .lines())
                .satisfiesExactly(
                        first -> assertThat(first).matches("1 +\\d:\\d\\d\\.\\d\\d +\\d+\\.\\dM"),
                        second -> assertThat(second).matches("2 +- +-"));
        assertThat(ok("info", "1")).containsPattern("\ncpu time   0:\\d\\d\\.\\d\\d\nmax memory \\d+\\.\\dM\n");
        assertThat(ok("accounting", "-o", "csv").lines().toList().get(1)).matches("1,.*,,\\d{5,},\\d{8,}");
        String fields = "JobID,TotalCPU,UserCPU,SystemCPU,MaxRSS,ReqMem,CPUTime";
        String sacct = ok("slurm", "sacct", "-n", "-P", "-j", "1,2", "--format", fields);
        assertThat(sacct.lines())
                .satisfiesExactly(
                        first -> assertThat(first)
                                .matches("1(\\|\\d\\d:\\d\\d\\.\\d{3}){3}\\|\\d+K\\|2097152K\\|\\d\\d:\\d\\d:\\d\\d"),
                        second -> assertThat(second).isEqualTo("2||||||00:00:00"));
    }
}
