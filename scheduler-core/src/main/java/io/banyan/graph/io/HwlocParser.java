package io.banyan.graph.io;

import io.banyan.graph.GraphException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads the objects of one hwloc topology from its XML, in the shape of hwloc 2 whatever the version of the file, and
 * without the parts that the topology does not allow. A version or a type of objects that is not known is refused.
 */
final class HwlocParser {
    private static final int MAX_OBJECTS = 1_000_000;
    private static final int MAX_DEPTH = 80;
    private static final int NEWEST = 3;
    private static final String DEVICE = "OSDev";
    private static final List<String> ATTRIBUTES = List.of(
            "cpuset",
            "allowed_cpuset",
            "online_cpuset",
            "nodeset",
            "allowed_nodeset",
            "name",
            "cache_size",
            "depth",
            "cache_type");
    private static final Set<String> TYPES = Set.of(
            "System",
            "Machine",
            "Package",
            "Die",
            "Group",
            "NUMANode",
            "MemCache",
            "Core",
            "PU",
            "L1Cache",
            "L2Cache",
            "L3Cache",
            "L4Cache",
            "L5Cache",
            "L1iCache",
            "L2iCache",
            "L3iCache",
            "Bridge",
            "PCIDev",
            DEVICE,
            "Misc");
    private static final Map<String, String> OLD_TYPES = Map.of("Socket", "Package");

    private final XmlInput xml;
    private final Deque<HwlocObject> open = new ArrayDeque<>();
    /** The infos of the topology as a whole, where hwloc 3 has the name of the host. */
    private final Map<String, String> infos = new HashMap<>();

    private int version;
    private int objects;

    private HwlocParser(XmlInput xml) {
        this.xml = xml;
    }

    /** The machine. */
    static HwlocObject machine(InputStream in, String source) throws GraphException {
        return new HwlocParser(XmlInput.withDoctype(in, source)).parse();
    }

    private HwlocObject parse() throws GraphException {
        if (!xml.advance() || !xml.element().equals("topology")) {
            throw xml.error("expected <topology>, not <" + xml.element() + ">");
        }
        int line = xml.line();
        version = version(xml.attribute("version"));
        HwlocObject machine = null;
        while (xml.advance()) {
            if (xml.element().equals("object")) {
                if (xml.atStart()) {
                    HwlocObject object = start();
                    machine = machine == null ? object : machine;
                } else {
                    open.pop();
                }
            } else if (xml.atStart() && xml.element().equals("info")) {
                inform(xml.attribute("name"), xml.attribute("value"));
            }
        }
        if (machine == null || !machine.type.equals("Machine")) {
            throw xml.error(line, "the first object of the topology is not a Machine");
        }
        infos.forEach(machine::inform);
        machine.liftMemory();
        try {
            HwlocRestriction.apply(machine);
        } catch (IllegalArgumentException e) {
            throw xml.error(line, String.valueOf(e.getMessage()));
        }
        return machine;
    }

    /** The version of the format; files of hwloc 1 do not say theirs. */
    private int version(String text) throws GraphException {
        String major = text.split("\\.", 2)[0];
        if (text.isEmpty()) {
            return 1;
        }
        if (major.length() != 1 || major.charAt(0) < '1' || major.charAt(0) > '0' + NEWEST) {
            throw xml.error("the topology's version '" + text + "' is unknown; 1, 2 and " + NEWEST + " are known");
        }
        return major.charAt(0) - '0';
    }

    private void inform(String name, String value) {
        if (open.isEmpty()) {
            infos.putIfAbsent(name, value);
        } else {
            open.element().inform(name, value);
        }
    }

    private HwlocObject start() throws GraphException {
        String written = xml.requireAttribute("type");
        Map<String, String> attributes = new HashMap<>();
        for (String name : ATTRIBUTES) {
            String value = xml.attribute(name);
            if (!value.isEmpty()) {
                attributes.put(name, value);
            }
        }
        String type = written.equals("Cache")
                ? "L" + attributes.getOrDefault("depth", "") + "Cache"
                : OLD_TYPES.getOrDefault(written, written);
        if (!TYPES.contains(type)) {
            throw xml.error("the object type '" + written + "' is unknown");
        }
        var object = new HwlocObject(type, xml.line(), attributes);
        if (type.equals(DEVICE)) {
            object.setDevice(device(object.attribute("name")));
        }
        if (++objects > MAX_OBJECTS || open.size() >= MAX_DEPTH) {
            throw xml.error("the topology has more than " + MAX_OBJECTS + " objects or " + MAX_DEPTH
                    + " levels, which are the limits");
        }
        if (open.isEmpty() && objects > 1) {
            throw xml.error("a topology must have a single Machine, but this is a second object at the same level");
        }
        if (!open.isEmpty()) {
            open.element().add(object);
        }
        open.push(object);
        return object;
    }

    private HwlocDevice device(String name) throws GraphException {
        try {
            return HwlocDevice.of(version, xml.requireAttribute("osdev_type"), name);
        } catch (IllegalArgumentException e) {
            throw xml.error(String.valueOf(e.getMessage()));
        }
    }
}
