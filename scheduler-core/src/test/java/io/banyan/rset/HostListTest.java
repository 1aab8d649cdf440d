package io.banyan.rset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostListTest {
    @Test
    void expandsRangesInOrderAndKeepsLeadingZeros() {
        assertThat(HostList.parse("node[0-3,07],login").names())
                .containsExactly("node0", "node1", "node2", "node3", "node07", "login");
        assertThat(HostList.parse("n[08-11]").names()).containsExactly("n08", "n09", "n10", "n11");
        assertThat(HostList.parse("rack[0-1]-node[0-1]").names())
                .containsExactly("rack0-node0", "rack0-node1", "rack1-node0", "rack1-node1");
        assertThat(HostList.parse("").names()).isEmpty();
    }

    @Test
    void refusesNamesOfMoreThan255Characters() {
        String longest = "n".repeat(254) + "0";
        assertThat(HostList.parse(longest).names()).containsExactly(longest);
        for (String tooLong : List.of("n" + longest, "n".repeat(100_000) + "[0-99999]", "[1-2]" + longest)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> HostList.parse(tooLong))
                    .withMessageContaining("a host name has at most 255 characters");
        }
        assertThatIllegalArgumentException().isThrownBy(() -> HostList.of(List.of("n" + longest)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "node0,node1,node2|node[0-2]",
                "node0,node2|node[0,2]",
                "node9,node10|node[9-10]",
                "node09,node10|node[09-10]",
                "node9,node010|node[9,010]",
                "node1|node1",
                "login,node1,node2|login,node[1-2]",
                "node2,node1|node[2,1]",
                "a1,b1,a2|a1,b1,a2",
                "node1,node1|node[1,1]"
            })
    void writesNeighboursInOneBracket(String names, String compact) {
        assertThat(HostList.parse(names)).hasToString(compact);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "node[",
                "node]",
                "node[1",
                "node[[1]]",
                "node[a]",
                "node[]",
                "node[3-1]",
                ",",
                "a,,b",
                "a b",
                "n[0-9999999]",
                "n[0-999]m[0-9999]"
            })
    void refusesWhatIsNoHostlist(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> HostList.parse(text));
    }

    @Test
    void knowsItsNames() {
        HostList hosts = HostList.parse("node[0-3]");
        assertThat(hosts.contains("node2")).isTrue();
        assertThat(hosts.contains("node4")).isFalse();
        assertThat(hosts.size()).isEqualTo(4);
    }

    @Property
    void readsBackWhatItWrote(@ForAll("names") List<String> names) {
        HostList hosts = HostList.of(names);
        assertThat(HostList.parse(hosts.toString()).names()).isEqualTo(names);
    }

    @Provide
    Arbitrary<List<String>> names() {
        Arbitrary<String> prefix = Arbitraries.of("n", "node", "rack1-", "a0b");
        Arbitrary<String> number = Arbitraries.oneOf(
                Arbitraries.just(""),
                Arbitraries.integers().between(0, 12).map(String::valueOf),
                Arbitraries.integers().between(0, 120).map("%03d"::formatted),
                Arbitraries.just("99999999999999999999999"));
        return Combinators.combine(prefix, number).as(String::concat).list().ofMaxSize(40);
    }
}
