package io.banyan.sim.world;

import io.banyan.instance.Inspection;
import java.util.stream.Collectors;

/** An instance in one line, for the analysis of a broken tree. */
final class Portrait {
    private Portrait() {}

    static String of(Node node) {
        if (!node.isUp()) {
            return node + ": no process runs";
        }
        Inspection instance = node.inspect();
        String plight = plight(node);
        if (!instance.isJoined()) {
            return node + ": not joined" + plight;
        }
        String jobs = instance.jobs().stream()
                .filter(job -> job.state().isActive())
                .map(job -> job.id() + " " + job.name() + " " + job.state())
                .collect(Collectors.joining(", "));
        String came = instance.cameHere().stream()
                .map(it -> it.grantId() + " " + it.arrival() + " " + it.tops())
                .collect(Collectors.joining(", "));
        return node + ": " + instance.graph().vertexCount() + " vertices" + plight + "; jobs [" + jobs + "]; came ["
                + came + "]";
    }

    private static String plight(Node node) {
        String link =
                node.uplink().map(it -> it.isOpen() ? ", linked" : ", cut off").orElse("");
        String stopping = node.instance().isStopping() ? ", stopping" : "";
        String frozen = node.isFrozen() ? ", frozen" : "";
        return link + stopping + frozen;
    }
}
