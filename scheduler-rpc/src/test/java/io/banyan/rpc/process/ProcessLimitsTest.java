package io.banyan.rpc.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.jobspec.ShellOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Limits and masks with which processes start. */
class ProcessLimitsTest {
    @TempDir
    private Path directory;

    @Test
    void limitsAreReadAsTheKernelShowsThem() {
        ProcessLimits limits = ProcessLimits.parse(List.of(
                "Limit                     Soft Limit           Hard Limit           Units     ",
                "Max cpu time              unlimited            unlimited            seconds   ",
                "Max open files            1024                 4096                 files     ",
                "Max locked memory         18446744073709551614 18446744073709551614 bytes     ",
                "Max nice priority         0                    0                    "));
        assertThat(limits.soft()).isEqualTo(Map.of("cpu", -1L, "nofile", 1024L, "memlock", -1L));
        assertThat(limits.hard()).isEqualTo(Map.of("cpu", -1L, "nofile", 4096L, "memlock", -1L));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void softLimitsAreSetWithinTheHardOnes() throws Exception {
        ProcessLimits own = ProcessLimits.ofThisProcess();
        assertThat(limitsWith(own, Map.of("nofile", 77L, "core", 0L)).soft())
                .containsEntry("nofile", 77L)
                .containsEntry("core", 0L);
        assertThat(limitsWith(own, Map.of()).soft())
                .containsEntry("nofile", Math.min(1024, own.hard().get("nofile")));
        var narrow = new ProcessLimits(Map.of(), Map.of("nofile", 60L));
        for (long wanted : List.of(1000L, ShellOptions.UNLIMITED)) {
            assertThat(limitsWith(narrow, Map.of("nofile", wanted)).soft()).containsEntry("nofile", 60L);
        }
    }

    private static ProcessLimits limitsWith(ProcessLimits limits, Map<String, Long> wanted) throws Exception {
        Process process = new ProcessBuilder(limits.words(wanted, List.of("cat", "/proc/self/limits"))).start();
        return ProcessLimits.parse(process.inputReader().lines().toList());
    }

    @Test
    void aFileHasThePermissionsThatTheMaskLeavesAndOneThatIsThereKeepsItsOwn() throws Exception {
        Path file = directory.resolve("file");
        Umask.create(file, 027);
        assertThat(permissions(file)).isEqualTo("rw-r-----");
        Umask.create(file, 0);
        assertThat(permissions(file)).isEqualTo("rw-r-----");
        Umask.create(directory.resolve("other"), 0);
        assertThat(permissions(directory.resolve("other"))).isEqualTo("rw-rw-rw-");
    }

    private static String permissions(Path file) throws Exception {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }
}
