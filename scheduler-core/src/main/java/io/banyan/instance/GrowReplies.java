package io.banyan.instance;

import java.util.List;

/** How a grow ends: the asker is told, and it is counted. */
final class GrowReplies {
    private final InstanceState state;
    private long granted;
    private long refused;

    GrowReplies(InstanceState state) {
        this.state = state;
    }

    /** Grows that ended well since this process began. */
    long granted() {
        return granted;
    }

    /** Grows that did not. */
    long refused() {
        return refused;
    }

    void granted(Turn turn, PendingGrow grow, Grant grant, boolean held) {
        granted++;
        grow.child()
                .ifPresent(child -> turn.add(new Effect.ToChild(child, new DownMessage.Granted(grant, grow.asked()))));
        for (String call : grow.calls()) {
            turn.reply(call, new Answer.Grown(grant, grow.job(), held));
        }
    }

    void refuse(Turn turn, PendingGrow grow, String why) {
        grow.reasons().add(LevelReasons.because(state.path(), LevelReasons.LOCAL, why));
        refuse(turn, grow);
    }

    void refuse(Turn turn, PendingGrow grow) {
        refused++;
        List<LevelReasons> reasons = grow.reasons();
        grow.child()
                .map(child ->
                        new Effect.ToChild(child, new DownMessage.GrowRefused(grow.requestId(), grow.asked(), reasons)))
                .ifPresent(turn::add);
        for (String call : grow.calls()) {
            turn.reply(call, new Answer.Refused(false, reasons));
        }
    }
}
