package io.banyan.cli.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.Run;
import io.banyan.cli.client.WithDaemon;
import io.banyan.cli.output.ExitStatus;
import io.banyan.rpc.daemon.SecurityConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many jobs that one command submits, and their commands run. */
@Timeout(300)
class BulkCommandsTest extends WithDaemon {
    private static final int MANY = 2_000;

    BulkCommandsTest() {
        super(config -> config.secured(SecurityConfig.DEFAULT.withJobsAsRoot(true)));
    }

    private Path file(String text) throws IOException {
        return Files.writeString(directory().resolve("jobs.txt"), text);
    }

    private Run reading(String text, String... words) {
        return Run.banyanReading(text, site().words("submit", words));
    }

    private void assertNothingIsSubmitted() {
        assertThat(banyan("jobs", "-a").out()).isEqualTo("No jobs.\n");
    }

    @Test
    void eachLineRunsOnce() throws IOException {
        Path ran = directory().resolve("ran");
        String lines = IntStream.rangeClosed(1, MANY)
                .mapToObj(i -> "echo " + i + " >> " + ran + "\n")
                .collect(Collectors.joining());
        Run run = banyan(
                "submit", "--each-line", file("# all of them\n\n" + lines).toString(), "--wait", "-t", "1h");
        assertThat(run.out()).as(run.err()).isEqualTo("jobs 1-" + MANY + "\n");
        assertThat(run.status()).isEqualTo(ExitStatus.DONE);
        assertThat(Files.readAllLines(ran).stream().mapToInt(Integer::parseInt).sorted())
                .containsExactly(IntStream.rangeClosed(1, MANY).boxed().toArray(Integer[]::new));
    }

    @Test
    void aJsonObjectDescribesAJob() throws IOException {
        String jobspec =
                "{\"version\": 1, \"resources\": [{\"type\": \"slot\", \"label\": \"s\", \"count\": 1, \"with\":"
                        + " [{\"type\": \"core\", \"count\": 1}]}], \"tasks\": [{\"command\": [\"echo\", \"third\"], \"slot\": \"s\","
                        + " \"count\": {\"per_slot\": 1}}], \"attributes\": {\"system\": {}}}";
        Run run = reading(
                "{\"command\": \"echo $WHO $BANYAN_JOB_NAME\", \"name\": \"first\", \"env\": {\"WHO\": \"me\"}}\n"
                        + "{\"command\": [\"echo\", \"$WHO\"], \"tasks\": 2, \"label-io\": true}\n{\"jobspec\": "
                        + jobspec
                        + "}\n",
                "--from-json",
                "-",
                "--name",
                "usual",
                "--wait",
                "--format",
                "json");
        assertThat(run.out()).contains("\"jobs\" : \"1-3\"", "\"count\" : 3");
        assertThat(banyan("logs", "1").out()).isEqualTo("me first\n");
        assertThat(banyan("logs", "2").out().lines()).containsExactlyInAnyOrder("0: $WHO", "1: $WHO");
        assertThat(banyan("logs", "3").out()).isEqualTo("third\n");
        assertThat(banyan("info", "3").out()).contains("usual");
    }

    @Test
    void theStatusIsTheGreatestOfAllJobs() {
        assertThat(reading("true\nexit 4\nexit 3\n", "--each-line", "-", "--wait")
                        .status())
                .isEqualTo(4);
    }

    @Test
    void progressIsToldUntilAllHaveEndedAndAllOnesOwnAreWaitedFor() {
        reading("true\ntrue\nfalse\n", "--each-line", "-", "--group", "sweep", "--parsable");
        banyan("submit", "--hold", "--name", "other", "--", "true");
        Run run = banyan("progress", "--group", "sweep");
        assertThat(run.out()).contains("100 % 2 completed, 1 failed, 0 running, 0 waiting");
        assertThat(run.status()).isEqualTo(ExitStatus.NO);
        assertThat(banyan("progress", "1-2").status()).isEqualTo(ExitStatus.DONE);
        assertThat(banyan("progress", "--once").out()).contains("75 % 2 completed, 1 failed, 0 running, 1 waiting");
        assertThat(banyan("progress", "--once", "-o", "json").out())
                .contains("\"total\":4", "\"waiting\":1", "\"completed\":2", "\"failed\":1");
        assertThat(banyan("wait", "--all", "3").err()).contains("--all cannot be used with JOB");
        banyan("release", "4");
        assertThat(banyan("wait", "--all").status()).isEqualTo(ExitStatus.DONE);
        assertThat(banyan("wait", "--all").err()).isEqualTo("banyan: There is no active job.\n");
        Run none = banyan("progress", "--group", "nobody");
        assertThat(none.out()).contains("0 completed");
        assertThat(none.err()).isEqualTo("banyan: No job matches --name nobody.\n");
        assertThat(none.status()).isEqualTo(ExitStatus.NO);
        assertThat(banyan("progress", "99999").status()).isEqualTo(ExitStatus.NO);
    }

