package io.banyan.rpc.provider;

import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.graph.Subgraph;
import io.banyan.jobspec.JobspecException;
import io.banyan.match.MatchResult;
import io.banyan.match.Matcher;
import io.banyan.match.Reason;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.planner.TimeWindow;
import io.banyan.provider.ExternalProvider;
import io.banyan.provider.Handle;
import io.banyan.provider.Inventory;
import io.banyan.provider.NodeHandles;
import io.banyan.provider.ProvisionRequest;
import io.banyan.provider.ProvisionResult;
import io.banyan.prune.PruneFilters;
import io.banyan.resource.JobId;
import io.banyan.resource.ResourceType;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.Claims;
import io.banyan.schedule.Schedule;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A provider for demonstrations: a pool of instances from a file. It grants the first whole ones that satisfy a
 * jobspec. A node represents an instance. Loans are in its notes before a result is returned. Any thread may call that
 * may wait for a disk; the cost is that of a match.
 */
final class FileProvider implements ExternalProvider {
    private static final Logger LOG = LoggerFactory.getLogger(FileProvider.class);
    private static final long HORIZON_SEC = 1L << 40;
    private static final long NOW_SEC = 0;

    private final String name;
    private final Duration delay;
    private final int capacity;
    private final Schedule schedule;
    private final Matcher matcher;
    private final LeaseNotes notes;
    private final Map<String, Lease> leases = new LinkedHashMap<>();
    private long lastJob;

    /**
     * Creates a provider with its pool, without the loans in its notes.
     *
     * @param delay before each answer
     * @param capacity how many nodes may be out at the same time
     * @throws IllegalArgumentException where the notes are none
     */
    FileProvider(String name, ResourceGraph pool, Duration delay, int capacity, LeaseNotes notes) {
        this.name = name;
        this.delay = delay;
        this.capacity = capacity;
        this.schedule = new Schedule(pool, PruneFilters.DEFAULT, new TimeWindow(NOW_SEC, HORIZON_SEC));
        this.matcher = new Matcher(schedule, MatchPolicy.parse("firstnodex"));
        this.notes = notes;
        notes.read().forEach(this::lendAgain);
    }

