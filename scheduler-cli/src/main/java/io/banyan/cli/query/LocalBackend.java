package io.banyan.cli.query;

import io.banyan.instance.Instance;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import java.util.Optional;

/** An instance in this process, whose time is always {@link #NOW_SEC}. Its decisions are not stored. */
record LocalBackend(Instance instance) implements Backend {
    static final long NOW_SEC = 0;

    private static final String CALL = "query";

    @Override
    public Optional<Instance> local() {
        return Optional.of(instance);
    }

    @Override
    public Answer ask(Request request) {
        for (Effect effect : instance.on(new Event.ClientAsked(CALL, request), NOW_SEC)) {
            if (effect instanceof Effect.Reply reply) {
                return reply.answer();
            }
        }
        throw new IllegalStateException("a request of the session was not answered at once: " + request);
    }
}
