package io.banyan.sim.deadline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.sim.program.Communication;
import io.banyan.sim.program.ProgramMix;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;

/** Two campaigns on the same jobs. */
class CampaignAgreementTest {
    private static final String SEEDS = "each cell of the campaign must have each seed once, in the same order";
    private static final List<MappingRule> MAPPINGS = List.of(MappingRule.HILBERT, MappingRule.LEAK);

    /** A campaign whose runs complete so many of 100 jobs. */
    private static CampaignTable table(long firstSeed, ToIntFunction<CampaignRun> completed) {
        return table(firstSeed, 4, completed);
    }

    private static CampaignTable table(long firstSeed, int seeds, ToIntFunction<CampaignRun> completed) {
        return new CampaignTable(runs(firstSeed, seeds, completed));
    }

    private static List<CampaignRun> runs(long firstSeed, int seeds) {
        return runs(firstSeed, seeds, run -> 50);
    }

    private static List<CampaignRun> runs(long firstSeed, int seeds, ToIntFunction<CampaignRun> completed) {
        List<CampaignRun> runs = new ArrayList<>();
        for (long seed = firstSeed; seed < firstSeed + seeds; seed++) {
            for (LoadLevel load : LoadLevel.values()) {
                for (ProgramMix programs : ProgramMix.values()) {
                    for (Communication communication : Communication.values()) {
                        for (MappingRule mapping : MAPPINGS) {
                            CampaignRun cell = run(seed, load, programs, communication, mapping, 0);
                            runs.add(run(seed, load, programs, communication, mapping, completed.applyAsInt(cell)));
                        }
                    }
                }
            }
        }
        return runs;
    }

    private static CampaignRun run(
            long seed,
            LoadLevel load,
            ProgramMix programs,
            Communication communication,
            MappingRule mapping,
            int completed) {
        String line = String.join(
                ",",
                String.valueOf(seed),
                load.word(),
                programs.word(),
                communication.word(),
                mapping.word(),
                "100,100,100,0,0,0,1,%d,%d,1,1,1,1,0.5,1,1,1,1,1".formatted(completed, 100 - completed));
        return CampaignRun.parse(line);
    }

    @Test
    void equalCampaignsAgree() {
        CampaignTable table = table(1, run -> run.mapping() == MappingRule.LEAK ? 60 : 50);
        CampaignAgreement agreement = CampaignAgreement.of(table, table);
        assertThat(agreement.cells()).hasSize(60);
        assertThat(agreement.within(0)).isEqualTo(60);
        assertThat(agreement.equalSigns()).isEqualTo(30);
    }

    @Test
    void theLargestDifferenceComesFirst() {
        CampaignTable table = table(1, run -> run.mapping() == MappingRule.LEAK ? 60 : 50);
        CampaignTable other = table(1, run -> {
            boolean isLeak = run.mapping() == MappingRule.LEAK;
            return switch (run.load()) {
                case NORMAL -> isLeak ? 40 : 50;
                // Two seeds each say the opposite, so that the difference is open.
                case HEAVY -> isLeak ? 50 : run.seed() % 2 == 0 ? 53 : 47;
                case VERY_HEAVY -> isLeak ? 62 : 50;
            };
        });
        CampaignAgreement agreement = CampaignAgreement.of(table, other);
        assertThat(agreement.cells().getFirst().cell().load()).isEqualTo(LoadLevel.NORMAL);
        assertThat(agreement.cells().getFirst().percent()).isEqualTo(-20);
        assertThat(agreement.within(2)).isEqualTo(60 - 10 - 10);
        assertThat(agreement.equalSigns()).isEqualTo(10);
        assertThat(agreement.openSigns()).isEqualTo(10);
        assertThat(agreement.oppositeSigns()).isEqualTo(10);
    }

    @Test
    void campaignsOnOtherSeedsAreRefused() {
        assertThatThrownBy(() -> CampaignAgreement.of(table(1, run -> 1), table(2, run -> 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the campaigns must have the same seeds and the same mappings");
    }

    @Test
    void oneSeedLeavesEachPairOpen() {
        CampaignTable table = table(1, 1, run -> run.mapping() == MappingRule.LEAK ? 60 : 50);
        CampaignTable other = table(1, 1, run -> run.mapping() == MappingRule.LEAK ? 40 : 50);
        CampaignAgreement agreement = CampaignAgreement.of(table, other);
        assertThat(agreement.equalSigns()).as("open in both").isEqualTo(30);
        assertThat(agreement.oppositeSigns()).isZero();
    }

    @Test
    void eachCellHasEachSeedOnceInOneOrder() {
        List<CampaignRun> twice = runs(1, 1);
        twice.addAll(runs(1, 1));
        assertThatThrownBy(() -> new CampaignTable(twice)).hasMessage(SEEDS);
        List<CampaignRun> shuffled = runs(1, 2);
        CampaignRun ofFirstSeed = shuffled.getFirst();
        shuffled.set(0, shuffled.get(60));
        shuffled.set(60, ofFirstSeed);
        assertThatThrownBy(() -> new CampaignTable(shuffled)).hasMessage(SEEDS);
    }

    @Test
    void campaignsOfOtherJobsOrNetworksAreRefused() {
        CampaignDescription flows = description("grid:16x8", 100, "traffic=flows");
        CampaignDescription messages = description("grid:16x8", 100, "traffic=messages placement=exchange");
        assertThat(flows.differences(messages)).containsExactly("traffic=flows", "placement=order");
        assertThat(messages.differences(flows)).containsExactly("traffic=messages", "placement=exchange");
        flows.requireSameJobs(messages);
        assertThatThrownBy(() -> flows.requireSameJobs(description("torus:16x8", 100, "traffic=flows")))
                .hasMessage("the campaigns must have the same jobs and the same network, found network=grid:16x8 and "
                        + "network=torus:16x8");
        assertThatThrownBy(() -> flows.requireSameJobs(description("grid:16x8", 50, "traffic=flows")))
                .hasMessageEndingWith("found jobs=100 and jobs=50");
    }

    private static CampaignDescription description(String network, int jobs, String settings) {
        return CampaignDescription.parse(
                "network=" + network + " jobs=" + jobs + " first-seed=1 mappings=leak short=211 " + settings);
    }
}
