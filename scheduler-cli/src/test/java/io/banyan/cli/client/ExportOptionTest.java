package io.banyan.cli.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Which variables of a shell a job gets. */
class ExportOptionTest {
    private static final Map<String, String> HERE = Map.of(
            "PATH",
            "/bin",
            "A",
            "1",
            "HOME",
            "/site/me",
            "BANYAN_JOB_ID",
            "7",
            "UID",
            "0",
            "OPTIND",
            "x",
            "BANYAN_COMMAND_OF",
            "/jobs/7",
            "f%%",
            "()");

    @Command
    private static final class Given {
        @Mixin
        private final ExportOption export = new ExportOption(HERE);
    }

    private static Map<String, String> with(String... words) {
        var given = new Given();
        new CommandLine(given).parseArgs(words);
        return given.export.settings().environment();
    }

    @Test
    void allIsWhatIsOfNoOthersConcern() {
        assertThat(with()).isEqualTo(Map.of("PATH", "/bin", "A", "1"));
        assertThat(with("--export=ALL")).isEqualTo(with());
    }

    @Test
    void noneIsNothing() {
        assertThat(with("--export=NONE")).isEmpty();
        assertThatThrownBy(() -> with("--export=NONE,A")).hasMessageContaining("goes with no other names");
    }

    @Test
    void aListIsWhatItNames() {
        assertThat(with("--export=A,B=2=3,UNSET,HOME")).isEqualTo(Map.of("A", "1", "B", "2=3", "HOME", "/site/me"));
        assertThat(with("--export=ALL,A=9")).isEqualTo(Map.of("PATH", "/bin", "A", "9"));
        assertThatThrownBy(() -> with("--export=ALL,SHELLOPTS=a")).hasMessageContaining("cannot set SHELLOPTS");
        assertThatThrownBy(() -> with("--export=f%%")).hasMessageContaining("found 'f%%'");
    }
}
