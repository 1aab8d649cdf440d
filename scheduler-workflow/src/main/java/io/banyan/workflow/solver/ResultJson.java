package io.banyan.workflow.solver;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.banyan.workflow.plan.BlockPlan;
import io.banyan.workflow.plan.PlanCheck;
import io.banyan.workflow.plan.PlanFault;
import io.banyan.workflow.plan.PlanProblem;
import io.banyan.workflow.plan.PlanResult;
import io.banyan.workflow.plan.PlanResult.Infeasible;
import io.banyan.workflow.plan.PlanResult.NoPlan;
import io.banyan.workflow.plan.PlanResult.Planned;
import java.util.ArrayList;
import java.util.List;

/** Writes and reads {@link PlanResult}s as JSON. A plan that is read has passed {@link PlanCheck}. Any thread. */
public final class ResultJson {
    private ResultJson() {}

    /** Returns the result as one JSON object. */
    public static String write(PlanResult result) {
        ObjectNode root = SolverJson.object();
        switch (result) {
            case Planned planned -> {
                root.set("plan", SolverJson.plan(planned.plan()));
                root.put("bound", planned.bound());
                root.put("proved", planned.proved());
                root.put("solver", planned.solver());
                root.put("seconds", planned.seconds());
                root.set("notes", texts(planned.notes()));
            }
            case Infeasible infeasible -> root.set("infeasible", texts(infeasible.reasons()));
            case NoPlan noPlan -> root.set("noPlan", texts(noPlan.reasons()));
        }
        return root.toString();
    }

    /**
     * Reads a result. The value of a plan is computed here, and not taken from the text.
     *
     * @throws IllegalArgumentException if the text is not a result, or its plan is not sound
     */
    public static PlanResult read(String text, PlanProblem problem) {
        try {
            JsonNode root = SolverJson.MAPPER.readTree(text);
            if (root.hasNonNull("infeasible")) {
                return new Infeasible(texts(root.required("infeasible")));
            }
            return root.hasNonNull("noPlan") ? new NoPlan(texts(root.required("noPlan"))) : planned(root, problem);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("the answer is not JSON: " + e.getOriginalMessage(), e);
        }
    }

    private static Planned planned(JsonNode root, PlanProblem problem) {
        BlockPlan plan = SolverJson.plan(root.required("plan"));
        List<PlanFault> faults = PlanCheck.check(problem, plan);
        if (!faults.isEmpty()) {
            throw new IllegalArgumentException("the plan has " + faults.size() + " faults: "
                    + faults.getFirst().sentence());
        }
        var value = plan.value(problem);
        long bound = root.required("bound").asLong();
        if (bound > value.primary()) {
            throw new IllegalArgumentException(
                    "the bound " + bound + " is above the value of the plan, " + value.primary());
        }
        return new Planned(
                plan,
                value,
                bound,
                root.required("proved").asBoolean(),
                root.required("solver").asText(),
                root.required("seconds").asDouble(),
                texts(root.required("notes")));
    }

    private static ArrayNode texts(List<String> texts) {
        ArrayNode json = SolverJson.array();
        texts.forEach(json::add);
        return json;
    }

    private static List<String> texts(JsonNode json) {
        List<String> texts = new ArrayList<>();
        json.forEach(text -> texts.add(text.asText()));
        return texts;
    }
}
