package io.banyan.cli.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.BanyanProcess;
import io.banyan.cli.Run;
import io.banyan.cli.client.RunningDaemon;
import io.banyan.rpc.daemon.SecurityConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The messages of salloc about its job on standard error. */
@EnabledOnOs(OS.LINUX)
@Timeout(300)
class AllocationTest {
    @TempDir
    private Path directory = Path.of("");

    private RunningDaemon site;

    @BeforeEach
    final void begin() throws Exception {
        site = RunningDaemon.in(
                directory,
                config -> config.secured(SecurityConfig.DEFAULT.withJobsAsRoot(true))
                        .launcher(BanyanProcess.children())
                        .passingOn(List.of("security.jobs-as-root=true")));
    }

    @AfterEach
    final void end() {
        site.close();
    }

    private Run slurm(String command, String... arguments) {
        List<String> words =
                new ArrayList<>(List.of("slurm", "--state", site.state().toString(), command));
        words.addAll(List.of(arguments));
        return Run.banyanReading("", words.toArray(String[]::new));
    }

    @Test
    void saysThatTheJobIsGrantedAndGivenUp() {
        Run run = slurm("salloc", "-n", "1", "echo", "hello");
        assertThat(run.out()).isEqualTo("hello\n");
        assertThat(run.err()).isEqualTo("salloc: Granted job allocation 1\nsalloc: Relinquishing job allocation 1\n");
        assertThat(slurm("salloc", "-Q", "-n", "1", "true").err()).isEmpty();
    }

    @Test
    void saysThatTheJobWaitsFirst() {
        slurm("sbatch", "-D", directory.toString(), "--wrap", "sleep 2");
        Run run = slurm("salloc", "-n", "1", "-d", "afterany:1", "true");
        assertThat(run.err()).isEqualTo("""
                salloc: Pending job allocation 2
                salloc: job 2 queued and waiting for resources
                salloc: job 2 has been allocated resources
                salloc: Granted job allocation 2
                salloc: Relinquishing job allocation 2
                """);
    }
}
