package io.banyan.bench.looks;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Checks what one command printed as JSON against itself: each job is there once, in a known state, and rows agree with
 * counts. All jobs are of one whole node.
 */
final class LookCheck {
    private static final Set<String> RUNNING = Set.of("running", "stopping");
    private static final Set<String> WAITING = Set.of("pending", "reserved");

    private final int nodes;
    private final List<String> faults = new ArrayList<>();

    /**
     * A check of looks at an instance.
     *
     * @param nodes that it has
     */
    LookCheck(int nodes) {
        this.nodes = nodes;
    }

    /** The faults in the output of a command; empty if there are none. */
    List<String> faults(String command, JsonNode printed) {
        faults.clear();
        switch (command) {
            case "top" -> top(printed);
            case "jobs" -> jobs(printed);
            case "nodes" -> nodes(printed);
            case "queues" -> queues(printed);
            default -> throw new IllegalArgumentException("There is no check for '" + command + "'.");
        }
        return List.copyOf(faults);
    }

    private void require(boolean isSo, String otherwise) {
        if (!isSo) {
            faults.add(otherwise);
        }
    }

    private void top(JsonNode top) {
        Set<Long> seen = new HashSet<>();
        rows(top.get("running"), "job", RUNNING, seen);
        rows(top.get("waiting"), "job", WAITING, seen);
        int running = top.get("running").size();
        int waiting = top.get("waiting").size();
        long allRunning = top.get("jobsRunning").asLong();
        require(running <= allRunning, running + " rows of jobs that run, and " + allRunning + " are counted");
        require(
                waiting <= top.get("jobsWaiting").asLong(),
                waiting + " rows of jobs that wait, and " + top.get("jobsWaiting") + " are counted");
        long coresPerNode = top.get("cores").asLong() / nodes;
        require(
                top.get("coresUsed").asLong() == allRunning * coresPerNode,
                allRunning + " jobs run, and " + top.get("coresUsed") + " cores are used");
        top.get("waiting").forEach(row -> require(!row.get("why").asText().isEmpty(), "no reason of " + row));
    }

    private void rows(JsonNode rows, String id, Set<String> states, Set<Long> seen) {
        for (JsonNode row : rows) {
            require(seen.add(row.get(id).asLong()), "job " + row.get(id) + " is there twice");
            require(states.contains(row.get("state").asText()), "a job in no such state: " + row);
        }
    }

    private void jobs(JsonNode jobs) {
        Set<String> states = new HashSet<>(RUNNING);
        states.addAll(WAITING);
        rows(jobs, "id", states, new HashSet<>());
        long running = 0;
        for (JsonNode job : jobs) {
            running += RUNNING.contains(job.get("state").asText()) ? 1 : 0;
            boolean isPending = job.get("state").asText().equals("pending");
            require(!isPending || !job.get("detail").asText().isEmpty(), "no reason of " + job);
        }
        require(running <= nodes, running + " jobs run on " + nodes + " nodes");
    }

    private void nodes(JsonNode found) {
        Map<Long, String> places = new HashMap<>();
        Set<String> paths = new HashSet<>();
        for (JsonNode node : found) {
            require(paths.add(node.get("path").asText()), node.get("path") + " is there twice");
            boolean isUsed = node.get("resources").get("core").get("used").asLong() > 0;
            require(isUsed == !node.get("jobs").isEmpty(), "used without a job, or not used with one: " + node);
            for (JsonNode job : node.get("jobs")) {
                String before = places.put(job.asLong(), node.get("path").asText());
                require(before == null, "job " + job + " is on " + before + " and " + node.get("path"));
            }
        }
        require(paths.size() == nodes, paths.size() + " nodes of " + nodes);
    }

    private void queues(JsonNode printed) {
        for (JsonNode queue : printed.get("queues")) {
            require(queue.get("running").asLong() <= nodes, "more jobs run than there are nodes: " + queue);
            require(queue.get("waiting").asLong() >= 0, "fewer than no jobs wait: " + queue);
        }
    }
}
