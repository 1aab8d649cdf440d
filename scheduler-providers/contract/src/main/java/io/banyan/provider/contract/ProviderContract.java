package io.banyan.provider.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Subgraph;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.match.MatchResult;
import io.banyan.match.Matcher;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.planner.TimeWindow;
import io.banyan.provider.Estimate;
import io.banyan.provider.ExternalProvider;
import io.banyan.provider.Handle;
import io.banyan.provider.Inventory;
import io.banyan.provider.ProviderContext;
import io.banyan.provider.ProvisionRequest;
import io.banyan.provider.ProvisionResult;
import io.banyan.prune.PruneFilters;
import io.banyan.resource.Subsystem;
import io.banyan.schedule.Schedule;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The tests that every provider must pass. A provider's test extends this class and names its {@link ProviderBackend};
 * JUnit finds the tests.
 *
 * <p>The last test is the matrix of faults: each outside fault, with the process of the daemon ending before, during or
 * after the call, or not at all. Afterwards no unknown resource runs, and the requester has a grant or a refusal.
 */
public abstract class ProviderContract {
    private static final ProviderContext CONTEXT = new ProviderContext("cloud", "contract-0815");
    private static final long PATIENCE_SEC = 90;
    /** Long enough for most calls to have begun; it is no matter where exactly one is cut off. */
    private static final long INTO_THE_CALL_MILLIS = 50;

    private static final TimeWindow ALWAYS = new TimeWindow(0, 1L << 40);

    /** Creates a new backend without running resources. */
    protected abstract ProviderBackend outside() throws Exception;

    /** A jobspec that the provider can satisfy: two nodes. */
    protected Jobspec modest() {
        return SampleRequests.nodes("2", 1);
    }

    /** A jobspec that the provider can never satisfy. */
    protected Jobspec impossible() {
        return SampleRequests.nodes("1", 1_000_000);
    }

    @Test
    void bringsWhatSatisfiesTheJobspec() throws Exception {
        try (ProviderBackend outside = outside();
                ExternalProvider provider = outside.provider(CONTEXT)) {
            ProvisionResult.Provisioned brought = provisioned(provider, "a");
            assertThat(satisfies(brought.subgraph(), modest())).isInstanceOf(MatchResult.Allocated.class);
            assertThat(outside.running()).hasSizeGreaterThanOrEqualTo(1);
            assertThat(provider.describe()).isNotBlank();
        }
    }

    @Test
    void theSameRequestIdBringsTheSameAndAnotherOneSomethingElse() throws Exception {
        try (ProviderBackend outside = outside();
                ExternalProvider provider = outside.provider(CONTEXT)) {
            ProvisionResult.Provisioned first = provisioned(provider, "a");
            var running = outside.running();
            assertThat(provisioned(provider, "a")).isEqualTo(first);
            assertThat(outside.running()).isEqualTo(running);
            ProvisionResult.Provisioned second = provisioned(provider, "b");
            assertThat(second.handles()).doesNotContainAnyElementsOf(first.handles());
        }
    }

    @Test
    void whatIsReleasedIsGoneAndReleasingItAgainIsNoError() throws Exception {
        try (ProviderBackend outside = outside();
                ExternalProvider provider = outside.provider(CONTEXT)) {
            ProvisionResult.Provisioned brought = provisioned(provider, "a");
            release(provider, "a", brought.handles().subList(0, 1));
            release(provider, "a", brought.handles());
            outside.settle();
            assertThat(outside.running()).isEmpty();
            release(provider, "a", brought.handles());
            release(provider, "a", List.of());
            release(provider, "never-heard-of", List.of());
        }
    }

    /** A call that failed, or whose daemon was killed, is followed by a release, and then maybe by the same request. */
    @Test
    void whatWasReleasedIsBroughtAnewForTheSameRequest() throws Exception {
        try (ProviderBackend outside = outside()) {
            for (int process = 0; process < 2; process++) {
                try (ExternalProvider provider = outside.provider(CONTEXT)) {
                    ProvisionResult.Provisioned brought = provisioned(provider, "a");
                    assertThat(satisfies(brought.subgraph(), modest())).isInstanceOf(MatchResult.Allocated.class);
                    assertThat(outside.running()).isNotEmpty();
                    release(provider, "a", List.of());
                    outside.settle();
                    assertThat(outside.running()).isEmpty();
                    provisioned(provider, "a");
                    release(provider, "a", List.of());
                    outside.settle();
                    assertThat(outside.running()).isEmpty();
                }
            }
        }
    }

