package io.banyan.graph.io;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** One object of an hwloc topology during the read: its attributes, its infos and its children. */
final class HwlocObject {
    private static final List<String> DEVICES = List.of("Bridge", "PCIDev", "OSDev");
    private static final String MEMORY = "NUMANode";
    private static final String MISC = "Misc";

    final String type;
    final int line;
    /** The role of the object if it is an OS device. */
    private HwlocDevice device = HwlocDevice.OTHER;

    private final Map<String, String> attributes;
    private final Map<String, String> infos = new HashMap<>();
    private List<HwlocObject> children = new ArrayList<>();

    HwlocObject(String type, int line, Map<String, String> attributes) {
        this.type = type;
        this.line = line;
        this.attributes = attributes;
    }

    /** An attribute, empty if it has none of that name. */
    String attribute(String name) {
        return attributes.getOrDefault(name, "");
    }

    /** A piece of information, empty if it has none of that name. */
    String info(String name) {
        return infos.getOrDefault(name, "");
    }

    void inform(String name, String value) {
        infos.putIfAbsent(name, value);
    }

    boolean isMemory() {
        return type.equals(MEMORY);
    }

    /** A cache for instructions only, which is no level of its own. */
    boolean isInstructionCache() {
        return attribute("cache_type").equals("2");
    }

    boolean isDevice() {
        return DEVICES.contains(type);
    }

    void setDevice(HwlocDevice kind) {
        device = kind;
    }

    /** Returns the role of the object in a graph, {@link HwlocDevice#OTHER} for an object that is no OS device. */
    HwlocDevice device() {
        return device;
    }

    /** Whether there is no processor, memory or device below it. */
    boolean isBare() {
        return children.stream().allMatch(child -> child.type.equals(MISC));
    }

    /** Removes objects below it, those at the bottom first. */
    void prune(Predicate<HwlocObject> unwanted) {
        children.forEach(child -> child.prune(unwanted));
        children.removeIf(unwanted);
    }

    void add(HwlocObject child) {
        children.add(child);
    }

    /**
     * Returns the objects below this one: processors and caches first, then memory, then devices, each in the order of
     * the file.
     */
    List<HwlocObject> children() {
        return Stream.of(processors(), children.stream().filter(HwlocObject::isMemory), devices())
                .flatMap(kind -> kind)
                .toList();
    }

    private Stream<HwlocObject> processors() {
        return children.stream().filter(child -> !child.isMemory() && !child.isDevice());
    }

    private Stream<HwlocObject> devices() {
        return children.stream().filter(HwlocObject::isDevice);
    }

    /**
     * In topologies of hwloc 1 memory stands between other objects. As hwloc 2 does, each such memory is put beside its
     * children: at its parent or its only child where that has the same processors, else in a group of its own.
     */
    void liftMemory() {
        List<HwlocObject> lifted = new ArrayList<>();
        for (HwlocObject child : children) {
            child.liftMemory();
            if (child.isMemory() && !child.children.isEmpty()) {
                lift(child, lifted);
            } else {
                lifted.add(child);
            }
        }
        children = lifted;
    }

    private void lift(HwlocObject memory, List<HwlocObject> into) {
        var bare = new HwlocObject(MEMORY, memory.line, memory.attributes);
        List<HwlocObject> inside = memory.processors().toList();
        if (sameProcessors(memory)) {
            into.addAll(memory.children);
            into.add(bare);
        } else if (inside.size() == 1 && inside.getFirst().sameProcessors(memory)) {
            HwlocObject only = inside.getFirst();
            memory.children.remove(only);
            only.children.addAll(memory.children);
            only.children.add(bare);
            into.add(only);
        } else {
            var group = new HwlocObject("Group", memory.line, memory.attributes);
            group.children.addAll(memory.children);
            group.children.add(bare);
            into.add(group);
        }
    }

    private boolean sameProcessors(HwlocObject other) {
        return attribute("cpuset").equals(other.attribute("cpuset"));
    }
}
