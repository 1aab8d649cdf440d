package io.banyan.cli.slurm;

import static org.assertj.core.api.Assertions.assertThat;

import io.banyan.instance.message.client.JobRequest;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecReader;
import io.banyan.jobspec.NestedInstance;
import io.banyan.rset.IdSet;
import org.junit.jupiter.api.Test;

/** Batch scripts on several nodes. */
class SeveralNodesTest {
    private static Jobspec jobspec(int nodes) throws Exception {
        return JobspecReader.read("""
                version: 9999
                resources: [{type: slot, label: task, count: %d, with: [{type: node, count: 1}]}]
                tasks: [{command: [./job.sh], slot: task, count: {total: 1}}]
                attributes: {system: {duration: 60}}
                """.formatted(nodes), "jobspec");
    }

    @Test
    void aScriptOnSeveralNodesHasAnInstance() throws Exception {
        var request = new JobRequest.Submit(jobspec(2), "wide", 20, IdSet.parse("0-9"), 2);
        JobRequest.Submit wide = SeveralNodes.withInstance(request);
        assertThat(NestedInstance.of(wide.jobspec())).isPresent();
        assertThat(wide).isEqualTo(request.with(wide.jobspec()));
    }

    @Test
    void aScriptOnOneNodeHasNone() throws Exception {
        var request = new JobRequest.Submit(jobspec(1), "narrow", 20, IdSet.parse("0-9"), 2);
        assertThat(SeveralNodes.withInstance(request)).isEqualTo(request);
    }
}
