package io.banyan.rpc.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests what a configuration file may hold, and what is said of one that holds something else. */
class ConfigFileTest {
    private static final Path FILE = Path.of("banyan.yaml");

    private static final Key<String> NAME = Key.of("name", ValueType.text("NAME", word -> word), "banyan", "A name.");
    private static final Key<Integer> CAPACITY =
            Key.of("queue.capacity", ValueType.number(1, 100), 10, "How many wait.");
    private static final Key<Duration> LEASE = Key.of(
            "hierarchy.lease",
            ValueType.duration(Duration.ofMillis(1), Duration.ofDays(1)),
            Duration.ofSeconds(5),
            "How long a child is silent.");
    private static final Key<Long> SIZE =
            Key.of("log.file-size", ValueType.bytes(1 << 10, 1L << 40), 10L << 20, "How long a log is.");
    private static final Key<Boolean> COLOURED = Key.of("log.coloured", ValueType.yesOrNo(), false, "Whether it is.");
    private static final Key<List<String>> TYPES =
            Key.of("graph.types", ValueType.listOf(ValueType.text("TYPE", word -> word)), List.of(), "Which types.");
    private static final Key<Optional<Path>> GRAPH =
            Key.of("graph.file", ValueType.path("FILE").orNothing(), Optional.empty(), "The graph.");
    private static final Keys KEYS = new Keys(List.of(NAME, CAPACITY, LEASE, SIZE, COLOURED, TYPES, GRAPH));

    @TempDir
    private Path directory;

    private static Settings read(String text) throws ConfigException {
        return ConfigFile.parse(KEYS, FILE, text);
    }

    private static List<String> errors(String text) {
        try {
            read(text);
            return List.of();
        } catch (ConfigException e) {
            return e.sentences();
        }
    }

    @Test
    void readsEveryTypeAndKnowsTheLineOfEach() throws ConfigException {
        Settings settings = read("""
                name: cluster1
                queue:
                  capacity: 7
                hierarchy: {lease: 2m}
                log:
                  file-size: 64KiB
                  coloured: true
                graph:
                  types: [node, 'core']
                  file: /a/b c.xml
                """);
        assertThat(settings.get(NAME)).isEqualTo("cluster1");
        assertThat(settings.get(CAPACITY)).isEqualTo(7);
        assertThat(settings.get(LEASE)).isEqualTo(Duration.ofMinutes(2));
        assertThat(settings.get(SIZE)).isEqualTo(65_536);
        assertThat(settings.get(COLOURED)).isTrue();
        assertThat(settings.get(TYPES)).containsExactly("node", "core");
        assertThat(settings.get(GRAPH)).contains(Path.of("/a/b c.xml"));
        assertThat(settings.setting(CAPACITY).origin()).hasToString("banyan.yaml:3");
        assertThat(settings.all()).hasSize(7);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {"\"\"", "# only a comment", "---", "queue:", "{}", "log: {}"})
    void whatSaysNothingLeavesTheDefaults(String text) throws ConfigException {
        assertThat(read(text).differences(Settings.defaults(KEYS))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "queue: {capcity: 5}|1:9: there is no key 'queue.capcity'; maybe 'queue.capacity' is meant",
                "capacity: 5|1:1: there is no key 'capacity'; maybe 'queue.capacity' is meant",
                "queu: {capacity: 5}|1:1: there is no key 'queu'; maybe 'queue' is meant",
                "zzz: 5|1:1: there is no key 'zzz'; 'banyan config show --defaults' lists all keys",
                "queue.capacity: 5|1:1: 'queue.capacity' must be written as 'capacity' in the section 'queue'",
                "queue: {capacity: many}|1:19: queue.capacity: expected a whole number, found the text 'many'",
                "queue: {capacity: '5'}|1:19: queue.capacity: expected a whole number, found the text '5'",
                "queue: {capacity: 0}|1:19: queue.capacity: expected a whole number from 1 to 100, found '0'",
                "queue: {capacity: 99999999999999999999}|1:19: queue.capacity: expected a whole number from 1 to 100, found '99999999999999999999'",
                "queue: {capacity: [5]}|1:19: queue.capacity: expected a whole number, found a list",
                "queue: {capacity: {a: 5}}|1:19: queue.capacity: expected a whole number, found a mapping",
                "queue: {capacity: }|1:18: queue.capacity: expected a whole number, found nothing; omit the key to use its default",
                "queue: 5|1:8: 'queue' is a section and has keys below it, not a value",
                "name: true|1:7: name: expected one NAME, found true, which is text in quotes only",
                "log: {coloured: yes}|1:17: log.coloured: expected true or false, found the text 'yes'",
                "graph: {types: node}|1:16: graph.types: expected a list of TYPE in brackets, found the text 'node'",
                "hierarchy: {lease: 5}|1:20: hierarchy.lease: expected a time from 1ms to 1d with its unit (ms, s, m, h or d), found '5'",
                "hierarchy: {lease: 2d}|1:20: hierarchy.lease: expected a time from 1ms to 1d with its unit (ms, s, m, h or d), found '2d'",
                "log: {file-size: 1023B}|1:18: log.file-size: expected a size from 1KiB to 1TiB with its unit (B, KiB, MiB, GiB or TiB), found '1023B'",
                "[a]|1:1: expected keys with their values, such as 'name: banyan'",
                "{[a]: b}|1:2: a key must be a word, found a list or mapping",
                "name: &a b|1:7: anchors ('&name') are not supported in a configuration",
                "name: *a|1:7: aliases ('*name') are not supported in a configuration",
                "name: !!str b|1:7: tags ('!name') are not supported in a configuration",
                "zzz: {a: &b c}|1:10: anchors ('&name') are not supported in a configuration",
                "name: [|1:8: not YAML: expected the node content, but found '<stream end>'",
            })
    void saysInOneSentenceWithLineAndColumnWhatIsWrong(String text, String sentence) {
        assertThat(errors(text)).last().isEqualTo("banyan.yaml:" + sentence);
    }

