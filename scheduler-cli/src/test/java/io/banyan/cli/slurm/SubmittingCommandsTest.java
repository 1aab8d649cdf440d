package io.banyan.cli.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.banyan.cli.Run;
import io.banyan.cli.client.RunningDaemon;
import io.banyan.rpc.daemon.SecurityConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The jobs that sbatch and srun submit, and the processes that run as a result. */
@Timeout(120)
class SubmittingCommandsTest {
    @TempDir
    private Path directory = Path.of("");

    private RunningDaemon site;

    @BeforeEach
    final void begin() throws Exception {
        site = RunningDaemon.in(directory, config -> config.secured(SecurityConfig.DEFAULT.withJobsAsRoot(true)));
    }

    @AfterEach
    final void end() {
        site.close();
    }

    private Run slurm(String command, String... arguments) {
        return slurmReading("", command, arguments);
    }

    private Run slurmReading(String input, String command, String... arguments) {
        return slurmReading(input.getBytes(StandardCharsets.UTF_8), command, arguments);
    }

    private Run slurmReading(byte[] input, String command, String... arguments) {
        List<String> words =
                new ArrayList<>(List.of("slurm", "--state", site.state().toString(), command));
        words.addAll(List.of(arguments));
        return Run.banyanReading(input, words.toArray(String[]::new));
    }

    private String written(String file) throws IOException {
        return Files.readString(directory.resolve(file));
    }

    @Test
    void aWrappedCommandRunsWithSlurmsVariables() throws Exception {
        Run run = slurm(
                "sbatch",
                "--wait",
                "-D",
                directory.toString(),
                "-n",
                "2",
                "-c",
                "3",
                "--export=ALL,A=b",
                "--wrap=echo $SLURM_JOB_ID $SLURM_JOB_NAME $SLURM_NTASKS $SLURM_CPUS_PER_TASK $A; exit 7");
        assertThat(run.out()).isEqualTo("Submitted batch job 1\n");
        assertThat(run.status()).isEqualTo(7);
        assertThat(written("slurm-1.out")).isEqualTo("1 wrap 2 3 b\n");
        assertThat(slurm("sacct", "-n", "-P", "-o", "JobName,State,ExitCode", "-j", "1")
                        .out())
                .isEqualTo("wrap|FAILED|7:0\n");
    }

    @Test
    void refusalsNameTheOptionsOfSbatch() {
        assertThat(slurm("sbatch", "-n", "0", "--wrap=true").err())
                .isEqualTo("sbatch: error: --ntasks must be 1 or more, found 0.\n");
        assertThat(slurm("srun", "-n", "0", "true").err())
                .isEqualTo("srun: error: --ntasks must be 1 or more, found 0.\n");
        assertThat(slurm("salloc", "-c", "0", "true").err())
                .isEqualTo("salloc: error: --cpus-per-task must be 1 or more, found 0.\n");
        assertThat(slurm("sbatch", "--tasks=3", "--wrap=true").err())
                .isEqualTo("sbatch: error: sbatch has no option --tasks\n");
        assertThat(slurm("sbatch", "--nice=5", "--wrap=true").err())
                .contains("--nice is not supported by Banyan: 'banyan submit --urgency' sets the order among jobs");
        assertThat(slurm("sbatch", "-n", "1", "--mem=0", "--wrap=true").err())
                .contains("--mem 0 requests all memory of each node", "add --exclusive");
    }

    /** An option that says none is as if it were not there. */
    @Test
    void noGpusAreNotRequested() {
        assertThat(slurm("sbatch", "--gres=gpu:0", "--gpus=0", "--hold", "--wrap=true")
                        .err())
                .isEmpty();
    }

    @Test
    void aNameOfSeveralLinesIsRefusedInOneLine() {
        assertThat(slurm("sbatch", "-J", "a\nb", "--wrap=true").err())
                .isEqualTo("sbatch: error: A job's name must be 1 to 1000 printable characters, found 'a\\u000Ab'.\n");
    }

