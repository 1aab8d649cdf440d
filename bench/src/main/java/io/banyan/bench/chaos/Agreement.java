package io.banyan.bench.chaos;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.message.client.JobRead;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.Statistics;
import io.banyan.instance.message.value.ChildState;
import io.banyan.instance.message.value.InstanceSummary;
import io.banyan.instance.message.value.JobRecord;
import io.banyan.resource.JobId;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The check of a tree at rest, by what its instances report over gRPC. All instances are alive and wait for nothing. No
 * vertex is held by two jobs. Each instance has the resources of its job at the parent. Each leaf has its granted
 * resources.
 */
final class Agreement {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final List<ChaosLevel> levels;

    Agreement(List<ChaosLevel> levels) {
        this.levels = List.copyOf(levels);
    }

    /**
     * Describes the first disagreement; empty if there is none.
     *
     * @param leaves by the path of a leaf: nodes that it has to have
     */
    Optional<String> difference(Map<String, Collection<String>> leaves)
            throws ClientException, JsonProcessingException {
        Map<String, Set<String>> has = new HashMap<>();
        for (ChaosLevel level : levels) {
            try (BanyanClient client = level.client()) {
                Optional<String> unrest = unrest(level, client);
                if (unrest.isPresent()) {
                    return unrest;
                }
                has.put(level.path(), nodesOf(client));
            }
        }
        for (ChaosLevel level : levels) {
            Optional<String> difference = heldOnce(level, has);
            if (difference.isPresent()) {
                return difference;
            }
        }
        return leaves.entrySet().stream()
                .filter(leaf -> !has.getOrDefault(leaf.getKey(), Set.of()).containsAll(leaf.getValue()))
                .findFirst()
                .map(leaf ->
                        leaf.getKey() + " was told to have " + leaf.getValue() + " and has " + has.get(leaf.getKey()));
    }

    private Optional<String> unrest(ChaosLevel level, BanyanClient client) throws ClientException {
        Statistics stat = client.stat();
        if (stat.pendingGrows() + stat.pendingReturns() > 0) {
            return Optional.of(level.path() + " waits for " + stat.pendingGrows() + " grows and "
                    + stat.pendingReturns() + " returns");
        }
        return level.above().isEmpty() ? dead(client.tree().root(), levels.size()) : Optional.empty();
    }

    private static Optional<String> dead(InstanceSummary tree, int expected) {
        if (tree.size() != expected) {
            return Optional.of("the tree has " + tree.size() + " instances");
        }
        return dead(tree);
    }

    private static Optional<String> dead(InstanceSummary line) {
        return line.state() == ChildState.LIVE
                ? line.children().stream()
                        .flatMap(child -> dead(child).stream())
                        .findFirst()
                : Optional.of(line.path() + " is " + line.state());
    }

    /**
     * Checks that each vertex is held by one job of the instance, and that child instances have the resources of their
     * jobs.
     */
    private Optional<String> heldOnce(ChaosLevel level, Map<String, Set<String>> has)
            throws ClientException, JsonProcessingException {
        Map<String, JobId> holders = new HashMap<>();
        try (BanyanClient client = level.client()) {
            for (JobRecord job : client.jobs(new JobRead.Jobs(false)).jobs()) {
                Set<String> held = heldBy(client, job.id());
                for (String path : held) {
                    JobId other = holders.put(path, job.id());
                    if (other != null) {
                        return Optional.of(
                                path + " is held by jobs " + other + " and " + job.id() + " of " + level.path());
                    }
                }
                Optional<String> child = job.child().map(it -> it.path());
                Set<String> below =
                        child.map(it -> has.getOrDefault(it, Set.of())).orElse(held);
                if (!below.equals(held)) {
                    return Optional.of(child.orElse("") + " has " + below + ", and its job holds " + held);
                }
            }
        }
        return Optional.empty();
    }

    private static Set<String> heldBy(BanyanClient client, JobId job) throws ClientException, JsonProcessingException {
        return nodes(client.info(new JobRead.JobInfo(job, MatchFormat.JGF)).resources(), true);
    }

    private static Set<String> nodesOf(BanyanClient client) throws ClientException, JsonProcessingException {
        return nodes(client.find(new Request.Find("status=up", MatchFormat.JGF)).resources(), false);
    }

    private static Set<String> nodes(String jgf, boolean isExclusive) throws JsonProcessingException {
        Set<String> paths = new TreeSet<>();
        for (JsonNode node : JSON.readTree(jgf).path("graph").path("nodes")) {
            JsonNode metadata = node.path("metadata");
            boolean counts = metadata.path("type").asText().equals("node")
                    && (!isExclusive || metadata.path("exclusive").asBoolean());
            if (counts) {
                paths.add(metadata.path("paths").path("containment").asText());
            }
        }
        return paths;
    }
}
