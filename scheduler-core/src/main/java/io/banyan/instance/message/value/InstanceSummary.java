package io.banyan.instance.message.value;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * One line of the tree, with the lines below it: the content of an instance's heartbeat to its parent.
 *
 * @param path its path from the root: {@code /}, {@code /3/1}
 * @param state as its parent sees it; {@link ChildState#LIVE} for the instance that answers
 * @param amounts by resource type, in the order of the names
 * @param parts of these types, the amounts that are not the instance's own or not available to it
 * @param external how many granted tops a provider brought to this very instance
 * @param jobs how many jobs hold resources there now
 * @param pending how many grows wait there for an answer from elsewhere
 */
public record InstanceSummary(
        String path,
        String name,
        String address,
        ChildState state,
        Map<String, Amount> amounts,
        Map<String, BorrowedPart> parts,
        int external,
        int jobs,
        int pending,
        List<InstanceSummary> children) {
    /** Checks the path and copies the collections. */
    public InstanceSummary {
        ValueChecks.path(path);
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(state, "state");
        ValueChecks.notNegative(external, "external");
        ValueChecks.notNegative(jobs, "jobs");
        ValueChecks.notNegative(pending, "pending");
        parts = Collections.unmodifiableMap(new TreeMap<>(parts));
        amounts = Collections.unmodifiableMap(new TreeMap<>(amounts));
        children = List.copyOf(children);
    }

    /** Creates a summary of an instance with its own resources only, or of which no more is known. */
    public InstanceSummary(
            String path,
            String name,
            String address,
            ChildState state,
            Map<String, Amount> amounts,
            int external,
            int jobs,
            int pending,
            List<InstanceSummary> children) {
        this(path, name, address, state, amounts, Map.of(), external, jobs, pending, children);
    }

    /** How many instances there are, this one among them; O(instances). */
    public int size() {
        return 1 + children.stream().mapToInt(InstanceSummary::size).sum();
    }

    /** Returns this summary with fewer instances below it, namely the first of them, where there are any. */
    public InstanceSummary ofFewer() {
        boolean isChain =
                children.size() == 1 && !children.getFirst().children().isEmpty();
        return with(isChain ? List.of(children.getFirst().ofFewer()) : children.subList(0, children.size() / 2));
    }

    /** Returns this summary with these instances below it. */
    public InstanceSummary with(List<InstanceSummary> below) {
        return new InstanceSummary(path, name, address, state, amounts, parts, external, jobs, pending, below);
    }

    /**
     * Returns this summary as the parent sees the instance. The state of instances below a lost one is unknown, so that
     * they are lost as well.
     */
    public InstanceSummary in(ChildState newState) {
        List<InstanceSummary> below = newState == ChildState.LOST
                ? children.stream().map(child -> child.in(newState)).toList()
                : children;
        return new InstanceSummary(path, name, address, newState, amounts, parts, external, jobs, pending, below);
    }
}