    /**
     * Lends resources again that an earlier process has lent. Resources that the pool no longer has do not exist
     * outside either, which the next look reports.
     */
    private void lendAgain(LeaseNotes.Lent lent) {
        try {
            lend(lent.requestId(), lent.user(), Claims.ofSubgraph(schedule, lent.graph()));
        } catch (GraphException | IllegalStateException e) {
            LOG.warn(
                    "{} has lent resources for grow {} that are not in its pool: {}",
                    name,
                    lent.requestId(),
                    e.getMessage());
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public synchronized String describe() {
        return "a pool of " + schedule.holdings().total(ResourceType.NODE.name()) + " instances, " + nodesOut()
                + " of them lent";
    }

    @Override
    public CompletionStage<ProvisionResult> provision(ProvisionRequest request) {
        return later(answer(request));
    }

    @Override
    public CompletionStage<Void> release(String requestId, List<Handle> handles) {
        try {
            takeBack(requestId, handles);
        } catch (IOException e) {
            return CompletableFuture.failedStage(e);
        }
        return later(requestId).thenAccept(done -> {});
    }

    /** Without notes an earlier process may have made loans that this one does not know. */
    @Override
    public synchronized CompletionStage<Inventory> inventory() {
        if (!notes.areKept()) {
            return CompletableFuture.completedStage(new Inventory.Unknown());
        }
        List<Inventory.Holding> holdings = new ArrayList<>();
        leases.forEach((id, lease) -> lease.brought()
                .handles()
                .forEach(handle ->
                        holdings.add(new Inventory.Holding(id, handle.value(), lease.user(), Optional.empty(), true))));
        return CompletableFuture.completedStage(new Inventory.Listed(holdings));
    }

    @Override
    public void close() {
        // There is nothing to let go of.
    }

    private <T> CompletionStage<T> later(T value) {
        return delay.isZero()
                ? CompletableFuture.completedStage(value)
                : CompletableFuture.supplyAsync(
                        () -> value, CompletableFuture.delayedExecutor(delay.toMillis(), TimeUnit.MILLISECONDS));
    }

    private synchronized ProvisionResult answer(ProvisionRequest request) {
        Lease known = leases.get(request.requestId());
        if (known != null) {
            return known.brought();
        }
        try {
            MatchResult result = matcher.match(request.jobspec(), MatchOperation.ALLOCATE, NOW_SEC);
            return switch (result) {
                case MatchResult.Allocated found -> handOut(request, found.selection());
                case MatchResult.Busy busy ->
                    new ProvisionResult.Refused("the pool does not have enough left: " + text(busy.reasons()));
                case MatchResult.Unsatisfiable never ->
                    new ProvisionResult.Refused("the pool has no such resource: " + text(never.reasons()));
                case MatchResult.Reserved reserved -> throw unexpected(result);
                case MatchResult.Matched matched -> throw unexpected(result);
                case MatchResult.Satisfiable satisfiable -> throw unexpected(result);
            };
        } catch (JobspecException e) {
            return new ProvisionResult.Refused("the pool does not know the requested resources: " + e.getMessage());
        }
    }

    private ProvisionResult handOut(ProvisionRequest request, Selection selection) {
        if (selection.size() > request.maxVertices()) {
            return new ProvisionResult.Refused("the grant would have " + selection.size() + " vertices, but at most "
                    + request.maxVertices() + " are accepted");
        }
        long nodes = nodes(selection).size();
        if (nodesOut() + nodes > capacity) {
            return new ProvisionResult.Refused("at most " + capacity + " instances may be lent, " + nodesOut()
                    + " are already lent, and " + nodes + " more are requested");
        }
        String id = request.requestId();
        Lease lease = lend(id, request.asker().user(), selection);
        try {
            write();
            return lease.brought();
        } catch (IOException e) {
            schedule.cancel(lease.job());
            leases.remove(id);
            String why = "the loan cannot be recorded: " + e;
            return notes.mayName(id) ? new ProvisionResult.Failed(why) : new ProvisionResult.Refused(why);
        }
    }

    private Lease lend(String requestId, String user, Selection selection) {
        var job = new JobId(++lastJob);
        schedule.commit(job, BookingKind.ALLOCATION, new TimeWindow(NOW_SEC, HORIZON_SEC), selection);
        return note(requestId, user, job, selection);
    }

    private Lease note(String requestId, String user, JobId job, Selection selection) {
        Subgraph subgraph = selection.toSubgraph(schedule.graph());
        var brought = new ProvisionResult.Provisioned(subgraph, NodeHandles.of(subgraph, requestId));
        var lease = new Lease(user, job, brought, nodes(selection));
        leases.put(requestId, lease);
        return lease;
    }

    private Set<Integer> nodes(Selection selection) {
        int node = schedule.graph().types().id(ResourceType.NODE.name());
        return IntStream.range(0, selection.size())
                .map(selection::vertex)
                .filter(vertex -> schedule.graph().typeId(vertex) == node)
                .boxed()
                .collect(Collectors.toUnmodifiableSet());
    }

    private void write() throws IOException {
        List<LeaseNotes.Lent> lent = new ArrayList<>();
        leases.forEach((id, lease) ->
                lent.add(new LeaseNotes.Lent(id, lease.user(), lease.brought().subgraph())));
        notes.write(lent);
    }

    /**
     * Takes resources back and writes the notes before the call returns. Repeats a write that failed earlier, when the
     * resources were already back in the pool.
     */
    private synchronized void takeBack(String requestId, List<Handle> handles) throws IOException {
        Lease lease = leases.get(requestId);
        if ((lease != null && isSmaller(requestId, lease, handles)) || notes.areOutdated()) {
            write();
        }
    }

    /** Whether something was out of this. */
    private boolean isSmaller(String requestId, Lease lease, List<Handle> handles) {
        int[] back = handles.stream()
                .filter(handle -> !handle.path().isEmpty())
                .mapToInt(handle -> schedule.graph().find(handle.value()))
                .filter(lease.nodes()::contains)
                .distinct()
                .toArray();
        boolean isWhole = handles.isEmpty()
                || handles.stream()
                        .anyMatch(handle ->
                                handle.path().isEmpty() || handle.value().equals(requestId));
        if (isWhole || back.length == lease.nodes().size()) {
            schedule.cancel(lease.job());
            leases.remove(requestId);
            return true;
        }
        if (back.length > 0) {
            schedule.release(lease.job(), back);
            note(requestId, lease.user(), lease.job(), schedule.holdings().selection(lease.job()));
        }
        return back.length > 0;
    }

    private int nodesOut() {
        return leases.values().stream().mapToInt(lease -> lease.nodes().size()).sum();
    }

    private static String text(List<Reason> reasons) {
        return reasons.stream().map(Reason::toString).collect(Collectors.joining("; "));
    }

    private static IllegalStateException unexpected(MatchResult result) {
        return new IllegalStateException(
                "an allocation ended as " + result.getClass().getSimpleName());
    }

    /**
     * The loan of one request.
     *
     * @param user the user of the request
     * @param job that holds it in the pool
     * @param brought the result of the request
     * @param nodes its nodes
     */
    private record Lease(String user, JobId job, ProvisionResult.Provisioned brought, Set<Integer> nodes) {}
}
