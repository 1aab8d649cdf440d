package io.banyan.cli.slurm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.banyan.cli.BanyanProcess;
import io.banyan.cli.Run;
import io.banyan.cli.client.RunningDaemon;
import io.banyan.rpc.daemon.SecurityConfig;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The scripts that are installed, and what they do. */
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT)
class InstalledCommandsTest {
    @TempDir
    private Path directory = Path.of("");

    private RunningDaemon site;
    private Path bin;

    @BeforeEach
    final void begin() throws Exception {
        site = RunningDaemon.in(
                directory,
                config -> config.launcher(BanyanProcess.children())
                        .secured(SecurityConfig.DEFAULT.withJobsAsRoot(true))
                        .passingOn(List.of("security.jobs-as-root=true")));
        bin = directory.resolve("bin");
        var install = new ProcessBuilder(BanyanProcess.words(
                "slurm", "install", bin.toString(), "--state", site.state().toString()));
        install.environment().put("BANYAN_LAUNCHER", BanyanProcess.launcher());
        Process process = install.redirectErrorStream(true).start();
        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .contains("sacct salloc sbatch scancel scontrol sinfo squeue srun");
        assertThat(process.waitFor()).isZero();
    }

    @AfterEach
    final void end() {
        site.close();
    }

    /** Returns the output of an installed command on both streams, followed by its exit status. */
    private String slurm(String command, String... arguments) throws Exception {
        List<String> words = new ArrayList<>(List.of(bin.resolve(command).toString()));
        words.addAll(List.of(arguments));
        var builder = new ProcessBuilder(words).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("BANYAN_"));
        builder.environment().put("SBATCH_JOB_NAME", "named");
        builder.environment().merge("PATH", bin.toString(), (path, first) -> first + ":" + path);
        Process process = builder.start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return text + process.waitFor();
    }

    @Test
    void aJobAndTheStepsInItAreSubmittedAndSeen() throws Exception {
        assertThat(slurm("sbatch", "-n", "2", "--wait", "--wrap=srun -l sh -c 'echo $SLURM_PROCID of $SLURM_NTASKS'"))
                .isEqualTo("Submitted batch job 1\n0");
        assertThat(Files.readAllLines(directory.resolve("slurm-1.out")))
                .containsExactlyInAnyOrder("0: 0 of 2", "1: 1 of 2");
        assertThat(slurm("sacct", "-n", "-P", "-o", "JobIDRaw,JobName,State,ExitCode", "-j", "1"))
                .isEqualTo("1|named|COMPLETED|0:0\n0");
        assertThat(slurm("sbatch", "-n", "1", "--parsable", "--wrap=sleep 300")).isEqualTo("2\n0");
        assertThat(slurm("scancel", "2")).isEqualTo("0");
        assertThat(slurm("squeue", "-h", "-t", "all", "-j", "2", "-o", "%i %t")).isEqualTo("2 CA\n0");
    }

    /** The script and its steps are one job of one cluster, as with Slurm. */
    @Test
    void commandsInAJobWithAnInstanceAskTheDaemonOfTheJob() throws Exception {
        String script = String.join(
                "; ",
                "squeue -h -j $SLURM_JOB_ID -o '%i %D'",
                "srun -n 1 -N 1 sh -c 'echo $SLURM_JOB_ID $SLURM_STEP_ID; squeue -h -j $SLURM_JOB_ID -o %j'",
                "sbatch -n 1 --parsable -o next --wrap 'echo $SLURM_JOB_ID; squeue -h -o %i'");
        String submitted = slurm("sbatch", "-N", "2", "--wait", "--wrap=" + script);
        assertThat(Files.readAllLines(directory.resolve("slurm-1.out")))
                .as("%s", submitted)
                .containsExactly("1 2", "1 0", "named", "2");
        assertThat(slurm("sbatch", "-d", "afterok:2", "--wait", "-o", "/dev/null", "--wrap=true"))
                .isEqualTo("Submitted batch job 3\n0");
        assertThat(Files.readAllLines(directory.resolve("next")))
                .startsWith("2")
                .contains("2");
    }

    @Test
    void aJobThatIsSubmittedInAnotherHasNoneOfItsVariables() throws Exception {
        String inner = "sbatch -n 1 --wait -o inner --wrap 'echo in $SLURM_ARRAY_TASK_ID $SLURM_STEP_ID $OTHER'";
        assertThat(slurm("sbatch", "-n", "1", "-a", "5", "--wait", "--wrap=export OTHER=5; srun " + inner))
                .isEqualTo("Submitted batch job 1\n0");
        assertThat(directory.resolve("inner")).hasContent("in 5");
    }

    /** The script {@code rank} talks to the PMI port as an MPI library does. */
    @Test
    void theTasksOfAStepAreRanksOfAnMpiProgram() throws Exception {
        Path rank = Files.writeString(directory.resolve("rank"), """
                exec 9<>/dev/tcp/${PMI_PORT%:*}/${PMI_PORT#*:}
                echo "cmd=initack pmiid=$PMI_ID" >&9
                for i in 1 2 3 4; do read -r line <&9; echo "$line"; done
                if [ "$1" = abort ] && [ "$SLURM_PROCID" = 1 ]; then
                    echo cmd=abort exitcode=9 >&9
                    exec sleep 300
                fi
                [ "$1" = abort ] && exec sleep 300
                echo cmd=finalize >&9
                read -r line <&9
                """);
        assertThat(slurm("sbatch", "-n", "2", "--wait", "--wrap=srun -l bash " + rank))
                .isEqualTo("Submitted batch job 1\n0");
        assertThat(Files.readAllLines(directory.resolve("slurm-1.out")))
                .contains("0: cmd=set size=2", "0: cmd=set rank=0", "1: cmd=set size=2", "1: cmd=set rank=1");
        assertThat(slurm("sbatch", "-n", "2", "--wait", "--wrap=srun bash " + rank + " abort"))
                .isEqualTo("Submitted batch job 2\n9");
        assertThat(Files.readAllLines(directory.resolve("slurm-2.out")))
                .contains("srun: error: MPI rank 1 called MPI_Abort with status 9; the step is ended");
    }

    /** MPICH's launcher starts its proxies by srun where it sees Slurm's variables. */
    @Test
    void mpirunOfMpichStartsItsRanksBySrun() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/mpirun.mpich")), "this machine has no mpirun.mpich");
        String script = "mpirun.mpich sh -c 'echo rank $PMI_RANK of $PMI_SIZE'";
        String submitted = slurm("sbatch", "-n", "2", "--wait", "--wrap=" + script)
                + slurm("sbatch", "-N", "2", "--ntasks-per-node=1", "--wait", "--wrap=" + script);
        for (String file : List.of("slurm-1.out", "slurm-2.out")) {
            assertThat(Files.readAllLines(directory.resolve(file)))
                    .as(submitted)
                    .containsExactlyInAnyOrder("rank 0 of 2", "rank 1 of 2");
        }
    }

    @Test
    void theTasksOfAStepReadWhatInputSays() throws Exception {
        Files.writeString(directory.resolve("file"), "from the file\n");
        String script = String.join(
                "; ",
                "echo text | srun -n 2 -l cat",
                "echo text | srun -n 2 -l -i 1 cat",
                "echo text | srun -n 2 -l --input none cat",
                "srun -n 1 -i file cat");
        assertThat(slurm("sbatch", "-n", "2", "--wait", "--wrap=" + script)).isEqualTo("Submitted batch job 1\n0");
        assertThat(Files.readAllLines(directory.resolve("slurm-1.out")))
                .containsExactly("0: text", "1: text", "from the file");
    }

    @Test
    void aTaskThatFailsEndsTheOthersWhereThatIsWantedAndFilesAreWrittenOver() throws Exception {
        Files.writeString(directory.resolve("out.1"), "before\n");
        String task = "sh -c '[ $SLURM_PROCID = 1 ] && echo new && exit 3; exec sleep 300'";
        assertThat(slurm("sbatch", "-n", "2", "--wait", "--wrap=srun -K -o out.%t " + task))
                .startsWith("Submitted batch job 1\n");
        assertThat(directory.resolve("out.1")).hasContent("new");
    }

    @Test
    void aJobOfSeveralNodesStartsTasksOnAllOfThem() throws Exception {
        String place = " sh -c 'echo $SLURMD_NODENAME'; ";
        String script = "srun" + place + "srun -n 3" + place + "srun -N 1 -n 1 sh -c 'echo alone'";
        String submitted = slurm("sbatch", "-N", "2", "--wait", "--wrap=" + script);
        List<String> lines = Files.readAllLines(directory.resolve("slurm-1.out"));
        assertThat(submitted).as("%s", lines).isEqualTo("Submitted batch job 1\n0");
        assertThat(lines).hasSize(6).last().isEqualTo("alone");
        assertThat(lines.subList(0, 2)).doesNotHaveDuplicates().allMatch(line -> line.startsWith("node"));
        assertThat(Set.copyOf(lines.subList(2, 5))).isEqualTo(Set.copyOf(lines.subList(0, 2)));
    }

    @Test
    void installingWritesOverItsOwnScriptsOnly() throws Exception {
        assertThat(Run.banyan("slurm", "install", bin.toString()).status()).isZero();
        Files.writeString(bin.resolve("squeue"), "#!/bin/sh\nexec /usr/bin/squeue\n");
        Run again = Run.banyan("slurm", "install", bin.toString());
        assertThat(again.status()).isEqualTo(1);
        assertThat(again.err()).contains("squeue already exists and was not written by this command");
        assertThat(bin.resolve("squeue")).content().contains("/usr/bin/squeue");
        Files.write(bin.resolve("squeue"), new byte[] {0x7f, 'E', 'L', 'F', (byte) 0xff});
        assertThat(Run.banyan("slurm", "install", bin.toString()).err())
                .contains("squeue already exists and was not written by this command");
    }
}
