package io.banyan.cli.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.banyan.cli.BanyanProcess;
import io.banyan.cli.output.CommandFailure;
import io.banyan.cli.output.Terminal;
import io.banyan.rpc.config.StateDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The whole quickstart with real daemons, on a smaller cluster with fewer levels. */
@Execution(ExecutionMode.CONCURRENT)
class QuickstartTest {
    private static final Path HOME = Path.of("..").toAbsolutePath().normalize();
    private static final int NODE_ELEMENTS = 70;

    @TempDir
    private Path directory;

    private Path launcher = Path.of(".");
    private final StringWriter out = new StringWriter();
    private final Terminal terminal =
            new Terminal(InputStream.nullInputStream(), new PrintWriter(out), new PrintWriter(new StringWriter()));

    /**
     * Runs the classes under test, which are not packaged yet, and notes which processes that are: all daemons, of
     * every level, are started by it.
     */
    @BeforeEach
    void writeLauncher() throws IOException {
        launcher = directory.resolve("banyan");
        Files.writeString(launcher, """
                #!/bin/sh
                export BANYAN_LAUNCHER="$0"
                echo $$ >> '%s'
                exec '%s' "$@"
                """.formatted(started(), BanyanProcess.launcher()));
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
    }

    @Test
    void growsAndShrinksThroughThreeLevelsAndLeavesNothingBehind() throws IOException {
        QuickstartReport report = QuickstartCommand.run(
                scenario(List.of("spawn-l3.yaml", "spawn-l4.yaml"), NODE_ELEMENTS),
                nothing -> Map.of(),
                launcher,
                Narration.aloud(terminal),
                () -> {});
        assertThat(report.tree().size()).isEqualTo(3);
        assertThat(report.grows()).extracting(GrowResult::elements).containsExactly(36, NODE_ELEMENTS);
        assertThat(report.bursts().getFirst().levels())
                .extracting(ProviderBurst.Seen::level, ProviderBurst.Seen::zone)
                .containsExactly(tuple("L0", "us-east-1a"), tuple("L1", "us-east-1a"), tuple("L2", "us-east-1a"));
        assertThat(report.after()).isEqualTo(report.before());
        assertThat(out.toString()).contains("3 processes have ended.").contains("Success: 3 daemons");
        assertThat(stateDirectory(out.toString())).doesNotExist();
        requireNoneLeft(3);
    }

    /** The plug-in is one that the build has packed; a build that packs nothing has none. */
    @Test
    void burstsToEc2AndToAScript() throws IOException {
        Path plugIn = HOME.resolve("scheduler-providers/aws-ec2/target/plug-in");
        Assumptions.assumeTrue(
                Files.isDirectory(plugIn), "the plug-in aws-ec2 is not packed yet; 'mvn verify' does that");
        Path providers = Files.createDirectory(directory.resolve("providers"));
        Files.createSymbolicLink(providers.resolve("aws-ec2"), plugIn);
        try (QuickstartProviders clouds = QuickstartProviders.start(HOME)) {
            QuickstartReport report = QuickstartCommand.run(
                    scenario(List.of("spawn-l4.yaml"), NODE_ELEMENTS).bursting(clouds.providers(), clouds.bursts()),
                    state -> {
                        Map<String, String> environment = new HashMap<>(clouds.environment(state));
                        environment.put("BANYAN_PROVIDERS", providers.toString());
                        return environment;
                    },
                    launcher,
                    Narration.aloud(terminal),
                    () -> {});
            assertThat(report.bursts()).extracting(ProviderBurst::provider).containsExactly("cloud", "lab");
            assertThat(report.bursts().getFirst().levels())
                    .extracting(ProviderBurst.Seen::zone)
                    .containsExactly("us-east-1a, us-east-1b", "us-east-1a, us-east-1b");
            assertThat(clouds.running()).isZero();
        }
    }

    @Test
    void namesTheStepThatFailsAndKeepsTheLogs() {
        QuickstartScenario wrong = scenario(List.of("spawn-l4.yaml"), NODE_ELEMENTS + 1);
        assertThatThrownBy(() -> QuickstartCommand.run(
                        wrong, nothing -> Map.of(), launcher, Narration.aloud(terminal), () -> {}))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("step 5")
                .hasMessageContaining("T7 added 70 vertices and edges to L1, expected 71.")
                .satisfies(failure -> {
                    Path state = stateDirectory(String.valueOf(failure.getMessage()));
                    assertThat(state.resolve("children/1/banyan.log")).exists();
                    requireNoneLeft(2);
                    remove(state);
                });
    }

    private Path started() {
        return directory.resolve("started");
    }

    /**
     * Checks that none of the daemons of this test is left: others run beside it in the same virtual machine, and start
     * processes too.
     */
    private void requireNoneLeft(int daemons) throws IOException {
        assertThat(Files.readAllLines(started()))
                .hasSize(daemons)
                .noneMatch(pid -> ProcessHandle.of(Long.parseLong(pid))
                        .filter(ProcessHandle::isAlive)
                        .isPresent());
    }

    private static QuickstartScenario scenario(List<String> spawns, int elementsOfT7) {
        Path jobspecs = HOME.resolve("jobspecs");
        return new QuickstartScenario(
                HOME.resolve("resource-graphs/l1.graphml"),
                List.of("file=" + HOME.resolve("resource-graphs/ec2.json") + ",name=cloud"),
                spawns.stream().map(jobspecs::resolve).toList(),
                List.of(
                        new QuickstartScenario.Request("T8", jobspecs.resolve("t8.yaml"), 36),
                        new QuickstartScenario.Request("T7", jobspecs.resolve("t7.yaml"), elementsOfT7)),
                List.of(jobspecs.resolve("burst.yaml")),
                1);
    }

    private static Path stateDirectory(String text) {
        Matcher matcher = Pattern.compile("/\\S*banyan-quickstart-\\d+").matcher(text);
        assertThat(matcher.find()).isTrue();
        return Path.of(matcher.group());
    }

    private static void remove(Path state) {
        new Daemons(Path.of("unused"), new StateDirectory(state), "", Duration.ZERO, () -> {}).removeFiles();
    }
}
