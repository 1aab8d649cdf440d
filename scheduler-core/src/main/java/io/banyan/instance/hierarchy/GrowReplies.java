package io.banyan.instance.hierarchy;

import io.banyan.instance.message.Effect;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.level.DownMessage;
import io.banyan.instance.message.value.Grant;
import io.banyan.instance.message.value.LevelReasons;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.transition.Transition;
import java.util.List;

/** Ends a grow: informs the requester, and counts the grow. */
public final class GrowReplies {
    private final InstanceState state;
    private long granted;
    private long refused;

    GrowReplies(InstanceState state) {
        this.state = state;
    }

    /** Grows that ended well since this process began. */
    public long granted() {
        return granted;
    }

    /** Grows that did not. */
    public long refused() {
        return refused;
    }

    void granted(Transition transition, PendingGrow grow, Grant grant, boolean held) {
        granted++;
        grow.child()
                .ifPresent(child ->
                        transition.add(new Effect.ToChild(child, new DownMessage.Granted(grant, grow.asked()))));
        for (String call : grow.calls()) {
            transition.reply(call, new Answer.Grown(grant, grow.job(), held));
        }
    }

    void refuse(Transition transition, PendingGrow grow, String why) {
        grow.reasons().add(LevelReasons.because(state.path(), LevelReasons.LOCAL, why));
        refuse(transition, grow);
    }

    void refuse(Transition transition, PendingGrow grow) {
        refused++;
        List<LevelReasons> reasons = grow.reasons();
        grow.child()
                .map(child ->
                        new Effect.ToChild(child, new DownMessage.GrowRefused(grow.requestId(), grow.asked(), reasons)))
                .ifPresent(transition::add);
        for (String call : grow.calls()) {
            transition.reply(call, new Answer.Refused(false, reasons));
        }
    }
}
