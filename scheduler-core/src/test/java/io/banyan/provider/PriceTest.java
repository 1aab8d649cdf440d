package io.banyan.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what providers say about prices and amounts, even where it is absurd. */
class PriceTest {
    @Test
    void decimalsBeyondTheSixthAreRoundedUp() {
        assertThat(Price.parse("0.0928")).isEqualTo(new Price(92_800));
        assertThat(Price.parse("1e-7")).isEqualTo(new Price(1));
        assertThat(Price.parse("1e9")).isEqualTo(new Price(1_000_000_000_000_000L));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "1e10", "1e999999999", "1e-999999999", "0e-999999999", "ten", "NaN"})
    @Timeout(10)
    void whatIsNoPriceIsSaidToBeNone(String text) {
        assertThatThrownBy(() -> Price.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("A price must be a number of US dollars");
    }

    @Test
    void aLongTextIsNotRepeatedWhole() {
        assertThatThrownBy(() -> Price.parse("9".repeat(100_000)))
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(200));
    }

    @Test
    void whatIsBeyondCountingIsTheMostThatCanBeCounted() {
        Price most = Price.parse("1e9");
        assertThat(most.times(Long.MAX_VALUE)).isEqualTo(new Price(Long.MAX_VALUE));
        assertThat(most.times(10_000)).isEqualTo(new Price(Long.MAX_VALUE));
        assertThat(most.times(1_000)).isEqualTo(new Price(1_000_000_000_000_000_000L));
        assertThat(new Price(Long.MAX_VALUE).plus(most)).isEqualTo(new Price(Long.MAX_VALUE));
        var item = new Estimate.Item(Long.MAX_VALUE, "a node", Optional.of(most));
        var all = new Estimate.Possible(List.of(item, item));
        assertThat(all.nodes()).isEqualTo(Long.MAX_VALUE);
        assertThat(all.price()).contains(new Price(Long.MAX_VALUE));
    }

    @Test
    void whatIsTooLongForAnInstanceIsNoHolding() {
        Optional<Price> free = Optional.empty();
        String handle = "h".repeat(Handle.MAX_LENGTH + 1);
        assertThatThrownBy(() -> new Inventory.Holding("r", handle, "", free, true))
                .hasMessage("the handle of a holding must be 1 to 4096 characters, found 4097");
        assertThatThrownBy(() -> new Inventory.Holding("r".repeat(1001), "h", "", free, true))
                .hasMessageContaining("up to 1000 characters, found 1001");
        assertThatThrownBy(() -> new Inventory.Holding("r", "h", "", free, true, Optional.of(Instant.MAX)))
                .hasMessageContaining("or not at all");
    }
}
