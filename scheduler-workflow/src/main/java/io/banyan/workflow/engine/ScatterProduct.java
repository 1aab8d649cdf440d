package io.banyan.workflow.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.banyan.workflow.format.cwl.CwlStep;
import io.banyan.workflow.format.cwl.CwlStep.Method;
import io.banyan.workflow.model.Width;
import java.util.ArrayList;
import java.util.List;

/**
 * The tasks of a scattered step: which items of the lists each takes, and how their outputs become lists.
 *
 * @param lengths the lengths of the lists; one length for all for {@code dotproduct}
 * @param method the way to combine the lists
 * @param scatter the inputs with the lists
 */
record ScatterProduct(List<Integer> lengths, Method method, List<String> scatter) {
    /** Returns the product of a step for its inputs. */
    static ScatterProduct of(CwlStep step, ObjectNode inputs) throws TaskException {
        List<Integer> lengths = new ArrayList<>();
        long tasks = 1;
        for (String id : step.scatter()) {
            JsonNode list = inputs.path(id);
            if (!list.isArray()) {
                throw new TaskException("step '" + step.id() + "' scatters input '" + id + "', which is not a list");
            }
            if (step.method() != Method.DOTPRODUCT || lengths.isEmpty()) {
                lengths.add(list.size());
                tasks *= list.size();
            } else if (lengths.getFirst() != list.size()) {
                throw new TaskException("step '" + step.id() + "' scatters lists of " + lengths.getFirst() + " and "
                        + list.size() + " items by dotproduct, expected lists of the same length");
            }
            if (tasks > Width.MAX) {
                throw new TaskException("step '" + step.id() + "' has more than " + Width.MAX + " tasks");
            }
        }
        return new ScatterProduct(lengths, step.method(), step.scatter());
    }

    /** Returns the number of tasks. */
    int tasks() {
        return lengths.stream().reduce(1, (a, b) -> a * b);
    }

    /** Returns the inputs of one task; it shares their values with those of all tasks. O(inputs). */
    ObjectNode inputs(int task, ObjectNode all) {
        ObjectNode inputs = JsonNodeFactory.instance.objectNode();
        inputs.setAll(all);
        int left = task;
        for (int i = scatter.size() - 1; i >= 0; i--) {
            int length = lengths.get(method == Method.DOTPRODUCT ? 0 : i);
            int item = left % length;
            left = method == Method.DOTPRODUCT ? left : left / length;
            inputs.set(scatter.get(i), all.path(scatter.get(i)).get(item));
        }
        return inputs;
    }

    /** Returns the outputs of all tasks as a list, or lists in lists for {@code nested_crossproduct}. */
    ArrayNode gathered(List<JsonNode> outputs) {
        int levels = method == Method.NESTED_CROSSPRODUCT ? lengths.size() : 1;
        return gathered(outputs, 0, levels);
    }

    private ArrayNode gathered(List<JsonNode> outputs, int level, int levels) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        if (level + 1 >= levels) {
            return array.addAll(outputs);
        }
        int parts = lengths.get(level);
        int each = parts == 0 ? 0 : outputs.size() / parts;
        for (int i = 0; i < parts; i++) {
            array.add(gathered(outputs.subList(i * each, (i + 1) * each), level + 1, levels));
        }
        return array;
    }
}
