package io.banyan.instance.message.client;

import io.banyan.instance.message.value.Amount;
import io.banyan.instance.message.value.JobState;
import io.banyan.instance.message.value.Unreleased;
import io.banyan.instance.message.value.ValueChecks;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * An instance in numbers.
 *
 * @param amounts by resource type
 * @param jobs by state
 * @param matches match attempts since the instance began
 * @param matched those that found resources
 * @param grown grows that brought something, whether asked by a client or a child
 * @param refused grows that brought nothing
 * @param pendingGrows grows that wait for a parent or a provider
 * @param pendingReturns shrinks that wait for a parent or a provider
 * @param pendingClearings shrinks, and reclaims of the parent's, that wait for jobs to end or children to answer
 * @param unreleased the resources that providers did not take back, as far as this instance knows
 * @param touched vertices that bookings, attaching and detaching wrote
 * @param matchTimes how long the match attempts took
 * @param memoryBytes the memory in use by the process; 0 if it was not measured
 * @param graph the statistics of the whole graph; empty if they were not requested, or if there is no graph yet
 */
public record Statistics(
        String path,
        String name,
        long vertices,
        long edges,
        Map<String, Amount> amounts,
        Map<JobState, Long> jobs,
        long matches,
        long matched,
        long grown,
        long refused,
        int pendingGrows,
        int pendingReturns,
        int pendingClearings,
        List<Unreleased> unreleased,
        long touched,
        MatchTimes matchTimes,
        long memoryBytes,
        Optional<GraphStatistics> graph) {
    /** Copies the maps, in the order of their keys. */
    public Statistics {
        ValueChecks.path(path);
        amounts = Collections.unmodifiableMap(new TreeMap<>(amounts));
        unreleased = List.copyOf(unreleased);
        Objects.requireNonNull(graph, "graph");
        jobs = Collections.unmodifiableMap(new TreeMap<>(jobs));
    }
}
