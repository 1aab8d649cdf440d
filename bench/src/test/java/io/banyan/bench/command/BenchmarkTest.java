package io.banyan.bench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

class BenchmarkTest {
    private final StringWriter err = new StringWriter();
    private final StringWriter out = new StringWriter();

    @Test
    void runsWhatIsCalledRightly() {
        assertThat(run("--rounds", "3")).isZero();
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void refusesAnUnknownOptionWithASentenceAndWhereToLook() {
        assertThat(run("--round", "3")).isEqualTo(2);
        assertThat(err.toString().lines())
                .containsExactly(
                        "bench/sample: Unknown options: '--round', '3'", "'bench/sample --help' lists the options.");
    }

    @Test
    void refusesWhatIsBelowTheLeastValue() {
        assertThat(run("--rounds", "0")).isEqualTo(2);
        assertThat(err.toString().lines().findFirst()).hasValue("bench/sample: --rounds is at least 1.");
    }

    @Test
    void saysInASentenceWhatTheWorldRefuses() {
        assertThat(run("--rounds", "99")).isEqualTo(1);
        assertThat(err.toString().lines()).containsExactly("bench/sample: The disk is full.");
    }

    @Test
    void showsWhereItsOwnMistakesAre() {
        assertThat(run("--rounds", "100")).isEqualTo(1);
        assertThat(err.toString()).contains("IllegalStateException", "at io.banyan.bench");
    }

    @Test
    void everyBenchmarkHasHelp() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString()).startsWith("Usage: bench/sample [-h] [--rounds=N]");
    }

    private int run(String... args) {
        CommandLine line = Benchmark.line(new Sample());
        return line.setErr(new PrintWriter(err, true))
                .setOut(new PrintWriter(out, true))
                .execute(args);
    }

    @Command(name = "bench/sample")
    private static final class Sample implements Callable<Integer> {
        private static final int DISK = 99;
        private static final int MISTAKE = 100;

        @Option(names = "--rounds", paramLabel = "N", defaultValue = "1")
        private int rounds;

        @Spec
        private CommandSpec spec = CommandSpec.create();

        @Override
        public Integer call() throws IOException {
            Benchmark.atLeast(1, spec, "--rounds", rounds);
            if (rounds == DISK) {
                throw new IOException("The disk is full.");
            }
            if (rounds == MISTAKE) {
                throw new IllegalStateException("a mistake");
            }
            return 0;
        }
    }
}
