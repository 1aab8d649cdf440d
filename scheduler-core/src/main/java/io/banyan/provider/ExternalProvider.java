package io.banyan.provider;

import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * A source of resources outside the hierarchy: a cloud, another scheduler, a script. To an instance it is just another parent (Milroy et
 * al., section 3, EXTERNALAPI).
 *
 * <p>The daemon calls it off the thread that owns the instance. Calls return at once; the stage completes when the provider has answered,
 * on any thread. A stage that fails counts as {@link ProvisionResult.Failed} with the exception's message.
 */
public interface ExternalProvider extends AutoCloseable {
    /** The name of this provider at its instance, and of the vertex below which its resources are placed. */
    String name();

    /** One line for people: what it is, where, with which limits. */
    String describe();

    /** Brings resources. Asked again with the same request id it answers the same and brings nothing new. */
    CompletionStage<ProvisionResult> provision(ProvisionRequest request);

    /**
     * Takes resources back. Handles that it does not know, or has taken back already, are no error, and neither is a request that it does not
     * know. A stage that fails says that something is not taken back.
     *
     * @param requestId the id with which they were provisioned
     * @param handles what is to go; empty for everything that was brought for the id, be it more than the asker ever heard of
     */
    CompletionStage<Void> release(String requestId, List<Handle> handles);

    /** Lets go of connections and threads; takes no resources back. */
    @Override
    void close();
}
