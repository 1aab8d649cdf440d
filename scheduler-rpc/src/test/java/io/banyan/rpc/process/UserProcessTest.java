package io.banyan.rpc.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.banyan.rpc.files.ForeignFile;
import io.banyan.rpc.files.ThisUser;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Directories that are given to a user, such as a job's. */
class UserProcessTest {
    @TempDir
    private Path directory;

    @Test
    void whatTheDaemonHasMadeIsGivenWithItsDirectory() throws Exception {
        assumeTrue(ThisUser.isRoot(), "only root gives files away");
        OsUser nobody = OsUser.find("nobody");
        Path job = Files.createDirectory(directory.resolve("job"));
        Path script = Files.createFile(job.resolve("script"));
        UserProcess.give(job, nobody);
        assertThat(ForeignFile.owner(job)).isEqualTo(nobody.uid());
        assertThat(ForeignFile.owner(script)).isEqualTo(nobody.uid());
    }

    /** The directory is like that of a checkpoint, when its job begins again. */
    @Test
    void anotherNameOfSomebodyElsesFileIsNotGivenToWhoHasMadeIt() throws Exception {
        assumeTrue(ThisUser.isRoot(), "only root gives files away");
        OsUser nobody = OsUser.find("nobody");
        Path precious = Files.createFile(directory.resolve("precious"));
        Path checkpoint = Files.createDirectory(directory.resolve("checkpoint"));
        Files.createLink(checkpoint.resolve("mine"), precious);
        nobody.own(checkpoint);
        UserProcess.give(checkpoint, nobody);
        assertThat(ForeignFile.owner(precious)).isZero();
        assertThat(ForeignFile.owner(checkpoint)).isEqualTo(nobody.uid());
    }
}
