/**
 * Templates of TOSCA: the machines and the software that a step needs in a cloud.
 *
 * <p>{@code ToscaFormat} reads a subset of the TOSCA Simple Profile in YAML 1.3 into a {@code ToscaTemplate}: nodes of
 * type {@code tosca.nodes.Compute} and {@code tosca.nodes.SoftwareComponent} with operations that are shell scripts.
 */
@NullMarked
package io.banyan.workflow.format.tosca;

import org.jspecify.annotations.NullMarked;
