package io.banyan.graph;

import io.banyan.resource.Subsystem;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The subsystems of one graph, numbered as they are first seen; containment is always number 0. */
final class Subsystems {
    static final int CONTAINMENT = 0;
    static final int MAX_SUBSYSTEMS = 255;

    private final List<Subsystem> subsystems = new ArrayList<>(List.of(Subsystem.CONTAINMENT));

    /** The number of a subsystem, -1 if the graph has none of that name. There are few, so a scan does. */
    int id(Subsystem subsystem) {
        return subsystems.indexOf(subsystem);
    }

    int add(Subsystem subsystem) {
        if (subsystems.size() == MAX_SUBSYSTEMS) {
            throw new IllegalStateException("A graph can have at most " + MAX_SUBSYSTEMS + " subsystems.");
        }
        subsystems.add(subsystem);
        return subsystems.size() - 1;
    }

    Subsystem get(int id) {
        return subsystems.get(id);
    }

    int size() {
        return subsystems.size();
    }

    List<Subsystem> list() {
        return Collections.unmodifiableList(subsystems);
    }
}
