package io.banyan.rpc.execute;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.rset.IdSet;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which processors the cores of a job are. */
class ProcessorsTest {
    @TempDir
    private Path kernels;

    private void cpu(int number, int socket, int core) throws Exception {
        Path topology = Files.createDirectories(kernels.resolve("cpu" + number).resolve("topology"));
        Files.writeString(topology.resolve("physical_package_id"), socket + "\n");
        Files.writeString(topology.resolve("core_id"), core + "\n");
    }

    private Processors read(String allowed) throws Exception {
        return Processors.read(kernels, IdSet.parse(allowed));
    }

    @Test
    void aCoreIsAllItsThreadsAndCoresAreNumberedSocketBySocket() throws Exception {
        // As many machines have it: the first threads of all cores, and then the second ones.
        cpu(0, 0, 0);
        cpu(1, 1, 0);
        cpu(2, 0, 1);
        cpu(3, 1, 1);
        cpu(4, 0, 0);
        cpu(5, 1, 0);
        cpu(6, 0, 1);
        cpu(7, 1, 1);
        Files.createDirectories(kernels.resolve("cpufreq"));
        assertThat(read("0-7").of(IdSet.parse("0"))).isEqualTo(IdSet.parse("0,4"));
        assertThat(read("0-7").of(IdSet.parse("1-2"))).isEqualTo(IdSet.parse("1-2,5-6"));
    }

    @Test
    void whatTheMachineDoesNotHaveOrMayNotUseIsLeftOut() throws Exception {
        cpu(0, 0, 0);
        cpu(1, 0, 1);
        cpu(2, 0, 2);
        assertThat(read("1-2").of(IdSet.parse("0-1,7"))).isEqualTo(IdSet.parse("1"));
        assertThat(read("1-2").of(IdSet.parse("5-7"))).isEqualTo(IdSet.empty());
    }

    @Test
    void thisMachineHasSome() {
        assertThat(Processors.ofThisMachine().of(IdSet.parse("0-1000")).isEmpty())
                .isFalse();
    }
}
