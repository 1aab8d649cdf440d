package io.banyan.cli.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.Run;
import io.banyan.cli.client.WithDaemon;
import io.banyan.cli.output.ExitStatus;
import io.banyan.rpc.daemon.SecurityConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code banyan rescale}, and how a malleable job is submitted. */
@Timeout(120)
class RescaleCommandTest extends WithDaemon {
    RescaleCommandTest() {
        super(config -> config.secured(SecurityConfig.DEFAULT.withJobsAsRoot(true)));
    }

    /** One that takes 12 slots or more, and has 16. */
    private void submit(String... more) {
        List<String> words = new ArrayList<>(
                List.of("--malleable", "4-16:4", "--rescale-command", "echo busy; test $BANYAN_SLOTS_NEW -ge 12"));
        words.addAll(List.of(more));
        words.addAll(List.of("--", "sleep", "600"));
        assertThat(banyan("submit", words.toArray(String[]::new)).out()).startsWith("job ");
    }

    @Test
    void aJobThatTakesItRunsWithTheOtherNumberOfSlots() {
        submit();
        assertThat(banyan("rescale", "1").out()).isEqualTo("job 1 has 16 slots of 4 to 16 in steps of 4\n");
        Run run = banyan("rescale", "1", "12");
        assertThat(run.out()).isEqualTo("job 1 runs with 12 slots, from 16\n");
        assertThat(run.status()).isEqualTo(ExitStatus.DONE);
        assertThat(banyan("rescale", "1", "-o", "json").out())
                .contains("\"slots\" : 12,", "\"unit\" : 4,", "\"proposal\" : null");
    }

    @Test
    void aJobThatDeclinesSaysWhy() {
        submit();
        Run run = banyan("rescale", "1", "8");
        assertThat(run.out()).isEqualTo("job 1 declined and keeps 16 slots: busy\n");
        assertThat(run.status()).isEqualTo(ExitStatus.NO);
        assertThat(banyan("rescale", "1", "8", "-o", "json").out())
                .contains("\"number\" : 2,", "\"outcome\" : \"declined\",", "\"why\" : \"busy\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "6 | 8 | job 1 is offered 2 more slots, 8 in total: it returns the resources that it may not keep",
                "7 | 8 | job 1 is offered 1 more slot, 8 in total: it returns the resources that it may not keep",
            })
    void whatAnInstanceIsOfferedItIsNotSaidToRunWith(long from, long slots, String sentence) {
        assertThat(RescaleCommand.text(new RescaleCommand.RescaledView(
                        1, 2, from, slots, "offered", "it returns the resources that it may not keep", slots)))
                .isEqualTo(sentence);
    }

    @Test
    void anApplicationAnswersByItself() {
        banyan("submit", "--malleable", "4-16", "--", "sleep", "600");
        assertThat(banyan("rescale", "1", "--accept", "1").err())
                .isEqualTo("banyan: Job 1 has no proposal 1 to answer: it was answered or has expired.\n");
        assertThat(banyan("rescale", "1", "--decline", "1", "--because", "x").status())
                .isEqualTo(ExitStatus.NO);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 16 | 'Job 1 already runs with 16 slots.'",
                "1 10 | 'Job 1: it runs with 4 to 16 slots in steps of 4.'",
                "1 0 | 'Slots must be more than 0, found 0.'",
                "9 4 | 'There is no job 9 here.'",
                "2 4 | 'Job 2 is not malleable: its jobspec has no attributes.system.malleable.'",
                "1 --accept 1 --decline 1 | 'mutually exclusive'",
                "1 4 --accept 1 | 'SLOTS cannot be used with --attend, --accept or --decline'",
                "1 --because x | '--because requires --decline'",
            })
    void whatCannotBeIsSaid(String words, String sentence) {
        submit();
        banyan("submit", "-n", "1", "--", "sleep", "600");
        Run run = banyan("rescale", Stream.of(words.split(" ")).toArray(String[]::new));
        assertThat(run.err()).contains(sentence);
        assertThat(run.status()).isNotEqualTo(ExitStatus.DONE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--malleable 4 -- true | '--malleable must be a range such as 2-8, or 2-8:2 for steps of two, found '",
                "--malleable 8-4 -- true | 'A malleable job must have a min of 1 or more, and a max that is not less than min, found min 8 and max 4'",
                "--malleable 1-4:2 -- true | 'in steps of its unit'",
                "--malleable 1-4 -n 2 -- true | 'cannot be used with -n or -N'",
                "-n 2 --rescale-signal USR1 -- true | '--rescale-signal, --rescale-command, --times and "
                        + "--rescale-time require --malleable'",
                "-n 2 --times 1=10 -- true | 'require --malleable'",
                "--malleable 1-4 --times 1=0 -- true | 'found 1: 0.0'",
                "--malleable 1-4 --rescale-time 3 -- true | 'requires'",
                "--malleable 1-4 --times many=3 -- true | 'many'",
                "-n 2 --restart-time 3s -- true | '--restart-time requires --checkpoint'",
                "-n 2 --checkpoint 0s -- true | '{within: SECONDS}, from 1 to 86400, and restart: SECONDS with it'",
                "--malleable 1-4 --rescale-signal KILL -- true | 'must be one of USR1, USR2, HUP, WINCH, CONT, ALRM, found KILL'",
            })
    void aMalleableJobIsSubmittedWhole(String words, String sentence) {
        Run run = banyan("submit", words.split(" "));
        assertThat(run.err()).contains(sentence);
        assertThat(run.status()).isNotEqualTo(ExitStatus.DONE);
    }

    /** Refused before anything is asked of a daemon. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "4 | '--malleable must be a range such as 2-8, or 2-8:2 for steps of two, found '",
                "1-4 | 'A malleable job must request one slot at the top of its resources'",
            })
    void boundsThatAnInstanceCannotHaveAreRefused(String range, String sentence) throws Exception {
        Path jobspec = directory().resolve("jobspec.yaml");
        Files.writeString(jobspec, """
                version: 1
                resources: [{type: node, count: 1, with: [{type: slot, count: 1, label: s, with: [{type: core, count: 1}]}]}]
                tasks: [{command: [app], slot: s, count: {per_slot: 1}}]
                attributes: {}
                """);
        Run run = banyan("spawn", jobspec.toString(), "--malleable", range);
        assertThat(run.err()).contains(sentence);
        assertThat(run.status()).isNotEqualTo(ExitStatus.DONE);
        assertThat(banyan("jobs", "-o", "json").out()).contains("[ ]");
    }
}
