package io.banyan.rpc.agent;

import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.decision.GrowDecision;
import io.banyan.instance.message.level.DownMessage;
import io.banyan.instance.message.value.GrowRoute;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Passes the decisions of each event to a watch. For the thread that decides. */
final class Watching {
    private final AgentWatch watch;
    /** The calls of clients whose grows have no answer yet. */
    private final Set<String> grows = new HashSet<>();

    Watching(AgentWatch watch) {
        this.watch = watch;
    }

    /** An event was decided on, in so long. O(effects). */
    void decided(Event event, List<Effect> effects, long nanos) {
        if (watch.equals(AgentWatch.NONE)) {
            return;
        }
        if (event instanceof Event.ClientAsked asked && asked.request() instanceof Request.Grow) {
            grows.add(asked.call());
        }
        for (Effect effect : effects) {
            switch (effect) {
                case Effect.Append append
                when append.decision() instanceof GrowDecision.Grown grown -> watch.grown(grown.arrival());
                case Effect.ToChild down when down.message() instanceof DownMessage.GrowRefused -> watch.growRefused();
                case Effect.Reply reply -> replied(event, reply, nanos);
                case Effect other -> {
                    // It is not counted.
                }
            }
        }
    }

    private void replied(Event event, Effect.Reply reply, long nanos) {
        if (grows.remove(reply.call())) {
            switch (reply.answer()) {
                case Answer.Grown grown when !grown.held() -> watch.grown(GrowRoute.LOCAL);
                case Answer.Grown grown -> {
                    // It was counted when it was decided.
                }
                case Answer other -> watch.growRefused();
            }
        }
        if (event instanceof Event.ClientAsked asked
                && asked.request() instanceof JobRequest.Match match
                && asked.call().equals(reply.call())) {
            watch.matched(match.operation(), reply.answer(), nanos);
        }
    }
}
