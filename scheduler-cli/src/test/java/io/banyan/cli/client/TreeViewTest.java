package io.banyan.cli.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.cli.output.Output;
import io.banyan.cli.output.Terminal;
import io.banyan.instance.Answer;
import io.banyan.instance.ChildState;
import io.banyan.instance.InstanceSummary;
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
                .containsPattern("\nThe parent is gone since 2023-11-1[45] ..:..:..: this instance works on");
        assertThat(TreeView.text(new Answer.Tree(LINE, OptionalLong.empty()))).isEqualTo(TreeView.text(LINE));
    }

    @Test
    void saysItInJsonBesideTheInstanceItself() {
        assertThat(json(OptionalLong.of(1_700_000_000)))
                .contains("\"path\" : \"/3\"", "\"parentLostSinceSec\" : 1700000000");
        assertThat(json(OptionalLong.empty())).contains("\"path\" : \"/3\"").doesNotContain("parentLost");
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
