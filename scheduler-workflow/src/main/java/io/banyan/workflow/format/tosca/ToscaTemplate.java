package io.banyan.workflow.format.tosca;

import java.util.List;

/**
 * The machines and the software of a template.
 *
 * @param machines at least one, in the order of the text
 * @param software in the order of its deployment: each piece after its host and those that it depends on; the reverse
 *     is the order in which it is removed
 */
public record ToscaTemplate(List<ToscaCompute> machines, List<ToscaSoftware> software) {
    /** Copies the lists. */
    public ToscaTemplate {
        machines = List.copyOf(machines);
        software = List.copyOf(software);
    }

    /** Returns the machine that a piece of software runs on, directly or on other software. O(software squared). */
    public ToscaCompute machine(ToscaSoftware piece) {
        String host = piece.host();
        for (ToscaSoftware other : software.reversed()) {
            if (other.name().equals(host)) {
                host = other.host();
            }
        }
        String found = host;
        return machines.stream()
                .filter(machine -> machine.name().equals(found))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + piece.name() + "' is not of this template"));
    }
}
