package io.banyan.cli.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.Run;
import io.banyan.cli.client.WithDaemon;
import io.banyan.cli.output.ExitStatus;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The activity in an instance, at one look. */
@Timeout(120)
class TopCommandTest extends WithDaemon {
    @BeforeEach
    void give() {
        banyan("drain", "node0", "--reason", "its disk");
        banyan("submit", "-N", "6", "-t", "1h", "--name", "big", "--", "work");
        banyan("submit", "-N", "7", "-t", "2h", "--", "work");
        banyan("submit", "-n", "1", "-t", "1h", "--hold", "--", "work");
    }

    @Test
    void whatRunsAndWhatWaitsAndWhyIsThere() {
        Run top = banyan("top");
        List<String> lines = top.out().lines().toList();
        assertThat(lines.get(0))
                .startsWith("site /  20")
                .contains("nodes 7/8 up", "jobs 1 running, 2 waiting", "0.0 ended/s");
        assertThat(top.out()).contains("  1  big   owner  running      6     48");
        assertThat(top.out()).contains("to start by 20").contains("held; 'banyan release' makes it eligible to start");
        assertThat(top.out()).doesNotContain("\u001b");
    }

    @Test
    void ofManyTheFirstAreShown() {
        for (int i = 0; i < 3; i++) {
            banyan("submit", "-n", "1", "-t", "1h", "--hold", "--", "work");
        }
        assertThat(banyan("top", "--jobs", "1").out()).endsWith("and 4 more that wait\n");
    }

    @Test
    void programsGetItOnALineAsOftenAsTheyWant() {
        assertThat(banyan("top", "-o", "json").out())
                .contains("\"nodesUp\" : 7", "\"jobsWaiting\" : 2", "\"cores\" : 48");
        assertThat(banyan("top", "-o", "json", "--updates", "2", "--interval", "1")
                        .out()
                        .lines())
                .hasSize(2)
                .allSatisfy(line -> assertThat(line).startsWith("{\"instance\":\"/\""));
    }

    @Test
    void whatMakesNoSenseIsWrongUse() {
        for (String words : List.of("--interval 0", "--jobs 0", "--once --updates 2", "--updates -1", "--jobs x")) {
            assertThat(banyan("top", words.split(" ")).status()).as(words).isEqualTo(ExitStatus.WRONG_USE);
        }
    }

    @Test
    void jobsOfOthersAreCountedWhereNoneIsShown() {
        var none = new TopView("/", "site", 0, null, null, 0, null, null, 0, 0, 0, List.of(), List.of());
        assertThat(none.text(80)).endsWith("\n\nNo running jobs.\n");
        var others = new TopView("/", "site", 0, null, null, 0, null, null, 1, 2, 0, List.of(), List.of());
        assertThat(others.text(80)).endsWith("\n\n1 job of others runs\n2 jobs of others wait\n");
    }

    @ParameterizedTest
    @CsvSource({"-5, 0s", "59, 59s", "61, 1m 01s", "3600, 1h 00m", "90061, 1d 01h"})
    void spansAreShort(long sec, String text) {
        assertThat(TopView.span(sec)).isEqualTo(text);
    }
}
