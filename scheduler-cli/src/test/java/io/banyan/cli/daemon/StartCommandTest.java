package io.banyan.cli.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.Run;
import io.banyan.cli.output.ExitStatus;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.match.policy.MatchExtent;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.match.policy.TraverserKind;
import io.banyan.prune.PruneFilters;
import io.banyan.resource.MatchSubsystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The messages of a daemon that cannot start; one that can is started by the quickstart's test. */
class StartCommandTest {
    private static final String GRAPH = "../resource-graphs/l4.graphml";

    @TempDir
    private Path directory;

    private Run start(String... options) {
        String[] words = new String[options.length + 3];
        words[0] = "start";
        words[1] = "--state";
        words[2] = directory.resolve("state").toString();
        System.arraycopy(options, 0, words, 3, options.length);
        return Run.banyan(words);
    }

    @Test
    void everythingThatIsSaidOfMatchingReachesTheInstance() {
        CommandLine line = StartCommand.create(Terminal.ofThisProcess());
        line.parseArgs(
                "--graph", GRAPH, "-P", "low", "-p", "ALL:gpu", "-T", "flexible", "-S", "C+PA", "--visits", "fluxion");
        StartCommand command = line.getCommand();
        assertThat(command.config().instance().match())
                .isEqualTo(new InstanceConfig.Match(
                        PruneFilters.parse("ALL:gpu"),
                        MatchPolicy.parse("low"),
                        TraverserKind.FLEXIBLE,
                        MatchSubsystems.parse("C+PA"),
                        MatchExtent.FLUXION));
    }

    @Test
    void withoutAGraphItTakesThisMachine() {
        // It does not come up, since it would run until somebody stops it: the port is no number that one can listen
        // at.
        Run run = start("--listen", "192.0.2.1:1", "--insecure");
        assertThat(run.status()).isEqualTo(ExitStatus.NO);
        assertThat(run.out())
                .contains("No graph was specified, so the daemon schedules this machine: ")
                .contains(" core");
        assertThat(directory.resolve("state/machine.json")).content().contains("\"node\"");
        assertThat(start("--graph-format", "jgf").err()).contains("require --graph FILE");
    }

    @Test
    void namesAGraphThatIsNotThere() {
        Run run = start("--graph", "nowhere.graphml");
        assertThat(run.status()).isEqualTo(ExitStatus.NO);
        assertThat(run.err()).contains("nowhere.graphml").doesNotContain("Exception");
    }

    @Test
    void namesTheKindsOfProviderThatThereAre() {
        Run run = start("--graph", GRAPH, "--provider", "mainframe=x");
        assertThat(run.status()).isEqualTo(ExitStatus.WRONG_USE);
        assertThat(run.err()).contains("mainframe").contains("exec, file");
    }

    @Test
    void aWrongOptionOfAProviderIsWrongUseAndNothingIsTouched() {
        for (String provider : new String[] {
            "file=pool.json,frob=x",
            "file=pool.json,delay=-1",
            "file=pool.json,capacity=many",
            "exec=x,timeout=-1",
            "exec=x,timeout=0",
            "exec=x,at-once=0"
        }) {
            Run run = start("--graph", "nowhere.graphml", "--provider", provider);
            assertThat(run.status()).as(provider).isEqualTo(ExitStatus.WRONG_USE);
            assertThat(run.err()).startsWith("banyan: The ").contains(" option ");
            assertThat(directory).isEmptyDirectory();
        }
    }

    @Test
    void severalProvidersAreToldInTheirOrder() {
        assertThat(providers("--provider", "file=a,delay=1,name=x", "--provider=exec=b,name=c", "--provider", "file=d"))
                .containsExactly("x", "c", "file");
        assertThat(providers("--set", "grow.provider=file=a,name=x", "--set", "grow.provider=file=b"))
                .containsExactly("x", "file");
        assertThat(providers("--set", "grow.provider=file=a,name=x", "--provider", "file=b"))
                .as("an option goes before --set")
                .containsExactly("file");
    }

    private static List<String> providers(String... options) {
        List<String> words = new ArrayList<>(List.of("--graph", GRAPH));
        words.addAll(List.of(options));
        CommandLine line = StartCommand.create(Terminal.ofThisProcess());
        line.parseArgs(words.toArray(String[]::new));
        StartCommand command = line.getCommand();
        return command.config().instance().grow().providers();
    }

