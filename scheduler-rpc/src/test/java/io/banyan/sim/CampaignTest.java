package io.banyan.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.rpc.wire.journal.JournalBytes;
import io.banyan.sim.world.Fault;
import io.banyan.sim.world.JournalFormat;
import io.banyan.sim.world.WorldParts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class CampaignTest {
    private static final WorldParts PARTS = WorldParts.of(new JournalFormat(JournalBytes::write, JournalBytes::read));
    private static final int SEEDS = 200;
    private static final int STEPS = 2_000;
    private static final int FEW_STEPS = 400;

    @Test
    void nothingBreaksATree() throws InterruptedException {
        Campaign.Totals totals = new Campaign(PARTS, STEPS, 2).run(1, SEEDS, so -> {});
        assertThat(totals.finding()).isEmpty();
        assertThat(totals.trials()).isEqualTo(SEEDS);
        assertThat(totals.faults()).as("every kind of fault").containsOnlyKeys(Fault.values());
        assertThat(totals.levels()).as("levels").isGreaterThanOrEqualTo(5);
    }

    @Test
    void theSameSeedIsTheSameRun() {
        for (long seed = 1; seed <= 4; seed++) {
            assertThat(Trial.of(seed, FEW_STEPS, PARTS)).isEqualTo(Trial.of(seed, FEW_STEPS, PARTS));
        }
    }
}
