package io.banyan.bench.graphs;

import java.util.Locale;

/**
 * A kind of system and the request that is made of it. Nodes have 2 sockets with 4 cores and 1 GPU each, unless a kind
 * says otherwise. The <em>special</em> node is the one in the middle: it can satisfy the request as long as not
 * everything is in use.
 */
public enum SystemShape {
    /** All nodes alike, all below the cluster. Asked for: a whole node. */
    UNIFORM("""
            [{"type": "slot", "count": 1, "label": "x", "with": [
              {"type": "node", "count": 1, "exclusive": true}]}]""", ""),
    /** Racks of 50 nodes. Asked for: a whole node. */
    RACKS(UNIFORM.resources, ""),
    /**
     * Three kinds of nodes in turns: as always, with twice the cores and no GPU, with 4 GPUs. Asked for: 3 GPUs of one
     * node.
     */
    MIXED("""
            [{"type": "slot", "count": 1, "label": "x", "with": [
              {"type": "node", "count": 1, "with": [{"type": "socket", "count": 1, "with": [
                {"type": "core", "count": 1}, {"type": "gpu", "count": 2}]}]}]}]""", ""),
    /**
     * Nodes in use have either their cores or their GPUs taken, alternately. The request is a core and a GPU of one
     * socket.
     */
    INTERLEAVED("""
            [{"type": "slot", "count": 1, "label": "x", "with": [
              {"type": "node", "count": 1, "with": [{"type": "socket", "count": 1, "with": [
                {"type": "core", "count": 1}, {"type": "gpu", "count": 1}]}]}]}]""", ""),
    /** One node in a thousand has the property {@code rare}. Asked for: a whole node with it. */
    RARE(UNIFORM.resources, "\"constraints\": {\"properties\": [\"rare\"]}"),
    /** All nodes alike. Asked for: one core. */
    ONE_CORE("""
            [{"type": "slot", "count": 1, "label": "x", "with": [{"type": "node", "count": 1, "with": [
              {"type": "socket", "count": 1, "with": [{"type": "core", "count": 1}]}]}]}]""", "");

    private final String resources;
    private final String system;

    SystemShape(String resources, String system) {
        this.resources = resources;
        this.system = system;
    }

    /** The request as the text of a jobspec. */
    String request() {
        return """
                {"version": 1, "resources": %s, "tasks": [{"command": ["app"], "slot": "x", "count": {"per_slot": 1}}],
                "attributes": {"system": {%s}}}""".formatted(resources, system);
    }

    /** For tables. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
