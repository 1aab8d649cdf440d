package io.banyan.rpc.wire.client;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.NodeReport;
import io.banyan.instance.message.client.NodeState;
import io.banyan.instance.message.client.Request;
import io.banyan.resource.JobId;
import io.banyan.resource.Usage;
import io.banyan.rpc.wire.CheckedMessage;
import io.banyan.rpc.wire.StatusMessages;
import io.banyan.rpc.wire.WireException;
import io.banyan.rset.HostList;
import io.banyan.schedule.VertexUse;
import io.banyan.v1.NodeAmount;
import io.banyan.v1.NodeUsage;
import io.banyan.v1.NodesReply;
import io.banyan.v1.NodesRequest;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;

/** The table of nodes, there and back. */
public final class NodeMessages {
    private static final String USUAL_TYPE = "node";

    private NodeMessages() {}

    /** The question. */
    public static NodesRequest write(Request.Nodes request) {
        return NodesRequest.newBuilder()
                .setType(request.type())
                .setNames(request.names().toString())
                .addAllStates(request.states().stream()
                        .sorted()
                        .map(NodeMessages::write)
                        .toList())
                .setAfter(request.after().orElse(""))
                .setFrom(request.from())
                .setMost(request.most())
                .build();
    }

    /** The question. */
    public static Request.Nodes read(NodesRequest message) throws WireException {
        return CheckedMessage.value(() -> {
            Set<NodeState> states = EnumSet.noneOf(NodeState.class);
            for (io.banyan.v1.NodeState state : message.getStatesList()) {
                states.add(read(state));
            }
            return new Request.Nodes(
                    message.getType().isEmpty() ? USUAL_TYPE : message.getType(),
                    message.getNames().isEmpty() ? HostList.of(List.of()) : HostList.parse(message.getNames()),
                    states,
                    message.getAfter().isEmpty() ? Optional.empty() : Optional.of(message.getAfter()),
                    message.getFrom(),
                    message.getMost() == 0 ? Request.Nodes.MOST : message.getMost());
        });
    }

    /** To the question. */
    public static NodesReply nodes(Answer answer) throws WireException {
        return switch (answer) {
            case Answer.Nodes nodes ->
                NodesReply.newBuilder()
                        .addAllNodes(
                                nodes.nodes().stream().map(NodeMessages::write).toList())
                        .setMore(nodes.areMore())
                        .setNext(nodes.next())
                        .build();
            case Answer other -> throw AnswerWriter.failure(other);
        };
    }

    /** The answer. */
    public static Answer.Nodes read(NodesReply reply) throws WireException {
        return CheckedMessage.value(() -> {
            List<NodeReport> nodes = new ArrayList<>(reply.getNodesCount());
            for (io.banyan.v1.NodeReport node : reply.getNodesList()) {
                nodes.add(read(node));
            }
            return new Answer.Nodes(nodes, reply.getMore(), reply.getNext());
        });
    }

    private static io.banyan.v1.NodeReport write(NodeReport node) {
        var message = io.banyan.v1.NodeReport.newBuilder()
                .setPath(node.path())
                .setName(node.name())
                .setState(write(node.state()))
                .setSaid(node.said().orElse(""))
                .addAllSaidBy(node.saidBy())
                .setUsage(write(node.use().usage()))
                .addAllJobs(AnswerWriter.numbers(node.jobs()))
                .setOthersJobs(node.othersJobs());
        node.rank().ifPresent(message::setRank);
        node.note().ifPresent(note -> message.setNote(StatusMessages.write(note)));
        node.use()
                .below()
                .forEach((type, quantity) -> message.addAmounts(NodeAmount.newBuilder()
                        .setType(type)
                        .setTotal(quantity.total())
                        .setUsed(quantity.used())));
        return message.build();
    }

    private static NodeReport read(io.banyan.v1.NodeReport node) throws WireException {
        var below = new TreeMap<String, VertexUse.Quantity>();
        node.getAmountsList()
                .forEach(it -> below.put(it.getType(), new VertexUse.Quantity(it.getTotal(), it.getUsed())));
        List<JobId> jobs = AnswerReader.jobs(node.getJobsList());
        return new NodeReport(
                node.getPath(),
                node.getName(),
                node.hasRank() ? OptionalInt.of(node.getRank()) : OptionalInt.empty(),
                read(node.getState()),
                node.getSaid().isEmpty() ? Optional.empty() : Optional.of(node.getSaid()),
                node.getSaidByList(),
                node.hasNote() ? Optional.of(StatusMessages.read(node.getNote())) : Optional.empty(),
                new VertexUse(read(node.getUsage()), below),
                jobs,
                node.getOthersJobs());
    }

    private static io.banyan.v1.NodeState write(NodeState state) {
        return switch (state) {
            case UP -> io.banyan.v1.NodeState.NODE_STATE_UP;
            case DRAINING -> io.banyan.v1.NodeState.NODE_STATE_DRAINING;
            case DRAINED -> io.banyan.v1.NodeState.NODE_STATE_DRAINED;
            case DOWN -> io.banyan.v1.NodeState.NODE_STATE_DOWN;
            case LOST -> io.banyan.v1.NodeState.NODE_STATE_LOST;
        };
    }

    private static NodeState read(io.banyan.v1.NodeState state) throws WireException {
        return switch (state) {
            case NODE_STATE_UP -> NodeState.UP;
            case NODE_STATE_DRAINING -> NodeState.DRAINING;
            case NODE_STATE_DRAINED -> NodeState.DRAINED;
            case NODE_STATE_DOWN -> NodeState.DOWN;
            case NODE_STATE_LOST -> NodeState.LOST;
            case NODE_STATE_UNSPECIFIED, UNRECOGNIZED ->
                throw new WireException("A message names no state of a node that this version knows.");
        };
    }

    private static NodeUsage write(Usage usage) {
        return switch (usage) {
            case FREE, DOWN -> NodeUsage.NODE_USAGE_FREE;
            case PARTLY_TAKEN -> NodeUsage.NODE_USAGE_PARTLY_TAKEN;
            case TAKEN -> NodeUsage.NODE_USAGE_TAKEN;
        };
    }

    private static Usage read(NodeUsage usage) throws WireException {
        return switch (usage) {
            case NODE_USAGE_FREE -> Usage.FREE;
            case NODE_USAGE_PARTLY_TAKEN -> Usage.PARTLY_TAKEN;
            case NODE_USAGE_TAKEN -> Usage.TAKEN;
            case NODE_USAGE_UNSPECIFIED, UNRECOGNIZED -> throw new WireException("The usage of a node is not stated.");
        };
    }
}
