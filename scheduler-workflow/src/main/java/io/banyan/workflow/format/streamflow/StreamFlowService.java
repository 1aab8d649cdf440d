package io.banyan.workflow.format.streamflow;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The resources that a service of a deployment gives to each task.
 *
 * @param deployment the name of the deployment
 * @param type the type of the deployment: {@code slurm}, {@code local} or {@code banyan}
 * @param service the name of the service; empty for the deployment as a whole
 * @param partition the partition of Slurm, or the queue of Banyan
 * @param nodes the nodes of a task
 * @param cores the cores on each node
 * @param memoryMib the memory on each node
 * @param gpus the graphics processors on each node
 * @param timeMillis the time limit of a task
 * @param place the file, line and column of the service
 */
public record StreamFlowService(
        String deployment,
        String type,
        Optional<String> service,
        Optional<String> partition,
        OptionalInt nodes,
        OptionalInt cores,
        OptionalLong memoryMib,
        OptionalInt gpus,
        OptionalLong timeMillis,
        String place) {
    /** Returns the deployment with its service, for messages. */
    String label() {
        return "service '" + deployment + service.map(name -> "/" + name).orElse("") + "'";
    }
}
