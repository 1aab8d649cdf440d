package io.banyan.workflow.engine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.banyan.workflow.format.cwl.CwlProcess;
import io.banyan.workflow.format.cwl.CwlRequirements;

/**
 * One task of a run: a process that is no workflow, with its inputs.
 *
 * @param id the path of its step, with the number of each scattered task in brackets, from 0
 * @param process the process
 * @param requirements the requirements of the process with those around it
 * @param inputs the values of its inputs
 */
public record CwlTask(String id, CwlProcess process, CwlRequirements requirements, ObjectNode inputs) {
    /** Returns the words for the task in a message. */
    String label() {
        return id.isEmpty() ? "the workflow" : "'" + id + "'";
    }
}
