package io.banyan.cli.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.Run;
import io.banyan.cli.client.WithDaemon;
import io.banyan.cli.output.ExitStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The commands that people give for jobs that wait, each over gRPC to a daemon of this process that runs nothing. */
@Timeout(120)
class QueueCommandsTest extends WithDaemon {
    private static final String[] ALL_NODES = {"-N", "8", "-t", "1h", "--", "work"};

    /** A job that ends soon, and whose time is not over then, however busy the machine is. */
    private Path brief() throws IOException {
        return Files.writeString(directory().resolve("brief.yaml"), """
                version: 1
                resources: [{type: slot, count: 1, label: task, with: [{type: core, count: 1}]}]
                tasks: [{command: [work], slot: task, count: {per_slot: 1}}]
                attributes: {system: {duration: 3600, exec: {test: {run_duration: 10ms}}}}
                """);
    }

    @Test
    void whatHasNoRoomWaitsAndStartsWhenItHas() {
        assertThat(banyan("submit", ALL_NODES).out()).isEqualTo("job 1: running\n");
        assertThat(banyan("submit", ALL_NODES).out()).startsWith("job 2: reserved, to start by 20");
        assertThat(banyan("update", "-t", "2h", "2").out()).matches("job 2: reserved, to start by 20.*, until 20.*\n");
        assertThat(banyan("submit", ALL_NODES).out()).isEqualTo("job 3: pending\n");
        assertThat(banyan("update", "-t", "2h", "3").out()).isEqualTo("job 3: pending, to run for 2h\n");
        assertThat(banyan("jobs").out())
                .contains("running")
                .contains("reserved")
                .contains("node: 8 needed, 0 of 8 free")
                .contains("pending");
        assertThat(banyan("info", "2").out()).contains("node: 8 needed, 0 of 8 free");
        assertThat(banyan("cancel", "1", "2").status()).isEqualTo(ExitStatus.DONE);
        assertThat(banyan("info", "3").out()).startsWith("job 3: running");
    }

    @Test
    void theFormerNamesOfUrgencyAndUpdateStillWork() {
        banyan("submit", ALL_NODES);
        banyan("submit", ALL_NODES);
        assertThat(banyan("urge", "--urgency", "20", "2").out()).isEqualTo("job 2 urgency 20: reserved\n");
        assertThat(banyan("limit", "-t", "2h", "1").out()).startsWith("job 1: running, until 20");
    }

    /** A node of this cluster has two sockets of four cores. */
    @Test
    void aTaskCanHaveMoreCoresThanASocket() {
        assertThat(banyan("submit", "-n", "1", "-c", "8", "--", "work").out()).isEqualTo("job 1: running\n");
        assertThat(banyan("submit", "-n", "3", "-c", "6", "--", "work").out()).isEqualTo("job 2: running\n");
        assertThat(banyan("submit", "-n", "6", "-c", "3", "--", "work").out()).isEqualTo("job 3: running\n");
        assertThat(banyan("submit", "-n", "1", "-c", "9", "--", "work").status())
                .isNotEqualTo(ExitStatus.DONE);
    }

    @Test
    void ofAnArrayAtMostSoManyJobsRunAtATime() {
        assertThat(banyan("submit", "--array", "0-4%2", "-t", "1h", "--", "work")
                        .out())
                .isEqualTo("jobs 1-5\n");
        assertThat(banyan("jobs", "--status", "running", "-o", "json").out())
                .contains("\"id\" : 1,", "\"id\" : 2,")
                .doesNotContain("\"id\" : 3,");
        assertThat(banyan("info", "3").out())
                .contains("2 jobs of array 1 run or have a reservation, and the array has at most 2 at once");
        assertThat(banyan("submit", "--array", "0-4%0", "--", "work").err()).contains("a number of at least 1");
        assertThat(banyan("submit", "--array", "0-4%x", "--", "work").status()).isNotEqualTo(ExitStatus.DONE);
    }

