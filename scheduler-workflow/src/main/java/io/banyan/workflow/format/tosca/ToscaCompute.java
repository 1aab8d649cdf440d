package io.banyan.workflow.format.tosca;

import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * A machine of a template.
 *
 * @param name its name, unique in the template
 * @param cpus the processors, 1 or more; empty if not stated
 * @param memoryMib the memory; empty if not stated
 * @param diskMib the disk; empty if not stated
 */
public record ToscaCompute(String name, OptionalInt cpus, OptionalLong memoryMib, OptionalLong diskMib) {}
