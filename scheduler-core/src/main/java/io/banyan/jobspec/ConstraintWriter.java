package io.banyan.jobspec;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;

/** Writes a constraint as RFC 31 has it. */
final class ConstraintWriter {
    private ConstraintWriter() {}

    static void write(Constraint constraint, JsonGenerator json) throws IOException {
        json.writeStartObject();
        switch (constraint) {
            case Constraint.Any any -> {}
            case Constraint.Properties properties ->
                words(
                        json,
                        "properties",
                        properties.all().stream()
                                .map(Constraint.Property::toString)
                                .toList());
            case Constraint.Hosts(var hosts) ->
                words(json, "hostlist", hosts.size() == 0 ? List.of() : List.of(hosts.toString()));
            case Constraint.Ranks(var ranks) ->
                words(json, "ranks", ranks.isEmpty() ? List.of() : List.of(ranks.toString()));
            case Constraint.And and -> nested(json, "and", and.all());
            case Constraint.Or or -> nested(json, "or", or.any());
            case Constraint.Not not -> nested(json, "not", not.all());
        }
        json.writeEndObject();
    }

    private static void words(JsonGenerator json, String operator, List<String> words) throws IOException {
        json.writeArrayFieldStart(operator);
        for (String word : words) {
            json.writeString(word);
        }
        json.writeEndArray();
    }

    private static void nested(JsonGenerator json, String operator, List<Constraint> operands) throws IOException {
        json.writeArrayFieldStart(operator);
        for (Constraint operand : operands) {
            write(operand, json);
        }
        json.writeEndArray();
    }
}
