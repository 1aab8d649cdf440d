package io.banyan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Which Java the launcher of a checkout and that of a package find, and in which locale and with which open files they
 * run it.
 */
@Timeout(120)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "The launcher is a shell script.")
class LauncherTest {
    private static final Path CHECKOUT = Path.of("..").toAbsolutePath().normalize();

    @TempDir
    private Path directory = Path.of("");

    private Path runtime = Path.of("");
    private int launchers;

    /** A runtime without a compiler, newer than any JDK. */
    @BeforeEach
    void makeRuntime() throws IOException {
        runtime = directory.resolve("runtime");
        executable(runtime.resolve("bin/java"), "#!/bin/sh\n");
        Files.writeString(runtime.resolve("release"), "JAVA_VERSION=\"99\"\n");
    }

    private static void executable(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    /** The launcher in a directory where something was built. */
    private Path launcher(String home, String target) throws IOException {
        Path launcher = directory.resolve(home).resolve("banyan");
        executable(launcher, Files.readString(CHECKOUT.resolve("banyan")));
        Path built = launcher.resolveSibling(target);
        Files.createDirectories(built.resolve("lib"));
        Files.createFile(built.resolve("scheduler-cli.jar"));
        return launcher;
    }

    /** Returns what a script prints on both outputs, where this is the Java home. */
    private String says(Path script, String... words) throws Exception {
        var process = new ProcessBuilder();
        process.command().add(script.toString());
        process.command().addAll(List.of(words));
        process.environment().put("JAVA_HOME", runtime.toString());
        Process running = process.redirectErrorStream(true).start();
        String text = new String(running.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(running.waitFor()).isBetween(0, 1);
        return text;
    }

    @Test
    void aCheckoutIsBuiltWithAJdkThatHasACompiler() throws Exception {
        assertThat(says(launcher("checkout", "scheduler-cli/target"), "--java-home"))
                .doesNotContain(runtime.toString());
        executable(runtime.resolve("bin/javac"), "#!/bin/sh\n");
        assertThat(says(launcher("other", "scheduler-cli/target"), "--java-home"))
                .isEqualTo(runtime + "\n");
    }

    @Test
    void aPackageRunsOnARuntimeWithoutACompiler() throws Exception {
        assertThat(says(launcher("package", "."), "--java-home")).isEqualTo(runtime + "\n");
    }

    /**
     * The output of a script that stands for java, where a shell starts the launcher with these variables and
     * redirections.
     */
    private String javaSays(String java, Map<String, String> variables, String redirections) throws Exception {
        executable(runtime.resolve("bin/java"), "#!/bin/sh\n" + java + "\n");
        Path launcher = launcher("checkout" + ++launchers, "scheduler-cli/target");
        var process = new ProcessBuilder("/bin/sh", "-c", "exec \"$0\" queues " + redirections, launcher.toString());
        process.environment().keySet().retainAll(Set.of("PATH"));
        process.environment().put("JAVA_HOME", runtime.toString());
        process.environment().putAll(variables);
        Process running = process.redirectErrorStream(true).start();
        String text = new String(running.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(running.waitFor()).isBetween(0, 1);
        return text;
    }

    /** The virtual machine does not notice that an archive is of other jars, and would run their classes. */
    @Test
    void anArchiveOfAnEarlierBuildIsNotUsed() throws Exception {
        executable(runtime.resolve("bin/java"), "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
        Path launcher = launcher("checkout", "scheduler-cli/target");
        Path target = launcher.resolveSibling("scheduler-cli/target");
        Path own = Files.writeString(target.resolve("banyan-poll-99.aot"), "archive");
        Path other = Files.writeString(target.resolve("banyan-99.aot"), "archive");
        // Another command makes the new archive.
        Files.createDirectory(target.resolve("banyan-poll-99.aot.lock"));
        FileTime built = Files.getLastModifiedTime(target.resolve("scheduler-cli.jar"));
        FileTime before = FileTime.fromMillis(built.toMillis() - 60_000);
        FileTime after = FileTime.fromMillis(built.toMillis() + 60_000);
        Files.setLastModifiedTime(own, before);
        Files.setLastModifiedTime(other, before);
        assertThat(says(launcher, "queues")).contains("queues").doesNotContain("-XX:AOTCache=");
        Files.setLastModifiedTime(other, after);
        assertThat(says(launcher, "queues")).contains("-XX:AOTCache=" + other + "\n");
        Files.setLastModifiedTime(own, after);
        assertThat(says(launcher, "queues")).contains("-XX:AOTCache=" + own + "\n");
    }

    /** A clock that was set back leaves such a jar. */
    @Test
    void anArchiveOfAJarOfTheFutureIsMadeOnce() throws Exception {
        executable(runtime.resolve("bin/java"), """
                #!/bin/sh
                for word; do case $word in -XX:AOTCacheOutput=*) echo archive >"${word#*=}";; esac; done
                printf '%s\\n' "$@"
                """);
        Path launcher = launcher("checkout", "scheduler-cli/target");
        Path target = launcher.resolveSibling("scheduler-cli/target");
        FileTime future = FileTime.from(Instant.now().plus(Duration.ofDays(1)));
        Files.setLastModifiedTime(target.resolve("scheduler-cli.jar"), future);
        Path own = target.resolve("banyan-poll-99.aot");
        assertThat(says(launcher, "queues")).contains("-XX:AOTCache=" + own + "\n");
        FileTime made = Files.getLastModifiedTime(own);
        assertThat(says(launcher, "queues")).contains("-XX:AOTCache=" + own + "\n");
        assertThat(Files.getLastModifiedTime(own)).isEqualTo(made);
    }

    private String localeIn(Map<String, String> variables) throws Exception {
        String java =
                "echo \"java's ${LC_ALL-none}\"; for word; do case $word in -Dbanyan.lc-all=*) echo \"own ${word#*=}\";; esac; done";
        return javaSays(java, variables, "")
                .lines()
                .filter(line -> !line.startsWith("bash: "))
                .collect(Collectors.joining(", "));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void javaRunsInUtf8AndKnowsTheLocaleOfItsUser() throws Exception {
        assertThat(localeIn(Map.of())).isEqualTo("java's C.UTF-8, own ");
        assertThat(localeIn(Map.of("LC_ALL", "C"))).isEqualTo("java's C.UTF-8, own C");
        assertThat(localeIn(Map.of("LC_ALL", "C", "LANG", "C.UTF-8"))).isEqualTo("java's C.UTF-8, own C");
        assertThat(localeIn(Map.of("LC_CTYPE", "POSIX", "LANG", "C.UTF-8"))).isEqualTo("java's C.UTF-8, own ");
        assertThat(localeIn(Map.of("LANG", "xx_NOT.INSTALLED"))).isEqualTo("java's C.UTF-8, own ");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aLocaleInUtf8StaysAsItIs() throws Exception {
        assertThat(localeIn(Map.of("LANG", "C.UTF-8"))).isEqualTo("java's none");
        assertThat(localeIn(Map.of("LC_CTYPE", "C.utf8", "LANG", "C"))).isEqualTo("java's none");
        assertThat(localeIn(Map.of("LC_ALL", "C.UTF-8", "LC_CTYPE", "C"))).isEqualTo("java's C.UTF-8");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aDirectoryThatWasRemovedIsTold() throws Exception {
        Path gone = Files.createDirectory(directory.resolve("gone"));
        Path launcher = launcher("checkout", "scheduler-cli/target");
        var process = new ProcessBuilder(
                        "/bin/sh", "-c", "rmdir \"$PWD\" && exec \"$0\" queues 2>&1", launcher.toString())
                .directory(gone.toFile())
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isEqualTo(1);
        assertThat(said).endsWith("banyan: The current directory does not exist any more; change to another one.\n");
    }

    @Test
    void whatIsClosedIsOpenInJava() throws Exception {
        assertThat(javaSays("cat && echo read", Map.of(), "<&-")).isEqualTo("read\n");
        assertThat(javaSays("echo result || echo lost >&2", Map.of(), ">&-"))
                .contains("lost")
                .doesNotContain("result");
        assertThat(javaSays("cat >&2; { : 3>&1; } 2>/dev/null && echo open >&2", Map.of(), "<&- >&-"))
                .isEqualTo("open\n");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void allThatIsClosedIsOpenInJava() throws Exception {
        Path streams = directory.resolve("streams");
        String list = "for fd in 0 1 2; do readlink /proc/$$/fd/$fd; done > " + streams;
        for (Map<String, String> variables : List.of(Map.<String, String>of(), Map.of("POSIXLY_CORRECT", "1"))) {
            javaSays(list, variables, "<&- >&- 2>&-");
            assertThat(streams).hasContent("/dev/null\n" + streams + "\n/dev/null\n");
            javaSays(list, variables, "<&- >&-");
            assertThat(Files.readString(streams)).startsWith("/dev/null\n");
        }
    }

    @Test
    void aJdkThatCannotLinkARuntimeIsNamed() throws Exception {
        executable(directory.resolve("banyan"), "#!/bin/sh\necho " + runtime + "\n");
        Path link = directory.resolve("scheduler-cli/src/deb/link-runtime");
        executable(link, Files.readString(CHECKOUT.resolve("scheduler-cli/src/deb/link-runtime")));
        Path linked = directory.resolve("linked");
        assertThat(says(link, linked.toString()))
                .contains("The JDK in " + runtime + " has no bin/jlink")
                .contains("openjdk-*-jdk-headless");
        assertThat(linked).doesNotExist();
    }
}
