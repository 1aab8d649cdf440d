package io.banyan.cli.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.output.Output;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.value.Amount;
import io.banyan.instance.message.value.BorrowedPart;
import io.banyan.instance.message.value.ChildState;
import io.banyan.instance.message.value.InstanceSummary;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class TreeViewTest {
    private static final InstanceSummary LINE =
            new InstanceSummary("/3", "x", "localhost:1", ChildState.LIVE, Map.of(), 0, 0, 0, List.of());

    @Test
    void saysSinceWhenTheParentIsGone() {
        assertThat(TreeView.text(new Answer.Tree(LINE, OptionalLong.of(1_700_000_000))))
                .startsWith(TreeView.text(LINE))
                .containsPattern(
                        "\nThe parent has been unreachable since 2023-11-1[45] ..:..:..\\. This instance continues");
        assertThat(TreeView.text(new Answer.Tree(LINE, OptionalLong.empty()))).isEqualTo(TreeView.text(LINE));
    }

    @Test
    void saysItInJsonBesideTheInstanceItself() {
        assertThat(json(OptionalLong.of(1_700_000_000)))
                .contains("\"path\" : \"/3\"", "\"parentLostSinceSec\" : 1700000000");
        assertThat(json(OptionalLong.empty())).contains("\"path\" : \"/3\"").doesNotContain("parentLost");
    }

    @Test
    void whatWasGrantedWaitsOrIsLostHasAColumnWhereThereIsSuch() {
        var grown = new InstanceSummary(
                "/3",
                "x",
                "",
                ChildState.LIVE,
                Map.of("node", new Amount(3, 1)),
                Map.of("node", new BorrowedPart(1, 1, 0), "core", new BorrowedPart(8, 16, 0)),
                1,
                2,
                0,
                List.of());
        var top = new InstanceSummary(
                "/",
                "top",
                "",
                ChildState.LIVE,
                Map.of(),
                Map.of("node", new BorrowedPart(0, 0, 2)),
                0,
                1,
                4,
                List.of(grown));
        assertThat(TreeView.text(top).lines().map(line -> line.replaceAll(" +", " ")))
                .containsExactly(
                        "instance name state address nodes free jobs waiting own granted external lost",
                        "/ top live - 1 4 0 0 0 2 nodes",
                        "\u2514\u2500 /3 x live 1/3 2 0 1 node 1 node 8 cores 1 node 16 cores 0");
        assertThat(TreeView.text(LINE)).doesNotContain("waiting", "own", "granted", "lost");
    }

    private static String json(OptionalLong since) {
        StringWriter out = new StringWriter();
        var output =
                new Output(new Terminal(InputStream.nullInputStream(), new PrintWriter(out), new PrintWriter(out)));
        new CommandLine(new Options(output)).parseArgs("-o", "json");
        output.print(TreeCommand.View.of(new Answer.Tree(LINE, since)), view -> "");
        return out.toString();
    }

    @CommandLine.Command
    private record Options(@CommandLine.Mixin Output output) {}
}
