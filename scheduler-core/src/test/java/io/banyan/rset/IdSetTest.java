package io.banyan.rset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdSetTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0-3,7|0-3,7",
                "[0-3,7]|0-3,7",
                "5|5",
                "7,0,1,2,3|0-3,7",
                "0-5,3-8|0-8",
                "0-2,3-4|0-4",
                "1,1,1|1",
                "3,0|0,3"
            })
    void writesWhatItReadInTheShortestForm(String text, String canonical) {
        assertThat(IdSet.parse(text)).hasToString(canonical);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "-1",
                "1-",
                "-",
                "1,,2",
                "3-1",
                "07",
                "[1",
                "1]",
                "1 ,2",
                "1.5",
                "9999999999999999999",
                "0-1000000",
                "0-999999999999"
            })
    void refusesWhatIsNoIdset(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> IdSet.parse(text));
    }

    @Test
    void anIdThatIsTooLargeIsSaidToBe() {
        assertThatThrownBy(() -> IdSet.parse("1-99999999999999999999"))
                .hasMessage(
                        "'1-99999999999999999999' is not an idset: an id can have at most 18 digits, found '99999999999999999999'");
    }

    @Test
    void holdsTheGreatestNumberThereIs() {
        IdSet greatest = IdSet.of(Long.MAX_VALUE, 3, Long.MAX_VALUE, Long.MAX_VALUE - 1);
        assertThat(greatest).hasToString("3,9223372036854775806-9223372036854775807");
        assertThat(greatest.size()).isEqualTo(3);
        var seen = new ArrayList<Long>();
        greatest.forEach(seen::add);
        assertThat(seen).containsExactly(3L, Long.MAX_VALUE - 1, Long.MAX_VALUE);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IdSet.builder().addRange(0, Long.MAX_VALUE))
                .withMessageContaining("at most 1000000 ids");
    }

    @Test
    void readsTheEmptySet() {
        assertThat(IdSet.parse("")).isEqualTo(IdSet.empty());
        assertThat(IdSet.parse("[]").isEmpty()).isTrue();
        assertThat(IdSet.empty()).hasToString("");
    }

    @Test
    void holdsAsManyIdsAsTheLimitAndNoMore() {
        assertThat(IdSet.parse("0-999999").size()).isEqualTo(IdSet.MAX_IDS);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IdSet.parse("0-999999,1000001"))
                .withMessageContaining("1000000");
    }

    @Property
    void agreesWithATreeSet(@ForAll @Size(max = 60) Set<@IntRange(max = 80) Integer> ids) {
        Set<Integer> expected = new TreeSet<>(ids);
        IdSet set = IdSet.of(ids.stream().mapToLong(Integer::longValue).toArray());
        assertThat(set.longs().mapToObj(id -> (int) id)).containsExactlyElementsOf(expected);
        assertThat(set.size()).isEqualTo(expected.size());
        for (int id = 0; id <= 81; id++) {
            assertThat(set.contains(id)).as("contains %d", id).isEqualTo(expected.contains(id));
        }
        assertThat(IdSet.parse(set.toString())).isEqualTo(set).hasSameHashCodeAs(set);
    }

    @Property
    void unionHoldsWhatEitherHolds(
            @ForAll @Size(max = 30) Set<@IntRange(max = 60) Integer> mine,
            @ForAll @Size(max = 30) Set<@IntRange(max = 60) Integer> others) {
        Set<Integer> expected = new TreeSet<>(mine);
        expected.addAll(others);
        IdSet union = IdSet.of(mine.stream().mapToLong(Integer::longValue).toArray())
                .union(IdSet.of(others.stream().mapToLong(Integer::longValue).toArray()));
        assertThat(union.longs().mapToObj(id -> (int) id)).containsExactlyElementsOf(expected);
    }
}