    @Test
    void theIdsOfAnArrayAreAcceptedByOtherCommands() {
        String array = banyan("submit", "--parsable", "--hold", "-a", "0-3", "-n", "1", "--", "true")
                .out()
                .strip();
        assertThat(array).isEqualTo("1-4");
        String next = banyan("submit", "--parsable", "--after", "afterany:" + array, "-n", "1", "--", "true")
                .out()
                .strip();
        assertThat(next).isEqualTo("5");
        assertThat(banyan("progress", "--once", array, "-o", "json").out()).contains("\"total\":4");
        assertThat(banyan("cancel", array).status()).isEqualTo(ExitStatus.DONE);
        assertThat(banyan("wait", array).out()).hasLineCount(4);
        assertThat(banyan("wait", next).status()).isEqualTo(ExitStatus.DONE);
    }

    @Test
    void ofALineThatIsWrongTheNumberIsTold() {
        for (String[] wrong : new String[][] {
            {"{\"command\": \"true\"}\n{\"command\": \"true\", \"bogus\": 1}\n", "input:2", "--bogus"},
            {"{\"command\": \"true\"\n", "input:1", "invalid JSON"},
            {"{\"command\": \"true\"} {\"command\": \"true\"}\n", "input:1", "one JSON object on each line, found more"
            },
            {"{\"command\": \"true\", \"wait\": true}\n", "input:1", "'wait' is an option of the whole command"},
            {"[1]\n", "input:1", "expected a JSON object on each line"},
            {"{\"name\": \"a\"}\n", "input:1", "either a 'command' or a 'jobspec', found neither"},
            {"{\"command\": \"true\", \"jobspec\": {}}\n", "input:1", "a 'jobspec', found both"},
            {"{\"command\": []}\n", "input:1", "'command' is empty"},
            {"{\"command\": \" \"}\n", "input:1", "'command' is empty"},
            {"{\"command\": 1}\n", "input:1", "a string or a list of strings"},
            {"{\"command\": \"true\", \"time\": {}}\n", "input:1", "'time'"},
            {"{\"command\": \"true\", \"array\": \"0-3\"}\n", "input:1", "--array cannot be used with"},
            {"{\"command\": \"true\", \"tasks\": 1.5}\n", "input:1", "--tasks must be a whole number, found '1.5'"},
            {"{\"command\": \"true\", \"tasks\": [1, 2]}\n", "input:1", "should be specified only once"},
            {"{\"command\": \"true\", \"name\": \"a\\nb\"}\n", "input:1", "A job's name must be"},
            {"{\"command\": \"true\", \"dry-run\": true}\n", "input:1", "'dry-run' is an option of the whole command"},
            {"{\"command\": \"true\", \"env\": {\"A=B\": 1}}\n", "input:1", "must not contain '=', found 'A=B'"},
            {"{\"jobspec\": {\"version\": 1}}\n", "input:1", "a jobspec does not contain 'resources'"},
            {"{\"command\": \"true\"}\n\n{\"command\": \"true\", \"tasks\": 1000}\n", "input:3", "core: 1000 needed"}
        }) {
            Run run = reading(wrong[0], "--from-json", "-");
            assertThat(run.status()).as(wrong[0]).isNotEqualTo(ExitStatus.DONE);
            assertThat(run.err()).as(wrong[0]).contains(Arrays.copyOfRange(wrong, 1, 3));
        }
        assertNothingIsSubmitted();
    }

    @Test
    void neitherAByteOrderMarkNorAnIndentedCommentIsPartOfAJob() {
        Run run = reading("\uFEFFecho first\r\n  # a comment\necho second", "--each-line", "-", "--wait");
        assertThat(run.out()).as(run.err()).isEqualTo("jobs 1-2\n");
        assertThat(banyan("logs", "1").out()).isEqualTo("first\n");
    }

    @Test
    void whatHasNoEndOrIsNoTextIsRefused() {
        assertThat(reading("true\n".repeat(100_001), "--each-line", "-").err()).contains("more than 100000 jobs");
        assertThat(reading("# nothing\n\n", "--each-line", "-").err()).contains("contains no jobs");
        assertThat(reading("echo " + "x".repeat(140_000), "--each-line", "-").err())
                .contains("input:1", "at most 131071 bytes");
        assertThat(reading("true", "--each-line", "-", "--", "false").err()).contains("cannot be used with a script");
        assertThat(banyan("submit", "--each-line", "none", "--from-json", "none")
                        .err())
                .contains("--each-line cannot be used with --from-json");
        assertNothingIsSubmitted();
    }
}
