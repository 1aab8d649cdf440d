package io.banyan.workflow.format.cwl;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.banyan.workflow.model.StepId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A value on its way between steps, as far as it is known before any of them runs.
 *
 * @param value the value; empty if a step gives it
 * @param length the number of items of a list whose items are not known; empty if unknown
 * @param after the steps that give it without writing a file
 * @param files the files that hold it
 */
record CwlFlow(Optional<JsonNode> value, Optional<Integer> length, Set<StepId> after, Set<String> files) {
    CwlFlow {
        after = Set.copyOf(after);
        files = new LinkedHashSet<>(files);
    }

    /** Returns a value that is known. */
    static CwlFlow known(JsonNode value) {
        Set<String> files = new LinkedHashSet<>();
        CwlFileValues.mapped(value, file -> {
            String location = file.path("location").asText();
            if (!location.isEmpty()) {
                files.add(location.startsWith("file://") ? location.substring("file://".length()) : location);
            }
            return file;
        });
        return new CwlFlow(Optional.of(value), Optional.empty(), Set.of(), files);
    }

    /** Returns a value that nobody knows yet. */
    static CwlFlow unknown() {
        return new CwlFlow(Optional.empty(), Optional.empty(), Set.of(), Set.of());
    }

    /** Returns the number of items; empty if it is unknown or the value is no list. */
    Optional<Integer> items() {
        return value.filter(JsonNode::isArray).map(JsonNode::size).or(() -> length);
    }

    /** Returns the same origin with a value that is not known. */
    CwlFlow withoutValue() {
        return new CwlFlow(Optional.empty(), Optional.empty(), after, files);
    }

    CwlFlow withValue(JsonNode other) {
        return new CwlFlow(Optional.of(other), Optional.empty(), after, files);
    }

    CwlFlow withLength(Optional<Integer> other) {
        return new CwlFlow(value, other, after, files);
    }

    /** Returns several values as one; a link of one source that is no list passes it on. */
    static CwlFlow merged(List<CwlFlow> flows, CwlLink link) {
        if (flows.size() == 1 && !link.list()) {
            return link.pick().isEmpty() ? flows.getFirst() : flows.getFirst().withoutValue();
        }
        Set<StepId> after = new LinkedHashSet<>();
        Set<String> files = new LinkedHashSet<>();
        List<JsonNode> values = new ArrayList<>();
        for (CwlFlow flow : flows) {
            after.addAll(flow.after());
            files.addAll(flow.files());
            flow.value().ifPresent(values::add);
        }
        boolean known =
                values.size() == flows.size() && link.pick().isEmpty() && link.merge() == CwlLink.Merge.MERGE_NESTED;
        Optional<JsonNode> value =
                known ? Optional.of(JsonNodeFactory.instance.arrayNode().addAll(values)) : Optional.empty();
        Optional<Integer> length =
                link.merge() == CwlLink.Merge.MERGE_NESTED && link.pick().isEmpty()
                        ? Optional.of(flows.size())
                        : Optional.empty();
        return new CwlFlow(value, length, after, files);
    }
}