    @Test
    void anAllocationWithAnEmptyCommandIsRefused() {
        assertThat(slurm("salloc", "").err()).isEqualTo("salloc: error: COMMAND is empty.\n");
    }

    @Test
    void twoSizesOfMemoryAreRefused() {
        assertThat(slurm("sbatch", "--mem=0", "--mem-per-cpu=1G", "--wrap=true").err())
                .isEqualTo("sbatch: error: Only one of --mem and --mem-per-cpu can be used.\n");
    }

    @Test
    void anEmptyArgumentReachesTheScriptAndAnEmptyDependencyIsNone() throws Exception {
        Path script = Files.writeString(directory.resolve("job.sh"), "#!/bin/sh\n#SBATCH --dependency=\necho $#\n");
        Run run = slurm("sbatch", "--wait", "-D", directory.toString(), "-d", "", script.toString(), "", "b");
        assertThat(run.err()).isEmpty();
        assertThat(written("slurm-1.out")).isEqualTo("2\n");
    }

    @Test
    void aScriptSaysItsOptionsAndTheCommandLineWins() throws Exception {
        Path script = Files.writeString(directory.resolve("job.sh"), """
                #!/bin/bash
                #SBATCH -J fromscript
                #SBATCH -o script-%j.txt
                #SBATCH --time=20
                #SBATCH --no-requeue
                #SBATCH --signal B:USR2@30
                echo "$@" on $SLURM_NTASKS
                """);
        Run run = slurm(
                "sbatch",
                "--parsable",
                "--wait",
                "-D",
                directory.toString(),
                "--time=10",
                "-n3",
                script.toString(),
                "an",
                "-n",
                "argument");
        assertThat(run.out()).isEqualTo("1\n");
        assertThat(run.err()).contains("job.sh:6", "--signal is not supported here");
        assertThat(run.status()).isZero();
        assertThat(written("script-1.txt")).isEqualTo("an -n argument on 3\n");
        assertThat(slurm("sacct", "-n", "-P", "-o", "JobName,Timelimit,NCPUS", "-j", "1")
                        .out())
                .isEqualTo("fromscript|00:10:00|3\n");
    }

    @Test
    void aScriptComesFromStandardInput() throws Exception {
        Run run = slurmReading("#!/bin/sh\necho read\n", "sbatch", "--wait", "-D", directory.toString(), "-o", "o");
        assertThat(run.status()).isZero();
        assertThat(written("o")).isEqualTo("read\n");
    }

    @Test
    void thePartitionThatSinfoShowsCanBeNamed() throws Exception {
        assertThat(slurm("sbatch", "-D", directory.toString(), "-p", "default", "--wrap=true")
                        .out())
                .isEqualTo("Submitted batch job 1\n");
        Path script = Files.writeString(directory.resolve("job.sh"), "#!/bin/sh\n#SBATCH -p default\ntrue\n");
        assertThat(slurm("sbatch", "-D", directory.toString(), script.toString())
                        .out())
                .isEqualTo("Submitted batch job 2\n");
        assertThat(slurm("srun", "-p", "default", "true").status()).isZero();
        assertThat(slurm("sbatch", "-p", "other", "--wrap=true").err()).contains("not a queue 'other'");
    }

