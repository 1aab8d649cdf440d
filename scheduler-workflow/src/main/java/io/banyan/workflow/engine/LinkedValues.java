package io.banyan.workflow.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import io.banyan.workflow.format.cwl.CwlLink;
import io.banyan.workflow.format.cwl.CwlLink.Merge;
import io.banyan.workflow.format.cwl.CwlLink.Origin;
import io.banyan.workflow.format.cwl.CwlLink.Pick;
import java.util.Map;

/** The values of links: several sources as one value, and the choice among them. */
final class LinkedValues {
    private LinkedValues() {}

    /** Returns the value of a link whose sources have values. */
    static JsonNode value(CwlLink link, Map<String, JsonNode> values, String what) throws TaskException {
        JsonNode merged = merged(link, values);
        return link.pick().isPresent() ? picked(link.pick().get(), merged, what) : merged;
    }

    private static JsonNode merged(CwlLink link, Map<String, JsonNode> values) {
        if (link.sources().isEmpty()) {
            return NullNode.instance;
        } else if (!link.list()) {
            return value(link.sources().getFirst(), values);
        }
        ArrayNode merged = JsonNodeFactory.instance.arrayNode();
        for (Origin source : link.sources()) {
            JsonNode value = value(source, values);
            if (link.merge() == Merge.MERGE_FLATTENED && value.isArray()) {
                value.forEach(merged::add);
            } else {
                merged.add(value);
            }
        }
        return merged;
    }

    private static JsonNode value(Origin source, Map<String, JsonNode> values) {
        return values.getOrDefault(source.toString(), NullNode.instance);
    }

    private static JsonNode picked(Pick pick, JsonNode merged, String what) throws TaskException {
        ArrayNode present = JsonNodeFactory.instance.arrayNode();
        for (JsonNode value :
                merged.isArray() ? merged : JsonNodeFactory.instance.arrayNode().add(merged)) {
            if (!value.isNull()) {
                present.add(value);
            }
        }
        if (pick == Pick.ALL_NON_NULL) {
            return present;
        } else if (present.isEmpty() || (pick == Pick.THE_ONLY_NON_NULL && present.size() > 1)) {
            throw new TaskException(what + " needs " + (pick == Pick.FIRST_NON_NULL ? "a" : "exactly one")
                    + " value that is not null, found " + present.size());
        }
        return present.get(0);
    }
}
