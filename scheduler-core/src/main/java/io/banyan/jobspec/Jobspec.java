package io.banyan.jobspec;

import java.util.List;

/**
 * A canonical jobspec: the requested resources and the tasks of a job (RFC 14, RFC 25).
 *
 * <p>An immutable value. Resource types are checked for their form only: the matcher, which knows the graph, decides
 * whether a type exists.
 *
 * @param version 1 to {@link #MAX_VERSION}
 * @param resources the request's top level, at least one
 * @param tasks the commands and their slots; a match ignores them
 * @param attributes duration, queue, constraint and further data of the job
 */
public record Jobspec(int version, List<Resource> resources, List<Task> tasks, Attributes attributes) {
    public static final int MAX_VERSION = 9999;

    /** Checks the version, the number of resources, and that extensions are asked for. */
    public Jobspec {
        if (version < 1 || version > MAX_VERSION) {
            throw new IllegalArgumentException("version must be 1 to " + MAX_VERSION + ", found " + version);
        }
        if (resources.isEmpty()) {
            throw new IllegalArgumentException("a jobspec must request at least one resource, found none");
        }
        resources = List.copyOf(resources);
        tasks = List.copyOf(tasks);
        if (!attributes.extensions().uses(Extension.COUNTS)) {
            requireNoSets(resources);
        }
    }

    private static void requireNoSets(List<Resource> resources) {
        for (Resource resource : resources) {
            if (resource.count().allowed().isPresent()) {
                throw new IllegalArgumentException(
                        "a count that is a set of numbers requires the extension " + Extension.COUNTS.word());
            }
            requireNoSets(resource.with());
        }
    }

    /**
     * Returns this jobspec for a grow that chooses nodes near one of the job's.
     *
     * @param node its name or its path
     * @param policy a match policy for nodes that are taken while a job runs
     * @param elsewhere whether nodes may come from the parent or a provider, where none is free here
     */
    public Jobspec near(String node, String policy, boolean elsewhere) {
        return new Jobspec(version, resources, tasks, attributes.near(node, policy, elsewhere));
    }

    /** Returns this jobspec for a source that does not know the node near which nodes were requested. */
    public Jobspec withoutNear() {
        return attributes.extensions().near().isEmpty()
                ? this
                : new Jobspec(version, resources, tasks, attributes.withoutNear());
    }

    /** Returns this jobspec for a job that ends after its duration, and not at its deadline. */
    public Jobspec endingWithBooking() {
        return new Jobspec(version, resources, tasks, attributes.endingWithBooking());
    }

    /** Returns this jobspec with another duration, in seconds. */
    public Jobspec lasting(long durationSec) {
        return new Jobspec(version, resources, tasks, attributes.with(durationSec));
    }

    /**
     * Returns this jobspec with this many of its first resource, which is a slot.
     *
     * @param count how many
     */
    public Jobspec withSlots(Count count) {
        return new Jobspec(version, List.of(resources.getFirst().withCount(count)), tasks, attributes);
    }

    /**
     * Returns this jobspec with other input.
     *
     * @param input the number of the task that reads the submitter's input, {@code all} for all tasks, or the name of a
     *     file that each task reads
     */
    public Jobspec withInput(String input) {
        return with(ShellOptions.SHELL, InputOptions.applied(attributes.system(), input));
    }

    /** Returns this jobspec with a pseudo-terminal for the task with this number. */
    public Jobspec withTerminal(String task) {
        return with(ShellOptions.SHELL, InputOptions.appliedTerminal(attributes.system(), task));
    }

    /** Returns this jobspec with this system attribute. */
    public Jobspec with(String key, Object value) {
        return new Jobspec(version, resources, tasks, attributes.with(key, value));
    }

    /** Returns this jobspec without the variables of its processes, which can be secret. */
    public Jobspec withoutEnvironment() {
        return new Jobspec(version, resources, tasks, attributes.withoutEnvironment());
    }

    /**
     * Returns this jobspec without its large parts: the variables of its processes, and the content of the files that
     * it carries, of which the sizes stay. It cannot be submitted.
     */
    public Jobspec withoutContent() {
        return new Jobspec(
                version, resources, tasks, attributes.withoutEnvironment().withoutFileContent());
    }

    /** Returns this jobspec with numbers of nodes over the time of the job. */
    public Jobspec withProfile(NodeProfile profile) {
        return new Jobspec(version, resources, tasks, attributes.withProfile(profile));
    }

    /** Returns this jobspec, to be matched by this policy. */
    public Jobspec withPolicy(String policy) {
        return new Jobspec(version, resources, tasks, attributes.withPolicy(policy));
    }
}
