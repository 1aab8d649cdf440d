package io.banyan.rpc.execute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.client.JobAnswer;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.jobspec.JobspecReader;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.RequestOutcome;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.daemon.Daemon;
import io.banyan.rpc.daemon.DaemonConfig;
import io.banyan.rpc.daemon.GraphFile;
import io.banyan.rpc.daemon.SecurityConfig;
import io.banyan.rpc.launch.LaunchTemplate;
import io.banyan.rpc.pmi.PmiSetting;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Programs of MPICH and of Open MPI as jobs of two nodes, which are both this machine. Without these libraries the
 * tests are skipped.
 */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class MpiProgramsTest {
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final String HEAD = """
            #include <mpi.h>
            #include <stdio.h>
            int main(int argc, char **argv) {
                int rank, size, mine, sum;
                MPI_Init(&argc, &argv);
                MPI_Comm_rank(MPI_COMM_WORLD, &rank);
                MPI_Comm_size(MPI_COMM_WORLD, &size);
            """;
    private static final String SUM = HEAD + """
                MPI_Barrier(MPI_COMM_WORLD);
                mine = rank + 1;
                MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
                printf("rank %d of %d: sum %d\\n", rank, size, sum);
                MPI_Finalize();
                return 0;
            }
            """;
    private static final String ABORT = HEAD + """
                mine = sum = 0;
                if (rank == 2) MPI_Abort(MPI_COMM_WORLD, 9);
                MPI_Barrier(MPI_COMM_WORLD);
                MPI_Finalize();
                return mine + sum;
            }
            """;
    private static final String LOSS =
            HEAD.replace("#include <stdio.h>", "#include <stdio.h>\n#include <signal.h>") + """
                mine = sum = 0;
                if (rank == 1) raise(SIGKILL);
                MPI_Barrier(MPI_COMM_WORLD);
                MPI_Finalize();
                return mine + sum;
            }
            """;
    private static final String[] SUMS = {
        "rank 0 of 4: sum 10", "rank 1 of 4: sum 10", "rank 2 of 4: sum 10", "rank 3 of 4: sum 10"
    };

    @TempDir
    private Path directory;

    private Optional<Daemon> daemon = Optional.empty();
    private Optional<BanyanClient> client = Optional.empty();

    private Path compiled(String compiler, String program) throws Exception {
        Path found = Path.of("/usr/bin", compiler);
        assumeTrue(Files.isExecutable(found), "this machine has no " + compiler);
        Path source = Files.writeString(directory.resolve("program.c"), program);
        Path out = directory.resolve("program");
        Process process = new ProcessBuilder(found.toString(), "-o", out.toString(), source.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return out;
    }

    /** A daemon of two nodes with two cores each. */
    private void start(ExecutionConfig config) throws Exception {
        Path graph = Files.writeString(directory.resolve("R.json"), """
                {"version": 1, "execution": {"R_lite": [{"rank": "0-1", "children": {"core": "0-1"}}], "nodelist": ["a,b"],
                 "starttime": 0, "expiration": 0}}""");
        var state = new StateDirectory(directory.resolve("state"));
        daemon = Optional.of(Daemon.start(DaemonConfig.of(state, "top", GraphFile.of(graph))
                .secured(SecurityConfig.DEFAULT.withJobsAsRoot(true))
                .executing(config)
                .build()));
        client = Optional.of(BanyanClient.ofStateDirectory(state.path()));
    }

    @AfterEach
    void stop() {
        client.ifPresent(BanyanClient::close);
        daemon.ifPresent(Daemon::stop);
    }

    /** Runs a command in a job of four slots, and returns how it ended. */
    private JobRecord run(String count, String... command) throws Exception {
        String words = "\"" + String.join("\", \"", command) + "\"";
        String jobspec = """
                {"version": 1, "resources": [{"type": "slot", "label": "s", "count": 4, "with": [{"type": "core", "count": 1}]}],
                 "tasks": [{"command": [%s], "slot": "s", "count": {%s}}],
                 "attributes": {"system": {"duration": 3600, "cwd": "%s",
                  "environment": {"PATH": "/usr/bin:/bin", "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"},
                  "shell": {"options": {"output": {"stdout": {"type": "file", "path": "out"}}}}}}}""".formatted(words, count, directory);
        RequestOutcome<JobAnswer.Submitted> outcome = client.orElseThrow()
                .queueing()
                .submit(new JobRequest.Submit(JobspecReader.read(jobspec, "test"), "", 16));
        JobId id = ((RequestOutcome.Done<JobAnswer.Submitted>) outcome)
                .answer()
                .job()
                .id();
        await().atMost(PATIENCE).until(() -> job(id).state().isOver());
        return job(id);
    }

    private JobRecord job(JobId id) throws Exception {
        return client.orElseThrow()
                .info(new JobRead.JobInfo(id, MatchFormat.SIMPLE))
                .job();
    }

    private List<String> said() throws Exception {
        return Files.readAllLines(directory.resolve("out"));
    }

    @Test
    void ranksOfMpichFindEachOther() throws Exception {
        Path program = compiled("mpicc.mpich", SUM);
        start(ExecutionConfig.LOCAL);
        JobRecord job = run("\"per_slot\": 1", program.toString());
        assertThat(said()).as(job.detail()).containsExactlyInAnyOrder(SUMS);
        assertThat(job.detail()).isEqualTo("its command ended with status 0");
    }

    /** The variables come over standard input, and each rank makes its number itself. */
    @Test
    void ranksOfMpichThatALaunchCommandStartsFindEachOther() throws Exception {
        Path program = compiled("mpicc.mpich", SUM);
        start(ExecutionConfig.LOCAL
                .by(LaunchTemplate.parse("/bin/sh -c {shell-start}"))
                .serving(PmiSetting.parse("127.0.0.1")));
        JobRecord job = run("\"per_slot\": 1", program.toString());
        assertThat(said()).as(job.detail()).containsExactlyInAnyOrder(SUMS);
    }

    @Test
    void oneProgramCanFollowAnother() throws Exception {
        Path program = compiled("mpicc.mpich", SUM);
        start(ExecutionConfig.LOCAL);
        JobRecord job = run("\"per_slot\": 1", "/bin/sh", "-c", program + " && " + program);
        assertThat(said()).as(job.detail()).hasSize(8).containsOnly(SUMS);
    }

    @Test
    void anAbortEndsTheJobWithItsStatus() throws Exception {
        Path program = compiled("mpicc.mpich", ABORT);
        start(ExecutionConfig.LOCAL);
        JobRecord job = run("\"per_slot\": 1", program.toString());
        assertThat(job.detail())
                .isEqualTo("its command ended with status 9; MPI rank 2 called MPI_Abort with status 9");
        assertThat(said()).contains("banyan: MPI rank 2 called MPI_Abort with status 9; the job is ended");
    }

    @Test
    void aRankThatIsKilledEndsTheJob() throws Exception {
        Path program = compiled("mpicc.mpich", LOSS);
        start(ExecutionConfig.LOCAL);
        JobRecord job = run("\"per_slot\": 1", program.toString());
        assertThat(job.detail())
                .startsWith("its command ended with status 1")
                .endsWith("; MPI rank 1 ended without MPI_Finalize");
    }

    /** Open MPI's mpirun reads the host file. The agent starts what belongs to another node on this machine. */
    @Test
    void openMpiStartsItsRanksOnTheHostsOfTheJob() throws Exception {
        Path program = compiled("mpicc.openmpi", SUM);
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/mpirun.openmpi")), "this machine has no mpirun.openmpi");
        Path agent = Files.writeString(directory.resolve("agent"), """
                #!/bin/sh
                export TMPDIR="%s/$1"; mkdir -p "$TMPDIR"; shift; exec /bin/sh -c "$*"
                """.formatted(directory));
        Files.setPosixFilePermissions(agent, PosixFilePermissions.fromString("rwx------"));
        start(ExecutionConfig.LOCAL);
        String options = "--mca plm_rsh_agent " + agent + " --mca plm_rsh_no_tree_spawn 1 --mca routed direct"
                + " --mca oob_tcp_if_include lo --mca pml ob1 --mca btl tcp,self --mca btl_tcp_if_include lo";
        JobRecord job = run(
                "\"total\": 1",
                "/bin/sh",
                "-c",
                "mpirun.openmpi --hostfile $BANYAN_HOSTFILE " + options + " " + program);
        assertThat(said()).as(job.detail()).contains(SUMS);
    }
}
