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
        assertThat(fence("echo '" + words + "'; exit 3").orElseThrow().why()).contains("ended with status 3", words);
        assertThat(fence("echo 'maybe " + words + "'").orElseThrow().why()).contains("ended with status 0");
        assertThat(fence("exit 0").orElseThrow().why()).endsWith("ended with status 0");
    }

    @Test
    void whoSaysThatNothingRunsAndSomethingIsOwedIsBelievedThat() {
        String words = FarFence.indebted(there());
        assertThat(fence("echo '" + words + "'; echo 'banyan: lab is down'; exit 1"))
                .hasValueSatisfying(vain -> {
                    assertThat(vain.mayRun()).isFalse();
                    assertThat(vain.why()).isEqualTo("/bin/sh ended with status 1 (banyan: lab is down)");
                });
        assertThat(fence("echo '" + words + "'").orElseThrow().mayRun()).isFalse();
        assertThat(fence("exit 1").orElseThrow().mayRun()).isTrue();
    }

    /** The command behaves like an ssh that shares its connection with those after it. */
    @Test
    void whatItLeavesInTheBackgroundIsNotWaitedFor() {
        String words = FarFence.confirmation(there());
        assertThat(fence("setsid -f sleep 60; echo '" + words + "'")).isEmpty();
    }

    @Test
    void whatSaysWithoutEndIsEnded() {
        assertThat(fence("exec yes").orElseThrow().why()).contains("printed more than");
    }

    private Optional<FarFence.Vain> fence(String script) {
        return FarFence.run(List.of("/bin/sh", "-c", script), there());
    }

    private StateDirectory there() {
        return new StateDirectory(directory);
    }
}
