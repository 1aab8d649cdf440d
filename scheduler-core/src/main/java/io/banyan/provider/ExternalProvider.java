package io.banyan.provider;

import io.banyan.jobspec.Jobspec;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A source of resources outside the hierarchy: a cloud, another scheduler, a script. To an instance it is just another
 * parent (Milroy et al., section 3, EXTERNALAPI).
 *
 * <p>The daemon calls it off the thread that owns the instance, several calls at a time, each on a thread of its own
 * kind: one that brings never waits behind one that takes back. A call may answer at once and complete its stage later,
 * on any thread, or may block until it knows; an interrupt means that the daemon ends. A stage that fails counts as
 * {@link ProvisionResult.Failed} with the exception's message.
 *
 * <p>What must hold is in the contract test kit ({@code scheduler-providers/contract}), which authors of other
 * providers can run as well.
 */
public interface ExternalProvider extends AutoCloseable {
    /** The name of this provider at its instance, and of the vertex below which its resources are placed. */
    String name();

    /** One line for people: what it is, where, with which limits. Asks nobody. */
    String describe();

    /**
     * Brings resources: all that the jobspec asks for, or, where a count of it is a range, as many within the range as
     * there are. Less than its least is never brought: what came of it is given back, and the answer is no. Asked again
     * with the same request id it answers the same and brings nothing new, also after a restart of the daemon.
     */
    CompletionStage<ProvisionResult> provision(ProvisionRequest request);

    /**
     * Takes resources back. Handles that it does not know, or has taken back already, are no error, and neither is a
     * request that it does not know. A stage that fails says that something is not taken back.
     *
     * @param requestId the id with which they were provisioned
     * @param handles what is to go; empty for everything that was brought for the id, be it more than the asker ever
     *     heard of
     */
    CompletionStage<Void> release(String requestId, List<Handle> handles);

    /**
     * Returns what the provider would bring for this jobspec, and at which price, before anything is bought; or why it
     * never could, whoever gives back what. It holds nothing and buys nothing, and what it says is no promise.
     */
    default CompletionStage<Estimate> estimate(Jobspec jobspec) {
        return CompletableFuture.completedStage(new Estimate.Unknown());
    }

    /**
     * All that this provider has out there for the owner of its {@link ProviderContext}, whichever process asked for
     * it. The daemon compares it with what the instance knows: what nobody knows of is released, what is there no more
     * is told to be down, and what will end by itself is drained before.
     */
    default CompletionStage<Inventory> inventory() {
        return CompletableFuture.completedStage(new Inventory.Unknown());
    }

    /** Lets go of connections and threads; takes no resources back. */
    @Override
    void close();
}
