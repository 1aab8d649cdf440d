package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.instance.message.Effect;
import io.banyan.instance.message.decision.Decision;
import io.banyan.instance.message.decision.JobDecision;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.queue.QueuePolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests the cost of finding room by moving what is reserved for others. */
class PlansTest {
    private static final int FIRST_ONES = 9;
    /** For whom something is reserved behind all that is in question. */
    private static final String FAR = "4 slot { 1 node! } for 1000";

    private static TreeHarness machine() {
        return TreeHarness.over(
                "cluster { 4 node { 1 core } }", config -> config.queueing(QueuePolicy.parse("conservative")));
    }

    private static List<String> random(long seed) {
        Random random = new Random(seed);
        List<String> jobs = new ArrayList<>();
        for (int i = 0; i < FIRST_ONES; i++) {
            jobs.add(1 + random.nextInt(2) + " slot { 1 node! } for " + (20 + 10 * random.nextInt(9)));
        }
        return jobs;
    }

    /** The outcome of a job that came last, behind so many jobs that are far. */
    private record Came(JobRecord job, List<Decision> decisions, long touched) {}

    private static Came last(List<String> jobs, int far) {
        TreeHarness tree = machine();
        jobs.subList(0, jobs.size() - 1).forEach(job -> tree.submit("/", job));
        for (int i = 0; i < far; i++) {
            tree.submit("/", FAR);
        }
        Instance instance = tree.member("/").instance;
        int before = tree.member("/").journal.size();
        long touched = instance.state().schedule().touched();
        JobRecord job = tree.submit("/", jobs.getLast());
        long after = instance.state().schedule().touched();
        List<Effect.Append> journal = tree.member("/").journal;
        List<Decision> decisions = journal.subList(before, journal.size()).stream()
                .map(Effect.Append::decision)
                .toList();
        return new Came(job, decisions, after - touched);
    }

    private static boolean hasMoved(Came came) {
        return came.decisions().stream().anyMatch(JobDecision.JobUnplanned.class::isInstance);
    }

    @Test
    void whoIsFarBehindIsNotTouched() {
        int moved = 0;
        for (long seed = 0; seed < 200; seed++) {
            List<String> jobs = random(seed);
            Came near = last(jobs, 1);
            if (hasMoved(near)) {
                moved++;
                Came far = last(jobs, 40);
                assertThat(far.job().window())
                        .as("seed %d", seed)
                        .isEqualTo(near.job().window());
                assertThat(far.touched()).as("seed %d", seed).isEqualTo(near.touched());
            }
        }
        assertThat(moved).as("for whom others were moved").isGreaterThan(5);
    }
}
