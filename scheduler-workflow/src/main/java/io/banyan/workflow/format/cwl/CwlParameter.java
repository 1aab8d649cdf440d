package io.banyan.workflow.format.cwl;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * An input or an output of a process, or a field of a record.
 *
 * @param id its name, unique in its process or record
 * @param type the type of its value
 * @param files the rules for its files
 * @param defaultValue the value of an input that is not given; its files are relative to nothing
 * @param binding the place of an input in the command line
 * @param outputBinding the way to find an output of a tool
 * @param link the sources of an output of a workflow
 */
public record CwlParameter(
        String id,
        CwlType type,
        CwlFileRules files,
        Optional<JsonNode> defaultValue,
        Optional<CwlBinding> binding,
        Optional<CwlOutputBinding> outputBinding,
        Optional<CwlLink> link) {}
