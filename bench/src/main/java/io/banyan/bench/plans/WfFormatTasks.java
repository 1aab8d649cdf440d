package io.banyan.bench.plans;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The tasks of a file in WfFormat 1.5: their run times, and which wait for which. */
record WfFormatTasks(String name, List<Task> tasks) {
    /** A task: its run time, and the indexes of its parents. */
    record Task(double seconds, List<Integer> parents) {}

    static WfFormatTasks read(Path file) throws IOException {
        JsonNode workflow = new ObjectMapper().readTree(file.toFile()).required("workflow");
        Map<String, Double> seconds = new HashMap<>();
        workflow.required("execution")
                .required("tasks")
                .forEach(task -> seconds.put(
                        task.required("id").asText(),
                        task.required("runtimeInSeconds").asDouble()));
        JsonNode specified = workflow.required("specification").required("tasks");
        Map<String, Integer> index = new HashMap<>();
        specified.forEach(task -> index.put(task.required("id").asText(), index.size()));
        List<Task> tasks = new ArrayList<>();
        for (JsonNode task : specified) {
            List<Integer> parents = new ArrayList<>();
            task.required("parents").forEach(parent -> parents.add(index.get(parent.asText())));
            tasks.add(new Task(seconds.getOrDefault(task.required("id").asText(), 0.0), parents));
        }
        String name = String.valueOf(file.getFileName()).replaceFirst("-.*", "");
        return new WfFormatTasks(name, tasks);
    }
}
