package io.banyan.provider;

import io.banyan.jobspec.Jobspec;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A source of resources outside the hierarchy: a cloud, another scheduler, a script. For an instance, a provider is
 * another parent (Milroy et al., section 3, EXTERNALAPI).
 *
 * <p>The daemon does not call a provider on the thread that owns the instance. Several calls can be active at a time.
 * Calls of {@link #provision} and calls of {@link #release} use different threads, so neither waits for the other. A
 * method can return at once and complete its stage later, on any thread, or it can block until it has the result. An
 * interrupt means that the daemon ends. A stage that fails counts as {@link ProvisionResult.Failed} with the message of
 * the exception.
 *
 * <p>The contract test kit ({@code scheduler-providers/contract}) checks these rules. Authors of other providers can
 * run it as well.
 */
public interface ExternalProvider extends AutoCloseable {
    /** The name of this provider at its instance, and of the vertex below which its resources are placed. */
    String name();

    /** Describes the provider in one line for people: kind, place and limits. Makes no call to the outside. */
    String describe();

    /**
     * Supplies resources: everything that the jobspec requests. For a count that is a range, the provider supplies as
     * many within the range as are available. It never supplies less than the minimum: if it gets less, it releases
     * these resources, and refuses the request. A repeated request with the same id gets the same answer and no new
     * resources, also after a restart of the daemon. After a release of these resources, the id is that of a new
     * request: no resource that was taken back is supplied again.
     */
    CompletionStage<ProvisionResult> provision(ProvisionRequest request);

    /**
     * Takes resources back. An unknown handle, a handle whose resource was taken back already, and an unknown request
     * are not errors. A stage that fails means that some of the resources were not taken back.
     *
     * @param requestId the id with which the resources were provisioned
     * @param handles the resources to take back; empty for all resources of the request, including those that the
     *     caller never learned of
     */
    CompletionStage<Void> release(String requestId, List<Handle> handles);

    /**
     * Estimates the resources that the provider would supply for this jobspec and their price, before anything is
     * bought, or the reason why it can never supply them, whatever is released. The call reserves and buys nothing, and
     * the estimate is not binding.
     */
    default CompletionStage<Estimate> estimate(Jobspec jobspec) {
        return CompletableFuture.completedStage(new Estimate.Unknown());
    }

    /**
     * Lists all resources that this provider has for the owner of its {@link ProviderContext}, whichever process
     * requested them. The daemon compares the list with the resources that the instance knows: it releases unknown
     * resources, marks missing resources as lost, and drains resources before they end by themselves.
     */
    default CompletionStage<Inventory> inventory() {
        return CompletableFuture.completedStage(new Inventory.Unknown());
    }

    /** Closes connections and ends threads. Takes no resources back. */
    @Override
    void close();
}
