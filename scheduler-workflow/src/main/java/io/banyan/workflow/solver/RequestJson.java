package io.banyan.workflow.solver;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.banyan.workflow.plan.BlockNeeds;
import io.banyan.workflow.plan.BlockPlan;
import io.banyan.workflow.plan.PlanBlock;
import io.banyan.workflow.plan.PlanLimit;
import io.banyan.workflow.plan.PlanObjective;
import io.banyan.workflow.plan.PlanProblem;
import io.banyan.workflow.profile.BusyMemory;
import io.banyan.workflow.profile.BusyTime;
import io.banyan.workflow.profile.ProfileNode;
import io.banyan.workflow.profile.SlotProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes and reads {@link SolverRequest}s as JSON. O(length of the text); any thread. */
public final class RequestJson {
    private RequestJson() {}

    /** Returns the request as one JSON object. */
    public static String write(SolverRequest request) {
        ObjectNode root = SolverJson.object();
        root.put("solver", request.solver());
        root.put("seconds", request.limit().seconds());
        root.put("workers", request.limit().workers());
        root.put("seed", request.limit().seed());
        root.set("problem", problem(request.problem()));
        request.known().ifPresent(plan -> root.set("known", SolverJson.plan(plan)));
        return root.toString();
    }

    /**
     * Reads a request.
     *
     * @throws IllegalArgumentException if the text is not a request
     */
    public static SolverRequest read(String text) {
        try {
            JsonNode root = SolverJson.MAPPER.readTree(text);
            Optional<BlockPlan> known =
                    root.hasNonNull("known") ? Optional.of(SolverJson.plan(root.required("known"))) : Optional.empty();
            return new SolverRequest(
                    root.required("solver").asText(),
                    problem(root.required("problem")),
                    new PlanLimit(
                            root.required("seconds").asInt(),
                            root.required("workers").asInt(),
                            root.required("seed").asInt()),
                    known);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("the request is not JSON: " + e.getOriginalMessage(), e);
        }
    }

    static ObjectNode problem(PlanProblem problem) {
        ObjectNode json = SolverJson.object();
        SlotProfile profile = problem.profile();
        json.put("version", profile.version());
        json.put("startSec", profile.startSec());
        json.put("slotSeconds", profile.slotSeconds());
        json.put("slots", profile.slots());
        json.put("horizon", profile.horizon());
        ArrayNode nodes = json.putArray("nodes");
        profile.nodes().forEach(node -> nodes.add(node(node)));
        ArrayNode blocks = json.putArray("blocks");
        problem.blocks().forEach(block -> blocks.add(block(block)));
        json.set("together", groups(problem.together()));
        json.set("sameNode", groups(problem.sameNode()));
        json.put("objective", problem.objective().word());
        json.put("earliest", problem.earliest());
        return json;
    }

    static PlanProblem problem(JsonNode json) {
        List<ProfileNode> nodes = new ArrayList<>();
        json.required("nodes").forEach(node -> nodes.add(node(node)));
        List<PlanBlock> blocks = new ArrayList<>();
        json.required("blocks").forEach(block -> blocks.add(block(block)));
        var profile = new SlotProfile(
                json.required("version").asLong(),
                json.required("startSec").asLong(),
                json.required("slotSeconds").asInt(),
                json.required("slots").asInt(),
                json.required("horizon").asInt(),
                nodes);
        return new PlanProblem(
                profile,
                blocks,
                groups(json.required("together")),
                groups(json.required("sameNode")),
                PlanObjective.parse(json.required("objective").asText()),
                json.required("earliest").asInt());
    }

    private static ObjectNode node(ProfileNode node) {
        ObjectNode json = SolverJson.object();
        json.put("name", node.name());
        json.set("resources", SolverJson.amounts(node.resources()));
        json.put("memoryMib", node.memoryMib());
        ArrayNode busy = json.putArray("busy");
        node.busy().forEach(time -> {
            ObjectNode one = busy.addObject();
            one.put("type", time.type()).put("first", time.first()).put("count", time.count());
            one.put("from", time.from()).put("to", time.to());
        });
        ArrayNode memory = json.putArray("busyMemory");
        node.busyMemory()
                .forEach(held -> memory.addObject()
                        .put("mib", held.mib())
                        .put("from", held.from())
                        .put("to", held.to()));
        return json;
    }

    private static ProfileNode node(JsonNode json) {
        List<BusyTime> busy = new ArrayList<>();
        json.required("busy")
                .forEach(time -> busy.add(new BusyTime(
                        time.required("type").asText(),
                        time.required("first").asInt(),
                        time.required("count").asInt(),
                        time.required("from").asInt(),
                        time.required("to").asInt())));
        List<BusyMemory> memory = new ArrayList<>();
        json.required("busyMemory")
                .forEach(held -> memory.add(new BusyMemory(
                        held.required("mib").asLong(),
                        held.required("from").asInt(),
                        held.required("to").asInt())));
        return new ProfileNode(
                json.required("name").asText(),
                SolverJson.amounts(json.required("resources")),
                json.required("memoryMib").asLong(),
                busy,
                memory);
    }

    private static ObjectNode block(PlanBlock block) {
        ObjectNode json = SolverJson.object();
        json.put("id", block.id());
        json.put("slots", block.slots());
        json.put("earliest", block.earliest());
        json.set("after", SolverJson.integers(block.after()));
        switch (block.needs()) {
            case BlockNeeds.Anywhere needs -> json.set("anywhere", SolverJson.amounts(needs.totals()));
            case BlockNeeds.OnNodes needs -> {
                json.put("nodes", needs.nodes());
                json.put("memoryMib", needs.memoryMib());
                json.set("each", SolverJson.amounts(needs.each()));
            }
        }
        return json;
    }

    private static PlanBlock block(JsonNode json) {
        BlockNeeds needs = json.hasNonNull("anywhere")
                ? new BlockNeeds.Anywhere(SolverJson.amounts(json.required("anywhere")))
                : new BlockNeeds.OnNodes(
                        json.required("nodes").asInt(),
                        SolverJson.amounts(json.required("each")),
                        json.required("memoryMib").asLong());
        return new PlanBlock(
                json.required("id").asText(),
                needs,
                json.required("slots").asInt(),
                SolverJson.integers(json.required("after")),
                json.required("earliest").asInt());
    }

    private static ArrayNode groups(List<List<Integer>> groups) {
        ArrayNode json = SolverJson.array();
        groups.forEach(group -> json.add(SolverJson.integers(group)));
        return json;
    }

    private static List<List<Integer>> groups(JsonNode json) {
        List<List<Integer>> groups = new ArrayList<>();
        json.forEach(group -> groups.add(SolverJson.integers(group)));
        return groups;
    }
}
