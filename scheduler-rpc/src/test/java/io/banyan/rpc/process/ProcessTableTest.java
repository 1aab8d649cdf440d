package io.banyan.rpc.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.rpc.process.ProcessTable.Row;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ProcessTableTest {
    private final List<Process> started = new ArrayList<>();

    private ProcessHandle start() throws IOException {
        Process process = new ProcessBuilder("sleep", "600").start();
        started.add(process);
        return process.toHandle();
    }

    @AfterEach
    void end() throws InterruptedException {
        for (Process process : started) {
            process.destroyForcibly().waitFor();
        }
    }

    private static Row row(ProcessHandle process, ProcessHandle parent, long startedTicks) {
        return new Row(process, parent.pid(), process.pid(), process.pid(), startedTicks);
    }

    @Test
    void findsDescendantsInOneReading() throws IOException {
        ProcessHandle child = start();
        Set<ProcessHandle> found = new LinkedHashSet<>(List.of(ProcessHandle.current()));
        ProcessTable.read().addDescendants(found);
        assertThat(found).contains(ProcessHandle.current(), child);
    }

    @Test
    void aProcessThatBeganBeforeItsParentIsNotItsDescendant() throws IOException {
        ProcessHandle top = start();
        ProcessHandle child = start();
        ProcessHandle older = start();
        ProcessHandle grandchild = start();
        var table = new ProcessTable(List.of(
                row(grandchild, child, 30),
                row(older, top, 5),
                row(top, ProcessHandle.current(), 10),
                row(child, top, 20)));
        Set<ProcessHandle> found = new LinkedHashSet<>(List.of(top));
        table.addDescendants(found);
        assertThat(found).containsExactly(top, child, grandchild);
    }

    @Test
    void oneThatHasEndedIsDroppedAndItsChildrenAreNotTaken() throws Exception {
        ProcessHandle gone = start();
        ProcessHandle child = start();
        started.getFirst().destroyForcibly().waitFor();
        var table = new ProcessTable(List.of(row(child, gone, 20)));
        Set<ProcessHandle> known = new LinkedHashSet<>(List.of(gone));
        table.addDescendants(known);
        assertThat(known).as("another process can have its number").containsExactly(gone);
        table.retainRunning(known);
        assertThat(known).isEmpty();
    }
}
