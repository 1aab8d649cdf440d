package io.banyan.cli.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
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
        private final ExportOption export;

        Given(ShellEnvironment here, Consumer<String> warnings) {
            this.export = new ExportOption(here, warnings);
        }
    }

    private static Map<String, String> with(String... words) {
        return with(HERE, null, unexpected -> fail(unexpected), words);
    }

    private static Map<String, String> with(
            Map<String, String> here, @Nullable String ownLocale, Consumer<String> warnings, String... words) {
        var given = new Given(new ShellEnvironment(here, ownLocale), warnings);
        new CommandLine(given).parseArgs(words);
        return given.export.settings().environment();
    }

    @Test
    void theLauncherLocaleIsNotExported() {
        Map<String, String> here = Map.of("LC_ALL", "C.UTF-8", "A", "1");
        Consumer<String> warnings = unexpected -> fail(unexpected);
        assertThat(with(here, null, warnings)).isEqualTo(here);
        assertThat(with(here, "", warnings)).isEqualTo(Map.of("A", "1"));
        assertThat(with(here, "C", warnings)).isEqualTo(Map.of("A", "1", "LC_ALL", "C"));
        assertThat(with(here, "", warnings, "--export=A,LC_ALL")).isEqualTo(Map.of("A", "1"));
        assertThat(with(here, "C", warnings, "--export=LC_ALL")).isEqualTo(Map.of("LC_ALL", "C"));
    }

    @Test
    void aVariableThatIsNotUtf8IsLeftOutWithAWarning() {
        Map<String, String> here =
                Map.of("A", "1", "V", "\uFFFDx", "W", "\uFFFD", "BANYAN_X", "\uFFFD", "f%%", "\uFFFD");
        List<String> warnings = new ArrayList<>();
        assertThat(with(here, null, warnings::add)).isEqualTo(Map.of("A", "1"));
        assertThat(warnings).containsExactly("banyan: Not exported, because the value is not valid UTF-8: V, W");
        assertThat(with(here, null, unexpected -> fail(unexpected), "--export=A,V=2"))
                .isEqualTo(Map.of("A", "1", "V", "2"));
        assertThatThrownBy(() -> with(here, null, warnings::add, "--export=V"))
                .hasMessage("--export names V, whose value is not valid UTF-8.");
    }

    @Test
    void aWorkingDirectoryThatIsNotUtf8IsRefused() {
        assertThat(ExportOption.workingDirectory(Path.of("/site/\u00E9"))).isEqualTo(Path.of("/site/\u00E9"));
        assertThatThrownBy(() -> ExportOption.workingDirectory(Path.of("/site/\uFFFD")))
                .hasMessage("The name of the working directory is not valid UTF-8: /site/\uFFFD.");
    }

    @Test
    void allIsWhatIsOfNoOthersConcern() {
        assertThat(with()).isEqualTo(Map.of("PATH", "/bin", "A", "1"));
        assertThat(with("--export=ALL")).isEqualTo(with());
    }

    @Test
    void noneIsNothing() {
        assertThat(with("--export=NONE")).isEmpty();
        assertThatThrownBy(() -> with("--export=NONE,A")).hasMessageContaining("cannot be combined with other names");
    }

    @Test
    void aListIsWhatItNames() {
        assertThat(with("--export=A,B=2=3,UNSET,HOME")).isEqualTo(Map.of("A", "1", "B", "2=3", "HOME", "/site/me"));
        assertThat(with("--export=ALL,A=9")).isEqualTo(Map.of("PATH", "/bin", "A", "9"));
        assertThatThrownBy(() -> with("--export=ALL,SHELLOPTS=a")).hasMessageContaining("cannot set SHELLOPTS");
        assertThatThrownBy(() -> with("--export=f%%")).hasMessageContaining("found 'f%%'");
    }
}
