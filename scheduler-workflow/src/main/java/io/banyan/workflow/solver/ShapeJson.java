package io.banyan.workflow.solver;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.banyan.workflow.plan.PlanLimit;
import io.banyan.workflow.shape.PlanShape;
import io.banyan.workflow.shape.PlannedReservation;
import io.banyan.workflow.shape.ShapeCheck;
import java.util.ArrayList;
import java.util.List;

/** Writes and reads {@link CoverRequest}s, and the shapes that answer them, as JSON. Any thread. */
public final class ShapeJson {
    private static final String SHAPE_OF = "shapeOf";

    private ShapeJson() {}

    /** Returns the request as one JSON object. */
    public static String write(CoverRequest request) {
        ObjectNode root = SolverJson.object();
        root.set(SHAPE_OF, SolverJson.plan(request.plan()));
        root.put("wastePercent", request.wastePercent());
        root.put("seconds", request.limit().seconds());
        root.put("workers", request.limit().workers());
        root.put("seed", request.limit().seed());
        root.set("problem", RequestJson.problem(request.problem()));
        root.set("known", reservations(request.known()));
        return root.toString();
    }

    /** Returns whether a text is a request for a shape rather than for a plan. O(length of the text). */
    public static boolean isRequest(String text) {
        return parsed(text).hasNonNull(SHAPE_OF);
    }

    /**
     * Reads a request.
     *
     * @throws IllegalArgumentException if the text is not a request
     */
    public static CoverRequest read(String text) {
        JsonNode root = parsed(text);
        return new CoverRequest(
                RequestJson.problem(root.required("problem")),
                SolverJson.plan(root.required(SHAPE_OF)),
                root.required("wastePercent").asDouble(),
                new PlanLimit(
                        root.required("seconds").asInt(),
                        root.required("workers").asInt(),
                        root.required("seed").asInt()),
                shape(root.required("known")));
    }

    /** Returns a shape as one JSON array. */
    public static String writeShape(PlanShape shape) {
        return reservations(shape).toString();
    }

    /**
     * Reads the answer to a request.
     *
     * @throws IllegalArgumentException if the text is not a shape, or the shape is not sound or wastes too much
     */
    public static PlanShape readShape(String text, CoverRequest request) {
        PlanShape shape = shape(parsed(text));
        List<String> faults = ShapeCheck.check(request.problem(), request.plan(), shape);
        if (!faults.isEmpty()) {
            throw new IllegalArgumentException("the shape has " + faults.size() + " faults: " + faults.getFirst());
        }
        long used = PlanShape.usedCells(request.problem(), request.plan());
        long wasted = shape.wastedCells(request.problem(), request.plan());
        if (wasted > used * request.wastePercent() / 100) {
            throw new IllegalArgumentException("the shape wastes " + wasted + " of " + used + " cells, more than "
                    + request.wastePercent() + " percent");
        }
        return shape;
    }

    private static JsonNode parsed(String text) {
        try {
            return SolverJson.MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("the text is not JSON: " + e.getOriginalMessage(), e);
        }
    }

    private static ArrayNode reservations(PlanShape shape) {
        ArrayNode json = SolverJson.array();
        for (PlannedReservation one : shape.reservations()) {
            ObjectNode reservation = json.addObject();
            reservation.put("from", one.from()).put("to", one.to());
            reservation.set("resources", SolverJson.integers(one.resources()));
            reservation.set("blocks", SolverJson.integers(one.blocks()));
        }
        return json;
    }

    private static PlanShape shape(JsonNode json) {
        List<PlannedReservation> reservations = new ArrayList<>();
        json.forEach(one -> reservations.add(new PlannedReservation(
                one.required("from").asInt(),
                one.required("to").asInt(),
                SolverJson.integers(one.required("resources")),
                SolverJson.integers(one.required("blocks")))));
        return new PlanShape(reservations);
    }
}
