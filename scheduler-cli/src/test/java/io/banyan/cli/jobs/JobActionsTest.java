package io.banyan.cli.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.banyan.cli.Run;
import io.banyan.cli.call.Asked;
import io.banyan.cli.client.WithDaemon;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.value.JobState;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rpc.daemon.SecurityConfig;
import io.banyan.rpc.execute.ExecutionConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** One request for each job of a set, while the jobs and the daemon change. */
@Timeout(120)
class JobActionsTest extends WithDaemon {
    /** A command that takes jobs as all do. */
    @Command(name = "act")
    private static final class Act implements Callable<Integer> {
        @Mixin
        private final Asked asked = new Asked(Terminal.ofThisProcess());

        @Mixin
        private final JobSelector jobs = new JobSelector();

        @Override
        public Integer call() {
            return 0;
        }
    }

    /** No other client than its owner may make more than five calls a second. */
    JobActionsTest() {
        super(config -> config.executing(ExecutionConfig.MOCK)
                .secured(new SecurityConfig(Optional.empty(), false, false, 5, 1 << 20, Optional.empty())));
    }

    /** Job 1 runs; 2 and 3 wait behind it. */
    @BeforeEach
    void submit() {
        for (int i = 0; i < 3; i++) {
            banyan("submit", "-N", "8", "-t", "1h", "--", "work");
        }
    }

    private <A> JobActions.Outcome<A> perform(JobActions.Action<A> action, String... words) {
        return perform(Duration.ofMinutes(1), action, words);
    }

    private <A> JobActions.Outcome<A> perform(Duration patience, JobActions.Action<A> action, String... words) {
        Act act = new Act();
        String[] all = site().words("act", words);
        new CommandLine(act).parseArgs(Arrays.copyOfRange(all, 1, all.length));
        return new JobActions(act.asked, act.jobs, patience).perform(JobSelector.Suitable.ACTIVE, action);
    }

    @Test
    void aJobThatLeftTheStatesOfItsSetIsLeftAlone() {
        JobActions.Outcome<Long> outcome = perform(
                (client, job, states) -> {
                    if (job.equals(new JobId(2))) {
                        client.cancel(new JobRequest.Cancel(new JobId(1)));
                    }
                    return client.cancel(new JobRequest.Cancel(job, false, states))
                            .job()
                            .value();
                },
                "--status",
                "pending,reserved");
        assertThat(outcome.done()).containsExactly(3L);
        assertThat(outcome.leftAlone()).containsExactly(new JobActions.LeftAlone(2, JobState.RUNNING));
        assertThat(outcome.leftAloneText()).isEqualTo(String.format("job 2 is unchanged: running%n"));
        assertThat(outcome.failed()).isEmpty();
        assertThat(banyan("jobs", "2").out()).contains("running");
    }

    @Test
    void aJobThatLeftTheStatesOfItsSetKeepsItsUrgency() {
        JobActions.Outcome<JobId> outcome = perform(
                (client, job, states) -> {
                    client.cancel(new JobRequest.Cancel(new JobId(2)));
                    return client.queueing()
                            .urge(new JobRequest.Urge(job, 31, states))
                            .job()
                            .id();
                },
                "--status",
                "pending");
        assertThat(outcome.done()).isEmpty();
        assertThat(outcome.leftAlone()).containsExactly(new JobActions.LeftAlone(3, JobState.RESERVED));
        assertThat(outcome.failed()).isEmpty();
    }

    @Test
    void jobsBehindAFailureOfTheDaemonAreNotTried() {
        List<JobId> tried = new ArrayList<>();
        JobActions.Outcome<JobId> outcome = perform(
                (client, job, states) -> {
                    tried.add(job);
                    if (tried.size() == 2) {
                        site().close();
                        client.cancel(new JobRequest.Cancel(job));
                    }
                    return job;
                },
                "1-3");
        assertThat(tried).containsExactly(new JobId(1), new JobId(2));
        assertThat(outcome.done()).containsExactly(new JobId(1));
        assertThat(outcome.problems()).hasSize(2).element(1).isEqualTo("1 more job was not tried.");
        assertThat(outcome.failed()).extracting(JobActions.NotDone::job).containsExactly(2L, 3L);
    }

    /** A client that may make few calls. */
    private String limited() {
        Path token = directory().resolve("alice");
        Run added = banyan("token add", "alice", "--role", "user", "--to", token.toString());
        assertThat(added.status()).as(added.err()).isZero();
        // The daemon reads new tokens after a moment.
        await().atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(
                                banyan("jobs", "--token-file", token.toString()).err())
                        .isEmpty());
        return token.toString();
    }

    private static void overload(BanyanClient client) throws ClientException {
        while (true) {
            var unused = client.stat();
        }
    }

    @Test
    void aDaemonThatIsOverloadedIsAskedAgain() {
        List<JobId> tried = new ArrayList<>();
        JobActions.Outcome<JobId> outcome = perform(
                (client, job, states) -> {
                    tried.add(job);
                    if (tried.size() == 2) {
                        overload(client);
                    }
                    return job;
                },
                "--token-file",
                limited(),
                "1",
                "2",
                "3");
        assertThat(outcome.done()).containsExactly(new JobId(1), new JobId(2), new JobId(3));
        assertThat(outcome.failed()).isEmpty();
        assertThat(tried).containsExactly(new JobId(1), new JobId(2), new JobId(2), new JobId(3));
    }

    @Test
    void jobsBehindALastingOverloadAreNotTried() {
        JobActions.Outcome<JobId> outcome = perform(
                Duration.ZERO,
                (client, job, states) -> {
                    if (!job.equals(new JobId(1))) {
                        overload(client);
                    }
                    return job;
                },
                "--token-file",
                limited(),
                "1",
                "2",
                "3");
        assertThat(outcome.done()).containsExactly(new JobId(1));
        assertThat(outcome.problems()).hasSize(2).element(1).isEqualTo("1 more job was not tried.");
        assertThat(outcome.problems()).element(0).asString().contains("exceeds its rate of calls");
    }

    @Test
    void aFailureOfOneJobKeepsNoOtherFromItsTurn() {
        JobActions.Outcome<JobId> outcome = perform(
                (client, job, states) ->
                        client.cancel(new JobRequest.Cancel(job, false, states)).job(),
                "99",
                "1-3");
        assertThat(outcome.done()).containsExactly(new JobId(1), new JobId(2), new JobId(3));
        assertThat(outcome.problems()).containsExactly("There is no job 99 here.");
    }
}
