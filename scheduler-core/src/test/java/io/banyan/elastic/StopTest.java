package io.banyan.elastic;

import static io.banyan.elastic.Situations.at;
import static io.banyan.elastic.Situations.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.elastic.Proposal.Expand;
import io.banyan.elastic.Proposal.Shrink;
import io.banyan.elastic.Proposal.Start;
import io.banyan.elastic.Proposal.Stop;
import io.banyan.elastic.Situations.Perfect;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Tests which jobs are stopped with a checkpoint, and which are not. */
class StopTest {
    private static final BenefitPolicy POLICY = BenefitPolicy.usual(60);

    /** So many slot seconds that are left, and what a checkpoint and a restart take. */
    private record Stoppable(double work, double write, double restart) implements Prospect, Checkpoint {
        @Override
        public double remainingSec(long amount) {
            return work / amount;
        }

        @Override
        public double rescaleSec(long from, long to) {
            return 1;
        }

        @Override
        public Optional<Checkpoint> checkpoint() {
            return Optional.of(this);
        }

        @Override
        public double writeSec(long amount) {
            return write;
        }

        @Override
        public double restartSec(long amount) {
            return restart;
        }
    }

    /** With all 16 slots, 1000 s to go, since 0. */
    private static RunningJob rigid(long number, Prospect prospect) {
        return new RunningJob(job(number, 1, 0, 16, 16, prospect), 16, 0);
    }

    private static final Stoppable CHEAP = new Stoppable(16_000, 5, 5);
    private static final ElasticJob URGENT = job(9, 5, 100, 16, 16, new Perfect(1600, 1));

    @Test
    void aRigidJobIsStoppedForAnUrgentOneWhichStartsWhenTheCheckpointIsWritten() {
        assertThat(POLICY.submitted(at(100, 0, List.of(rigid(1, CHEAP)), URGENT), URGENT))
                .as("what it has is not free yet")
                .containsExactly(new Stop(1));
        var writing = new Situation(103, 0, 16, List.of(), List.of(URGENT));
        assertThat(POLICY.freed(writing)).isEmpty();
        ElasticJob stopped = job(1, 1, 0, 16, 16, CHEAP);
        assertThat(POLICY.freed(at(105, 16, List.of(), stopped, URGENT))).containsExactly(new Start(9, 16));
        assertThat(POLICY.freed(at(205, 16, List.of(), stopped))).containsExactly(new Start(1, 16));
    }

    @Test
    void whoCannotWriteACheckpointIsNotStoppedNorIsAnybodyWhereThatIsNotWanted() {
        assertThat(POLICY.submitted(at(100, 0, List.of(rigid(1, new Perfect(16_000, 1))), URGENT), URGENT))
                .isEmpty();
        assertThat(POLICY.withoutStops().submitted(at(100, 0, List.of(rigid(1, CHEAP)), URGENT), URGENT))
                .isEmpty();
        assertThat(POLICY.withoutStops().name()).isEqualTo("benefit-no-stop");
    }

    @Test
    void nobodyIsStoppedForOneThatBringsNoMore() {
        ElasticJob same = job(9, 1, 100, 16, 16, new Perfect(16_000, 1));
        assertThat(POLICY.submitted(at(100, 0, List.of(rigid(1, CHEAP)), same), same))
                .isEmpty();
        ElasticJob longer = job(9, 5, 100, 16, 16, new Perfect(160_000, 1));
        assertThat(POLICY.submitted(at(100, 0, List.of(rigid(1, CHEAP)), longer), longer))
                .isEmpty();
    }

    /**
     * The running job has 1/1000 per second; the other one would have 1.2 / 1000 at once, and less the later it starts.
     */
    @Test
    void theCheckpointAndTheRestartCount() {
        ElasticJob little = job(9, 1, 100, 16, 16, new Perfect(16_000 / 1.2, 1));
        assertThat(POLICY.submitted(at(2000, 0, List.of(rigid(1, new Stoppable(16_000, 1, 1))), little), little))
                .containsExactly(new Stop(1));
        assertThat(POLICY.submitted(at(2000, 0, List.of(rigid(1, new Stoppable(16_000, 1, 150))), little), little))
                .as("the restart is too long")
                .isEmpty();
        assertThat(POLICY.submitted(at(2000, 0, List.of(rigid(1, new Stoppable(16_000, 90, 1))), little), little))
                .as("the checkpoint is")
                .isEmpty();
    }

    @Test
    void whoIsNearlyDoneIsNotStopped() {
        BenefitPolicy policy = BenefitPolicy.usual(20);
        RunningJob nearly = rigid(1, new Stoppable(16 * 30, 5, 5));
        ElasticJob urgent = job(9, 5, 100, 16, 16, new Perfect(16 * 10, 1));
        assertThat(policy.submitted(at(100, 0, List.of(nearly), urgent), urgent))
                .isEmpty();
        RunningJob notNearly = rigid(1, new Stoppable(16 * 31, 5, 5));
        assertThat(policy.submitted(at(100, 0, List.of(notNearly), urgent), urgent))
                .containsExactly(new Stop(1));
    }

