package io.banyan.cli.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.cli.output.CommandFailure;
import io.banyan.jobspec.Attributes;
import io.banyan.jobspec.Count;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.Resource;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class PolicyOptionTest {
    private static final Jobspec JOBSPEC =
            new Jobspec(1, List.of(Resource.of("node", Count.exactly(1))), List.of(), Attributes.none());

    private static PolicyOption option(String... words) {
        return CommandLine.populateCommand(new PolicyOption(), words);
    }

    @Test
    void theJobspecStaysAsItIsWithoutTheOption() {
        assertThat(option().apply(JOBSPEC)).isSameAs(JOBSPEC);
    }

    @Test
    void thePolicyGoesIntoTheJobspec() {
        Jobspec asked = option("--policy", "lonodex").apply(JOBSPEC.withPolicy("high"));
        assertThat(asked.attributes().extensions().policy()).contains("lonodex");
    }

    @Test
    void aPolicyThatThereIsNotIsRefusedBeforeAnybodyIsAsked() {
        assertThatThrownBy(() -> option("--policy", "lowest").apply(JOBSPEC))
                .isInstanceOf(CommandFailure.class)
                .hasMessageStartingWith("There is no match policy 'lowest'; expected one of first,");
    }
}
