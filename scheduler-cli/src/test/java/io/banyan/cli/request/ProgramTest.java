package io.banyan.cli.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Which words can only be programs. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class ProgramTest {
    @TempDir
    private Path directory;

    private Path file(String name, String content, String permissions) throws Exception {
        Path file = Files.writeString(directory.resolve(name), content);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
        return file;
    }

    @Test
    void aNameOnTheSearchPathIsAProgramUnlessItIsNotExecutable() throws Exception {
        file("solve", "#!/bin/sh\n", "rwx------");
        file("data", "x", "rw-------");
        String path = "/nowhere:" + directory;
        assertThat(Program.isMeant("solve", path)).isTrue();
        assertThat(Program.isMeant("data", path)).isFalse();
        assertThat(Program.isMeant("missing", path)).isFalse();
        assertThat(Program.isMeant("solve", "")).isFalse();
        assertThat(Program.isMeant("", path)).isFalse();
    }

    @Test
    void aFileIsAProgramWhereItIsExecutableAndNoText() throws Exception {
        assertThat(Program.isMeant("/bin/sh", "")).isTrue();
        assertThat(Program.isMeant(file("binary", "\177ELF", "rw-------").toString(), ""))
                .isFalse();
        assertThat(Program.isMeant(file("job.sh", "#!/bin/sh\n", "rwx------").toString(), ""))
                .isFalse();
        assertThat(Program.isMeant(file("jobspec", "version: 1\n", "rwx------").toString(), ""))
                .isFalse();
        assertThat(Program.isMeant(directory.toString(), "")).isFalse();
    }
}
