package io.banyan.cli.slurm;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Jobs as the JSON of squeue, with the names of fields that Slurm 22.05 gives them. */
final class JobsJson {
    private static final int MINUTE = 60;
    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private JobsJson() {}

    /** The document. */
    static String of(List<SlurmJob> jobs) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("meta", Map.of("Slurm", Map.of("version", Map.of("major", 22, "minor", 5, "micro", 8))));
        document.put("errors", List.of());
        document.put("jobs", jobs.stream().map(JobsJson::job).toList());
        try {
            return MAPPER.writeValueAsString(document) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("jobs have no JSON form", e);
        }
    }

    private static Map<String, Object> job(SlurmJob job) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("account", job.account());
        fields.put("array_job_id", job.array().isPresent() ? job.baseId() : 0);
        fields.put("array_task_id", job.array().map(it -> (Object) it.index()).orElse(""));
        fields.put("cpus", job.cores());
        fields.put("end_time", job.endSec().orElse(0));
        fields.put("exit_code", job.record().exitStatus().orElse(0));
        fields.put("job_id", job.rawId());
        fields.put("job_state", job.state().name());
        fields.put("name", job.record().name());
        fields.put("node_count", job.nodeCount());
        fields.put("nodes", job.nodes().toString());
        fields.put("partition", job.partition());
        fields.put("priority", job.urgency());
        fields.put("start_time", job.startSec().orElse(0));
        fields.put("state_reason", job.reason());
        fields.put("submit_time", job.submitSec().orElse(0));
        fields.put("time_limit", minutes(job.limitSec()));
        OptionalLong uid = SlurmUsers.uid(job.user());
        if (uid.isPresent()) {
            fields.put("user_id", uid.getAsLong());
        }
        fields.put("user_name", job.user());
        return fields;
    }

    /** Nothing where there is no limit. */
    private static Object minutes(OptionalLong sec) {
        return sec.orElse(0) == 0 ? "" : Math.ceilDiv(sec.getAsLong(), MINUTE);
    }
}
