package io.banyan.workflow.format.cwl;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * The requirements and hints of a process or step, by class.
 *
 * @param required the requirements
 * @param hints the hints that are known
 */
public record CwlRequirements(
        SequencedMap<String, CwlRequirement> required, SequencedMap<String, CwlRequirement> hints) {
    /** No requirements. */
    public static final CwlRequirements NONE =
            new CwlRequirements(Collections.emptyNavigableMap(), Collections.emptyNavigableMap());

    /** Copies the maps. */
    public CwlRequirements {
        required = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(required));
        hints = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(hints));
    }

    /** Returns these requirements with those of an outer process or step, which count where these have none. */
    public CwlRequirements within(CwlRequirements outer) {
        return new CwlRequirements(over(required, outer.required), over(hints, outer.hints));
    }

    private static SequencedMap<String, CwlRequirement> over(
            Map<String, CwlRequirement> inner, Map<String, CwlRequirement> outer) {
        SequencedMap<String, CwlRequirement> all = new LinkedHashMap<>(outer);
        all.putAll(inner);
        return all;
    }

    /** Returns the requirement of a type, else the hint; empty if there is neither. */
    public <R extends CwlRequirement> Optional<R> get(Class<R> type) {
        return required(type)
                .or(() -> hints.values().stream()
                        .filter(type::isInstance)
                        .map(type::cast)
                        .findFirst());
    }

    /** Returns the requirement of a type; empty if there is at most a hint. */
    public <R extends CwlRequirement> Optional<R> required(Class<R> type) {
        return required.values().stream()
                .filter(type::isInstance)
                .map(type::cast)
                .findFirst();
    }
}
