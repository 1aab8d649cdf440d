package io.banyan.rpc.provider;

import io.banyan.jobspec.Jobspec;
import io.banyan.provider.Estimate;
import io.banyan.provider.Handle;
import io.banyan.provider.Inventory;
import io.banyan.provider.ProvisionRequest;
import io.banyan.provider.ProvisionResult;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A limit on the resources or the spending of a provider's instance. {@link BoundedProvider} asks each bound before a
 * purchase and reports its result. Threads that call may have to wait for a disk.
 */
interface Bound {
    /** The limit in words for people. */
    String words();

    /** Whether a request was let through before. */
    boolean has(String requestId);

    /** A call for a request begins, which is open until {@link #over}. */
    void open(ProvisionRequest request);

    /** Records the end of a call for a request, whose known results were reported here before. */
    void over(String requestId);

    /**
     * Reserves the expected cost, or returns why it would be too much.
     *
     * @param expected the provider's estimate; empty if it has none
     */
    Optional<String> reserve(ProvisionRequest request, Optional<Estimate.Possible> expected);

    /**
     * Records the result of a request. It counts until it is {@link #released}.
     *
     * @param expected the provider's earlier estimate; empty if it had none
     * @return why the result is too much after all, for people; empty if it may stay
     */
    Optional<String> came(String requestId, ProvisionResult.Provisioned brought, Optional<Estimate.Possible> expected);

    /** Nothing came of a request, and nothing of it is there. */
    void refused(String requestId);

    /** These went back; all of the request where there is none. */
    void released(String requestId, List<Handle> handles);

    /** Receives the provider's inventory at that time. */
    void listed(List<Inventory.Holding> holdings, Instant asked);

    /**
     * Receives the instance's resources at the start of this process, for a provider that cannot list its resources.
     */
    void known(List<Inventory.Holding> holdings);

    /** Returns why this amount exceeds the bound even without other use; empty if it does not. */
    Optional<String> never(Jobspec jobspec, Estimate.Possible possible);

    /** Returns why this amount is not available now for any user; empty if it may be. */
    Optional<String> notNow(Jobspec jobspec, Estimate.Possible possible);
}