    @Test
    void aJobThatWaitsIsExplained() {
        banyan("submit", ALL_NODES);
        banyan("submit", ALL_NODES);
        banyan("submit", ALL_NODES);
        Run reserved = banyan("explain", "2");
        assertThat(reserved.out())
                .matches(
                        "(?s)Job 2 waits: to start by 20[^;]*; node: 8 needed, 0 of 8 free\n.*in use until .*job 1.*Earliest start: in .*");
        assertThat(banyan("explain", "3").out())
                .startsWith("Job 3 waits: node: 8 needed, 0 of 8 free; expected to start 20")
                .contains("Earliest start: in ");
        assertThat(banyan("explain", "3", "-o", "json").out()).contains("\"startSec\"", "\"levels\"");
        assertThat(banyan("explain", "1").err()).contains("Job 1 is not waiting: it is");
        assertThat(banyan("explain", "7").err()).contains("There is no job 7 here");
    }

    @Test
    void aWholeNodeIsListedWithAllThatItHas() {
        banyan("submit", "-N", "1", "-t", "1h", "--", "work");
        String held = "{\"core\": \"0-7\"";
        assertThat(banyan("info", "1", "-F", "rlite").out()).contains(held);
        assertThat(banyan("info", "1", "-F", "rv1_nosched").out()).contains(held);
    }

    @Test
    void whatAJobspecSaysWronglyIsNoWrongUse() throws Exception {
        String jobspec = """
                {"version": 1, "resources": [{"type": "slot", "label": "s", "count": 1, "with": [{"type": "core", "count": 1}]}],
                 "tasks": [{"command": ["true"], "slot": "s", "count": {"per_slot": 1}}], "attributes": {"system": {%s}}}""";
        for (String system : List.of(
                "\"duration\": -1",
                "\"queue\": \"none\"",
                "\"bank\": \"\\u200B\"",
                "\"dependencies\": [{\"scheme\": \"foo\", \"value\": \"1\"}]",
                "\"shell\": {\"options\": {\"bogus\": 1}}")) {
            Path file = Files.writeString(directory().resolve("job.json"), jobspec.replace("%s", system));
            Run run = banyan("submit", file.toString());
            assertThat(run.status()).as(system + run.err()).isEqualTo(ExitStatus.NO);
        }
    }

    @Test
    void aCommandWithoutItsTasksIsToldOfThem() {
        Run run = banyan("submit", "nothing");
        assertThat(run.err()).startsWith("banyan: nothing: no such file.\nMaybe -n or -N is missing");
        assertThat(run.status()).isEqualTo(ExitStatus.NO);
    }

    @Test
    void aCommandBehindTheSeparatorHasOneTaskWithoutOptions() {
        assertThat(banyan("submit", "--", "nothing").out()).isEqualTo("job 1: running\n");
    }

    /** Else half a second would be no limit at all, and no command one that ends at once. */
    @Test
    void whatMakesNoSenseIsRefusedInOneSentence() {
        assertRefused("--time: expected a whole number of seconds, found '500ms'", "-n", "1", "-t", "500ms", "work");
        assertRefused("--tasks must be 1 or more, found 0", "-n", "0", "work");
        assertRefused("--nodes must be 1 or more, found -3", "--hold", "-N", "-3", "work");
        assertRefused("--cores-per-task must be 1 or more, found 0", "-n", "1", "-c", "0", "work");
        assertRefused("COMMAND is empty", "-n", "1", "");
        assertRefused("--array requires indices, such as 0-99", "-n", "1", "--array", "", "work");
        assertRefused("--env must be NAME=VALUE or NAME, with a name of letters", "-n", "1", "--env", "=x", "work");
        assertRefused("--rescale-command is empty", "--malleable", "1-2", "--rescale-command", "", "work");
        assertRefused(
                "--hold cannot be used with --urgency: 'banyan urgency' sets the urgency of a held job and releases it",
                "-n",
                "1",
                "--hold",
                "--urgency",
                "20",
                "work");
        assertRefused("--begin: 'soon' is not a future time", "-n", "1", "--begin", "soon", "work");
        assertRefused("--deadline: 'soon' is not a future time", "-n", "1", "--deadline", "soon", "work");
        banyan("submit", "-n", "1", "-t", "1h", "work");
        assertThat(banyan("update", "-t", "500ms", "1").err()).contains("whole number of seconds");
        assertThat(banyan("schedule", "--from", "2h", "--to", "1h").err()).contains("--to must be later than --from");
    }

