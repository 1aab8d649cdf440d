package io.banyan.graph.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.rset.IdSet;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RReaderTest {
    private static final String R = """
            {"version": 1, "execution": {
              "R_lite": [{"rank": "5", "children": {"gpu": "0", "core": "0-1"}}, {"rank": "1-2", "children": {"core": "3"}}],
              "nodelist": ["n07", "login,n9"], "properties": {"ssd": "1,5", "class=2": "5"},
              "starttime": 0, "expiration": 10}, "other": [1]}""";

    private static ByteArrayInputStream in(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private static ResourceGraph graph(String text) throws GraphException, IOException {
        return RReader.read(in(text), "R.json").toGraph();
    }

    @Test
    void givesTheHostsToTheRanksInTheirOrder() throws GraphException, IOException {
        ResourceGraph graph = graph(R);
        graph.checkInvariants();
        assertThat(graph.vertexCount()).isEqualTo(1 + 3 + 2 + 3);
        int first = graph.find("/cluster0/n07");
        assertThat(graph.rank(first)).isEqualTo(1);
        assertThat(graph.basename(first)).isEqualTo("n");
        assertThat(graph.number(first)).isEqualTo(7);
        assertThat(graph.name(first)).isEqualTo("n07");
        assertThat(graph.rank(graph.find("/cluster0/login/core3"))).isEqualTo(2);
        assertThat(graph.number(graph.find("/cluster0/login"))).isEqualTo(-1);
        assertThat(graph.properties(first)).containsOnlyKeys("ssd");
        assertThat(graph.properties(graph.find("/cluster0/n9")))
                .containsEntry("ssd", "")
                .containsEntry("class", "2");
        assertThat(graph.rank(graph.root())).isEqualTo(-1);
    }

    @Test
    void hostsOfOneNameAreToldApartByTheirRank() throws GraphException, IOException {
        ResourceGraph graph = graph(
                "{\"version\": 1, \"execution\": {\"R_lite\": [{\"rank\": \"0-1\"}], \"nodelist\": [\"n\", \"n\"]}}");
        assertThat(graph.name(graph.verticesOfRank(1)[0])).isEqualTo("n");
        assertThat(graph.path(graph.verticesOfRank(1)[0])).isEqualTo("/cluster0/n@1");
        assertThat(graph.path(graph.verticesOfRank(0)[0])).isEqualTo("/cluster0/n");
    }

    @Test
    void readsRanksWithoutHosts() throws GraphException, IOException {
        assertThat(RReader.readRanks(in("{\"version\": 1, \"execution\": {\"R_lite\": [{\"rank\": \"3-4\"}]}}"), "R"))
                .isEqualTo(IdSet.of(3, 4));
    }

    @Test
    void saysWhetherThereIsMoreUnderScheduling() throws GraphException, IOException {
        assertThat(RReader.read(in(R), "R").scheduling()).isFalse();
        assertThat(RReader.read(in(R.replace("other", "scheduling")), "R").scheduling())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "'version': 1 | 'version': 2 | R.json:1:13: 'version' is 2; a number from 1 to 1 is expected.",
                "'version': 1, | | the key 'version' is missing.",
                "'1-2' | '1-5' | R.json:2:111: the rank 5 occurs twice or is too large.",
                "'1-2' | '-1' | is not an idset",
                "'n07', | | execution.nodelist has 2 hosts, but there are 3 ranks.",
                "'R_lite' | 'R' | execution.R_lite has no ranks.",
                "'rank': '5', | | the entry of R_lite has no 'rank'.",
                "'rank': '5' | 'rank': 5 | R.json:2:23: 'rank' must be a string.",
                "'core': '3' | 'core': 3 | 'core' must be a string.",
                "'class=2': '5' | 'class=2': 5 | 'class=2' must be a string.",
                "login | n[ | hostlist",
                "[1]} | [1]} x | not well-formed JSON",
            })
    void refusesWhatIsNotR(String part, String instead, String why) {
        String text = R.replace(part.replace('\'', '"'), instead == null ? "" : instead.replace('\'', '"'));
        assertThat(text).isNotEqualTo(R);
        assertThatExceptionOfType(GraphException.class)
                .isThrownBy(() -> graph(text))
                .withMessageContaining(why);
    }
}
