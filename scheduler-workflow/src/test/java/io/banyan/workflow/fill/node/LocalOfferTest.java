package io.banyan.workflow.fill.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.workflow.fill.CoreDomain;
import io.banyan.workflow.fill.WorkerOffer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalOfferTest {
    @TempDir
    private Path root;

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }

    @Test
    void readsTheAllowedCoresOfEachDomain() throws IOException {
        write("proc/self/status", "Name:\tjava\nCpus_allowed_list:\t1-3,6\n");
        write("proc/meminfo", "MemTotal:       2097152 kB\n");
        write("sys/devices/system/node/node0/cpulist", "0-3\n");
        write("sys/devices/system/node/node1/cpulist", "4-5\n");
        WorkerOffer offer = LocalOffer.of("n", root, Map.of("CUDA_VISIBLE_DEVICES", "2,3"));
        assertThat(offer.domains())
                .containsExactly(new CoreDomain("node0", List.of(1, 2, 3)), new CoreDomain("others", List.of(6)));
        assertThat(offer.memoryMib()).isEqualTo(2_048);
        assertThat(offer.accelerators()).isEqualTo(Map.of("gpu", List.of(2, 3)));
    }

    @Test
    void takesTheFirstAllowedThreadOfEachCore() throws IOException {
        for (int core = 0; core < 3; core++) {
            write(
                    "sys/devices/system/cpu/cpu" + core + "/topology/thread_siblings_list",
                    core + "," + (core + 3) + "\n");
            write(
                    "sys/devices/system/cpu/cpu" + (core + 3) + "/topology/thread_siblings_list",
                    core + "," + (core + 3));
        }
        List<CoreDomain> domains = List.of(
                new CoreDomain("a", List.of(1, 4, 5)),
                new CoreDomain("b", List.of(2)),
                new CoreDomain("c", List.of(7)));
        var offer = new WorkerOffer("n", domains, 0, new TreeMap<>());
        assertThat(LocalOffer.oneThreadPerCore(offer, root).domains())
                .as("thread 2 is of the core of thread 5, and thread 7 is unknown")
                .containsExactly(new CoreDomain("a", List.of(1, 5)), new CoreDomain("c", List.of(7)));
    }

    @Test
    void readsThisMachine() throws IOException {
        WorkerOffer offer = LocalOffer.of("here");
        assertThat(offer.coreCount()).isPositive();
        assertThat(offer.memoryMib()).isPositive();
    }

    @Test
    void namesTheFileThatLacksAnEntry() throws IOException {
        write("proc/self/status", "Name:\tjava\n");
        assertThatThrownBy(() -> LocalOffer.of("n", root, Map.of()))
                .hasMessageEndingWith("status' does not have Cpus_allowed_list:");
        write("proc/self/status", "Cpus_allowed_list:\tnone\n");
        assertThatThrownBy(() -> LocalOffer.of("n", root, Map.of()))
                .hasMessage("a list of numbers cannot be read: 'none'");
    }
}
