package io.banyan.instance;

import java.util.Collections;
import java.util.Map;
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
 * @param touched vertices that bookings, attaching and detaching wrote
 * @param matchTimes how long the match attempts took
 * @param memoryBytes the memory in use by the process; 0 where nobody measures
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
        long touched,
        MatchTimes matchTimes,
        long memoryBytes) {
    /** Copies the maps, in the order of their keys. */
    public Statistics {
        Checks.path(path);
        amounts = Collections.unmodifiableMap(new TreeMap<>(amounts));
        jobs = Collections.unmodifiableMap(new TreeMap<>(jobs));
    }
}