    @Test
    void anArrayHasItsIndicesAndAFileForEach() throws Exception {
        Run run = slurm(
                "sbatch",
                "--wait",
                "-D",
                directory.toString(),
                "-a",
                "1-5:2%1",
                "--wrap=echo $SLURM_ARRAY_TASK_ID; echo $SLURM_ARRAY_TASK_MIN-$SLURM_ARRAY_TASK_MAX:$SLURM_ARRAY_TASK_STEP"
                        + " >all; exit $SLURM_ARRAY_TASK_ID");
        assertThat(run.out()).isEqualTo("Submitted batch job 1\n");
        assertThat(run.status()).isEqualTo(5);
        assertThat(written("slurm-1_1.out")).isEqualTo("1\n");
        assertThat(written("slurm-1_3.out")).isEqualTo("3\n");
        assertThat(written("all")).isEqualTo("1-5:2\n");
        assertThat(written("slurm-1_5.out")).isEqualTo("5\n");
        assertThat(slurm("sacct", "-n", "-P", "-o", "JobID,ExitCode", "-j", "1").out())
                .isEqualTo("1_1|1:0\n1_3|3:0\n1_5|5:0\n");
    }

    @Test
    void anArrayKeepsItsThrottle() {
        slurm("sbatch", "-D", directory.toString(), "-p", "default", "-a", "0-2%1", "--wrap=sleep 60");
        assertThat(slurm("squeue", "-h", "-o", "%i %r").out()).contains("1_[1-2] JobArrayTaskLimit\n");
    }

