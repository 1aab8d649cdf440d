package io.banyan.rpc.wire.client;

import io.banyan.graph.GraphException;
import io.banyan.graph.io.RExecution;
import io.banyan.rpc.wire.Failure;
import io.banyan.rpc.wire.GraphReader;
import io.banyan.rpc.wire.GraphWriter;
import io.banyan.rpc.wire.WireException;
import io.banyan.rset.IdSet;
import io.banyan.schedule.GivenFormat;
import io.banyan.schedule.GivenPart;
import io.banyan.schedule.GivenResources;
import io.banyan.v1.GivenPaths;
import io.banyan.v1.GivenText;
import io.banyan.v1.HostResources;
import io.banyan.v1.RankedResources;
import io.banyan.v1.TypedIds;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Resources of jobs that a client names. A request has a limit of its own, so that no limit is needed here. */
final class Givens {
    private static final String SOURCE = "resources";

    private Givens() {}

    /** Reads a document. */
    private interface Reader<T> {
        T read(GivenFormat format, InputStream in, String source) throws GraphException, IOException;
    }

    static io.banyan.v1.GivenResources write(GivenResources resources) {
        var message = io.banyan.v1.GivenResources.newBuilder();
        switch (resources) {
            case GivenResources.Listed listed -> message.setJgf(GraphWriter.write(listed.subgraph()));
            case GivenResources.Shorthand tops -> message.setJgfShorthand(GraphWriter.write(tops.subgraph()));
            case GivenResources.ByRank ranked -> message.setRv1Exec(write(ranked.execution()));
        }
        return message.build();
    }

    static GivenResources read(io.banyan.v1.GivenResources message) throws WireException {
        return switch (message.getResourcesCase()) {
            case JGF -> new GivenResources.Listed(GraphReader.read(message.getJgf()));
            case JGF_SHORTHAND -> new GivenResources.Shorthand(GraphReader.read(message.getJgfShorthand()));
            case RV1EXEC -> new GivenResources.ByRank(read(message.getRv1Exec()));
            case TEXT -> read(message.getText(), GivenResources::read);
            case RESOURCES_NOT_SET ->
                throw new WireException("An update must name resources, but this one names none.");
        };
    }

    static io.banyan.v1.GivenPart write(GivenPart part) {
        var message = io.banyan.v1.GivenPart.newBuilder();
        switch (part) {
            case GivenPart.Listed listed -> message.setJgf(GraphWriter.write(listed.subgraph()));
            case GivenPart.Shorthand tops -> message.setJgfShorthand(GraphWriter.write(tops.subgraph()));
            case GivenPart.OfPaths ofPaths ->
                message.setPaths(GivenPaths.newBuilder().addAllPaths(ofPaths.paths()));
            case GivenPart.OfRanks ofRanks -> message.setRanks(ofRanks.ranks().toString());
        }
        return message.build();
    }

    static GivenPart read(io.banyan.v1.GivenPart message) throws WireException {
        return switch (message.getPartCase()) {
            case JGF -> new GivenPart.Listed(GraphReader.read(message.getJgf()));
            case JGF_SHORTHAND -> new GivenPart.Shorthand(GraphReader.read(message.getJgfShorthand()));
            case PATHS -> new GivenPart.OfPaths(message.getPaths().getPathsList());
            case RANKS -> new GivenPart.OfRanks(IdSet.parse(message.getRanks()));
            case TEXT -> read(message.getText(), GivenPart::read);
            case PART_NOT_SET -> throw new WireException("A partial cancel must name a part, but this one names none.");
        };
    }

    private static RankedResources write(RExecution execution) {
        var message = RankedResources.newBuilder();
        for (RExecution.Host host : execution.hosts()) {
            var one = HostResources.newBuilder().setRank(host.rank()).setName(host.name());
            host.children()
                    .forEach((type, ids) ->
                            one.addChildren(TypedIds.newBuilder().setType(type).setIds(ids.toString())));
            message.addHosts(one);
        }
        return message.build();
    }

    private static RExecution read(RankedResources message) throws WireException {
        List<RExecution.Host> hosts = new ArrayList<>();
        for (HostResources host : message.getHostsList()) {
            Map<String, IdSet> children = new LinkedHashMap<>();
            for (TypedIds child : host.getChildrenList()) {
                children.put(child.getType(), IdSet.parse(child.getIds()));
            }
            hosts.add(new RExecution.Host(host.getRank(), host.getName(), children, Map.of()));
        }
        return new RExecution(hosts, false);
    }

    private static <T> T read(GivenText text, Reader<T> reader) throws WireException {
        var in = new ByteArrayInputStream(text.getText().getBytes(StandardCharsets.UTF_8));
        try {
            return reader.read(GivenFormat.parse(text.getFormat()), in, SOURCE);
        } catch (GraphException | IOException e) {
            throw new WireException(Failure.sentenceOf(e), e);
        }
    }
}
