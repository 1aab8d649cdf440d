package io.banyan.graph.io;

import io.banyan.graph.GraphBuilder;
import io.banyan.graph.GraphBuilder.Template;
import io.banyan.graph.GraphException;
import io.banyan.graph.ResourceGraph;
import io.banyan.resource.ResourceType;
import io.banyan.resource.Subsystem;
import io.banyan.rset.IdSet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The execution part of R (RFC 20): which resources of which hosts. An immutable value.
 *
 * @param hosts in the order of their ranks
 * @param scheduling whether the document said more about the resources under its key {@code scheduling}
 */
public record RExecution(List<Host> hosts, boolean scheduling) {
    private static final String CLUSTER = "cluster";

    /**
     * The resources of one host.
     *
     * @param children ids by type, in the order of the document
     * @param properties an empty value makes a tag
     */
    public record Host(int rank, String name, Map<String, IdSet> children, Map<String, String> properties) {
        /** Copies the maps and keeps their order. */
        public Host {
            children = Collections.unmodifiableMap(new LinkedHashMap<>(children));
            properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
        }
    }

    /** Copies the list. */
    public RExecution {
        hosts = List.copyOf(hosts);
    }

    /**
     * The graph of these resources: a cluster, its hosts as nodes, and below each the resources of its children. Of
     * hosts with one name all but the first have their rank in their path, so that each path names one vertex.
     * O(resources).
     *
     * @throws GraphException where a name is not one that vertices can have
     */
    public ResourceGraph toGraph() throws GraphException {
        var builder = new GraphBuilder();
        try {
            var cluster = new Template(new ResourceType(CLUSTER), CLUSTER, 1, "");
            int root = builder.addRoot(Subsystem.CONTAINMENT, cluster, 0, -1);
            for (Host host : hosts) {
                add(builder, root, host);
            }
        } catch (IllegalArgumentException e) {
            throw new GraphException(String.valueOf(e.getMessage()), e);
        }
        return builder.build();
    }

    private static void add(GraphBuilder builder, int root, Host host) throws GraphException {
        NumberedName name = NumberedName.of(host.name());
        var template = new Template(ResourceType.NODE, name.basename(), 1, "");
        String segment = builder.hasChild(root, host.name()) ? host.name() + "@" + host.rank() : host.name();
        int node = builder.addNamedChild(root, template, name.number(), host.rank(), host.name(), segment);
        host.properties().forEach((key, value) -> builder.setProperty(node, key, value));
        for (Map.Entry<String, IdSet> entry : host.children().entrySet()) {
            var child = new Template(new ResourceType(entry.getKey()), entry.getKey(), 1, "");
            for (long id : entry.getValue().longs().toArray()) {
                builder.addChild(node, Subsystem.CONTAINMENT, child, id, host.rank());
            }
        }
    }
}