    @Test
    void aScriptOnStandardInputIsUtf8() {
        byte[] latin1 = "#!/bin/sh\necho \u00e9\n".getBytes(StandardCharsets.ISO_8859_1);
        Run run = slurmReading(latin1, "sbatch", "-D", directory.toString());
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).contains("not UTF-8 text");
    }

    @Test
    void aDependencyOnAnArrayIsOneOnAllItsJobs() {
        assertThat(slurm("sbatch", "--parsable", "--array=0-2", "-o", "/dev/null", "--wrap=sleep 300")
                        .out())
                .isEqualTo("1\n");
        assertThat(slurm("scancel", "1_0").status()).isZero();
        assertThat(slurm("sbatch", "-d", "afterany:1", "-o", "/dev/null", "--wrap=true")
                        .out())
                .isEqualTo("Submitted batch job 4\n");
        assertThat(slurm("sbatch", "-d", "afterany:1_0", "--wait", "-o", "/dev/null", "--wrap=true")
                        .status())
                .isZero();
        assertThat(slurm("squeue", "-h", "-j", "4", "-o", "%T %r").out()).isEqualTo("PENDING Dependency\n");
        assertThat(slurmReading("#!/bin/sh\n#SBATCH -o /dev/null -d afterany:1\ntrue\n", "sbatch")
                        .out())
                .isEqualTo("Submitted batch job 6\n");
        assertThat(slurm("squeue", "-h", "-j", "6", "-o", "%T %r").out()).isEqualTo("PENDING Dependency\n");
        assertThat(slurm("sbatch", "-d", "aftercorr:1", "--wrap=true").err())
                .contains("afterok with the id of an array waits for all its jobs");
        assertThat(slurm("sbatch", "-d", "afterany:1_7", "--wrap=true").err())
                .contains("Job dependency problem: job 1 has no such index");
        assertThat(slurm("scancel", "1").status()).isZero();
    }

    @Test
    void dependenciesAreThoseOfSlurm() {
        slurm("sbatch", "-D", directory.toString(), "--hold", "--wrap=true");
        slurm("sbatch", "-D", directory.toString(), "-d", "afterok:1", "--wrap=true");
        assertThat(slurm("squeue", "-h", "-o", "%i %t %r").out()).isEqualTo("2 PD Dependency\n1 PD JobHeldUser\n");
    }

    @Test
    void srunRunsTasksAndEndsAsTheyDo() {
        Run run = slurm("srun", "-n", "2", "-l", "--mpi=none", "sh", "-c", "echo $SLURM_PROCID; exit 4");
        assertThat(run.out().lines()).containsExactlyInAnyOrder("0: 0", "1: 1");
        assertThat(run.status()).isEqualTo(4);
        assertThat(slurm("sacct", "-n", "-P", "-o", "JobName", "-j", "1").out()).isEqualTo("sh\n");
    }

    /** Each value is on one line, whatever is in it: tools read lines. */
    @Test
    void whatAJobRunsIsShown() throws Exception {
        Path script = Files.writeString(directory.resolve("job.sh"), "#!/bin/sh\nsleep 300\n");
        slurm("sbatch", "-D", directory.toString(), "--hold", script.toString(), "x\ny");
        slurm("sbatch", "-D", directory.toString(), "-d", "afterok:1", "-e", "errors", "--wrap=true");
        assertThat(slurm("squeue", "-h", "-j", "1", "-o", "%o|%Z|%E").out())
                .isEqualTo("/bin/sh script x\\u000Ay|" + directory + "|(null)\n");
        assertThat(slurm("squeue", "-h", "-j", "2", "-O", "STDERR:200,StdOut:200,Dependency:30")
                        .out()
                        .strip()
                        .split(" +"))
                .containsExactly(directory + "/errors", directory + "/slurm-2.out", "afterok:1(unfulfilled)");
        assertThat(slurm("scontrol", "show", "job", "1").out())
                .contains(
                        "   WorkDir=" + directory + "\n",
                        "   StdErr=" + directory + "/slurm-1.out\n   StdIn=/dev/null\n   StdOut=" + directory
                                + "/slurm-1.out\n");
        assertThat(slurm("scontrol", "-o", "show", "job", "2").out()).contains("Dependency=afterok:1(unfulfilled)");
        assertThat(slurm("sacct", "-n", "-P", "-o", "WorkDir", "-j", "2").out()).isEqualTo(directory + "\n");
    }

    @Test
    void eachTaskOfSrunHasAFileWhereItsNumberIsInTheName() throws Exception {
        Run run = slurm(
                "srun",
                "-D",
                directory.toString(),
                "-n",
                "2",
                "-o",
                "it's %j.%t",
                "sh",
                "-c",
                "echo out $SLURM_PROCID; echo err >&2");
        assertThat(run.status()).as(run.err()).isZero();
        assertThat(run.out()).isEmpty();
        assertThat(written("it's 1.0")).isEqualTo("out 0\nerr\n");
        assertThat(written("it's 1.1")).isEqualTo("out 1\nerr\n");
        slurm(
                "srun",
                "-D",
                directory.toString(),
                "-n",
                "2",
                "-o",
                "all",
                "-e",
                "%x%2t",
                "sh",
                "-c",
                "echo o; echo e >&2");
        assertThat(written("all")).isEqualTo("o\no\n");
        assertThat(written("sh01")).isEqualTo("e\n");
    }

    /** mpirun of Open MPI starts its daemons with this option. */
    @Test
    void srunTellsWhatItLeavesOut() {
        Run run = slurm("srun", "-n", "1", "--kill-on-bad-exit", "--comment=x", "true");
        assertThat(run.status()).as(run.err()).isZero();
        assertThat(run.err())
                .contains("srun: warning: --kill-on-bad-exit is not supported by Banyan and is ignored\n")
                .contains("srun: warning: --comment is not supported by Banyan and is ignored\n");
    }

    @Test
    void whatCannotBeOrHasNoMeaningIsRefusedByName() {
        Run large = slurm("sbatch", "-n", "1000", "--wrap=true");
        assertThat(large.status()).isEqualTo(1);
        assertThat(large.err())
                .startsWith(
                        "sbatch: error: Batch job submission failed: Requested node configuration is not available");
        assertThat(slurm("sbatch", "--switches=1", "--wrap=true").err())
                .startsWith("sbatch: error: --switches is not supported by Banyan");
        assertThat(slurm("sbatch", "--colour", "--wrap=true").err()).contains("sbatch has no option --colour");
        assertThat(slurm("sbatch", "--wrap=true", "job.sh").err()).contains("Script arguments not permitted");
        assertThat(slurm("srun").err()).isEqualTo("srun: error: No command given to execute.\n");
        assertThat(slurm("srun", "--mpi=pmix", "true").err())
                .contains("srun: error: --mpi: only PMI-1 is served", "start programs of Open MPI");
        assertThat(slurm("srun", "--multi-prog", "x").err()).contains("--multi-prog is not supported by Banyan");
        assertThat(slurm("salloc", "--no-shell").err()).contains("--no-shell is not supported by Banyan");
        assertThat(slurm("salloc", "-o", "file").err()).contains("salloc has no option -o");
        assertThat(slurm("sbatch", "/dev/null").err()).contains("the batch script is empty");
        assertThat(slurm("sbatch", "--version").out()).startsWith("slurm 22.05");
    }

    private Run banyan(String command, String... arguments) {
        List<String> words =
                new ArrayList<>(List.of(command, "--state", site.state().toString()));
        words.addAll(List.of(arguments));
        return Run.banyan(words.toArray(String[]::new));
    }

    /** A job that has not started has no output file yet. */
    private void awaitLines(String file, String... lines) {
        await().atMost(Duration.ofSeconds(60))
                .ignoreException(NoSuchFileException.class)
                .untilAsserted(() ->
                        assertThat(Files.readAllLines(directory.resolve(file))).containsExactlyInAnyOrder(lines));
    }

    /**
     * A script that goes on until a file is there, and says what it gets. What the shell says of a command that a
     * signal ends is left out.
     */
    private static final String TRAPPING =
            "trap 'echo got' USR1; echo began; while [ ! -e go ]; do sleep 0.1; done 2>/dev/null; echo end";

    @Test
    void aRunningJobGetsASignalAndGoesOn() throws Exception {
        slurm("sbatch", "-D", directory.toString(), "--wrap", TRAPPING);
        awaitLines("slurm-1.out", "began");
        assertThat(slurm("scancel", "-s", "SIGUSR1", "1")).isEqualTo(new Run(0, "", ""));
        awaitLines("slurm-1.out", "began", "got");
        assertThat(slurm("scancel", "--batch", "--signal=10", "1").status()).isZero();
        awaitLines("slurm-1.out", "began", "got", "got");
        Files.createFile(directory.resolve("go"));
        assertThat(banyan("wait", "1").status()).isZero();
        awaitLines("slurm-1.out", "began", "got", "got", "end");
        assertThat(banyan("signal", "-s", "USR1", "1").err())
                .isEqualTo("banyan: Job 1 is not running: it is completed.\n");
        assertThat(slurm("scancel", "-s", "FOO", "1").err()).isEqualTo("scancel: error: Unknown job signal: FOO\n");
    }

    /** The processes that put the numbers of the tasks before their lines get no signal. */
    @Test
    void allTasksGetASignalAndTheirLinesAreStillLabelled() throws Exception {
        banyan(
                "submit",
                "--chdir",
                directory.toString(),
                "-n",
                "2",
                "--label-io",
                "-o",
                "out",
                "--",
                "sh",
                "-c",
                TRAPPING);
        awaitLines("out", "0: began", "1: began");
        assertThat(banyan("signal", "1", "-s", "USR1").out()).isEqualTo("sent USR1 to job 1\n");
        awaitLines("out", "0: began", "1: began", "0: got", "1: got");
        assertThat(banyan("signal", "1", "-s", "CONT", "--format", "json").out())
                .contains("\"id\" : 1,");
        Files.createFile(directory.resolve("go"));
        assertThat(banyan("wait", "1").status()).isZero();
        awaitLines("out", "0: began", "1: began", "0: got", "1: got", "0: end", "1: end");
    }

    @Test
    void aSignalForAWaitingJobIsRefused() {
        slurm("sbatch", "--hold", "-D", directory.toString(), "--wrap", "true");
        Run run = slurm("scancel", "-s", "USR1", "1");
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err())
                .isEqualTo("scancel: error: Kill job error on job id 1: Job 1 is not running: it is pending.\n");
    }
}