    @Test
    void withoutHandlesAllOfARequestIsReleasedAndNothingOfAnother() throws Exception {
        try (ProviderBackend outside = outside();
                ExternalProvider provider = outside.provider(CONTEXT)) {
            provisioned(provider, "a");
            var ofA = outside.running();
            provisioned(provider, "b");
            release(provider, "a", List.of());
            outside.settle();
            assertThat(outside.running()).isNotEmpty().doesNotContainAnyElementsOf(ofA);
        }
    }

    @Test
    void whatCannotBeIsRefusedWithAReasonAndNothingIsHeld() throws Exception {
        try (ProviderBackend outside = outside();
                ExternalProvider provider = outside.provider(CONTEXT)) {
            ProvisionResult result = provision(provider, SampleRequests.request("a", impossible()));
            assertThat(result).isInstanceOf(ProvisionResult.Refused.class);
            outside.settle();
            assertThat(outside.running()).isEmpty();
        }
    }

    @Test
    void moreVerticesThanTheAskerTakesAreNotKept() throws Exception {
        try (ProviderBackend outside = outside();
                ExternalProvider provider = outside.provider(CONTEXT)) {
            var small = new ProvisionRequest("a", modest(), TimeUnit.SECONDS.toMillis(PATIENCE_SEC), 2);
            ProvisionResult result = provision(provider, small);
            assertThat(result).isNotInstanceOf(ProvisionResult.Provisioned.class);
            if (result instanceof ProvisionResult.Failed) {
                release(provider, "a", List.of());
            }
            outside.settle();
            assertThat(outside.running()).isEmpty();
        }
    }

    @Test
    void theInventoryIsWhatIsThereForItsOwner() throws Exception {
        try (ProviderBackend outside = outside();
                ExternalProvider provider = outside.provider(CONTEXT);
                ExternalProvider stranger = outside.provider(new ProviderContext("cloud", "somebody-else"))) {
            ProvisionResult.Provisioned brought = provisioned(provider, "a");
            if (inventory(provider) instanceof Inventory.Listed listed) {
                assertThat(listed.holdings())
                        .extracting(Inventory.Holding::handle)
                        .containsExactlyInAnyOrderElementsOf(
                                brought.handles().stream().map(Handle::value).toList());
                assertThat(listed.holdings())
                        .allMatch(Inventory.Holding::isUsable)
                        .allMatch(holding -> holding.requestId().equals("a"));
                assertThat(inventory(stranger)).isEqualTo(new Inventory.Listed(List.of()));
            }
        }
    }

    @Test
    void anEstimateBuysNothing() throws Exception {
        try (ProviderBackend outside = outside();
                ExternalProvider provider = outside.provider(CONTEXT)) {
            assertThat(estimate(provider, modest())).isNotInstanceOf(Estimate.Impossible.class);
            assertThat(estimate(provider, impossible())).isNotInstanceOf(Estimate.Possible.class);
            outside.settle();
            assertThat(outside.running()).isEmpty();
        }
    }

    /** When the daemon's process ends. */
    private enum Crash {
        NONE,
        BEFORE,
        DURING,
        AFTER
    }

    @TestFactory
    Stream<DynamicTest> nothingIsForgottenWhateverFails() throws Exception {
        List<String> names;
        try (ProviderBackend outside = outside()) {
            names = outside.faults().stream().map(ProviderBackend.Fault::name).toList();
        }
        return names.stream()
                .flatMap(name -> Stream.of(Crash.values())
                        .map(crash -> DynamicTest.dynamicTest(name + ", crash: " + crash, () -> tried(name, crash))));
    }

    private void tried(String name, Crash crash) throws Exception {
        try (ProviderBackend outside = outside()) {
            outside.faults().stream()
                    .filter(fault -> fault.name().equals(name))
                    .findFirst()
                    .orElseThrow()
                    .inject()
                    .run();
            switch (crash) {
                case NONE -> withoutCrash(outside);
                case BEFORE -> afterARestart(outside);
                case DURING -> {
                    cutOff(outside);
                    afterARestart(outside);
                }
                case AFTER -> {
                    ExternalProvider first = outside.provider(CONTEXT);
                    ProvisionResult result = provision(first, SampleRequests.request("a", modest()));
                    first.close();
                    if (result instanceof ProvisionResult.Refused) {
                        assertThat(outside.running()).isEmpty();
                    }
                    afterARestart(outside);
                }
            }
        }
    }

