package io.banyan.rpc.health;

import io.banyan.instance.message.client.Answer;
import io.banyan.instance.message.client.NodeReport;
import io.banyan.instance.message.client.NodeState;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.VertexTarget;
import io.banyan.instance.message.value.Principal;
import io.banyan.resource.Status;
import io.banyan.rpc.agent.Inbox;
import io.banyan.rpc.agent.ReplyTo;
import io.banyan.rpc.timing.LevelTiming;
import io.banyan.rpc.wire.Failure;
import io.banyan.rset.HostList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * The requests of a health check to the instance, as a principal of its own. Any thread may call; each call waits for
 * the answer.
 */
record NodeRequests(Inbox inbox) {
    private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(1);

    /**
     * The nodes.
     *
     * @param all how many there are
     * @param toCheck those that are up, or that the check has marked
     */
    record Nodes(int all, List<CheckedNode> toCheck) {}

    /** Waits for an answer. */
    private static final class Waiting implements ReplyTo {
        private final CompletableFuture<Answer> answer = new CompletableFuture<>();

        @Override
        public void answer(Answer given, List<LevelTiming> timings) {
            answer.complete(given);
        }

        @Override
        public void fail(Failure failure, String sentence) {
            answer.completeExceptionally(new IOException(sentence));
        }
    }

    /**
     * The nodes of the instance, in the order of the graph.
     *
     * @throws IOException with one sentence, if they cannot be read
     */
    Nodes nodes() throws IOException, InterruptedException {
        return nodes(Set.of());
    }

    /** The names of the nodes that the check has marked. */
    List<String> marked() throws IOException, InterruptedException {
        return nodes(EnumSet.complementOf(EnumSet.of(NodeState.UP))).toCheck().stream()
                .filter(CheckedNode::isMarked)
                .map(CheckedNode::name)
                .toList();
    }

    private Nodes nodes(Set<NodeState> states) throws IOException, InterruptedException {
        int all = 0;
        List<CheckedNode> toCheck = new ArrayList<>();
        long from = 0;
        boolean areMore = true;
        while (areMore) {
            var request = new Request.Nodes(
                    "node", HostList.of(List.of()), states, Optional.empty(), from, Request.Nodes.MOST);
            Answer.Nodes page = ask(request, Answer.Nodes.class);
            all += page.nodes().size();
            page.nodes().stream()
                    .filter(node -> node.state() == NodeState.UP || isMarked(node))
                    .map(node -> new CheckedNode(node.path(), node.name(), isMarked(node)))
                    .forEach(toCheck::add);
            from = page.next();
            areMore = page.areMore();
        }
        return new Nodes(all, toCheck);
    }

    private static boolean isMarked(NodeReport node) {
        return node.said().filter(node.path()::equals).isPresent()
                && node.note()
                        .filter(note -> note.by().equals(Principal.HEALTH_CHECK_NAME))
                        .isPresent();
    }

    /**
     * Sets the status of a node, unless another client has set it.
     *
     * @return whether it was set
     * @throws IOException with one sentence, if that is unknown
     */
    boolean set(CheckedNode node, Status status, String reason) throws IOException, InterruptedException {
        var request = new Request.SetStatus(new VertexTarget.ByPath(node.path()), status, reason, true);
        return !ask(request, Answer.StatusSet.class).paths().isEmpty();
    }

    private <A extends Answer> A ask(Request request, Class<A> wanted) throws IOException, InterruptedException {
        var waiting = new Waiting();
        inbox.ask(Principal.HEALTH_CHECK, request, PATIENCE_NANOS, waiting);
        Answer answer;
        try {
            answer = waiting.answer.get();
        } catch (ExecutionException e) {
            throw new IOException(
                    String.valueOf(e.getCause() == null ? e : e.getCause().getMessage()), e);
        }
        if (wanted.isInstance(answer)) {
            return wanted.cast(answer);
        }
        throw new IOException(answer instanceof Answer.Failed failed ? failed.message() : String.valueOf(answer));
    }
}
