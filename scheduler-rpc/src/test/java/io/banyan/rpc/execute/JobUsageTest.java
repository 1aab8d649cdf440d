package io.banyan.rpc.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.JobUsage;
import io.banyan.jobspec.JobspecReader;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.RequestOutcome;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.daemon.KilledDaemon;
import io.banyan.rpc.history.HistoryQuery;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The processor time and memory of jobs. Each job tells itself what it used at the least. */
@Timeout(180)
@Execution(ExecutionMode.CONCURRENT)
class JobUsageTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Path PERL = Path.of("/usr/bin/perl");
    private static final long MEMORY = 64L << 20;

    /**
     * A child computes with 64 MiB, and is waited for. Then stands in a file how much time both have used, and there
     * may be a wait for another file.
     */
    private static final String BURN = """
            my $m = 'x' x (64 << 20);
            unless (fork) { my $n = 0; $n += $_ for 1 .. 10000000; exit }
            wait;
            my @t = times;
            open(my $f, '>', 'used.new'); print $f ($t[0] + $t[1] + $t[2] + $t[3]); close($f);
            rename('used.new', 'used');
            while (-e 'wait') { select(undef, undef, undef, 0.02) }
            exit 3""";

    @TempDir
    private Path directory;

    private Path work;

    @BeforeEach
    void prepare() throws Exception {
        assumeTrue(Files.isExecutable(PERL), "this machine has no perl");
        work = Files.createDirectory(directory.resolve("work"));
    }

    private KilledDaemon daemon(String... options) throws Exception {
        var daemon = new KilledDaemon(directory.resolve("state"), options);
        daemon.start(
                "--graph", Path.of("..", "resource-graphs", "small.graphml").toString());
        return daemon;
    }

    private JobId submit(BanyanClient client, int urgency, String... command) throws Exception {
        String words = Stream.of(command)
                .map(word -> '"' + word.replace("\n", " ") + '"')
                .collect(Collectors.joining(", "));
        String jobspec = """
                {"version": 1, "resources": [{"type": "slot", "label": "s", "count": 2, "with": [
                   {"type": "core", "count": 1}, {"type": "memory", "count": 2, "unit": "GB"}]}],
                 "tasks": [{"command": [%s], "slot": "s", "count": {"total": 1}}],
                 "attributes": {"system": {"duration": 3600, "cwd": "%s"}}}""".formatted(words, work);
        RequestOutcome<JobAnswer.Submitted> outcome =
                client.queueing().submit(new JobRequest.Submit(JobspecReader.read(jobspec, "test"), "", urgency));
        return ((RequestOutcome.Done<JobAnswer.Submitted>) outcome)
                .answer()
                .job()
                .id();
    }

    private JobId burn(BanyanClient client) throws Exception {
        return submit(client, 16, PERL.toString(), "-e", BURN);
    }

    private static JobRecord job(BanyanClient client, JobId id) throws Exception {
        return client.info(new JobRead.JobInfo(id, MatchFormat.SIMPLE)).job();
    }

    private static JobRecord awaitEnd(BanyanClient client, JobId id) throws Exception {
        await().atMost(PATIENCE).until(() -> job(client, id).state().isOver());
        return job(client, id);
    }

    /** In microseconds. */
    private long told() throws Exception {
        return Math.round(1_000_000 * Double.parseDouble(Files.readString(work.resolve("used"))));
    }

    private void isAsTold(Optional<JobUsage> usage) throws Exception {
        assertThat(usage).isPresent();
        assertThat(usage.get().cpuMicros()).isGreaterThanOrEqualTo(told());
        assertThat(usage.get().largestProcess().orElseThrow()).isGreaterThanOrEqualTo(MEMORY);
        assertThat(usage.get().requested()).hasValue(4L << 30);
    }

    @Test
    void aJobThatHasEndedTellsWhatItAndItsChildrenUsed() throws Exception {
        try (KilledDaemon daemon = daemon();
                BanyanClient client = daemon.client()) {
            JobId id = burn(client);
            JobRecord ended = awaitEnd(client, id);
            assertThat(ended.exitStatus()).hasValue(3);
            isAsTold(ended.usage());
            assertThat(ended.usage().get().source()).isEqualTo(JobUsage.Source.PROCESSES);
            assertThat(ended.usage().get().allProcesses()).isEmpty();
            assertThat(client.queueing().usage(id).usage()).isEqualTo(ended.usage());
            long endedSec = ended.endedSec().orElseThrow();
            var past = client.history(new HistoryQuery(endedSec, endedSec + 1, Optional.empty(), 10));
            assertThat(past.jobs()).singleElement().extracting(JobRecord::usage).isEqualTo(ended.usage());
        }
    }

    @Test
    void aJobThatRunsTellsWhatItUsedSoFar() throws Exception {
        Files.createFile(work.resolve("wait"));
        try (KilledDaemon daemon = daemon();
                BanyanClient client = daemon.client()) {
            JobId id = burn(client);
            await().atMost(PATIENCE).until(() -> Files.exists(work.resolve("used")));
            Optional<JobUsage> soFar = client.queueing().usage(id).usage();
            isAsTold(soFar);
            assertThat(job(client, id).usage()).isEmpty();
            Files.delete(work.resolve("wait"));
            JobUsage all = awaitEnd(client, id).usage().orElseThrow();
            assertThat(all.cpuMicros())
                    .isGreaterThanOrEqualTo(soFar.orElseThrow().cpuMicros());
        }
    }

    /** The daemon is killed while the job runs, and again when it has ended. */
    @Test
    void whatAJobUsedOutlivesTheDaemon() throws Exception {
        Files.createFile(work.resolve("wait"));
        try (KilledDaemon daemon = daemon()) {
            JobId id;
            try (BanyanClient client = daemon.client()) {
                id = burn(client);
                await().atMost(PATIENCE).until(() -> Files.exists(work.resolve("used")));
            }
            JobDirectory job = JobDirectory.of(new StateDirectory(directory.resolve("state")), id);
            ProcessHandle first = job.leader().orElseThrow();
            daemon.kill();
            Files.delete(work.resolve("wait"));
            await().atMost(PATIENCE).until(() -> !first.isAlive());
            daemon.start();
            Optional<JobUsage> usage;
            try (BanyanClient client = daemon.client()) {
                usage = awaitEnd(client, id).usage();
                isAsTold(usage);
            }
            daemon.kill();
            daemon.start();
            try (BanyanClient client = daemon.client()) {
                assertThat(job(client, id).usage()).isEqualTo(usage);
            }
        }
    }

    @Test
    void aJobThatIsCancelledTellsWhatItUsed() throws Exception {
        Files.createFile(work.resolve("wait"));
        try (KilledDaemon daemon = daemon();
                BanyanClient client = daemon.client()) {
            JobId id = burn(client);
            await().atMost(PATIENCE).until(() -> Files.exists(work.resolve("used")));
            client.cancel(new JobRequest.Cancel(id));
            JobRecord ended = awaitEnd(client, id);
            assertThat(ended.state()).isEqualTo(JobState.CANCELLED);
            isAsTold(ended.usage());
        }
    }

    /** The parent does not wait for it: the job's first process does. */
    @Test
    void whatAProcessWithoutParentUsedCounts() throws Exception {
        try (KilledDaemon daemon = daemon();
                BanyanClient client = daemon.client()) {
            JobId id = submit(
                    client,
                    16,
                    "sh",
                    "-c",
                    "(setsid perl -e '" + BURN.replace("'", "'\\\\''")
                            + "' &); while [ ! -e used ]; do sleep 0.02; done");
            isAsTold(awaitEnd(client, id).usage());
        }
    }

    @Test
    void aJobThatNeverRanUsedNothing() throws Exception {
        try (KilledDaemon daemon = daemon();
                BanyanClient client = daemon.client()) {
            JobId held = submit(client, 0, "true");
            assertThat(client.queueing().usage(held).usage()).isEmpty();
            client.cancel(new JobRequest.Cancel(held));
            assertThat(awaitEnd(client, held).usage()).isEmpty();
            assertThat(client.queueing().usage(held).usage()).isEmpty();
        }
    }

    /**
     * The job's first process is killed, and cannot write anything at its end. What the job writes in its place makes
     * no sense.
     */
    @Test
    void aJobWhoseFirstProcessIsKilledIsNotMeasured() throws Exception {
        try (KilledDaemon daemon = daemon();
                BanyanClient client = daemon.client()) {
            for (String line : List.of("", "1 2", "1 2 3 4", "-1 2 3", "x y z", "1 2 99999999999999999", "1 2 3.0")) {
                String write = line.isEmpty() ? "" : "echo " + line + " > ${BANYAN_R%/R}/usage; ";
                JobId id = submit(client, 16, "sh", "-c", write + "kill -9 $PPID");
                JobRecord ended = awaitEnd(client, id);
                assertThat(ended.state()).isEqualTo(JobState.FAILED);
                assertThat(ended.usage()).as(line).isEmpty();
            }
        }
    }
}