    /** The asker has a grant, and all of it runs; or a no, after which nothing does. */
    private void withoutCrash(ProviderBackend outside) throws Exception {
        try (ExternalProvider provider = outside.provider(CONTEXT)) {
            switch (provision(provider, SampleRequests.request("a", modest()))) {
                case ProvisionResult.Provisioned brought -> {
                    assertThat(satisfies(brought.subgraph(), modest())).isInstanceOf(MatchResult.Allocated.class);
                    release(provider, "a", brought.handles());
                }
                case ProvisionResult.Refused no -> assertThat(no.reason()).isNotBlank();
                case ProvisionResult.Failed failed -> release(provider, "a", List.of());
            }
            outside.settle();
            assertThat(outside.running()).isEmpty();
        }
    }

    /** A process that ends in the middle of its call: the call may take effect all the same. */
    private void cutOff(ProviderBackend outside) throws Exception {
        ExternalProvider cut = outside.provider(CONTEXT);
        var call = Thread.ofPlatform().daemon().start(() -> {
            try {
                var unheard = provision(cut, SampleRequests.request("a", modest()));
                assertThat(unheard).isNotNull();
            } catch (Exception | AssertionError e) {
                // The outcome is not observed.
                Thread.currentThread().interrupt();
            }
        });
        call.join(INTO_THE_CALL_MILLIS);
        cut.close();
        call.interrupt();
        call.join(TimeUnit.SECONDS.toMillis(PATIENCE_SEC));
        outside.settle();
    }

    /** The next process knows from its journal that the call was about to be made, and no more. */
    private void afterARestart(ProviderBackend outside) throws Exception {
        try (ExternalProvider next = outside.provider(CONTEXT)) {
            release(next, "a", List.of());
            outside.settle();
            if (inventory(next) instanceof Inventory.Listed listed) {
                assertThat(listed.holdings()).isEmpty();
            }
            assertThat(outside.running()).isEmpty();
        }
    }

    @Test
    void aNewProcessKnowsWhatTheOldOneBrought() throws Exception {
        try (ProviderBackend outside = outside()) {
            ExternalProvider old = outside.provider(CONTEXT);
            List<Handle> handles = provisioned(old, "a").handles();
            old.close();
            var running = outside.running();
            try (ExternalProvider next = outside.provider(CONTEXT)) {
                assertThat(provisioned(next, "a").handles()).containsExactlyInAnyOrderElementsOf(handles);
                assertThat(outside.running()).isEqualTo(running);
                release(next, "a", handles);
                outside.settle();
                assertThat(outside.running()).isEmpty();
            }
        }
    }

    private ProvisionResult.Provisioned provisioned(ExternalProvider provider, String id) throws Exception {
        ProvisionResult result = provision(provider, SampleRequests.request(id, modest()));
        assertThat(result).isInstanceOf(ProvisionResult.Provisioned.class);
        return (ProvisionResult.Provisioned) result;
    }

    private static ProvisionResult provision(ExternalProvider provider, ProvisionRequest request) throws Exception {
        return provider.provision(request).toCompletableFuture().get(PATIENCE_SEC, TimeUnit.SECONDS);
    }

    /** The daemon gives handles back with the paths at which the vertices lie in its own graph. */
    private static void release(ExternalProvider provider, String id, List<Handle> handles) throws Exception {
        List<Handle> moved = handles.stream()
                .map(handle ->
                        new Handle(handle.path().isEmpty() ? "" : "/site0/cloud" + handle.path(), handle.value()))
                .toList();
        provider.release(id, moved).toCompletableFuture().get(PATIENCE_SEC, TimeUnit.SECONDS);
    }

    private static Inventory inventory(ExternalProvider provider) throws Exception {
        return provider.inventory().toCompletableFuture().get(PATIENCE_SEC, TimeUnit.SECONDS);
    }

    private static Estimate estimate(ExternalProvider provider, Jobspec jobspec) throws Exception {
        return provider.estimate(jobspec).toCompletableFuture().get(PATIENCE_SEC, TimeUnit.SECONDS);
    }

    /** The brought resources as a matcher sees them. */
    private static MatchResult satisfies(Subgraph brought, Jobspec jobspec) throws GraphException, JobspecException {
        ResourceGraph graph = ResourceGraph.of(brought);
        var schedule = new Schedule(graph, PruneFilters.DEFAULT, ALWAYS);
        assertThat(graph.subsystems()).contains(Subsystem.CONTAINMENT);
        return new Matcher(schedule, MatchPolicy.parse("first")).match(jobspec, MatchOperation.ALLOCATE, 0);
    }
}
