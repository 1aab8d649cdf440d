package io.banyan.instance;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.banyan.fixture.Graphs;
import io.banyan.fixture.Jobs;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.config.InstanceConfig;
import io.banyan.instance.message.Event;
import io.banyan.instance.message.client.JobRequest;
import io.banyan.jobspec.Jobspec;
import io.banyan.match.policy.MatchOperation;
import io.banyan.match.policy.MatchPolicy;
import io.banyan.prune.PruneFilters;
import io.banyan.resource.JobId;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/**
 * How many bytes a match of a jobspec that was matched before takes from the heap, with all that an instance does about
 * it.
 */
class AllocatedBytesTest {
    private static final int ROUNDS = 300;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Jobspec node = Jobs.jobspec("1 slot { 1 node }");

    private static Instance instance(int nodes, int cores) {
        InstanceConfig config = InstanceConfig.root("test").matching(MatchPolicy.parse("first"), PruneFilters.DEFAULT);
        return Instance.root(
                config, Graphs.graph("cluster { " + nodes + " node { " + cores + " core } }"), Graphs.HORIZON);
    }

    /** The least of many rounds: what the virtual machine itself allocates now and then is not counted. */
    private long bytesOfMatchAndCancel(Instance instance) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < ROUNDS; i++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            var match = new JobRequest.Match(node, MatchOperation.ALLOCATE, MatchFormat.SIMPLE, "");
            instance.on(new Event.ClientAsked("match", match), 0);
            instance.on(new Event.ClientAsked("cancel", new JobRequest.Cancel(new JobId(i + 1))), 0);
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        instance.checkInvariants();
        return least;
    }

    /**
     * Sixty-four times as many cores: what is found out about all of them together may be some longer numbers, not an
     * object for each.
     */
    @Test
    void aWholeNodeCostsAboutTheSameWhateverItHasInside() {
        long small = bytesOfMatchAndCancel(instance(8, 4));
        long large = bytesOfMatchAndCancel(instance(8, 256));
        assertThat(large).isBetween(small - small / 4, small + small / 4);
    }

    @Test
    void aWholeNodeCostsTheSameHoweverManyThereAre() {
        long few = bytesOfMatchAndCancel(instance(8, 4));
        long many = bytesOfMatchAndCancel(instance(4_000, 4));
        assertThat(many).isBetween(few - few / 10, few + few / 10);
    }

    /** Measured: 10,128; it was 20,504 with a subgraph in the journal and a request that was primed each time. */
    @Test
    void aMatchAndItsCancelTakeFewBytes() {
        assertThat(bytesOfMatchAndCancel(instance(8, 4))).isLessThan(15_000);
    }
}