    private void assertRefused(String sentence, String... words) {
        Run run = banyan("submit", words);
        assertThat(run.status()).isEqualTo(ExitStatus.WRONG_USE);
        assertThat(run.err()).containsIgnoringCase(sentence);
        assertThat(banyan("jobs").out()).isEqualTo("No jobs.\n");
    }

    @Test
    void whatIsHeldWaitsUntilItIsReleased() {
        assertThat(banyan("submit", "--hold", "-n", "1", "-t", "1h", "--", "work")
                        .out())
                .isEqualTo("job 1: pending, held\n");
        assertThat(banyan("release", "1").out()).isEqualTo("job 1 released: running\n");
        Run late = banyan("hold", "1");
        assertThat(late.status()).isEqualTo(ExitStatus.NO);
        assertThat(late.err()).isEqualTo("banyan: Job 1 is not waiting: it is running.\n");
    }

    @Test
    void theMoreUrgentComesFirst() {
        banyan("submit", ALL_NODES);
        banyan("submit", "--hold", "-N", "8", "-t", "1h", "--", "work");
        banyan("submit", "--hold", "-N", "8", "-t", "1h", "--", "work");
        banyan("release", "2");
        assertThat(banyan("urgency", "--urgency", "20", "3").out()).isEqualTo("job 3 urgency 20: reserved\n");
        banyan("cancel", "1");
        assertThat(banyan("info", "3").out()).startsWith("job 3: running");
        assertThat(banyan("info", "2").out()).startsWith("job 2: reserved");
    }

    @Test
    void waitsForTheEndAndSaysHowItWas() throws IOException {
        banyan("submit", brief().toString());
        assertThat(banyan("wait", "1").out()).isEqualTo("job 1: completed\n");
        banyan("submit", "-n", "1", "-t", "1h", "--", "work");
        banyan("cancel", "2");
        Run cancelled = banyan("wait", "2", "1");
        assertThat(cancelled.status()).isEqualTo(ExitStatus.NO);
        assertThat(cancelled.out()).isEqualTo("job 2: cancelled\njob 1: completed\n");
        assertThat(cancelled.err()).isEqualTo("banyan: Job 2 is cancelled.\n");
    }

    @Test
    void oneOfSeveralJobsIsEnoughWhereThatIsSaid() {
        banyan("submit", ALL_NODES);
        banyan("submit", ALL_NODES);
        banyan("submit", "-n", "1", "--dependency", "afterany:1-2?any=true", "--", "work");
        assertThat(banyan("info", "3").out()).startsWith("job 3: pending\nafterany any of 1-2");
        banyan("cancel", "2");
        assertThat(banyan("info", "3").out()).startsWith("job 3: reserved").doesNotContain("afterany");
    }

    @Test
    void whyJobsWaitIsSaid() {
        banyan("submit", ALL_NODES);
        banyan("submit", ALL_NODES);
        banyan("submit", "-n", "1", "--after", "afterany:1-2", "--", "work");
        banyan("submit", "-n", "1", "--begin", "2099-01-01", "--", "work");
        banyan("submit", "-n", "1", "--hold", "--", "work");
        banyan("submit", ALL_NODES);
        assertThat(banyan("info", "3").out()).startsWith("job 3: pending\nafterany 1-2");
        assertThat(banyan("info", "4").out()).startsWith("job 4: pending\nnot before 2099-01-01 00:00:00");
        assertThat(banyan("jobs").out())
                .contains("held; 'banyan release' makes it eligible to start")
                .containsPattern("to start by 20.*; node: 8 needed, 0 of 8 free");
        assertThat(banyan("jobs", "-o", "json").out()).contains("\"detail\" : \"afterany 1-2");
    }

