package io.banyan.rpc.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.rpc.config.StateDirectory;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(50)
class FarFenceTest {
    @TempDir
    private Path directory;

    @Test
    void onlyTheWordsAndAGoodEndAreBelieved() {
        String words = FarFence.confirmation(there());
        assertThat(fence("echo '0 processes were killed'; echo '" + words + "'"))
                .isEmpty();
        assertThat(fence("echo '" + words + "'; exit 3").orElseThrow()).contains("ended with status 3", words);
        assertThat(fence("echo 'maybe " + words + "'").orElseThrow()).contains("ended with status 0");
        assertThat(fence("exit 0").orElseThrow()).endsWith("ended with status 0");
    }

    /** As an ssh does that shares its connection with those after it. */
    @Test
    void whatItLeavesInTheBackgroundIsNotWaitedFor() {
        String words = FarFence.confirmation(there());
        assertThat(fence("setsid -f sleep 60; echo '" + words + "'")).isEmpty();
    }

    @Test
    void whatSaysWithoutEndIsEnded() {
        assertThat(fence("exec yes").orElseThrow()).contains("says more than");
    }

    private Optional<String> fence(String script) {
        return FarFence.run(List.of("/bin/sh", "-c", script), there());
    }

    private StateDirectory there() {
        return new StateDirectory(directory);
    }
}
