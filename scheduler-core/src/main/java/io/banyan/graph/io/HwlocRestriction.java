package io.banyan.graph.io;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The part of its machine that a topology allows: a file can list processors and memories that a control group or the
 * administrator withholds. As in hwloc, these are removed, with objects that are empty without them, before the
 * numbering.
 */
final class HwlocRestriction {
    private final @Nullable HwlocBitmap processors;
    private final @Nullable HwlocBitmap memories;
    /** The sets of a machine repeat from level to level. */
    private final Map<String, HwlocBitmap> parsed = new HashMap<>();

    private HwlocRestriction(HwlocObject machine) {
        HwlocBitmap online = restricting(machine, "online_cpuset", "cpuset");
        HwlocBitmap allowed = restricting(machine, "allowed_cpuset", "cpuset");
        this.processors = online == null ? allowed : allowed == null ? online : online.and(allowed);
        this.memories = restricting(machine, "allowed_nodeset", "nodeset");
    }

    /**
     * Removes the parts of a machine that its topology does not allow. O(objects x length of a set), and O(1) where
     * everything is allowed.
     *
     * @throws IllegalArgumentException if a set is malformed, or no processor is left
     */
    static void apply(HwlocObject machine) {
        var restriction = new HwlocRestriction(machine);
        if (restriction.processors == null && restriction.memories == null) {
            return;
        }
        machine.prune(restriction::excludes);
        if (restriction.processors != null && restriction.isDisjoint(machine, "cpuset", restriction.processors)) {
            throw new IllegalArgumentException("the topology does not allow any processor of the machine");
        }
    }

    /** The set of an attribute, nothing where it is absent or the same as the whole. */
    private @Nullable HwlocBitmap restricting(HwlocObject machine, String name, String whole) {
        String text = machine.attribute(name);
        return text.isEmpty() || text.equals(machine.attribute(whole)) ? null : set(text);
    }

    private boolean excludes(HwlocObject object) {
        if (object.isDevice()) {
            return false;
        }
        if (object.isMemory()) {
            return memories != null && isDisjoint(object, "nodeset", memories);
        }
        return processors != null && object.isBare() && isDisjoint(object, "cpuset", processors);
    }

    private boolean isDisjoint(HwlocObject object, String attribute, HwlocBitmap allowed) {
        String text = object.attribute(attribute);
        return !text.isEmpty() && !set(text).intersects(allowed);
    }

    private HwlocBitmap set(String text) {
        return parsed.computeIfAbsent(text, HwlocBitmap::parse);
    }
}
