package io.banyan.cli.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.banyan.cli.Run;
import io.banyan.cli.client.WithDaemon;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Plans on the machine of a daemon, around the jobs of its schedule. */
@Timeout(120)
class DaemonPlanTest extends WithDaemon {
    private static final Pattern START_SEC = Pattern.compile("\"startSec\" : (\\d+)");

    private String workflow() throws IOException {
        Path file = directory().resolve("two.yaml");
        Files.writeString(file, "{kind: workflow, name: two, steps: {a: {time: 10m}, b: {time: 10m, after: a}}}");
        return file.toString();
    }

    private Run plan(String... options) throws IOException {
        String[] words = new String[options.length + 3];
        words[0] = workflow();
        words[1] = "--solver";
        words[2] = "heuristic";
        System.arraycopy(options, 0, words, 3, options.length);
        return banyan("workflow plan", words);
    }

    private static long startSec(Run run) {
        Matcher found = START_SEC.matcher(run.out());
        assertThat(found.find()).as(run.out() + run.err()).isTrue();
        return Long.parseLong(found.group(1));
    }

    @Test
    void aPlanKeepsClearOfRunningJobs() throws IOException {
        assertThat(banyan("submit", "-N", "8", "-t", "1h", "--exclusive", "--", "work")
                        .out())
                .contains("running");
        long now = System.currentTimeMillis() / 1_000;
        assertThat(startSec(plan("-o", "json"))).isBetween(now + 3_500, now + 4_300);
        banyan("cancel", "1");
        assertThat(startSec(plan("-o", "json"))).isBetween(now - 60, now + 600);
    }

    @Test
    void resourcesOfEndlessJobsAreLeftOut() throws IOException {
        banyan("match allocate", "-N", "7", "--exclusive");
        Run run = plan();
        assertThat(run.status()).as(run.err()).isZero();
        assertThat(Arrays.stream(run.out().split("\n")).skip(3)).allMatch(line -> line.contains("node"));
        banyan("match allocate", "-N", "1", "--exclusive");
        assertThat(plan().err()).contains("No node can be planned");
    }

    @Test
    void aPlanUsesTheFreePartOfANode() throws IOException {
        assertThat(banyan("submit", "-N", "7", "-t", "1h", "--exclusive", "--", "work")
                        .out())
                .contains("running");
        assertThat(banyan("submit", "-n", "1", "-t", "1h", "--", "work").out()).contains("running");
        long now = System.currentTimeMillis() / 1_000;
        assertThat(startSec(plan("-o", "json"))).isBetween(now - 60, now + 60);
    }

    @Test
    void aUserKnowsTheBusyTimesOfOthers() throws IOException {
        banyan("submit", "-N", "8", "-t", "1h", "--exclusive", "--", "work");
        Path token = directory().resolve("alice");
        assertThat(banyan("token add", "alice", "--role", "user", "--to", token.toString())
                        .status())
                .isZero();
        await().atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(
                                banyan("jobs", "--token-file", token.toString()).err())
                        .isEmpty());
        long now = System.currentTimeMillis() / 1_000;
        assertThat(startSec(plan("--token-file", token.toString(), "-o", "json")))
                .isBetween(now + 3_500, now + 4_300);
    }
}
