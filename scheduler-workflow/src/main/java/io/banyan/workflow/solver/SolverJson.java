package io.banyan.workflow.solver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.banyan.workflow.plan.BlockPlacement;
import io.banyan.workflow.plan.BlockPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The parts of JSON that requests and results have in common. */
final class SolverJson {
    static final ObjectMapper MAPPER = new ObjectMapper();

    private SolverJson() {}

    static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    static ArrayNode array() {
        return MAPPER.createArrayNode();
    }

    static ArrayNode integers(List<Integer> numbers) {
        ArrayNode json = array();
        numbers.forEach(json::add);
        return json;
    }

    static List<Integer> integers(JsonNode json) {
        List<Integer> numbers = new ArrayList<>();
        json.forEach(number -> numbers.add(number.asInt()));
        return numbers;
    }

    static ObjectNode amounts(SortedMap<String, Integer> amounts) {
        ObjectNode json = object();
        amounts.forEach(json::put);
        return json;
    }

    static SortedMap<String, Integer> amounts(JsonNode json) {
        SortedMap<String, Integer> amounts = new TreeMap<>();
        json.properties()
                .forEach(entry -> amounts.put(entry.getKey(), entry.getValue().asInt()));
        return amounts;
    }

    static ArrayNode plan(BlockPlan plan) {
        ArrayNode json = array();
        plan.placements()
                .forEach(placement -> json.addObject()
                        .put("start", placement.start())
                        .set("resources", integers(placement.resources())));
        return json;
    }

    static BlockPlan plan(JsonNode json) {
        List<BlockPlacement> placements = new ArrayList<>();
        json.forEach(placement -> placements.add(
                new BlockPlacement(placement.required("start").asInt(), integers(placement.required("resources")))));
        return new BlockPlan(placements);
    }
}
