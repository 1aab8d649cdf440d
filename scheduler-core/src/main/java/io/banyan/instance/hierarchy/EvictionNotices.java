package io.banyan.instance.hierarchy;

import io.banyan.instance.message.Effect;
import io.banyan.instance.message.level.DownMessage;
import io.banyan.instance.message.level.UpMessage;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.instance.message.value.UseRule;
import io.banyan.instance.message.value.ValueChecks;
import io.banyan.instance.state.InstanceState;
import io.banyan.instance.state.PendingEvictions;
import io.banyan.instance.turn.PendingCalls;
import io.banyan.instance.turn.Transition;

/**
 * The notices to those who wait for a clearing: the parent and clients when it is through, and clients before that
 * where it takes long.
 */
final class EvictionNotices {
    /** Behind the id of a parent's revoke: clients here choose the ids of their shrinks without knowing of it. */
    private static final String FROM_ABOVE = ValueChecks.MADE_HERE + "up";

    private final InstanceState state;
    private final JobCompletion endings;
    private final PendingCalls waiters;

    EvictionNotices(InstanceState state, JobCompletion endings, PendingCalls waiters) {
        this.state = state;
        this.endings = endings;
        this.waiters = waiters;
    }

    /** The id of what is got out of use for a parent's revoke. */
    static String idOf(DownMessage.Revoke revoke) {
        return revoke.revokeId() + FROM_ABOVE;
    }

    /** Answers a parent's revoke, by the id that it has here. */
    static void tellParent(Transition turn, String id, String why) {
        String there = id.endsWith(FROM_ABOVE) ? id.substring(0, id.length() - FROM_ABOVE.length()) : id;
        turn.add(new Effect.ToParent(new UpMessage.Revoked(there, why)));
    }

    /**
     * A client that wants something by force waits for the end of the children that have it. Where that is known to
     * take long, he is told; the shrink goes on.
     */
    void tellIfLong(Transition turn, PendingEvictions.Pending clearing) {
        if (clearing.begun().rule() != UseRule.CANCEL || !waiters.isAwaited(PendingCalls.shrink(clearing.id()))) {
            return;
        }
        state.jobs().activeInstances().stream()
                .map(JobRecord::id)
                .filter(child -> clearing.chosen().stream()
                        .anyMatch(
                                path -> !state.childGrants().within(child, path).isEmpty()))
                .forEach(child -> endings.takesLong(turn, PendingCalls.shrink(clearing.id()), child));
    }

    /** Reports that a clearing is over, as has been decided. */
    void ended(Transition turn, PendingEvictions.Pending clearing, String why) {
        String id = clearing.id();
        if (clearing.begun().forParent()) {
            tellParent(turn, id, why);
        }
        for (String call : waiters.take(PendingCalls.shrink(id))) {
            turn.reply(call, state.clearings().settled(id).orElseThrow().answer());
        }
    }
}
