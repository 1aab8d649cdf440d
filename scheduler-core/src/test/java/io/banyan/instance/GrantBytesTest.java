package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.message.Effect;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.instance.message.client.Request;
import io.banyan.instance.message.client.ShrinkTarget;
import io.banyan.instance.message.level.DownMessage;
import io.banyan.match.policy.MatchOperation;
import io.banyan.resource.JobId;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * How many bytes a grant takes from the heap where it arrives: attached, booked to the job that asked, and remembered.
 */
class GrantBytesTest {
    private static final int ROUNDS = 60;
    private static final int NODES = 50;
    /** A node of the graph with all that is in it. */
    private static final int VERTICES_A_NODE = 1 + 2 + 2 * 8;

    private static final String NODE = " slot { 1 node { 2 socket { 8 core } } }";
    private static final JobId CHILD = new JobId(1);
    private static final JobId HOLDER = new JobId(1);
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Instance top = Instance.root(
            InstanceConfig.root("top"), Graphs.graph("cluster { 60 node { 2 socket { 8 core } } }"), Graphs.HORIZON);
    private final Instance child = Instance.child(InstanceConfig.child("child", CHILD));
    private long bytesOfGrant;

    /** Measured: 995. It was 1,786 with a look-up of every path at each step. */
    @Test
    void aGrantTakesAFewHundredBytesAVertex() {
        join();
        long least = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            String id = "grow" + round;
            var grow = new Request.Grow(id, Optional.of(HOLDER), Jobs.jobspec(NODES + NODE), 0);
            deliver(child.on(new Event.ClientAsked("c", grow), 0));
            least = Math.min(least, bytesOfGrant);
            var shrink = new Request.Shrink("shrink" + round, new ShrinkTarget.ByGrow(id));
            deliver(child.on(new Event.ClientAsked("c", shrink), 0));
        }
        child.checkInvariants();
        assertThat(least / (NODES * VERTICES_A_NODE)).isBetween(100L, 1_300L);
    }

    private void join() {
        deliver(top.on(new Event.ClientAsked("c", new Request.Spawn(Jobs.jobspec("1" + NODE), "child", Map.of())), 0));
        deliver(child.on(new Event.ParentLinked(), 0));
        var match = new JobRequest.Match(Jobs.jobspec("1" + NODE), MatchOperation.ALLOCATE, MatchFormat.SIMPLE, "");
        deliver(child.on(new Event.ClientAsked("c", match), 0));
    }

    /** Passes on what one says to the other, until nothing is left to be said. */
    private void deliver(List<Effect> first) {
        List<Effect> effects = new ArrayList<>(first);
        while (!effects.isEmpty()) {
            Effect effect = effects.remove(0);
            if (effect instanceof Effect.ToParent up) {
                effects.addAll(top.on(new Event.ChildSaid(CHILD, up.message()), 0));
            } else if (effect instanceof Effect.ToChild down) {
                effects.addAll(heard(down.message()));
            }
        }
    }

    private List<Effect> heard(DownMessage message) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        List<Effect> effects = child.on(new Event.ParentSaid(message), 0);
        if (message instanceof DownMessage.Granted) {
            bytesOfGrant = THREADS.getCurrentThreadAllocatedBytes() - before;
        }
        return effects;
    }
}
