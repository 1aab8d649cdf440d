package io.banyan.provider.slurm;

import io.banyan.provider.contract.ProviderBackend;
import io.banyan.provider.contract.ProviderContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The contract against a fake of Slurm's commands. */
@Execution(ExecutionMode.CONCURRENT)
class SlurmContractTest extends ProviderContract {
    @TempDir
    Path directory;

    @Override
    protected ProviderBackend outside() throws IOException {
        return new FakeSlurm(Files.createTempDirectory(directory, "slurm"));
    }
}