    @Test
    void whoStartedWithinTheGapIsNotStoppedAndThePolicyWantsToLookThen() {
        var since50 = new RunningJob(job(1, 1, 0, 16, 16, CHEAP), 16, 50);
        Situation early = at(109, 0, List.of(since50), URGENT);
        assertThat(POLICY.submitted(early, URGENT)).isEmpty();
        assertThat(POLICY.nextLook(early)).isEqualTo(OptionalLong.of(110));
        assertThat(POLICY.freed(at(110, 0, List.of(since50), URGENT))).containsExactly(new Stop(1));
    }

    @Test
    void theDearerACheckpointIsTheLongerAJobKeepsWhatItHas() {
        var since50 = new RunningJob(job(1, 1, 0, 16, 16, new Stoppable(16_000, 30, 20)), 16, 50);
        assertThat(POLICY.freed(at(149, 0, List.of(since50), URGENT))).isEmpty();
        assertThat(POLICY.nextLook(at(149, 0, List.of(since50), URGENT))).isEqualTo(OptionalLong.of(150));
        assertThat(POLICY.freed(at(150, 0, List.of(since50), URGENT))).containsExactly(new Stop(1));
    }

    @Test
    void whereAShrinkDoesNobodyIsStopped() {
        var malleable = new RunningJob(job(1, 1, 0, 2, 32, CHEAP), 32, 0);
        assertThat(POLICY.submitted(at(100, 0, List.of(malleable), URGENT), URGENT))
                .containsExactly(new Shrink(1, 16), new Start(9, 16));
    }

    /**
     * Were it offered all at once, as one that waits and would be over within the gap, it would take what the urgent
     * one needs.
     */
    @Test
    void whoNeedNotBeStoppedKeepsWhatItHasAndNoMore() {
        Prospect serial = new Prospect() {
            @Override
            public double remainingSec(long amount) {
                return 50;
            }

            @Override
            public double rescaleSec(long from, long to) {
                return 1;
            }

            @Override
            public Optional<Checkpoint> checkpoint() {
                return CHEAP.checkpoint();
            }
        };
        var soonOver = new RunningJob(job(1, 3, 0, 4, 16, serial), 4, 0);
        var rigid = new RunningJob(job(2, 1, 0, 8, 8, new Stoppable(8000, 5, 5)), 8, 0);
        ElasticJob urgent = job(9, 5, 100, 8, 8, new Perfect(8 * 200, 1));
        assertThat(POLICY.submitted(at(100, 0, List.of(soonOver, rigid), urgent), urgent))
                .containsExactly(new Stop(2));
    }

    @Test
    void onlyThoseAreStoppedOfWhomItBringsMost() {
        RunningJob shorter = rigid(1, new Stoppable(16 * 200, 5, 5));
        RunningJob longest = rigid(2, new Stoppable(16 * 3000, 5, 5));
        RunningJob longer = rigid(3, new Stoppable(16 * 1000, 5, 5));
        assertThat(POLICY.submitted(at(100, 0, List.of(shorter, longest, longer), URGENT), URGENT))
                .containsExactly(new Stop(2));
    }

    /**
     * The urgent one waits for the checkpoint; a small one and one that runs take what is free now, of which the plan
     * needs nothing for it.
     */
    @Test
    void whatIsFreeNowIsGivenAwayNow() {
        ElasticJob small = job(8, 4, 100, 2, 2, new Perfect(200, 1));
        var running = List.of(rigid(1, CHEAP), new RunningJob(job(2, 3, 0, 2, 4, new Perfect(400, 1)), 2, 0));
        assertThat(POLICY.submitted(at(100, 4, running, URGENT, small), URGENT))
                .containsExactly(new Stop(1), new Start(8, 2), new Expand(2, 4));
    }

    @Test
    void whatIsAboutToBeFreeIsKeptForTheOneItIsFor() {
        ElasticJob lesser = job(8, 1, 0, 8, 8, new Perfect(80_000, 1));
        var writing = new Situation(103, 8, 8, List.of(), List.of(URGENT, lesser));
        assertThat(POLICY.freed(writing))
                .as("the 8 that are free are a part of 16")
                .isEmpty();
        var more = new Situation(103, 8, 16, List.of(), List.of(URGENT, lesser));
        assertThat(POLICY.freed(more)).containsExactly(new Start(8, 8));
    }

    @Test
    void nobodyElseIsStoppedWhileACheckpointIsWritten() {
        var writing = new Situation(103, 0, 16, List.of(rigid(2, CHEAP)), List.of(URGENT));
        assertThat(POLICY.freed(writing)).isEmpty();
    }
}
