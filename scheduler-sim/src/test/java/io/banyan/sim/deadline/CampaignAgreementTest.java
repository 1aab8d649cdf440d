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
    private static final List<MappingRule> MAPPINGS = List.of(MappingRule.HILBERT, MappingRule.LEAK);

    /** A campaign whose runs complete so many of 100 jobs. */
    private static CampaignTable table(long firstSeed, ToIntFunction<CampaignRun> completed) {
        List<CampaignRun> runs = new ArrayList<>();
        for (long seed = firstSeed; seed < firstSeed + 4; seed++) {
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
        return new CampaignTable(runs);
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
                "100,100,100,0,0,0,1,%d,0,1,1,1,1,0.5,1,1,1,1,1".formatted(completed));
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
}
