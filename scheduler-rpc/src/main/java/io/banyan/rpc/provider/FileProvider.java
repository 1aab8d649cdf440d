package io.banyan.rpc.provider;

import io.banyan.graph.ResourceGraph;
import io.banyan.graph.Selection;
import io.banyan.graph.Subgraph;
import io.banyan.jobspec.JobspecException;
import io.banyan.match.MatchOperation;
import io.banyan.match.MatchPolicy;
import io.banyan.match.MatchResult;
import io.banyan.match.Matcher;
import io.banyan.match.Reason;
import io.banyan.planner.TimeWindow;
import io.banyan.provider.ExternalProvider;
import io.banyan.provider.Handle;
import io.banyan.provider.NodeHandles;
import io.banyan.provider.ProvisionRequest;
import io.banyan.provider.ProvisionResult;
import io.banyan.prune.PruneFilters;
import io.banyan.resource.ResourceType;
import io.banyan.schedule.BookingKind;
import io.banyan.schedule.JobId;
import io.banyan.schedule.Schedule;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A provider for demonstrations: a pool of instances from a file, of which it hands out the first that satisfy a jobspec, whole. A node stands
 * for an instance. Any thread may call; a match costs what a match costs.
 */
final class FileProvider implements ExternalProvider {
    private static final long HORIZON_SEC = 1L << 40;
    private static final long NOW_SEC = 0;

    private final String name;
    private final Duration delay;
    private final int capacity;
    private final Schedule schedule;
    private final Matcher matcher;
    private final Map<String, Lease> leases = new HashMap<>();
    private long lastJob;

    /**
     * A provider with its whole pool.
     *
     * @param delay before each answer
     * @param capacity how many nodes may be out at the same time
     */
    FileProvider(String name, ResourceGraph pool, Duration delay, int capacity) {
        this.name = name;
        this.delay = delay;
        this.capacity = capacity;
        this.schedule = new Schedule(pool, PruneFilters.DEFAULT, new TimeWindow(NOW_SEC, HORIZON_SEC));
        this.matcher = new Matcher(schedule, MatchPolicy.parse("firstnodex"));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public synchronized String describe() {
        return "a pool of " + schedule.holdings().total(ResourceType.NODE.name()) + " instances, " + nodesOut()
                + " of them handed out";
    }

    @Override
    public CompletionStage<ProvisionResult> provision(ProvisionRequest request) {
        return later(answer(request));
    }

    @Override
    public CompletionStage<Void> release(String requestId, List<Handle> handles) {
        takeBack(requestId, handles);
        return later(requestId).thenAccept(done -> {});
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
                    new ProvisionResult.Refused("the pool has not enough left: " + text(busy.reasons()));
                case MatchResult.Unsatisfiable never ->
                    new ProvisionResult.Refused("the pool has nothing like it: " + text(never.reasons()));
                case MatchResult.Reserved reserved -> throw unexpected(result);
                case MatchResult.Matched matched -> throw unexpected(result);
                case MatchResult.Satisfiable satisfiable -> throw unexpected(result);
            };
        } catch (JobspecException e) {
            return new ProvisionResult.Refused("the pool does not know what is asked for: " + e.getMessage());
        }
    }

    private ProvisionResult handOut(ProvisionRequest request, Selection selection) {
        if (selection.size() > request.maxVertices()) {
            return new ProvisionResult.Refused("it would bring " + selection.size() + " vertices, and at most "
                    + request.maxVertices() + " are taken");
        }
        int node = schedule.graph().types().id(ResourceType.NODE.name());
        Set<Integer> nodes = IntStream.range(0, selection.size())
                .map(selection::vertex)
                .filter(vertex -> schedule.graph().typeId(vertex) == node)
                .boxed()
                .collect(Collectors.toCollection(HashSet::new));
        if (nodesOut() + nodes.size() > capacity) {
            return new ProvisionResult.Refused("at most " + capacity + " instances may be handed out, " + nodesOut()
                    + " are, and " + nodes.size() + " more are asked for");
        }
        var job = new JobId(++lastJob);
        schedule.commit(job, BookingKind.ALLOCATION, new TimeWindow(NOW_SEC, HORIZON_SEC), selection);
        Subgraph subgraph = selection.toSubgraph(schedule.graph());
        var brought = new ProvisionResult.Provisioned(subgraph, NodeHandles.of(subgraph, request.requestId()));
        leases.put(request.requestId(), new Lease(job, brought, nodes));
        return brought;
    }

    private synchronized void takeBack(String requestId, List<Handle> handles) {
        Lease lease = leases.get(requestId);
        if (lease == null) {
            return;
        }
        if (handles.isEmpty()) {
            lease.nodes().clear();
        }
        for (Handle handle : handles) {
            int vertex = handle.path().isEmpty() ? -1 : schedule.graph().find(handle.value());
            if (handle.path().isEmpty() || handle.value().equals(requestId)) {
                lease.nodes().clear();
            } else if (vertex >= 0
                    && lease.nodes().remove(vertex)
                    && !lease.nodes().isEmpty()) {
                schedule.release(lease.job(), new int[] {vertex});
            }
        }
        if (lease.nodes().isEmpty()) {
            schedule.cancel(lease.job());
            leases.remove(requestId);
        }
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
     * What was handed out for one request.
     *
     * @param job that holds it in the pool
     * @param nodes those that are still out
     */
    private record Lease(JobId job, ProvisionResult.Provisioned brought, Set<Integer> nodes) {}
}