    @Test
    void whoHasResourcesWhenIsShownAlsoOfThoseThatWaitWithoutAPlan() {
        banyan("submit", ALL_NODES);
        banyan("submit", ALL_NODES);
        banyan("submit", ALL_NODES);
        assertThat(banyan("info", "3").out()).contains("; expected to start 20");
        assertThat(banyan("schedule").out())
                .containsPattern("1  owner  held ")
                .containsPattern("2  owner  reserved ")
                .containsPattern("3  owner  expected ");
        assertThat(banyan("schedule", "--to", "2099-01-01", "-o", "json").out()).contains("\"kind\" : \"expected\"");
        assertThat(banyan("schedule", "--from", "2099-01-01").out()).isEqualTo("No jobs.\n");
    }

    @Test
    void anArrayIsSubmittedAtOnceAndWaitedForAsOne() throws IOException {
        Path brief = brief();
        assertThat(banyan("submit", "--hold", "--array", "0-3", brief.toString())
                        .out())
                .isEqualTo("jobs 1-4\n");
        assertThat(banyan("submit", "--after", "afterok:1-4", brief.toString()).out())
                .isEqualTo("job 5: pending\n");
        assertThat(banyan("release", "1", "2", "3", "4").status()).isEqualTo(ExitStatus.DONE);
        assertThat(banyan("wait", "5").out()).isEqualTo("job 5: completed\n");
        assertThat(banyan("wait", "1", "2", "3", "4").status()).isEqualTo(ExitStatus.DONE);
    }

    @Test
    void aJobThatRunsGetsAnotherTimeOrWaitsAgain() {
        banyan("submit", "-n", "1", "-t", "1h", "--", "work");
        assertThat(banyan("update", "-t", "2h", "1").out()).startsWith("job 1: running, until 20");
        assertThat(banyan("requeue", "1").out()).startsWith("job 1 requeued: ");
        assertThat(banyan("info", "1").out()).startsWith("job 1: running");
        assertThat(banyan("update", "-t", "3s", "1").status()).isEqualTo(ExitStatus.DONE);
        assertThat(banyan("wait", "1").out()).isEqualTo("job 1: expired: it reached its time limit\n");
        assertThat(banyan("requeue", "1").err()).isEqualTo("banyan: Job 1 is not running: it is expired.\n");
    }

    @Test
    void aRunEndsAsItsJob() throws IOException {
        assertThat(banyan("run", brief().toString()).status()).isEqualTo(ExitStatus.DONE);
        banyan("submit", "-n", "1", "-t", "1h", "--", "work");
        banyan("cancel", "2");
        Run run = banyan("run", "-n", "1", "--after", "afterok:2", "--", "work");
        assertThat(run.status()).isEqualTo(ExitStatus.NO);
        assertThat(run.err()).contains("afterok on job 2");
    }

    @Test
    void whatCanNeverStartIsNotTaken() {
        Run never = banyan("submit", "-N", "1000", "--", "work");
        assertThat(never.status()).isEqualTo(ExitStatus.NO);
        assertThat(never.err()).contains("1000 needed");
        assertThat(banyan("jobs", "-a").out()).isEqualTo("No jobs.\n");
    }

