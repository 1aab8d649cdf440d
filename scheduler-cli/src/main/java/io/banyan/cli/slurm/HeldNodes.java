package io.banyan.cli.slurm;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.banyan.graph.io.MatchFormat;
import io.banyan.instance.JobRequest;
import io.banyan.rpc.client.BanyanClient;
import io.banyan.rpc.client.ClientException;
import io.banyan.rset.HostList;
import io.banyan.schedule.JobId;

/** The nodes that a job holds. */
final class HeldNodes {
    private static final JsonMapper JSON = new JsonMapper();

    private HeldNodes() {}

    /** Asks for those of a job; none for one that holds nothing. O(what it holds). */
    static HostList of(BanyanClient client, JobId job) throws ClientException {
        String resources = client.info(new JobRequest.JobInfo(job, MatchFormat.RV1_NOSCHED))
                .resources();
        HostList.Builder nodes = HostList.builder();
        if (!resources.isBlank()) {
            for (JsonNode part : read(resources).path("execution").path("nodelist")) {
                nodes.add(part.asText());
            }
        }
        return nodes.build();
    }

    private static JsonNode read(String resources) {
        try {
            return JSON.readTree(resources);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("what a job holds has no JSON form", e);
        }
    }
}
