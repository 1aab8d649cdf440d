package io.banyan.instance.message.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.resource.JobId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InstancePathTest {
    @ParameterizedTest
    @ValueSource(strings = {"/", "/3", "/3/1", "/3/1/20"})
    void isReadAsItIsWritten(String text) {
        assertThat(InstancePath.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "3", "//", "/3/", "/3//1", "/a", "/0", "/-1", "/\u0661"})
    void refusesWhatIsNone(String text) {
        assertThatThrownBy(() -> InstancePath.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void refusesMoreLevelsThanATreeHas() {
        assertThat(InstancePath.parse("/1".repeat(InstancePath.MOST_LEVELS)).jobs())
                .hasSize(InstancePath.MOST_LEVELS);
        assertThatThrownBy(() -> InstancePath.parse("/1".repeat(InstancePath.MOST_LEVELS + 1)))
                .hasMessageContaining("at most 64 levels");
    }

    @Test
    void namesTheNextStepOnTheWay() {
        InstancePath wanted = InstancePath.parse("/3/1");
        assertThat(wanted.nextBelow(InstancePath.parse("/"))).contains(new JobId(3));
        assertThat(wanted.nextBelow(InstancePath.parse("/3"))).contains(new JobId(1));
        assertThat(wanted.nextBelow(wanted)).isEmpty();
        assertThat(wanted.nextBelow(InstancePath.parse("/4"))).isEmpty();
        assertThat(InstancePath.parse("/31").nextBelow(InstancePath.parse("/3")))
                .isEmpty();
        assertThat(InstancePath.parse("/3").below(new JobId(1))).isEqualTo(wanted);
    }

    @Test
    void whatIsAboveHasOneJobLess() {
        assertThat(InstancePath.parse("/3/1").above()).contains(InstancePath.parse("/3"));
        assertThat(InstancePath.parse("/3").above()).contains(InstancePath.parse("/"));
        assertThat(InstancePath.parse("/").above()).isEmpty();
    }
}
