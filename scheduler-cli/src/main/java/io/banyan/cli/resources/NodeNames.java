package io.banyan.cli.resources;

import io.banyan.cli.output.CheckedValues;
import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.NodeReport;
import io.banyan.instance.message.client.NodeState;
import io.banyan.instance.message.client.Request;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rset.HostList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/** Nodes, or vertices of another type, as people name them; and the pages in which they are asked for. */
public final class NodeNames {
    private NodeNames() {}

    /** A hostlist of several words; none for all. */
    static HostList list(List<String> words) {
        return CheckedValues.value(() -> {
            HostList.Builder names = HostList.builder();
            words.forEach(names::add);
            return names.build();
        });
    }

    /**
     * Returns the nodes that are wanted, page by page, in the order of the graph; at most so many. A node that was
     * removed and attached again in between is reported once, in its last state.
     */
    public static List<NodeReport> all(
            BanyanClient client, String type, HostList names, Set<NodeState> states, long most) throws ClientException {
        SequencedMap<String, NodeReport> all = new LinkedHashMap<>();
        boolean areMore = true;
        long from = 0;
        while (areMore && all.size() < most) {
            Optional<String> after = all.isEmpty()
                    ? Optional.empty()
                    : Optional.of(all.lastEntry().getKey());
            int page = (int) Math.min(Request.Nodes.MOST, most - all.size());
            Answer.Nodes answer = client.nodes(new Request.Nodes(type, names, states, after, from, page));
            answer.nodes().forEach(node -> all.put(node.path(), node));
            areMore = answer.areMore();
            from = answer.next();
        }
        return List.copyOf(all.values());
    }
}
