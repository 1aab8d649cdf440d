package io.banyan.graph.io;

import io.banyan.graph.GraphException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads the objects of one hwloc topology from its XML, in the shape of hwloc 2 whatever the version of the file. */
final class HwlocParser {
    private static final int MAX_OBJECTS = 1_000_000;
    private static final int MAX_DEPTH = 80;
    private static final List<String> ATTRIBUTES =
            List.of("cpuset", "name", "osdev_type", "cache_size", "depth", "cache_type");
    private static final Map<String, String> OLD_TYPES = Map.of("Socket", "Package");

    private final XmlInput xml;
    private final Deque<HwlocObject> open = new ArrayDeque<>();
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
            throw xml.error("<topology> is expected, not <" + xml.element() + ">");
        }
        int line = xml.line();
        HwlocObject machine = null;
        while (xml.advance()) {
            if (xml.element().equals("object")) {
                if (xml.atStart()) {
                    HwlocObject object = start();
                    machine = machine == null ? object : machine;
                } else {
                    open.pop();
                }
            } else if (xml.atStart() && xml.element().equals("info") && !open.isEmpty()) {
                open.element().inform(xml.attribute("name"), xml.attribute("value"));
            }
        }
        if (machine == null || !machine.type.equals("Machine")) {
            throw xml.error(line, "the topology's first object is no Machine");
        }
        machine.liftMemory();
        return machine;
    }

    private HwlocObject start() throws GraphException {
        String written = xml.requireAttribute("type");
        Map<String, String> attributes = new HashMap<>();
        for (String name : ATTRIBUTES) {
            attributes.put(name, xml.attribute(name));
        }
        String type = written.equals("Cache")
                ? "L" + attributes.getOrDefault("depth", "") + "Cache"
                : OLD_TYPES.getOrDefault(written, written);
        var object = new HwlocObject(type, xml.line(), attributes);
        if (++objects > MAX_OBJECTS || open.size() >= MAX_DEPTH) {
            throw xml.error("the topology has more than " + MAX_OBJECTS + " objects or " + MAX_DEPTH
                    + " levels, which are the limits");
        }
        if (open.isEmpty() && objects > 1) {
            throw xml.error("a topology has one Machine, and this is a second object beside it");
        }
        if (!open.isEmpty()) {
            open.element().add(object);
        }
        open.push(object);
        return object;
    }
}
