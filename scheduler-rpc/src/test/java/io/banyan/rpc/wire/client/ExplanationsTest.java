package io.banyan.rpc.wire.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.match.Reason;
import io.banyan.match.explain.Explanation;
import io.banyan.match.explain.Obstacle;
import io.banyan.planner.TimeWindow;
import io.banyan.resource.JobId;
import io.banyan.rpc.wire.WireException;
import io.banyan.v1.ExplainReply;
import io.banyan.v1.ExplainedAlternative;
import io.banyan.v1.ExplainedLevel;
import io.banyan.v1.SmallChange;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExplanationsTest {
    private static final List<Reason> REASONS = List.of(new Reason("node", 9, 8, "in the whole graph"));

    private static Explanation.Level level() {
        List<Explanation.Taken> taken = new ArrayList<>();
        for (Obstacle obstacle : Obstacle.values()) {
            taken.add(new Explanation.Taken(
                    obstacle,
                    "core",
                    4,
                    3,
                    2,
                    1,
                    List.of(new Explanation.Above("/cluster0/rack0", 1)),
                    7,
                    new Explanation.Holders(List.of(new JobId(3)), 12, 100, 200)));
        }
        var below = new Explanation.Level("node/core", "2-4", 2, 6, 6, 3, List.of(), List.of());
        return new Explanation.Level("node", "8", 8, 3 + 4L * taken.size(), 3, 3, taken, List.of(below));
    }

    @Test
    void everyExplanationIsReadAsItWasWritten() throws Exception {
        var window = new TimeWindow(10, 20);
        List<Explanation.Start> starts = List.of(
                new Explanation.Start.Now(window),
                new Explanation.Start.Later(window),
                new Explanation.Start.Blocked(REASONS),
                new Explanation.Start.Never(REASONS));
        List<Explanation.Change> changes = List.of(
                new Explanation.Change.Fewer("node", 8, 3),
                new Explanation.Change.Without("gpu"),
                new Explanation.Change.WithoutRequired("slot[big]/node", "gpu"),
                new Explanation.Change.Shorter(3600, 60));
        for (Explanation.Start start : starts) {
            var alternatives = List.of(
                    new Explanation.Alternative(List.of("slot[big]"), List.of(level())),
                    new Explanation.Alternative(List.of("slot[small]"), List.of(level(), level())));
            var explanation = new Explanation(5, start, alternatives, 3, changes);
            assertThat(Explanations.read(Explanations.write(explanation))).isEqualTo(explanation);
        }
    }

    @Test
    void numbersThatDoNotAddUpAreRefused() {
        ExplainReply reply = ExplainReply.newBuilder()
                .setNow(io.banyan.v1.TimeWindow.newBuilder().setEndSec(1))
                .addAlternatives(ExplainedAlternative.newBuilder()
                        .addLevels(ExplainedLevel.newBuilder()
                                .setRequirement("node")
                                .setCandidates(3)))
                .build();
        assertThatThrownBy(() -> AnswerReader.read(reply))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("node has 3 candidates, but 0 are accounted for");
    }

    @Test
    void anAnswerWithoutAStartAndAnUnknownChangeAreRefused() {
        assertThatThrownBy(() -> AnswerReader.read(ExplainReply.getDefaultInstance()))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("must state when");
        ExplainReply reply = ExplainReply.newBuilder()
                .setNow(io.banyan.v1.TimeWindow.newBuilder().setEndSec(1))
                .addChanges(SmallChange.getDefaultInstance())
                .build();
        assertThatThrownBy(() -> AnswerReader.read(reply)).hasMessageContaining("proposes a change");
    }
}
