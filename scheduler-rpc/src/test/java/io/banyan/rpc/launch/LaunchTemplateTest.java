package io.banyan.rpc.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LaunchTemplateTest {
    private static final LaunchTemplate.Child CHILD =
            new LaunchTemplate.Child(List.of("node3", "node4.site"), "7", "alice");

    /** Words with all in them that a shell could see something in. */
    private static final List<String> START =
            List.of("/opt/a b/banyan", "start", "--name=x'; touch /tmp/$HOME `id` \"\\", "", "*", "{host}", "-n\nm");

    @Test
    void theWordsOfTheStartTakeThePlaceOfTheirName() {
        assertThat(LaunchTemplate.parse("srun --nodelist={hosts} -N1 {start}").words(CHILD, List.of("banyan", "a b")))
                .containsExactly("srun", "--nodelist=node3,node4.site", "-N1", "banyan", "a b");
        assertThat(LaunchTemplate.parse("ssh -l {user} '{host}' \"cd /; exec {shell-start}\"")
                        .words(CHILD, List.of("banyan", "a b")))
                .containsExactly("ssh", "-l", "alice", "node3", "cd /; exec 'banyan' 'a b'");
    }

    @Test
    void aShellMakesTheSameWordsOfTheQuotedStart() throws Exception {
        List<String> words = LaunchTemplate.parse("/bin/sh -c {shell-start}").words(CHILD, printing());
        Process shell = new ProcessBuilder(words).start();
        String out = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(shell.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(List.of(out.split("\0", -1)).subList(0, START.size())).isEqualTo(START);
    }

    private static List<String> printing() {
        List<String> words = new java.util.ArrayList<>(List.of("printf", "%s\\0"));
        words.addAll(START);
        return words;
    }

    @ParameterizedTest
    @ValueSource(strings = {"-oProxyCommand=x", "a b", "a;b", "$(id)", "", "a\nb", "../x"})
    void aHostThatCouldBeSomethingElseIsRefused(String host) {
        var child = new LaunchTemplate.Child(List.of(host), "7", "alice");
        assertThatThrownBy(
                        () -> LaunchTemplate.parse("ssh {host} {shell-start}").words(child, START))
                .hasMessageContaining("is not accepted as the name of a host");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "ssh {host}",
                "{start}",
                "ssh {hots} {start}",
                "ssh {start} {start}",
                "ssh x{start}",
                "ssh '{start}"
            })
    void refusesWhatIsNoLaunchCommand(String text) {
        assertThatThrownBy(() -> LaunchTemplate.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void isReadAsItIsWritten() {
        LaunchTemplate template = LaunchTemplate.parse("ssh -o \"Batch Mode\" {host} \"it's {shell-start}\"");
        assertThat(LaunchTemplate.parse(template.toString())).isEqualTo(template);
    }
}
