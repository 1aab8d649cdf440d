package io.banyan.resource;

/**
 * The type of a resource, such as {@code node} or {@code core} (RFC 4). Any name is a type; which ones a graph knows is
 * the graph's matter.
 */
public record ResourceType(String name) implements Comparable<ResourceType> {
    /** Machines that run tasks; their order of creation gives them their ranks. */
    public static final ResourceType NODE = new ResourceType("node");

    /** Processor cores. */
    public static final ResourceType CORE = new ResourceType("core");

    /** Graphics processors. */
    public static final ResourceType GPU = new ResourceType("gpu");

    /** Checks the name, see {@link Names}. */
    public ResourceType {
        Names.requireValid("resource type", name);
    }

    @Override
    public int compareTo(ResourceType other) {
        return name.compareTo(other.name);
    }

    @Override
    public String toString() {
        return name;
    }
}
