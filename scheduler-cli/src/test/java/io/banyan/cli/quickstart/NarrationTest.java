package io.banyan.cli.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.output.Terminal;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class NarrationTest {
    private final StringWriter out = new StringWriter();
    private final Terminal terminal =
            new Terminal(InputStream.nullInputStream(), new PrintWriter(out), new PrintWriter(new StringWriter()));

    @Test
    void numbersTheStepsAndKeepsProgressOutOfFiles() {
        Narration narration = Narration.aloud(terminal);
        narration.step("Start", "It has to begin.");
        narration.progress("starting");
        narration.command(
                List.of("start", "--graph", Path.of("g.xml").toAbsolutePath().toString()));
        narration.step("Stop", "It has to end.");
        narration.say("done");
        assertThat(out).hasToString("""

                1. Start
                   It has to begin.
                   $ banyan start --graph g.xml

                2. Stop
                   It has to end.
                   done
                """);
        assertThat(narration.currentStep()).isEqualTo("step 2 (Stop)");
    }

    @Test
    void aSilentOneStillKnowsWhereItIs() {
        Narration narration = Narration.silent(terminal);
        narration.title("Banyan");
        narration.step("Start", "It has to begin.");
        narration.end("done");
        assertThat(out.toString()).isEmpty();
        assertThat(narration.currentStep()).isEqualTo("step 1 (Start)");
    }
}
