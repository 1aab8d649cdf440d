package io.banyan.provider.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the usage of children that a shell writes at its end. */
@Timeout(120)
@EnabledOnOs(OS.LINUX)
class ChildrenUsageTest {
    /** A child of the child reads and writes 256 MiB, of which it has 64 in memory at a time. */
    private static final String WORK = "/bin/sh -c '/bin/dd if=/dev/zero of=/dev/null bs=64M count=4 2>/dev/null; :'";

    private static final long BLOCK = 64L << 20;

    @TempDir
    private Path directory;

    private List<Long> written(String work, List<String> last) throws Exception {
        String script = work + "\nexec \"$@\" 7";
        List<String> words = new ArrayList<>(List.of("/bin/sh", "-c", script, "sh"));
        words.addAll(last);
        Process process = new ProcessBuilder(words).inheritIO().start();
        assertThat(process.waitFor()).isEqualTo(7);
        return Stream.of(Files.readString(file()).strip().split(" "))
                .map(Long::valueOf)
                .toList();
    }

    private Path file() {
        return directory.resolve("usage");
    }

    @Test
    void itIsOfAllGenerationsThatWereWaitedFor() throws Exception {
        List<String> words = ChildrenUsage.words(file());
        assumeFalse(words.isEmpty(), "this machine has neither perl nor python3");
        List<Long> used = written(WORK, words);
        assertThat(used).hasSize(3);
        assertThat(used.get(0) + used.get(1)).isPositive();
        assertThat(used.get(2)).isGreaterThan(BLOCK);
    }

    /** Neither is what the shell itself used before. */
    @Test
    void whatNobodyWaitedForIsNotCounted() throws Exception {
        List<String> words = ChildrenUsage.words(file());
        assumeFalse(words.isEmpty(), "this machine has neither perl nor python3");
        assertThat(written("i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done", words))
                .containsExactly(0L, 0L, 0L);
    }

    @Test
    void pythonWritesTheSame() throws Exception {
        Path python = Stream.of(Path.of("/usr/bin/python3"), Path.of("/bin/python3"))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
        assumeFalse(python == null, "this machine has no python3");
        List<String> words = new ArrayList<>(ChildrenUsage.byPython(python));
        words.add(file().toString());
        assertThat(written(WORK, words).get(2)).isGreaterThan(BLOCK);
    }

    /** The status is kept where the file cannot be written. */
    @Test
    void aFileThatCannotBeWrittenChangesNoStatus() throws Exception {
        List<String> words = ChildrenUsage.words(directory.resolve("none").resolve("usage"));
        assumeFalse(words.isEmpty(), "this machine has neither perl nor python3");
        List<String> all = new ArrayList<>(List.of("/bin/sh", "-c", "exec \"$@\" 7", "sh"));
        all.addAll(words);
        assertThat(new ProcessBuilder(all).start().waitFor()).isEqualTo(7);
    }
}
