package io.banyan.cli.slurm;

import io.banyan.instance.message.client.JobRequest;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.NestedInstance;
import io.banyan.jobspec.Resource;
import java.util.List;
import java.util.Map;

/**
 * Batch scripts on several nodes: each has an instance of its own, so that an srun in it starts tasks on all of them.
 */
final class SeveralNodes {
    /** The number of tasks that an srun starts which does not say it. */
    static final String TASKS = "SLURM_SRUN_TASKS";

    private static final String NODE = "node";

    private SeveralNodes() {}

    /** The request of a job that starts an instance where it asks for several nodes; any other as it is. */
    static JobRequest.Submit withInstance(JobRequest.Submit request) {
        long nodes = nodes(request.jobspec().resources());
        if (nodes <= 1) {
            return request;
        }
        Jobspec jobspec = new NestedInstance(Map.of()).in(request.jobspec());
        return request.with(hasWholeNodes(jobspec) ? withTasks(jobspec, nodes) : jobspec);
    }

    /** Whether a slot is a node, since nothing was said of tasks: then there is one for each node, as with Slurm. */
    private static boolean hasWholeNodes(Jobspec jobspec) {
        return jobspec.resources().stream().anyMatch(resource -> resource.isSlot() && nodes(resource.with()) > 0);
    }

    private static Jobspec withTasks(Jobspec jobspec, long tasks) {
        return new Jobspec(
                jobspec.version(),
                jobspec.resources(),
                jobspec.tasks(),
                jobspec.attributes().withVariables(Map.of(TASKS, String.valueOf(tasks))));
    }

    /** How many nodes are asked for by name at least; 0 where tasks can be on any number of them. */
    private static long nodes(List<Resource> resources) {
        long nodes = 0;
        for (Resource resource : resources) {
            long each = resource.type().name().equals(NODE) ? 1 : nodes(resource.with());
            nodes += resource.count().min() * each;
        }
        return nodes;
    }
}
