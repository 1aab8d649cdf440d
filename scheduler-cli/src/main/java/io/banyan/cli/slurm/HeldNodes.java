package io.banyan.cli.slurm;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.banyan.rset.HostList;

/** The nodes that a job holds. */
final class HeldNodes {
    private static final JsonMapper JSON = new JsonMapper();

    private HeldNodes() {}

    /** Those in R; none of a job that holds nothing. O(what it holds). */
    static HostList in(String resources) {
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
