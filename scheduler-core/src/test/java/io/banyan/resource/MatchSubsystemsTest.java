package io.banyan.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MatchSubsystemsTest {

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "CA, containment, -",
                "IBA, ibnet, -",
                "IBBA, ibnetbw, -",
                "PFS1BA, pfs1bw, -",
                "PA, power, -",
                "VA, virtual1, -",
                "C+IBA, containment, ibnet",
                "C+IBBA, containment, ibnetbw",
                "C+PFS1BA, containment, pfs1bw",
                "C+PA, containment, power",
                "IB+IBBA, ibnet, ibnetbw",
                "C+P+IBA, containment, power ibnet",
                "V+PFS1BA, virtual1, pfs1bw",
                "ALL, containment, ibnet ibnetbw pfs1bw power virtual1",
                "c+pa, containment, power",
                "containment+cooling+power, containment, cooling power"
            })
    void walksTheSubsystemThatIsNamedFirst(String text, String dominant, String auxiliary) {
        List<String> others = auxiliary == null ? List.of() : List.of(auxiliary.split(" ", -1));

        MatchSubsystems walked = MatchSubsystems.parse(text);

        assertThat(walked.dominant().name()).isEqualTo(dominant);
        assertThat(walked.auxiliary().stream().map(Subsystem::name).toList()).isEqualTo(others);
    }

    @Test
    void namesTheSubsystemsThatThereAreWhereItKnowsNone() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MatchSubsystems.parse("XX"))
                .withMessageContaining("'XX'")
                .withMessageContaining("CA, IBA")
                .withMessageContaining("ALL");
    }

    @Test
    void aGraphHasWhatIsNamedUnlessEverythingIsMeant() {
        var there = List.of(Subsystem.CONTAINMENT, new Subsystem("power"));
        MatchSubsystems.parse("C+PA").requireIn("a.json", there);
        MatchSubsystems.parse("ALL").requireIn("a.json", there);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MatchSubsystems.parse("C+P+IBA").requireIn("a.json", there))
                .withMessage("a.json has no subsystem ibnet, only containment, power.");
    }

    @Test
    void refusesASubsystemThatIsNamedTwice() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MatchSubsystems.parse("containment+power+power"))
                .withMessageContaining("twice");
    }
}