    @Test
    void wrongWordsAreSaidInOneSentence() throws IOException {
        says("a command requires -n, -N or --malleable", "submit", "no-such-program", "hello");
        says("--urgency must be at least 1; use --hold to hold the job", "submit", "--urgency", "0", "-n", "1", "work");
        says("an urgency must be a number from 0 to 31", "submit", "--urgency", "32", "-n", "1", "work");
        says("--tasks must be 1 or more, found 0", "submit", "-n", "0", "work");
        says("--nodes must be 1 or more, found -2", "submit", "-N", "-2", "work");
        says("found 'A B=1'", "submit", "-n", "1", "--env", "A B=1", "work");
        says("found '=1'", "submit", "-n", "1", "--env", "=1", "work");
        says("'soon' is not a future time: specify how long from now", "submit", "-n", "1", "--begin", "soon", "work");
        says("--tasks 1 is less than --nodes 2", "submit", "-N", "2", "-n", "1", "work");
        says(
                "--cores-per-task cannot be used with a JOBSPEC",
                "submit",
                "-c",
                "2",
                Files.copy(Path.of("..", "jobspecs", "hello.yaml"), directory().resolve("job.yaml"))
                        .toString());
        says(
                "--dependency must be one of after, afterok, afterany, afternotok, afterexcept, singleton",
                "submit",
                "--after",
                "17",
                "-n",
                "1",
                "work");
        says(
                "the option after '?' must be any=true",
                "submit",
                "--dependency",
                "afterok:1?one=true",
                "-n",
                "1",
                "work");
        says(
                "'any' of 'afterok' must be true or false",
                "submit",
                "--dependency",
                "afterok:1?any=1",
                "-n",
                "1",
                "work");
        says("there is no dependency scheme 'before'", "submit", "--after", "before:1", "-n", "1", "work");
        says("--begin", "submit", "--begin", "tomorrow", "-n", "1", "work");
        says("found 'soon'", "submit", "-t", "soon", "-n", "1", "work");
        says("there is no execution 'magic'", "start", "--graph", "x", "--execution", "magic");
        says("there is no queue policy 'best'", "start", "--graph", "x", "--queue-policy", "best");
        assertThat(banyan("submit", "nowhere.yaml").err()).contains("nowhere.yaml: no such file");
        assertThat(banyan("hold", "7").err()).isEqualTo("banyan: There is no job 7 here.\n");
        assertThat(banyan("jobs", "-a").out()).isEqualTo("No jobs.\n");
    }

    @Test
    void whatIsToHaveEndedByATimeIsNotKeptWaitingBeyondIt() {
        assertThat(banyan("submit", "-n", "1", "-t", "1h", "--deadline", "30m", "--", "work")
                        .err())
                .startsWith("banyan: The job would run for 3600 s and cannot end at its deadline, 20");
        assertThat(banyan("submit", "-n", "1", "--deadline", "30m", "--", "work")
                        .err())
                .isEqualTo("banyan: A job with a deadline must have a duration.\n");
        assertThat(banyan("submit", "-n", "1", "-t", "1h", "--deadline", "2099-01-01", "--", "work")
                        .out())
                .isEqualTo("job 1: running\n");
        assertThat(banyan("info", "1").out()).contains("\ndeadline 2099-01-01 00:00:00\n");
        assertThat(banyan("info", "1", "-o", "json").out()).contains("\"deadlineSec\" : 40");
        banyan("cancel", "1");
        assertThat(banyan("info", "1").out()).doesNotContain("has to end");
        assertThat(banyan("info", "1", "-o", "json").out()).contains("\"deadlineSec\" : null");
        banyan("submit", ALL_NODES);
        banyan("submit", "-n", "1", "-t", "10m", "--deadline", "30m", "--", "work");
        assertThat(banyan("info", "3").out()).startsWith("job 3: pending\nno room by ");
    }

    private void says(String words, String command, String... more) {
        Run run = banyan(command, more);
        assertThat(run.status()).as(run.err()).isEqualTo(ExitStatus.WRONG_USE);
        assertThat(run.err().toLowerCase(java.util.Locale.ROOT)).contains(words.toLowerCase(java.util.Locale.ROOT));
    }
}
