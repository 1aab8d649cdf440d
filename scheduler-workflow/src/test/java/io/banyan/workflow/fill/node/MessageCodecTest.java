package io.banyan.workflow.fill.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.workflow.fill.CoreDomain;
import io.banyan.workflow.fill.FailureKind;
import io.banyan.workflow.fill.FillEffect;
import io.banyan.workflow.fill.FillNeeds;
import io.banyan.workflow.fill.FillProgram;
import io.banyan.workflow.fill.FillRequest;
import io.banyan.workflow.fill.FillSet;
import io.banyan.workflow.fill.HeldTasks;
import io.banyan.workflow.fill.TaskFailure;
import io.banyan.workflow.fill.TaskOrder;
import io.banyan.workflow.fill.TaskRange;
import io.banyan.workflow.fill.WorkerOffer;
import io.banyan.workflow.fill.WorkerReport;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class MessageCodecTest {
    private static final List<TaskRange> RANGES = List.of(new TaskRange(1, 0, 5_000_000), TaskRange.one(7, 3));
    private static final List<TaskFailure> FAILURES = List.of(new TaskFailure(1, 2, FailureKind.TIME_LIMIT, 143));

    private static final List<WorkerOrder> ORDERS = List.of(
            new WorkerOrder.Introduce(FillSet.of(
                            3,
                            4,
                            FillRequest.of(FillNeeds.cores(2).with("gpu", 1), FillNeeds.cores(FillNeeds.ALL_CORES))
                                    .withPriority(Integer.MIN_VALUE),
                            FillProgram.lines(List.of("a", "b", "c", "d")))
                    .ordered(TaskOrder.of(4, new int[] {0, 1}, new int[] {1, 3}))),
            new WorkerOrder.Do(new FillEffect.Send(0, RANGES)),
            new WorkerOrder.Do(new FillEffect.SendGang(0, 1, 2, List.of("a", "b"))),
            new WorkerOrder.Do(new FillEffect.Recall(0, 1, 300)),
            new WorkerOrder.Do(new FillEffect.Kill(0, RANGES)),
            new WorkerOrder.Do(new FillEffect.Drop(0, RANGES)),
            new WorkerOrder.Do(new FillEffect.Acknowledge(0, Long.MAX_VALUE)),
            new WorkerOrder.Stop());

    private static final List<WorkerMessage> MESSAGES = List.of(
            new WorkerMessage.Hello(
                    Long.MIN_VALUE,
                    new WorkerOffer(
                            "nöde",
                            List.of(new CoreDomain("numa0", List.of(0, 2)), new CoreDomain("numa1", List.of(1))),
                            123_456,
                            new TreeMap<>(Map.of("gpu", List.of(0, 1)))),
                    new HeldTasks(RANGES, List.of(), FAILURES)),
            new WorkerMessage.Changes(new WorkerReport(9, RANGES, List.of(), FAILURES, RANGES, 2)));

    @Test
    void keepsMessages() {
        for (WorkerOrder order : ORDERS) {
            assertThat(MessageCodec.readOrder(MessageCodec.write(order))).isEqualTo(order);
        }
        for (WorkerMessage message : MESSAGES) {
            assertThat(MessageCodec.readMessage(MessageCodec.write(message))).isEqualTo(message);
        }
    }

    @Test
    void refusesEffectsThatAreNotForWorkers() {
        assertThatThrownBy(() -> MessageCodec.write(new WorkerOrder.Do(new FillEffect.WakeAt(1))))
                .hasMessage("a worker gets no such effect: WakeAt[millis=1]");
    }

    @Test
    void damagedBytesGiveAMessageOrOneSentence() {
        long seed = 2;
        System.out.println("seed " + seed);
        var random = new SplittableRandom(seed);
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            boolean isOrder = random.nextBoolean();
            byte[] bytes = isOrder
                    ? MessageCodec.write(ORDERS.get(random.nextInt(ORDERS.size())))
                    : MessageCodec.write(MESSAGES.get(random.nextInt(MESSAGES.size())));
            byte[] damaged = Arrays.copyOf(bytes, random.nextInt(3) == 0 ? random.nextInt(bytes.length) : bytes.length);
            for (int n = random.nextInt(1, 4); n > 0 && damaged.length > 0; n--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            }
            try {
                assertThat(isOrder ? MessageCodec.readOrder(damaged) : MessageCodec.readMessage(damaged))
                        .isNotNull();
            } catch (IllegalArgumentException e) {
                assertThat(e.getMessage()).isNotBlank();
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(5_000);
    }
}
