package io.banyan.rpc.execute;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.value.ErrorCode;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** How often the graph is asked whether it has GPUs. */
class GraphGpusTest {
    private final AtomicLong now = new AtomicLong();
    private final AtomicInteger asked = new AtomicInteger();

    @Test
    void asksAgainAfterAPauseWhereThereWereNone() throws Exception {
        var gpus = new GraphGpus(now::get);
        GraphGpus.Graph none = () -> {
            asked.incrementAndGet();
            return new Answer.Failed(ErrorCode.NOT_FOUND, "no resource has the type 'gpu' here");
        };
        assertThat(gpus.areKnown(none)).isFalse();
        assertThat(gpus.areKnown(none)).isFalse();
        assertThat(asked).hasValue(1);
        now.addAndGet(GraphGpus.PAUSE.toNanos());
        assertThat(gpus.areKnown(none)).isFalse();
        assertThat(asked).hasValue(2);
    }
}
