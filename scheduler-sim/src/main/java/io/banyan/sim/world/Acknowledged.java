package io.banyan.sim.world;

import io.banyan.graph.SubgraphVertex;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.value.Grant;
import io.banyan.resource.JobId;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The resources and jobs that an instance has acknowledged to its clients and children. No crash may take them back.
 */
public final class Acknowledged {
    private final Set<JobId> jobs = new LinkedHashSet<>();
    private final Map<String, Set<String>> grows = new LinkedHashMap<>();
    private final Map<JobId, Map<String, Set<String>>> grants = new LinkedHashMap<>();

    Acknowledged() {}

    void answered(Answer answer) {
        if (answer instanceof Answer.Matched matched) {
            matched.job().ifPresent(jobs::add);
        } else if (answer instanceof Answer.Spawned spawned) {
            jobs.add(spawned.job().id());
        } else if (answer instanceof Answer.Grown grown && grown.held()) {
            requireSame(grows, grown.grant());
        }
    }

    void granted(JobId child, Grant grant) {
        requireSame(grants.computeIfAbsent(child, it -> new LinkedHashMap<>()), grant);
    }

    /** Checks that a repeated request gets the same grant, or the rest of it. */
    private static void requireSame(Map<String, Set<String>> granted, Grant grant) {
        Set<String> paths = new LinkedHashSet<>();
        for (SubgraphVertex vertex : grant.subgraph().vertices()) {
            if (vertex.exclusive()) {
                paths.add(vertex.path());
            }
        }
        Set<String> before = granted.putIfAbsent(grant.requestId(), paths);
        if (before != null && !before.containsAll(paths)) {
            throw new Violation(
                    "grow " + grant.requestId() + " was answered with " + before + ", and now with " + paths);
        }
    }

    /** Returns the jobs that were acknowledged to clients. */
    public Set<JobId> jobs() {
        return jobs;
    }

    /** Grows that brought clients something. */
    public Set<String> grows() {
        return grows.keySet();
    }

    /** The ids of the grants of each child, by the child's job. */
    public Map<JobId, Set<String>> grants() {
        Map<JobId, Set<String>> ids = new LinkedHashMap<>();
        grants.forEach((child, byId) -> ids.put(child, byId.keySet()));
        return ids;
    }
}