    @Test
    void twoProvidersOfOneNameAreWrongUse() {
        Run run = start("--graph", GRAPH, "--provider", "file=a.json", "--provider", "file=b.json");
        assertThat(run.status()).isEqualTo(ExitStatus.WRONG_USE);
        assertThat(run.err())
                .isEqualTo(
                        "banyan: Two providers have the name 'file', but the providers of an instance must have different names; rename one with ',name=...'.\n");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void aPoolOrAnExecutableThatIsNotThereIsANo() {
        for (String provider : new String[] {"file=nowhere.json", "exec=nowhere.sh"}) {
            Run run = start("--graph", GRAPH, "--provider", provider);
            assertThat(run.status()).as(provider).isEqualTo(ExitStatus.NO);
            assertThat(run.err()).contains("nowhere");
        }
    }

    @Test
    void refusesWordsThatItDoesNotKnow() {
        assertThat(start("--graph", GRAPH, "--policy", "best").status()).isEqualTo(ExitStatus.WRONG_USE);
        assertThat(start("--graph", GRAPH, "--grow-order", "sideways").status()).isEqualTo(ExitStatus.WRONG_USE);
        assertThat(start("--graph", GRAPH, "--traverser", "lazy").status()).isEqualTo(ExitStatus.WRONG_USE);
        assertThat(start("--graph", GRAPH, "--prune-filters", "x").status()).isEqualTo(ExitStatus.WRONG_USE);
        assertThat(start("--graph", GRAPH, "--listen", "here").status()).isEqualTo(ExitStatus.WRONG_USE);
        assertThat(start("--graph", GRAPH, "--graph-format", "png").status()).isEqualTo(ExitStatus.WRONG_USE);
        assertThat(start("--graph", GRAPH, "--provider", "cloud").status()).isEqualTo(ExitStatus.WRONG_USE);
    }

    @Test
    void refusesNamesThatCannotBePartsOfPathsBeforeAnythingStarts() {
        for (Run run : new Run[] {
            start("--graph", GRAPH, "--name", "a/b"), start("--graph", GRAPH, "--provider", "file=pool.json,name=a/b")
        }) {
            assertThat(run.status()).isEqualTo(ExitStatus.WRONG_USE);
            assertThat(run.err()).startsWith("banyan: ").contains("'a/b'");
            assertThat(directory).isEmptyDirectory();
        }
    }

    @Test
    void refusesAGraphWithoutVerticesAndLeavesNothingBehind() throws Exception {
        Path empty = Files.writeString(directory.resolve("empty.json"), "{\"graph\": {\"nodes\": [], \"edges\": []}}");
        Run run = start("--graph", empty.toString());
        assertThat(run.status()).isEqualTo(ExitStatus.NO);
        assertThat(run.err())
                .isEqualTo("banyan: " + empty + " describes no resources; expected at least one vertex.\n");
        assertThat(directory.resolve("state")).doesNotExist();
    }

    @Test
    void refusesToDrawFromASubsystemThatTheGraphDoesNotHave() {
        Run run = start("--graph", GRAPH, "--subsystems", "C+PA");
        assertThat(run.status()).isEqualTo(ExitStatus.NO);
        assertThat(run.err()).isEqualTo("banyan: " + GRAPH + " has no subsystem power, only containment.\n");
        assertThat(directory).isEmptyDirectory();
        Run query = Run.banyan("query", "-L", GRAPH, "-S", "C+PA");
        assertThat(query.status()).isEqualTo(ExitStatus.NO);
        assertThat(query.err()).isEqualTo(run.err());
        assertThat(Run.banyan("query", "-L", GRAPH, "-S", "ALL").status()).isZero();
    }

    @Test
    void saysOneThingOfAnAddressThatIsNotThisMachines() {
        Run run = start("--graph", GRAPH, "--listen", "8.8.8.8:0", "--insecure");
        assertThat(run.status()).isEqualTo(ExitStatus.NO);
        assertThat(run.err()).startsWith("banyan: Cannot listen on 8.8.8.8:0: ").hasLineCount(1);
    }

    @Test
    void refusesToListenInTheClearForOtherMachines() {
        Run run = start("--graph", GRAPH, "--listen", "0.0.0.0:0");
        assertThat(run.status()).isEqualTo(ExitStatus.WRONG_USE);
        assertThat(run.err())
                .contains("0.0.0.0:0 is reachable from other machines")
                .contains("--tls-cert FILE");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void refusesAStateDirectoryThatIsAFile() throws Exception {
        Files.writeString(directory.resolve("state"), "no directory");
        Run run = start("--graph", GRAPH);
        assertThat(run.status()).isEqualTo(ExitStatus.NO);
        assertThat(run.err()).contains("a file has that name");
    }
}
