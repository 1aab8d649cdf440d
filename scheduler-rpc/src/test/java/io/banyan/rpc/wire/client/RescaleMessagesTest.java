package io.banyan.rpc.wire.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.MalleableAnswer;
import io.banyan.instance.message.client.RescaleRequest;
import io.banyan.instance.message.value.LevelReasons;
import io.banyan.instance.message.value.RescaleOutcome;
import io.banyan.jobspec.Malleability;
import io.banyan.match.Reason;
import io.banyan.resource.JobId;
import io.banyan.rpc.wire.WireException;
import io.banyan.v1.ProposeRequest;
import io.banyan.v1.RescaleAnswer;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the messages about the number of slots that jobs run with, there and back, and those that make no sense. */
class RescaleMessagesTest {
    private static final JobId JOB = new JobId(7);

    @Test
    void requestsComeAsTheyWent() throws Exception {
        var propose = new RescaleRequest.Propose(JOB, 4);
        assertThat(RescaleMessages.read(RescaleMessages.write(propose))).isEqualTo(propose);
        var look = new RescaleRequest.Look(JOB);
        assertThat(RescaleMessages.read(RescaleMessages.write(look))).isEqualTo(look);
        var reply = new RescaleRequest.Reply(JOB, 3, false, "nearly done");
        assertThat(RescaleMessages.read(RescaleMessages.write(reply))).isEqualTo(reply);
    }

    @ParameterizedTest
    @EnumSource
    void outcomesComeAsTheyWent(RescaleOutcome outcome) throws Exception {
        var rescaled = new MalleableAnswer.Rescaled(JOB, 3, 8, 4, outcome, "why");
        assertThat(RescaleMessages.read(RescaleMessages.rescaled(rescaled))).isEqualTo(rescaled);
        assertThat(RescaleMessages.read(RescaleMessages.rescaled(rescaled.with(6))))
                .isEqualTo(rescaled.with(6));
    }

    @Test
    void aDaemonThatDoesNotSayWithHowManyItGoesOnMeansAllOrNothing() throws Exception {
        var message = RescaleMessages.rescaled(new MalleableAnswer.Rescaled(JOB, 3, 8, 4, RescaleOutcome.DECLINED, ""));
        var older = message.toBuilder();
        older.getRescaledBuilder().clearSlots();
        assertThat(RescaleMessages.read(older.build()))
                .isEqualTo(new MalleableAnswer.Rescaled(JOB, 3, 8, 4, RescaleOutcome.DECLINED, "", 8));
    }

    @Test
    void aRefusalComesAsItWent() throws Exception {
        var refused = new Answer.Refused(false, List.of(new LevelReasons("/", "local", List.of(Reason.SHARED_ONLY))));
        assertThat(RescaleMessages.read(RescaleMessages.rescaled(refused))).isEqualTo(refused);
    }

    @Test
    void whatAJobRunsWithComesAsItWent() throws Exception {
        var bounds = new Malleability(2, 8, 2, List.of(), Optional.empty(), Optional.empty());
        var slots = new MalleableAnswer.Slots(JOB, 4, bounds, Optional.of(new MalleableAnswer.Proposal(3, 4, 8, "{}")));
        assertThat(RescaleMessages.read(RescaleMessages.slots(slots))).isEqualTo(slots);
        var settled = new MalleableAnswer.Slots(JOB, 4, bounds, Optional.empty());
        assertThat(RescaleMessages.read(RescaleMessages.slots(settled))).isEqualTo(settled);
    }

    @Test
    void whatMakesNoSenseIsRefused() {
        assertThatThrownBy(() -> RescaleMessages.read(
                        ProposeRequest.newBuilder().setJob(1).build()))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("slots");
        assertThatThrownBy(() -> RescaleMessages.read(
                        RescaleAnswer.newBuilder().setJob(1).build()))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("number");
    }
}
