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

    /** A call for a request is over, and what came of it was told here, where something is known. */
    void over(String requestId);

    /**
     * Puts aside what is expected; or says why it would be too much, and does not.
     *
     * @param expected what the provider says that it would bring; empty where it cannot tell
     */
    Optional<String> reserve(ProvisionRequest request, Optional<Estimate.Possible> expected);

    /**
     * This came of a request. It counts until it is {@link #released}.
     *
     * @param expected what the provider has said before that it would bring; empty where it could not tell
     * @return why it is too much after all, for people; empty where it may stay
     */
    Optional<String> came(String requestId, ProvisionResult.Provisioned brought, Optional<Estimate.Possible> expected);

    /** Nothing came of a request, and nothing of it is there. */
    void refused(String requestId);

    /** These went back; all of the request where there is none. */
    void released(String requestId, List<Handle> handles);

    /** All that was out there when the provider was asked at that time. */
    void listed(List<Inventory.Holding> holdings, Instant asked);

    /** The provider cannot list what is out there: this much the instance had when this process began. */
    void known(List<Inventory.Holding> holdings);

    /** Why this much can never be had, even by who has nothing yet. */
    Optional<String> never(Jobspec jobspec, Estimate.Possible possible);

    /** Why this much cannot be had now, whoever asks for it. */
    Optional<String> notNow(Jobspec jobspec, Estimate.Possible possible);
}
