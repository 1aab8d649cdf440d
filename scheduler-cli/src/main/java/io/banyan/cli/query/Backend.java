package io.banyan.cli.query;

import io.banyan.instance.Instance;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.Request;
import java.util.Optional;

/** The backend that answers a session: an instance in this process, or a daemon. */
interface Backend {
    /** Asks and waits for the answer, which may be {@link Answer.Failed}. */
    Answer ask(Request request);

    /** The instance, where it is in this process. */
    default Optional<Instance> local() {
        return Optional.empty();
    }
}
