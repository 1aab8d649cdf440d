package io.banyan.rpc.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.graph.Subgraph;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.value.Principal;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import io.banyan.rpc.config.StateDirectory;
import io.banyan.rpc.transport.Address;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpawnProvidersTest {
    private static final List<String> TWO = List.of("file=a \"b\",name=x", "exec=./c.sh");

    @Test
    void oneStandsAsItIsAndSeveralReadBackInTheirOrder() {
        assertThat(SpawnProviders.option(List.of("file=a,name=x"))).isEqualTo("file=a,name=x");
        assertThat(SpawnProviders.texts("file=a,name=x")).containsExactly("file=a,name=x");
        assertThat(SpawnProviders.option(TWO)).isEqualTo("[\"file=a \\\"b\\\",name=x\",\"exec=./c.sh\"]");
        assertThat(SpawnProviders.texts(SpawnProviders.option(TWO))).isEqualTo(TWO);
    }

    @Test
    void eachBecomesAnOptionOfTheStart() {
        var child = new Effect.StartChild(
                new JobId(1),
                "c",
                Principal.OWNER_NAME,
                Optional.empty(),
                "/1",
                Subgraph.EMPTY,
                new TimeWindow(0, 1),
                Map.of("provider", SpawnProviders.option(TWO)));
        assertThat(new LaunchCommand(List.of("banyan"))
                        .words(child, List.of(Address.parse("127.0.0.1:1")), new StateDirectory(Path.of("s"))))
                .containsSubsequence("--provider=file=a \"b\",name=x", "--provider=exec=./c.sh");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "[1, {}]", "[\"file=a\", null]", "[\"file=a\"", "[[\"file=a\"]]"})
    void whatIsNeitherIsRefused(String option) {
        assertThatThrownBy(() -> LaunchCommand.requireOptions(Map.of("provider", option)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("JSON array");
    }

    @Test
    void twoOfOneNameAreRefused() {
        String twice = SpawnProviders.option(List.of("file=a", "file=b"));
        assertThatThrownBy(() -> LaunchCommand.requireOptions(Map.of("provider", twice)))
                .hasMessageStartingWith("Two providers have the name 'file'");
        LaunchCommand.requireOptions(Map.of("provider", SpawnProviders.option(List.of("file=a", "file=b,name=b"))));
    }
}
