package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.journal.JournalVerifier;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.JournalCause;
import io.banyan.instance.message.Transaction;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.decision.Decision;
import io.banyan.instance.message.value.Principal;
import io.banyan.match.policy.MatchOperation;
import io.banyan.resource.JobId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests that a journal tells the numbers that requests take and no decision names. */
class JournalNumbersTest {
    private final InstanceConfig config = InstanceConfig.root("top");
    private final Instance instance = founded(config);
    private final List<Transaction> journal = new ArrayList<>();

    private static Instance founded(InstanceConfig config) {
        return Instance.root(config, Graphs.graph("cluster { 4 core }"), Graphs.HORIZON);
    }

    private static JobRequest.Match match(int cores, MatchOperation operation) {
        return new JobRequest.Match(
                Jobs.jobspec(cores + " slot { 1 core } for 100"), operation, MatchFormat.SIMPLE, "");
    }

    /** Asks, and writes what is decided with the number that the next job would have got. */
    private void ask(JobRequest request) {
        JobId next = instance.nextJob();
        var event = new Event.ClientAsked("c", Principal.OWNER, request);
        List<Decision> decisions = instance.on(event, 1_000).stream()
                .filter(Effect.Append.class::isInstance)
                .map(effect -> ((Effect.Append) effect).decision())
                .toList();
        if (!decisions.isEmpty()) {
            journal.add(new Transaction(1_000, decisions, Optional.of(new JournalCause.Happened(event, next))));
        }
    }

    private JournalVerifier.Report verified() {
        var verifier = new JournalVerifier(JournalNumbersTest::founded, 0);
        verifier.accept(new Transaction(1_000, List.of(), Optional.of(new JournalCause.Begun(config))));
        journal.forEach(verifier::accept);
        return verifier.report();
    }

    @Test
    void jobsAfterMatchesInVainGetTheSameNumbersAgain() {
        ask(match(1, MatchOperation.ALLOCATE));
        ask(match(9, MatchOperation.ALLOCATE));
        ask(match(1, MatchOperation.WITHOUT_ALLOCATING));
        ask(match(1, MatchOperation.ALLOCATE));
        assertThat(instance.nextJob()).isEqualTo(new JobId(5));
        assertThat(journal).hasSize(2);
        assertThat(verified().difference()).isEmpty();
        assertThat(verified().same()).isEqualTo(2);
    }

    @Test
    void aDryRunBeforeAJobInOneRequestTakesANumberToo() {
        ask(new JobRequest.MultiMatch(
                List.of(match(1, MatchOperation.WITHOUT_ALLOCATING), match(1, MatchOperation.ALLOCATE))));
        assertThat(((JournalCause.Happened) journal.getFirst().cause().orElseThrow()).nextJob())
                .isEqualTo(new JobId(1));
        assertThat(instance.nextJob()).isEqualTo(new JobId(3));
        assertThat(verified().difference()).isEmpty();
    }
}