    @Test
    void aKeyThatIsGivenTwiceIsAnErrorThatNamesTheFirst() {
        assertThat(errors("queue:\n  capacity: 1\nqueue:\n  capacity: 2\n"))
                .containsExactly("banyan.yaml:3:1: 'queue' occurs twice, first in line 1");
        assertThat(errors("name: a\nname: b\n"))
                .containsExactly("banyan.yaml:2:1: 'name' occurs twice, first in line 1");
    }

    @Test
    void severalErrorsAreSaidAtOnceAndASecondDocumentIsOne() {
        assertThat(errors("nam: a\nqueue: {capacity: x}\n---\nname: b\n"))
                .containsExactly(
                        "banyan.yaml:1:1: there is no key 'nam'; maybe 'name' is meant",
                        "banyan.yaml:2:19: queue.capacity: expected a whole number, found the text 'x'",
                        "banyan.yaml:3:1: a second document begins here, expected one");
    }

    @Test
    void whatIsDeepManifoldOrLongIsRefusedAfterLittleWork() throws Exception {
        assertThat(errors("{a: ".repeat(5_000)).getLast()).contains("nested more than 8 levels deep");
        assertThat(errors("[".repeat(5_000)).getLast()).contains("expected keys");
        String unknown =
                IntStream.range(0, 1_000).mapToObj(i -> "k" + i + ": 1\n").collect(Collectors.joining());
        assertThat(errors(unknown)).hasSize(21).last().asString().contains("more than 20 errors");
        assertThat(errors("graph: {types: [" + "a,".repeat(1_001) + "]}").getLast())
                .contains("up to 1000 words");
        Path large = Files.writeString(directory.resolve("large"), "#".repeat(ConfigFile.MAX_BYTES + 1));
        assertThatThrownBy(() -> ConfigFile.read(KEYS, large))
                .hasMessageEndingWith("is longer than 1 MiB, the limit of a configuration.");
        Path binary = Files.write(directory.resolve("binary"), new byte[] {(byte) 0xc3, (byte) 0x28});
        assertThatThrownBy(() -> ConfigFile.read(KEYS, binary)).hasMessageEndingWith("is not text in UTF-8.");
        assertThatThrownBy(() -> ConfigFile.read(KEYS, directory.resolve("none")))
                .hasMessageStartingWith("No such file or directory: cannot read the configuration ");
    }

    @Test
    void theDocumentOfTheDefaultsReadsBackToThem() throws ConfigException {
        String text = ConfigDocument.defaults(KEYS);
        Settings read = read(text);
        assertThat(read.differences(Settings.defaults(KEYS))).isEmpty();
        assertThat(read.all())
                .filteredOn(setting -> setting.origin() instanceof ValueSource.File)
                .hasSize(6);
        assertThat(text)
                .contains("\n  # The graph.\n  # file: FILE\n")
                .contains("\n  lease: 5s\n")
                .contains("10MiB");
    }

    @Test
    void anOptionGoesBeforeTheFileAndTheFileBeforeTheDefault() throws ConfigException {
        Settings settings =
                read("name: a\nqueue: {capacity: 2}").with(NAME, List.of("b"), new ValueSource.Option("--name"));
        assertThat(settings.get(NAME)).isEqualTo("b");
        assertThat(settings.get(CAPACITY)).isEqualTo(2);
        assertThat(settings.all().stream().map(setting -> setting.origin().toString()))
                .startsWith("--name", "banyan.yaml:2", "default");
    }

    @Test
    void aPipeIsNotWaitedFor() throws Exception {
        Path pipe = Files.createTempDirectory("banyan-pipe").resolve("pipe.yaml");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        assertThatThrownBy(() -> ConfigFile.read(KEYS, pipe)).hasMessageContaining("is not a readable");
        Files.delete(pipe);
        Files.delete(pipe.getParent());
    }

    @Test
    void whatIsNotYamlIsSaidOnce() {
        assertThat(errors("hierarchy: {lease: ALL:}"))
                .singleElement()
                .asString()
                .contains("not YAML");
    }

    @Test
    void anEmptyPathAndDigitsOfOtherScriptsAreNone() {
        assertThatThrownBy(() -> ValueType.path("DIR").reading().apply(List.of("")))
                .hasMessage("expected a directory, found ''");
        assertThatThrownBy(() -> ValueType.number(1, 9).reading().apply(List.of("\u0661")))
                .hasMessageStartingWith("expected a whole number");
    }
}
