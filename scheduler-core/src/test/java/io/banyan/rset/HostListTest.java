package io.banyan.rset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
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
                    .withMessageContaining("a host name can have at most 255 characters");
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

    /** Each name once would be a million objects for twelve characters; a run for each number of digits is six. */
    @Test
    void keepsRangesAtTheEndOfNamesAsTheyAre() {
        HostList hosts = HostList.parse("n[0-999999]");
        assertThat(hosts.runs()).isEqualTo(6);
        assertThat(hosts.size()).isEqualTo(HostList.MAX_HOSTS);
        assertThat(hosts).hasToString("n[0-999999]");
        assertThat(hosts.contains("n999999")).isTrue();
        assertThat(hosts.contains("n0999999")).isFalse();
        assertThat(HostList.parse("rack[0-999]-n[000-999]").runs()).isEqualTo(1000);
    }

    @Test
    void writesOutNoMoreThanItMay() {
        assertThat(HostList.parse("n[0-65535]x").runs()).isEqualTo(HostList.MAX_WRITTEN_OUT);
        // 50,000 beginnings with two ranges each are 100,000 runs.
        for (String tooMuch : List.of("n[0-65536]x", "n[0-65536]-[0]", "n[0-49999]-[0,2]", "a[0-32767]x,b[0-32768]x")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> HostList.parse(tooMuch))
                    .withMessageContaining("may expand to at most 65536 names, or beginnings of names");
        }
    }

    @Test
    void sameNamesAreTheSameListHoweverTheyAreWritten() {
        HostList hosts = HostList.parse("n1[8-11],n[112-113],x");
        assertThat(hosts.names()).containsExactly("n18", "n19", "n110", "n111", "n112", "n113", "x");
        HostList spelled = HostList.of(hosts.names());
        assertThat(spelled).isEqualTo(hosts).hasSameHashCodeAs(hosts).hasToString("n[18-19,110-113],x");
    }

    @Property
    void namesWhatItsBracketsStandFor(@ForAll("patterns") List<String> patterns) {
        List<String> names = patterns.stream()
                .flatMap(pattern -> writtenOut(pattern).stream())
                .toList();
        HostList hosts = HostList.parse(String.join(",", patterns));
        assertThat(hosts.names()).isEqualTo(names);
        assertThat(hosts).isEqualTo(HostList.of(names));
        assertThat(HostList.parse(hosts.toString())).isEqualTo(hosts);
        assertThat(names).allMatch(hosts::contains);
    }

    private static List<String> writtenOut(String pattern) {
        int open = pattern.indexOf('[');
        if (open < 0) {
            return List.of(pattern);
        }
        int close = pattern.indexOf(']');
        List<String> rest = writtenOut(pattern.substring(close + 1));
        List<String> names = new ArrayList<>();
        for (String range : pattern.substring(open + 1, close).split(",", -1)) {
            String[] ends = range.split("-", -1);
            for (long n = Long.parseLong(ends[0]); n <= Long.parseLong(ends[ends.length - 1]); n++) {
                String digits = String.format("%0" + ends[0].length() + "d", n);
                rest.forEach(end -> names.add(pattern.substring(0, open) + digits + end));
            }
        }
        return names;
    }

    @Provide
    Arbitrary<List<String>> patterns() {
        Arbitrary<String> part =
                Arbitraries.of("n", "n1", "0", "-", "[7-12]", "[07-12]", "[3,098-101]", "[8,9,10]", "[1-2]");
        return part.list()
                .ofMinSize(1)
                .ofMaxSize(4)
                .map(parts -> String.join("", parts))
                .list()
                .ofMinSize(1)
                .ofMaxSize(4);
    }

    /** A host list contains what a set of the names contains. */
    @Property
    void containsWhatItNames(@ForAll("names") List<String> names, @ForAll("names") List<String> others) {
        HostList hosts = HostList.of(names);
        assertThat(hosts.names()).isEqualTo(names);
        assertThat(names).allMatch(hosts::contains);
        assertThat(others).allMatch(name -> hosts.contains(name) == names.contains(name));
    }

    @Property
    void readsBackWhatItWrote(@ForAll("names") List<String> names) {
        HostList hosts = HostList.of(names);
        assertThat(HostList.parse(hosts.toString()).names()).isEqualTo(names);
    }

    /** A numbered name is added as if it were written out. */
    @Property
    void addsNumberedNamesAsTheirText(
            @ForAll("basenames") List<String> basenames, @ForAll @LongRange(max = 1_200) long first) {
        HostList.Builder numbered = HostList.builder();
        HostList.Builder written = HostList.builder();
        long number = first;
        for (String basename : basenames) {
            numbered.addName(basename, number);
            written.addName(basename + number);
            number++;
        }
        assertThat(numbered.build()).isEqualTo(written.build());
    }

    @Provide
    Arbitrary<List<String>> basenames() {
        return Arbitraries.of("n", "n1", "n07", "", "rack1-", "9999999999999999")
                .list()
                .ofMaxSize(12);
    }

    @Test
    void addsNumberedNamesWithinTheLimits() {
        String longest = "n".repeat(HostList.MAX_NAME_LENGTH - 1);
        HostList.Builder hosts = HostList.builder();
        hosts.addName(longest, 9);
        hosts.addName("n", Long.MAX_VALUE);
        assertThat(hosts.build().names()).containsExactly(longest + 9, "n" + Long.MAX_VALUE);
        assertThatIllegalArgumentException().isThrownBy(() -> HostList.builder().addName("a,b", 1));
        HostList.Builder longer = HostList.builder();
        longer.addName(longest, 9);
        assertThatIllegalArgumentException().isThrownBy(() -> longer.addName(longest, 10));
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
