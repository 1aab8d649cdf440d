package io.banyan.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.banyan.graph.Subgraph;
import io.banyan.graph.SubgraphVertex;
import io.banyan.resource.ResourceType;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class ProvisionAnswersTest {
    private static final ProvisionResult NO = new ProvisionResult.Refused("full");

    private final ProvisionAnswers answers = new ProvisionAnswers();
    private int worked;

    private ProvisionResult asked(ProvisionResult result) {
        return join(answers.once("g", () -> {
            worked++;
            return result;
        }));
    }

    private static ProvisionResult join(CompletionStage<ProvisionResult> answer) {
        return answer.toCompletableFuture().join();
    }

    private static ProvisionResult brought() {
        var node = SubgraphVertex.of("0", ResourceType.NODE, 0, "/node0");
        return new ProvisionResult.Provisioned(new Subgraph(List.of(node), List.of()), List.of(new Handle("", "h")));
    }

    @Test
    void whatWasBroughtIsTheAnswerUntilItIsForgotten() {
        ProvisionResult first = asked(brought());
        assertThat(asked(NO)).isSameAs(first);
        answers.forget("g");
        assertThat(asked(NO)).isEqualTo(NO);
        assertThat(worked).isEqualTo(2);
    }

    @Test
    void whatBroughtNothingIsTriedAgain() {
        assertThat(asked(NO)).isEqualTo(NO);
        ProvisionResult brought = brought();
        assertThat(asked(brought)).isSameAs(brought);
    }

    @Test
    void whatBreaksLeavesNobodyWaiting() {
        var broken = answers.once("g", () -> {
            // Asked meanwhile, as another thread would.
            answers.once("g", () -> NO).whenComplete((result, error) -> worked++);
            throw new IllegalStateException("a bug");
        });
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(() -> join(broken))
                .withMessageContaining("a bug");
        assertThat(worked).as("who waited has heard of it").isEqualTo(1);
        answers.await("g");
        assertThat(asked(NO)).isEqualTo(NO);
    }
}
