package io.banyan.workflow.batch.machine;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.banyan.jobspec.Jobspec;
import io.banyan.jobspec.JobspecException;
import io.banyan.jobspec.JobspecReader;
import io.banyan.workflow.batch.BatchException;
import io.banyan.workflow.batch.BatchJob;
import io.banyan.workflow.model.Needs;

/** The jobspec of a job of a workflow (RFC 25). */
public final class JobspecOfTask {
    private static final long GIB_MIB = 1_024;
    private static final String SLOT = "task";

    private JobspecOfTask() {}

    /**
     * Returns the jobspec: the nodes with a slot on each, and one task on the first.
     *
     * @throws BatchException if the words are too long for a jobspec
     */
    public static Jobspec of(BatchJob job) throws BatchException {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("version", 1);
        root.putArray("resources").add(resources(job.needs()));
        ObjectNode task = root.putArray("tasks").addObject();
        ArrayNode words = task.putArray("command");
        job.words().forEach(words::add);
        task.put("slot", SLOT);
        task.putObject("count").put("total", 1);
        ObjectNode system = root.putObject("attributes").putObject("system");
        if (job.limitSec().isPresent()) {
            system.put("duration", job.limitSec().getAsLong());
        }
        system.put("cwd", job.directory().toString());
        ObjectNode environment = system.putObject("environment");
        job.environment().forEach(environment::put);
        job.account().ifPresent(account -> system.put("bank", account));
        ObjectNode banyan = system.putObject("banyan");
        banyan.putArray("extensions").add("node-slots");
        job.reservation().ifPresent(name -> banyan.put("reservation", name));
        system.putObject("job").put("name", job.name());
        system.putObject("shell")
                .putObject("options")
                .putObject("output")
                .putObject("stdout")
                .put("type", "file")
                .put("path", job.output().toString());
        try {
            return JobspecReader.read(root.toString(), "job " + job.name());
        } catch (JobspecException e) {
            throw BatchException.refused(String.valueOf(e.getMessage()));
        }
    }

    private static ObjectNode resources(Needs needs) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("type", "node");
        node.put("count", Math.max(1, needs.nodes()));
        ObjectNode slot = node.putArray("with").addObject();
        slot.put("type", "slot");
        slot.put("count", 1);
        slot.put("label", SLOT);
        ArrayNode with = slot.putArray("with");
        boolean isEmpty = needs.cores() == 0 && needs.accelerators().isEmpty();
        if (needs.cores() > 0 || isEmpty) {
            with.addObject().put("type", "core").put("count", Math.max(1, needs.cores()));
        }
        needs.accelerators()
                .forEach((type, count) -> with.addObject().put("type", type).put("count", count));
        if (needs.memoryMib() > 0) {
            with.addObject()
                    .put("type", "memory")
                    .put("count", Math.ceilDiv(needs.memoryMib(), GIB_MIB))
                    .put("unit", "GB");
        }
        return node;
    }
}
